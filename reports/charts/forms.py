"""The six forms of charts as plain data: what is shown, not how it is drawn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
import pandas as pd

from mazarbul.analysis import words
from mazarbul.reports.charts.palette import INK

LABEL_LENGTH = 30


Numbers = Sequence[float] | np.ndarray


@dataclass(frozen=True)
class Series:
    """Values with intervals.

    n: numbers of games behind the values, None if not known. colours (names in `palette`) and markers (o, s,
    D, ^, v, P): one, or one per value. sorts: what each value is of, if its colour and marker tell that; a
    legend names them. filled: solid marks or hollow ones, one per value; a hollow one always means that a
    value is not clear.
    """

    values: Numbers
    low: Numbers
    high: Numbers
    label: str = ""
    colours: str | Sequence[str] = INK
    markers: str | Sequence[str] = "o"
    filled: Literal[True] | Sequence[bool] = True
    n: Numbers | None = None
    sorts: Sequence[str] = ()

    @classmethod
    def of(cls, frame: pd.DataFrame, name: str, **rest: Any) -> Series:
        """From the columns name, name_low, name_high of a table, and name_n if it has that."""
        known = {"n": frame[f"{name}_n"].to_numpy()} if f"{name}_n" in frame else {}
        low, high = (frame[f"{name}_{end}"].to_numpy() for end in ("low", "high"))
        return cls(frame[name].to_numpy(), low, high, **(known | rest))

    def each(self, attribute: str) -> list:
        """Return `colours`, `markers` or `filled` as one entry per value."""
        value = getattr(self, attribute)
        return [value] * len(self.values) if isinstance(value, str | bool) else list(value)

    def looks(self) -> list[tuple[str, str, str]]:
        """Return the name, colour and marker of each sort of its values, else of all, if they have a name.

        One of many colours is shown in that of text. What has no value is not drawn and has no look.
        """
        if np.isnan(np.asarray(self.values, float)).all():
            return []
        if sorts := dict(
            zip(self.sorts, zip(self.each("colours"), self.each("markers"), strict=True), strict=False)
        ):
            return [
                (", ".join(filter(None, (self.label, sort))), *look) for sort, look in sorts.items() if sort
            ]
        colour = self.colours if isinstance(self.colours, str) else INK
        return [(self.label, colour, self.each("markers")[0])] if self.label else []


@dataclass(frozen=True)
class Axis:
    """A value axis: label and number format. kind: percent (0.5 -> 50%), points (0.031 -> +3.1), number.

    digits: of a number in a tooltip.
    """

    label: str
    kind: str = "number"
    reference: float | None = None
    band: tuple[float, float] | None = None
    limits: tuple[float, float] | None = None
    digits: int = 2

    def text(self, value: float) -> str:
        """Return a value as tables print it."""
        if self.kind == "number":
            return words.decimal(value, self.digits)
        return words.percent(value) if self.kind == "percent" else words.points(value)

    def span(self, low: float, high: float) -> str:
        """Return an interval as tables print it."""
        form = {"percent": words.percent, "points": words.points}.get(self.kind, self.text)
        return words.span(low, high, form)


@dataclass(frozen=True)
class DotPlot:
    """One row per label, with one mark and its interval per series.

    A label may have a second line. breaks: rows before which a line is drawn. groups: one name per row; rows
    with the same name are adjacent and get a heading above them. bands: that of each row, low and high, where
    the axis has none for all.
    """

    labels: Sequence[str]
    series: Sequence[Series]
    axis: Axis
    breaks: Sequence[int] = ()
    groups: Sequence[str] | None = None
    bands: Sequence[tuple[float, float]] = ()

    def known(self) -> np.ndarray:
        """Return whether each series has a value in each row; [row, series]."""
        return ~np.isnan(np.array([item.values for item in self.series], float).T)  # noqa: PD011

    def lanes(self) -> np.ndarray:
        """Return how many marks below the middle of its row each mark stands; [row, series]."""
        known = self.known()
        return known.cumsum(1) - (known.sum(1, keepdims=True) + 1) / 2


@dataclass(frozen=True)
class LineChart:
    """Values over rounds or other steps, joined by a line, with an interval at every step.

    ticks: names of the steps. ribbons: the intervals are shaded between the steps too. is_interval: whether
    low and high are 95% intervals; else they are the ends of a range that the axis names.
    """

    x: Sequence[float]
    series: Sequence[Series]
    axis: Axis
    x_label: str
    ticks: Sequence[str] | None = None
    ribbons: bool = False
    is_interval: bool = True


@dataclass(frozen=True)
class BarChart:
    """A distribution: stacked parts per value of x, the interval drawn on the total.

    width: distance between the values of x.
    """

    x: Sequence[float]
    parts: Sequence[Series]
    total: Series
    axis: Axis
    x_label: str
    width: float = 1


@dataclass(frozen=True)
class HeatMap:
    """A matrix, the first row at the bottom. cells: arrays (rows, columns); a cell of NaN stays empty.

    kind: percent, the middle is one half; or number, the middle is the mean. better: "high" values are drawn
    in the first side's colour, or "low" ones.
    """

    rows: Sequence[str]
    columns: Sequence[str]
    cells: Series
    row_label: str
    column_label: str
    kind: str = "percent"
    better: str = "high"

    @property
    def axis(self) -> Axis:
        """Return how values are printed."""
        return Axis("", self.kind, digits=1)


@dataclass(frozen=True)
class TradeOff:
    """Results against their costs. tried: small grey marks; chosen: large marks with their names."""

    cost: Sequence[float]
    tried: Series
    chosen_cost: Sequence[float]
    chosen: Series
    names: Sequence[str]
    axis: Axis


@dataclass(frozen=True)
class Ground:
    """The regions of a map.

    at: their places, east and south of its corner. ways: pairs of indices of those beside each other. names.
    kinds: of each, or none; those of the most frequent kind are not marked.
    """

    at: Sequence[Sequence[float]]
    ways: Sequence[tuple[int, int]]
    names: Sequence[str]
    kinds: Sequence[str] = ()

    def marked(self) -> list[str]:
        """Return the kinds that are marked: all but the most frequent one."""
        kinds = list(dict.fromkeys(self.kinds))
        plain = max(kinds, key=list(self.kinds).count, default="")
        return [kind for kind in kinds if kind != plain]


@dataclass(frozen=True)
class GroundMap:
    """A value of each region as the colour of its cell; a cell is what is nearest to its place.

    A dark border lies between regions that touch on the drawing but not in the game. The regions with the
    highest values are named.
    """

    ground: Ground
    values: Series
    axis: Axis


Form = DotPlot | LineChart | BarChart | HeatMap | TradeOff | GroundMap


def shorten(label: str, length: int = LABEL_LENGTH, *, keep_end: bool = False) -> str:
    """Return a label no longer than `length` characters. keep_end: cut its middle instead of its end."""
    if len(label) <= length:
        return label
    tail = label[-(2 * length // 3) :].lstrip() if keep_end else ""
    return label[: length - 1 - len(tail)].rstrip() + "\N{HORIZONTAL ELLIPSIS}" + tail
