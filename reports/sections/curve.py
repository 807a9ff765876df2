"""A ladder of bots that play together: how hard it is for players of each level."""

from __future__ import annotations

import pandas as pd

from mazarbul.analysis import skill, words
from mazarbul.analysis.collection import Collection
from mazarbul.reports import charts
from mazarbul.reports.blocks import Block, Chart, Column, Section, Table
from mazarbul.reports.sections.common import Topic, rate, score_name, verdict_codes
from mazarbul.reports.sections.trust import PLACED
from mazarbul.reports.sections.turning import turning_words
from mazarbul.reports.sections.wording import TEXTS


def build(topic: Topic, found: Collection) -> list[Section]:
    """Return the section on difficulty by level of play."""
    table = skill.curve(found)
    codes = verdict_codes(table, "win", topic.band)
    table = table.assign(code=codes, verdict=[PLACED[code] for code in codes])
    says = curve_words(topic, table)
    blocks: list[Block] = [_chart(topic, table, says)] if len(table) > 1 else []
    columns = [
        Column("bot", "Bot of all players"),
        Column("games", "Games", "count"),
        Column("win", topic.wins(topic.first), "rate"),
        Column("verdict", f"Against {words.band(topic.band)}"),
        Column("score", f"{words.capital(score_name(topic))} of games won", "mean", digits=1),
    ]
    title, note = "Difficulty by level of play", topic.text(TEXTS["note"]["curve"])
    blocks.append(Table("skill_curve", title, table, columns, note))
    return [Section("ladder", title, topic.text(TEXTS["intro"]["curve"]), blocks, [says])]


def curve_words(topic: Topic, table: pd.DataFrame) -> str:
    """Say how the win rate changes from the weakest level to the strongest, and which are in the band."""
    low, high, who = table.iloc[0], table.iloc[-1], topic.won(topic.first)
    if len(table) == 1:
        return f"With {low['bot']} {who} {rate(low, 'win')}, n {words.count(low['games'])}."
    between = turning_words(table)
    says = ". ".join(
        f"{words.capital(who)} {rate(row, 'win')} with {row['bot']}, n {words.count(row['games'])}"
        for row in (low, high)
    )
    if not (between or low["win_high"] < high["win_low"] or high["win_high"] < low["win_low"]):
        says += "; the two intervals overlap, so playing better does not clearly help"
    inside = list(table.loc[table["code"] == "inside", "bot"])
    band = words.band(topic.band)
    tail = (
        f"Wholly inside the {band} band: {words.listing(inside)}."
        if inside
        else f"No level lies wholly inside the {band} band."
    )
    return f"{says}.{between} {tail}"


def _chart(topic: Topic, table: pd.DataFrame, says: str) -> Chart:
    style = {"colours": topic.colour(topic.first), "markers": topic.marker(topic.first)}
    label = f"{topic.wins(topic.first)}; shaded: {words.band(topic.band)}"
    axis = charts.Axis(label, "percent", None, topic.band, (-0.02, 1.02))
    drawing = charts.LineChart(
        list(table["level"]), [charts.Series.of(table, "win", **style)], axis,
        "bot of all players, weakest first", list(table["bot"]), ribbons=True,
    )  # fmt: skip
    return Chart("skill_curve", drawing, says, f"Difficulty by level of play. {says}")
