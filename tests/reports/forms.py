"""A chart of every form, for the tests of pictures, of specs and of what a browser draws."""

from __future__ import annotations

import numpy as np

from mazarbul.reports.charts import (
    Axis,
    BarChart,
    DotPlot,
    Ground,
    GroundMap,
    HeatMap,
    LineChart,
    Series,
    TradeOff,
)


def series(n, **style):
    values = np.linspace(0.3, 0.7, n)
    return Series(values, values - 0.05, values + 0.05, **style)


def grid(n):
    values = np.linspace(0.1, 0.9, n * n).reshape(n, n)
    return Series(values, values - 0.02, values + 0.02)


def land(values=None):
    """Return a map of 20 regions; every row is a valley, and only its first region leads to the next one."""
    at = [(100 * column + 20 * (row % 2), 80 * row) for row in range(4) for column in range(5)]
    ways = [(i, i + 1) for i in range(19) if i % 5 < 4] + [(5 * row, 5 * row + 5) for row in range(3)]
    kinds = ["town" if i % 4 == 0 else "field" for i in range(20)]
    ground = Ground(at, ways, [f"Region {i}" for i in range(20)], kinds)
    values = np.arange(20) / 10 if values is None else values
    return GroundMap(
        ground, Series(values, values * 0.9, values * 1.1, n=[500] * 20), Axis("battles, per game")
    )


FORMS = {
    "dots": DotPlot(["a", "b\nsmall"], [series(2)], Axis("x", "points", 0.0), groups=["A", "B"]),
    "an end": DotPlot(list("abc"), [series(3)], Axis("near the end", "percent", limits=(0.3, 0.703))),
    "many rows": DotPlot([f"Row {i} of a long name" for i in range(40)], [series(40)], Axis("x")),
    "lines": LineChart(
        range(5), [series(5, label=f"A scenario of name {i}") for i in range(4)],
        Axis("a rate of something long; shaded: 45-55%", "percent", 0.5, (0.45, 0.55)), "level",
        ["random", "50% random moves", "25% random moves", "10% random moves", "heuristic"], ribbons=True,
    ),
    "heat": HeatMap(list("abc"), list("abc"), grid(3), "row", "column"),
    "wide heat": HeatMap(list("abcdefg"), list("abcdefg"), grid(7), "row", "column"),
    "tradeoff": TradeOff(
        range(9), series(9, label="tried"), [1, 2], series(2, label="chosen"), ["0", "1"],
        Axis("y", "percent", 0.5),
    ),
    "bars": BarChart(range(5), [series(5, label="one")], series(5), Axis("y", "percent"), "x"),
    "many rounds": LineChart(range(1, 31), [series(30)], Axis("x"), "round"),
    "map": land(),
}  # fmt: skip
