"""The legend of a chart as plain values: a page prints it above the chart, so that it wraps like text."""

from __future__ import annotations

from dataclasses import dataclass

from mazarbul.reports.charts.forms import BarChart, DotPlot, Form, GroundMap, LineChart, Series, TradeOff
from mazarbul.reports.charts.marks import colour
from mazarbul.reports.charts.palette import LAND, SIDE_MARKERS
from mazarbul.reports.charts.plots import HATCHES

PATHS = {  # of marks in a box from -5 to 5
    "o": "M-4,0a4,4 0 1,0 8,0a4,4 0 1,0 -8,0Z",
    "s": "M-3.6,-3.6h7.2v7.2h-7.2Z",
    "D": "M0,-4.6L4.6,0L0,4.6L-4.6,0Z",
    "^": "M0,-4.2L4.4,3.6H-4.4Z",
    "v": "M0,4.2L4.4,-3.6H-4.4Z",
    "P": "M-1.6,-4.4h3.2v2.8h2.8v3.2h-2.8v2.8h-3.2v-2.8h-2.8v-3.2h2.8Z",
}
BOX = "M-5,-5h10v10h-10Z"


@dataclass(frozen=True)
class Key:
    """One mark and what it stands for. path, stroke, fill: of the mark. over: its pattern; "" for none."""

    label: str
    path: str
    stroke: str
    fill: str
    over: str = ""


@dataclass(frozen=True)
class Ramp:
    """The colours of a map. label: of the values. low, high: the values at both ends, as text."""

    label: str
    colours: str
    low: str
    high: str


def keys(form: Form) -> list[Key]:
    """Return the marks of a chart that have a name."""
    if isinstance(form, DotPlot | LineChart):
        return [key for item in form.series for key in _keys(item)]
    if isinstance(form, TradeOff):
        tried = Key(form.tried.label, PATHS["o"], colour("pale"), colour("pale"))
        return [tried, *_keys(form.chosen)]
    if isinstance(form, BarChart):
        return [
            Key(part.label, BOX, "none", colour(part.each("colours")[0]), f"url(#{hatch})" if hatch else "")
            for part, hatch in zip(form.parts, HATCHES, strict=False)
            if part.label and len(part.values)
        ]
    if isinstance(form, GroundMap):
        marked = zip(form.ground.marked(), SIDE_MARKERS, strict=False)
        return [Key(kind, PATHS[marker], colour("ink"), colour("paper")) for kind, marker in marked]
    return []


def ramp(form: Form) -> Ramp | None:
    """Return the colours of a map; None for other charts."""
    if not isinstance(form, GroundMap):
        return None
    top = max((float(value) for value in form.values.values if value == value), default=0.0)
    stops = ", ".join(map(colour, LAND))
    return Ramp(form.axis.label, stops, form.axis.text(0.0), form.axis.text(top or 1.0))


def _keys(item: Series) -> list[Key]:
    """Return the marks of a series that have a name."""
    looks = [(name, PATHS[marker], colour(shade)) for name, shade, marker in item.looks()]
    return [Key(name, path, shade, shade) for name, path, shade in looks]
