"""The scenarios of a study in one table, a row each: who wins, how long it takes, when half is known.

The win rate is that of the run's bots; the estimate is that of the verdict.
"""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd

from mazarbul.analysis import words
from mazarbul.reports.blocks import Column, Section, Table
from mazarbul.reports.parts import Chapter
from mazarbul.reports.sections import course, lead, played, trust
from mazarbul.reports.sections.common import NOTES, side_columns

ID = "overview"


def build(chapters: Sequence[Chapter]) -> Section:
    """Return the section with the table. Its rows lead to the scenarios' own pages."""
    topic = chapters[0].topic
    rows, most = [_row(chapter) for chapter in chapters], side_columns(topic, label="Most wins")
    bands = {chapter.topic.band for chapter in chapters}
    if len(bands) > 1:
        for row, chapter in zip(rows, chapters, strict=True):
            row["verdict"] += f"; {words.band(chapter.topic.band)}"
    columns = [
        Column("title", words.capital(topic.words.scenario), link="id"),
        *([Column("players", "Players", "count")] if topic.stakes.has_sizes else []),
        Column("games", "Games", "count"),
        *most,
        Column("win", "Its win rate" if most else topic.wins(topic.first), "rate"),
        Column("bot", "Bot at every seat"),
        Column("estimate", "Estimate", "rate", show_n=False),
        Column("verdict", f"Against {words.band(topic.band) if len(bands) == 1 else 'the band'}"),
        Column("rounds", f"Mean number of {topic.words.rounds}", "number", digits=1),
        Column("decided", f"Half of the uncertainty gone after {topic.words.round}", "count"),
    ]
    many = words.capital(topic.words.scenarios)
    frame = pd.DataFrame(rows)
    frame = frame.dropna(axis="columns", how="all")
    table = Table(ID, f"All {topic.words.scenarios}", frame, columns, NOTES["glance"])
    return Section(ID, f"{many} at a glance", "", [table])


def _row(chapter: Chapter) -> dict:
    wins, topic = chapter.table("win_rates"), chapter.topic
    assert wins is not None, "every report has win rates"
    top = trust.foremost(topic, wins)
    kept = ("games", "side", "side_name")
    found = {key: value for key, value in top.items() if key in kept or key.startswith(("win", "estimate"))}
    found |= {"bot": played.bots(topic).removesuffix(" at every seat")}
    found |= {"verdict": top["verdict"]}
    named = {"id": chapter.id, "title": chapter.title, "players": len(topic.run.catalogue["seats"])}
    return named | found | {"rounds": _rounds(chapter), "decided": _decided(chapter)}


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
