"""The scenarios of a study in one table, a row each: who wins, how long it takes, when half is known.

The win rate is the one that the verdict leads with, and the table names its bot.
"""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd

from analysis import words
from reports.page import Column, Section, Table
from reports.parts import Chapter
from reports.sections import course, lead, played, trust
from reports.sections.common import NOTES

ID = "overview"


def build(chapters: Sequence[Chapter]) -> Section:
    """Return the section with the table. Its rows lead to the scenarios' own pages."""
    topic = chapters[0].topic
    rows = [_row(chapter) for chapter in chapters]
    columns = [
        Column("title", words.capital(topic.words.scenario), link="id"),
        *([Column("players", "Players", "count")] if topic.is_cooperative else []),
        Column("games", "Games", "count"),
        *([] if topic.is_cooperative else [Column("side_name", "Most wins")]),
        Column("win", topic.wins(topic.first) if topic.is_cooperative else "Its win rate", "rate"),
        Column("bot", "Bot at every seat"),
        Column("over_bots", "With other bots"),
        Column("verdict", "Against the band"),
        Column("rounds", f"Mean number of {topic.words.rounds}", "number", digits=1),
        Column("decided", f"Half of the uncertainty gone after {topic.words.round}", "count"),
    ]
    many = words.capital(topic.words.scenarios)
    frame = pd.DataFrame(rows)
    note = NOTES["glance"] if frame.pop("is_led").any() else ""
    frame = frame.dropna(axis="columns", how="all")
    table = Table(ID, f"All {topic.words.scenarios}", frame, columns, note)
    return Section(ID, f"{many} at a glance", "", [table])


def _row(chapter: Chapter) -> dict:
    wins, topic = chapter.table("win_rates"), chapter.topic
    assert wins is not None, "every report has win rates"
    top = trust.foremost(topic, wins)
    kept = ("games", "side", "side_name", "over_bots")
    found = {key: value for key, value in top.items() if key in kept or key.startswith("win")}
    found["bot"] = played.bots(topic).removesuffix(" at every seat")
    leading = trust.leading(topic, top["side"])
    if leading is not None:
        found |= {key: value for key, value in leading.items() if key.startswith("win") or key == "games"}
        found["bot"] = leading["label"]
    found |= {"verdict": f"{top['verdict']}, {words.band(topic.band)}"}
    named = {"id": chapter.id, "title": chapter.title, "players": len(topic.run.catalogue["seats"])}
    measured = {"rounds": _rounds(chapter), "decided": _decided(chapter), "is_led": leading is not None}
    return named | found | measured


def _rounds(chapter: Chapter) -> float:
    """Return the mean length of a game; NaN if it is not recorded."""
    table = chapter.table("lengths")
    if table is None:
        return float("nan")
    return float((table["rounds"] * table["games"]).sum() / table["games"].sum())


def _decided(chapter: Chapter) -> float:
    """Return the first round after which half of the uncertainty is clearly removed; NaN if there is none."""
    for name, settled in (("predicted", course.settled), ("prediction", lead.settled)):
        table = chapter.table(name)
        if table is not None and (row := settled(table)) is not None:
            return float(row["round"])
    return float("nan")
