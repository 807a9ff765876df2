"""The ladder of bots: who beats whom, ratings, and how the balance changes with skill."""

from __future__ import annotations

import numpy as np
import pandas as pd

from mazarbul.analysis import skill, words
from mazarbul.analysis.collection import Collection
from mazarbul.reports import charts
from mazarbul.reports.blocks import Block, Chart, Column, Section, Table
from mazarbul.reports.sections import curve
from mazarbul.reports.sections.common import Topic, rate
from mazarbul.reports.sections.turning import turning_words
from mazarbul.reports.sections.wording import TEXTS


def build(topic: Topic, found: Collection) -> list[Section]:
    """Return the section on skill; none if the collection has no pairings."""
    if found.members.empty:
        return []
    if skill.is_curve(found):
        return curve.build(topic, found)
    matrix, equal = skill.matrix(found), skill.balance(found)
    says, extremes = balance_words(topic, equal), extreme_words(topic, matrix)
    blocks: list[Block] = [_balance_chart(topic, equal, says)] if len(equal) > 1 else []
    blocks += [_balance_table(topic, equal)] if len(equal) else []
    blocks += [_heat(topic, matrix, extremes), _matrix_table(topic, matrix)]
    rated = skill.ratings(found)
    if len(rated):
        blocks += _ratings(topic, rated)
    findings = [text for text in (says, extremes) if text]
    return [Section("ladder", "Skill", TEXTS["intro"]["ladder"], blocks, findings)]


def balance_words(topic: Topic, equal: pd.DataFrame) -> str:
    """Say how the balance changes from the weakest pair of equal bots to the strongest; "" without any."""
    if equal.empty:
        return ""
    first, low, high = topic.won(topic.first), equal.iloc[0], equal.iloc[-1]
    if len(equal) == 1:
        return f"With {low['bot']} on both sides {first} {rate(low, 'win')}, n {words.count(low['games'])}."
    between = turning_words(equal)
    apart = between or low["win_high"] < high["win_low"] or high["win_high"] < low["win_low"]
    tail = "" if apart else "; the two intervals overlap, so skill itself does not clearly change the balance"
    ends = [
        f"With {row['bot']} on both sides {first} {rate(row, 'win')}, n {words.count(row['games'])}"
        for row in (low, high)
    ]
    return f"{'. '.join(ends)}{tail}.{between}"


def extreme_words(topic: Topic, matrix: pd.DataFrame) -> str:
    """Say how often the strongest bot beats the weakest, from each side; "" if they never met."""
    weak, strong = matrix["first_level"].min(), matrix["first_level"].max()
    best, worst = _meeting(matrix, strong, weak), _meeting(matrix, weak, strong)
    if best is None or worst is None or weak == strong:
        return ""
    decides = best["win_low"] > 0.5 > worst["win_high"]
    again = f"{topic.it(topic.first)} {topic.win(topic.first)}"
    tail = "the better bot wins from either side" if decides else "the side can outweigh the better bot"
    return (
        f"{words.capital(topic.won(topic.first))} {rate(best, 'win')} with {best['first_bot']} against "
        f"{best['second_bot']}, n {words.count(best['games'])}. The other way round {again} "
        f"{rate(worst, 'win')}, n {words.count(worst['games'])}: {tail}."
    )


def _meeting(matrix: pd.DataFrame, first: int, second: int) -> pd.Series | None:
    rows = matrix[(matrix["first_level"] == first) & (matrix["second_level"] == second)]
    return rows.iloc[0] if len(rows) else None


def _balance_chart(topic: Topic, equal: pd.DataFrame, says: str) -> Chart:
    style = {"colours": topic.colour(topic.first), "markers": topic.marker(topic.first)}
    axis = charts.Axis(
        f"{topic.wins(topic.first)}; shaded: {words.band(topic.band)}",
        "percent",
        0.5,
        topic.band,
    )
    drawing = charts.LineChart(
        list(equal["level"]), [charts.Series.of(equal, "win", **style)], axis,
        "bot on both sides, weakest first", list(equal["bot"]), ribbons=True,
    )  # fmt: skip
    return Chart("skill_balance", drawing, says, f"Balance by skill. {says}")


def _balance_table(topic: Topic, equal: pd.DataFrame) -> Table:
    columns = [
        Column("bot", "Bot on both sides"),
        Column("games", "Games", "count"),
        Column("win", topic.wins(topic.first), "rate"),
    ]
    return Table("skill_balance", "Balance between equal bots", equal, columns)


def _heat(topic: Topic, matrix: pd.DataFrame, extremes: str) -> Chart:
    wide = {
        name: matrix.pivot_table(index="first_level", columns="second_level", values=name, dropna=False)
        for name in ("win", "win_low", "win_high", "win_n")
    }
    firsts = matrix.drop_duplicates("first_level").set_index("first_level")["first_bot"]
    seconds = matrix.drop_duplicates("second_level").set_index("second_level")["second_bot"]
    first, second = (topic.noun(side) for side in topic.run.sides[:2])
    win, low, high, n = (np.asarray(part, float) for part in wide.values())
    cells = charts.Series(win, low, high, n=n)
    rows, columns = list(firsts[wide["win"].index]), list(seconds[wide["win"].columns])
    drawing = charts.HeatMap(rows, columns, cells, f"bot of {first}", f"bot of {second}")
    says = f"Win rate of {first} for every pairing of bots. {extremes}".strip()
    each = "; ".join(
        f"{row['first_bot']} against {row['second_bot']} {rate(row, 'win')}"
        for _, row in matrix.head(12).iterrows()
    )
    return Chart("skill_matrix", drawing, says, f"Matrix of the win rates of {first}: {each}.")


def _matrix_table(topic: Topic, matrix: pd.DataFrame) -> Table:
    first, second = (topic.noun(side) for side in topic.run.sides[:2])
    columns = [
        Column("first_bot", f"Bot of {first}"),
        Column("second_bot", f"Bot of {second}"),
        Column("games", "Games", "count"),
        Column("win", topic.wins(topic.first), "rate"),
    ]
    return Table("skill_matrix", "Every pairing", matrix, columns, folded=len(matrix) > 12)


def _ratings(topic: Topic, rated: pd.DataFrame) -> list[Block]:
    rated = rated.assign(side_name=rated["side"].map(topic.side))
    rated = rated.sort_values(["side", "rating"], ascending=[True, False], kind="stable", ignore_index=True)
    top = rated.loc[rated["rating"].idxmax()]
    said = words.span(top["rating_low"], top["rating_high"], words.decimal)
    says = (
        f"The highest rating is that of {top['bot']} for {top['side_name']}, {words.decimal(top['rating'])} "
        f"({said}), n {words.count(top['games'])}."
    )
    style = {
        "colours": [topic.colour(side) for side in rated["side"]],
        "markers": [topic.marker(side) for side in rated["side"]],
    }
    series = [charts.Series.of(rated, "rating", **style)]
    drawing = charts.DotPlot(
        list(rated["bot"]), series, charts.Axis("rating"), groups=list(rated["side_name"])
    )
    columns = [
        Column("bot", "Bot"),
        Column("side_name", "Side"),
        Column("games", "Games rated", "count"),
        Column("rating", "Rating", "mean", show_n=False),
    ]
    chart = Chart("ratings", drawing, says, f"Ratings of bots on each side. {says}")
    return [chart, Table("ratings", "Ratings", rated, columns, TEXTS["note"]["ratings"])]
