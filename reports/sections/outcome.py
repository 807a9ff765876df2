"""How games end, as the game declares it: ways, scores of games won, how far they came, how seats left."""

from __future__ import annotations

import numpy as np
import pandas as pd

from mazarbul.analysis import estimates, outcome, scenarios, words
from mazarbul.reports import charts
from mazarbul.reports.blocks import Block, Chart, Column, Table
from mazarbul.reports.sections import people
from mazarbul.reports.sections.common import NOTES, Topic, mean, rate

#: Ends of games that were stopped -> what such games end by.
CUT = {"capped": "the limit of decisions"}


def reason(topic: Topic, identifier: str) -> str:
    """Return the name of a way in which games end."""
    known = {each.id: each.label for each in topic.declared.outcome.reasons}
    return known.get(identifier) or words.human(identifier)


def ending(topic: Topic, identifier: str) -> str:
    """Return what games end by: "the destruction of the Ring"."""
    known = {each.id: each.noun for each in topic.declared.outcome.reasons}
    return known.get(identifier) or CUT.get(identifier) or reason(topic, identifier)


def _winners(topic: Topic, table: pd.DataFrame) -> list[str]:
    """Return the side that wins most games of every row; if no seated side does, one that nobody plays."""
    rival = next(iter(topic.run.opponents), "")
    rates = table[[f"win_{side}" for side in topic.run.sides]].to_numpy()
    return [
        topic.run.sides[i] if best > 0.5 else rival
        for i, best in zip(rates.argmax(1), rates.max(1), strict=True)
    ]


def endings(topic: Topic) -> list[Block]:
    """Return how often games end each way, and who wins then if the way decides that; else nothing."""
    table = scenarios.endings(topic.run)
    if table.empty:
        return []
    alone, side = topic.run.is_cooperative, topic.first
    table["name"] = [reason(topic, each) for each in table["reason"]]
    winners = _winners(topic, table)
    if alone:
        table["result"] = [_result(win) for win in table[f"win_{side}"]]
    else:
        table["result"] = [topic.side(winner) if winner else "nobody" for winner in winners]
    rows = table[table[f"win_{side}"] < 1] if alone else table
    says = "Every game was won."
    if len(rows):
        top, others = rows.iloc[0], words.listing(rows["name"].iloc[1:3])
        then = f", then {others}" if others else ""
        what = f"How games {'are lost' if alone else 'end'}"
        says = f"{what}: {top['name']} in {rate(top, 'share')} of all games{then}."
    style = {"colours": list(map(topic.colour, winners)), "markers": list(map(topic.marker, winners))}
    reasons = list(table["reason"])
    series = [charts.Series.of(table, "share", **style), *people.dots(topic, people.ENDING, reasons)]
    if any(shown := people.texts(topic, people.ENDING, reasons)):
        table["people"] = shown
    high = max(float(np.nanmax(each.high)) for each in series)
    axis = charts.Axis("share of games", "percent", limits=(-0.02, min(high + 0.03, 1.02)))
    drawing = charts.DotPlot(list(table["name"]), series, axis)
    columns = [
        Column("name", "Ending"),
        Column("result", "Result" if alone else "Won by"),
        Column("games", "Games", "count"),
        Column("share", "Share of games", "rate"),
        Column("people", "People"),
        Column("rounds", words.capital(topic.words.rounds), "mean"),
    ]
    if alone and not table[f"win_{side}"].isin((0, 1)).all():
        columns.insert(4, Column(f"win_{side}", topic.wins(side), "rate"))
    chart = Chart("endings", drawing, says, f"Shares of the ways games end. {says}")
    return [chart, Table("endings", "How games end", table, columns)]


def _result(win: float) -> str:
    results: dict[float, str] = {0: "lost", 1: "won"}
    return results.get(win, "won or lost")


