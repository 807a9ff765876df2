"""A ladder of bots that play together: how hard it is for players of each level."""

from __future__ import annotations

import pandas as pd

from analysis import estimates, skill
from analysis.collection import Collection
from reports import charts, words
from reports.page import Block, Chart, Column, Section, Table
from reports.sections.common import Context, rate, score_name
from reports.sections.result import BRIEF
from reports.sections.texts import TEXTS


def build(context: Context, found: Collection) -> list[Section]:
    """Return the section on difficulty by level of play."""
    table = skill.curve(found)
    codes = [
        estimates.verdict(*row, context.band).code
        for row in table[["win", "win_low", "win_high"]].itertuples(index=False, name=None)
    ]
    table = table.assign(code=codes, verdict=[BRIEF[code] for code in codes])
    says = curve_words(context, table)
    blocks: list[Block] = [_chart(context, table, says)] if len(table) > 1 else []
    columns = [
        Column("bot", "Bot of all players"),
        Column("games", "Games", "count"),
        Column("win", context.wins(context.first), "rate"),
        Column("verdict", f"Against {words.band(context.band)}"),
        Column("score", f"{words.capital(score_name(context))} of games won", "mean", digits=1),
    ]
    blocks.append(Table("skill_curve", "Difficulty by level of play", table, columns, TEXTS["note"]["curve"]))
    return [
        Section(
            "ladder", "Difficulty by level of play", context.text(TEXTS["intro"]["curve"]), blocks, [says]
        )
    ]


def curve_words(context: Context, table: pd.DataFrame) -> str:
    """Say how the win rate changes from the weakest level to the strongest, and which are in the band."""
    low, high, who = table.iloc[0], table.iloc[-1], context.wins(context.first)
    if len(table) == 1:
        return f"With {low['bot']} {who} {rate(low, 'win')}, n {words.count(low['games'])}."
    says = (
        f"{who} {rate(low, 'win')} with {low['bot']} and {rate(high, 'win')} with {high['bot']}, "
        f"n {words.count(low['games'])} and {words.count(high['games'])}"
    )
    if not (low["win_high"] < high["win_low"] or high["win_high"] < low["win_low"]):
        says += "; the two intervals overlap, so playing better does not clearly help"
    inside = list(table.loc[table["code"] == "inside", "bot"])
    band = words.band(context.band)
    tail = (
        f"Wholly inside the {band} band: {words.listing(inside)}."
        if inside
        else f"No level lies wholly inside the {band} band."
    )
    return f"{says}. {tail}"


def _chart(context: Context, table: pd.DataFrame, says: str) -> Chart:
    style = {"colours": context.colour(context.first), "markers": context.marker(context.first)}
    label = f"{context.wins(context.first)}; shaded: {words.band(context.band)}"
    axis = charts.Axis(label, "percent", None, context.band, (-0.02, 1.02))
    drawing = charts.lines(
        list(table["level"]), [charts.Series.of(table, "win", **style)], axis,
        "bot of all players, weakest first", list(table["bot"]), ribbons=True,
    )  # fmt: skip
    return Chart("skill_curve", drawing, says, f"Difficulty by level of play. {says}")
