"""How games end and how long they last, in two runs: shares beside each other and what changes most."""

from __future__ import annotations

import pandas as pd

from mazarbul.analysis import Run, estimates, scenarios, words
from mazarbul.reports import charts
from mazarbul.reports.blocks import Block, Chart, Column, Table
from mazarbul.reports.sections.common import Topic, gain
from mazarbul.reports.sections.outcome import ending, reason
from mazarbul.reports.sections.played import Names


def from_to(row: pd.Series, names: Names) -> str:
    """Return a rate in both runs, whose intervals are in the table."""
    before, after = words.percent(row["base"]), words.percent(row["other"])
    if not names.is_change:
        return f"{before} {names.when[0]}, {after} {names.when[1]}"
    return f"{after}, as before" if after == before else f"{after} instead of {before}"


def build(topic: Topic, other: Run, names: Names) -> list[Block]:
    """Return how often games end each way in both runs."""
    table = _beside(scenarios.endings(topic.run), scenarios.endings(other), "reason")
    if table.empty:
        return []
    table["name"] = [reason(topic, each) for each in table["reason"]]
    top = table.loc[table["change"].abs().idxmax()]
    says = (
        f"How games end: the share that ends by {ending(topic, top['reason'])} changes most, "
        f"{from_to(top, names)}, {gain(top, 'change', len(table))}."
    )
    series = _two(table, names)
    drawing = charts.DotPlot(list(table["name"]), series, charts.Axis("share of games", "percent"))
    columns = [Column("name", "Ending"), *_share_columns(names)]
    return [
        Chart("change_endings", drawing, says, f"Shares of the ways games end. {says}"),
        Table("change_endings", "How games end", table, columns),
    ]


def lengths(topic: Topic, other: Run, names: Names) -> list[Block]:
    """Return how long games are in both runs."""
    table = _beside(scenarios.lengths(topic.run), scenarios.lengths(other), "rounds")
    if table.empty:
        return []
    top = table.loc[table["change"].abs().idxmax()]
    length = words.plural(int(top["rounds"]), topic.words.round, topic.words.rounds)
    says = (
        f"Games of {length} change most in number: {from_to(top, names)}, {gain(top, 'change', len(table))}."
    )
    axis = charts.Axis("share of games", "percent")
    drawing = charts.LineChart(
        list(table["rounds"]), _two(table, names), axis, f"{topic.words.rounds} played"
    )
    columns = [Column("rounds", words.capital(topic.words.rounds), "count"), *_share_columns(names)]
    return [
        Chart("change_lengths", drawing, says, f"Distribution of game lengths. {says}"),
        Table("change_lengths", f"Length in {topic.words.rounds}", table, columns, folded=True),
    ]


def _two(table: pd.DataFrame, names: Names) -> list[charts.Series]:
    return [
        charts.Series.of(table, "base", label=names.base, **charts.BESIDE),
        charts.Series.of(table, "other", label=names.other, colours=charts.INK, markers="s"),
    ]


def _share_columns(names: Names) -> list[Column]:
    return [
        Column("base", f"Share {names.when[0]}", "rate"),
        Column("other", f"Share {names.when[1]}", "rate"),
        Column("change", "Change, points", "points"),
    ]


def _beside(base: pd.DataFrame, other: pd.DataFrame, key: str) -> pd.DataFrame:
    """Return the shares of two independent runs and their difference. Empty if one run has none."""
    if base.empty or other.empty:
        return pd.DataFrame()
    totals = [int(frame["games"].sum()) for frame in (base, other)]
    table = (
        base[[key, "games"]]
        .merge(other[[key, "games"]], "outer", key, suffixes=("_base", "_other"))
        .fillna(0)
    )
    counts = [table["games_base"].to_numpy(), table["games_other"].to_numpy()]
    columns = estimates.rate_columns("base", counts[0], totals[0] + 0 * counts[0])
    columns |= estimates.rate_columns("other", counts[1], totals[1] + 0 * counts[1])
    result = estimates.difference(counts[1], totals[1] + 0 * counts[1], counts[0], totals[0] + 0 * counts[0])
    sizes = totals[1] + 0 * counts[1], totals[0] + 0 * counts[0]
    return table[[key]].assign(**columns, **estimates.difference_columns("change", result, *sizes))