def scores(topic: Topic) -> list[Block]:
    """Return the scores of the games won. Nothing if none are recorded."""
    table, whole = outcome.scores(topic.run), outcome.score(topic.run)
    if table.empty or whole.empty:
        return []
    row = whole.iloc[0]
    names = {each.id: each.label for each in topic.declared.outcome.scores}
    main, n = next(iter(names.values())), words.count(row["mean_n"])
    half = "less" if topic.declared.outcome.better == "low" else "more"
    says = (
        f"The {main} of a game won is {mean(row, 'mean', 1)} on average, n {n}; half of them score "
        f"{words.decimal(row['median'], 0)} or {half}. "
        f"{words.capital(topic.better)} is better; a game lost has none."
    )
    bars = charts.Series.of(table, "share", colours=topic.colour(topic.first))
    width = int(table["high"].iloc[0] - table["low"].iloc[0]) + 1
    label = main if width == 1 else f"{main}, {width} points a bar"
    axis = charts.Axis("share of games won", "percent")
    drawing = charts.BarChart(table["middle"], [bars], bars, axis, label, width=width)
    table["scores"] = [_span(low, high) for low, high in zip(table["low"], table["high"], strict=True)]
    columns = [
        Column("scores", words.capital(main)),
        Column("games", "Games", "count"),
        Column("share", "Share of games won", "rate"),
    ]
    whole["name"] = whole["measure"].map(names)
    ends = [Column(key, label, "number", digits=1) for key, label in (
        ("best", "Best"), ("p05", "5th percentile"), ("median", "Median"), ("p95", "95th percentile"),
        ("worst", "Worst"),
    )]  # fmt: skip
    return [
        Chart("scores", drawing, says, f"Distribution of the {main} among games won. {says}"),
        Table("score", "Score of games won", whole,
              [Column("name", "Score"), Column("mean", "Mean", "mean"), *ends], topic.text(NOTES["score"])),
        Table("scores", f"Distribution of the {main}", table, columns, folded=True),
    ]  # fmt: skip


def _span(low: int, high: int) -> str:
    return str(low) if low == high else f"{low}{words.DASH}{high}"


def reached(topic: Topic) -> list[Block]:
    """Return how far games came; nothing if that is not recorded."""
    table, side, declared = outcome.reached(topic.run), topic.first, topic.declared.outcome.reached
    if declared is None or len(table) < 2:
        return []
    known = table[table["games"] > 0]
    lost = known.assign(lost=known["games"] * (1 - known[f"win_{side}"]))
    top, total = lost.loc[lost["lost"].idxmax()], lost["lost"].sum()
    says = f"{words.capital(topic.alone)} always reach the end."
    if total:
        share = pd.Series(estimates.rate_columns("share", round(top["lost"]), round(total)))
        last = f"{declared.label} {top[declared.column]:.0f}"
        whose = topic.stakes.lost.format(side=topic.noun(side))
        says = f"Of the games {whose}, {rate(share, 'share')} end in {last}, more than anywhere else."
    labels = [f"{declared.label} {value}" for value in table[declared.column]]
    series = [charts.Series.of(table, "share", colours=charts.INK)]
    axis = charts.Axis("share of games in which it was the last one reached", "percent")
    columns = [
        Column(declared.column, f"Last {declared.label} reached", "count"),
        Column("games", "Games", "count"),
        Column("share", "Share of games", "rate"),
        *(Column(f"win_{each}", topic.wins(each), "rate") for each in topic.run.sides),
    ]
    return [
        Chart("reached", charts.DotPlot(labels, series, axis), says, f"{declared.title}. {says}"),
        Table("reached", declared.title, table, columns),
    ]


def exits(topic: Topic) -> list[Block]:
    """Return how seats left the game, seat by seat; nothing if none did."""
    table, declared = outcome.exits(topic.run), topic.declared.outcome.exits
    if declared is None or table.empty or (table["way"] == outcome.STAYED).all():
        return []
    table["seat_name"] = table["seat"].map(topic.seat)
    table["name"] = [declared.none if way == outcome.STAYED else words.human(way) for way in table["way"]]
    columns = [
        Column("seat_name", "Player"),
        Column("name", declared.label),
        Column("games", "Games", "count"),
        Column("share", "Share of games", "rate"),
    ]
    if len(topic.run.catalogue["seats"]) > 1:
        columns += [
            Column(f"win_{side}", f"{topic.wins(side)} these games", "rate") for side in topic.run.sides
        ]
    return [Table("exits", declared.title, table, columns, declared.note)]
