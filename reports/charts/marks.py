"""What the specs of all forms are made of: rows of data with texts for tooltips, marks with whiskers, axes.

Colours are CSS variables of the page (`palette`), so that a chart changes with its theme. The numbers of a
tooltip are texts in the data, as tables print them.
"""

from __future__ import annotations

import json
import math
import textwrap
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, overload

from mazarbul.analysis import words
from mazarbul.reports.charts.forms import Axis, Series

DIGITS = 6  # significant ones of a number in the data
SHAPES = {
    "o": "circle",
    "s": "square",
    "D": "diamond",
    "^": "triangle-up",
    "v": "triangle-down",
    "P": "cross",
}
SIZES = {"o": 52, "s": 46, "D": 46, "^": 50, "v": 50, "P": 60}  # square pixels
REACH = 420  # square pixels around a mark that show its tooltip: a fingertip
LETTER = 6.6  # pixels: width of a letter of a label, as a rule
FONT = 12  # pixels
LINE = 15  # pixels: a line of labels
MOST_LINES = 3  # of a name below a chart; names that need more are turned
TURNED = 18  # characters of a turned name on one line
FEW = 6  # names below a chart: if there are more, a turned one has one line
WIDEST = 9_999  # pixels: wider than any chart
NARROW = 420  # pixels of a chart on a phone: less is narrow
AXIS_LENGTH = 38  # characters of an axis label on one line
PAD = 0.04  # of an axis on both sides of the values
Spec = dict[str, Any]


def colour(name: str) -> str:
    """Return a colour as the page's variable."""
    return f"var(--{name})"


def mix(one: str, other: str, share: float) -> str:
    """Return a colour between two. share: of the second one, 0 to 1."""
    return f"color-mix(in srgb, {colour(other)} {100 * share:.0f}%, {colour(one)})"


def number(value: float) -> float | None:
    """Return a number for the data; None if there is none."""
    return None if words.missing(value) or math.isinf(value) else rounded(value)


def rounded(value: float) -> float:
    """Return a number that there is with the digits that the data have."""
    return float(f"{value:.{DIGITS}g}")


@overload
def exact(value: float) -> float: ...
@overload
def exact(value: float | None) -> float | None: ...
def exact(value: float | None) -> float | None:
    """Return a number without a needless fraction."""
    return int(value) if value is not None and value == int(value) else value


def wrap(text: str, width: int) -> list[str]:
    """Return a label on lines of this many characters, on two at most unless words are longer.

    A label that needs more than two gets longer lines, so nothing is cut.
    """
    width = max(width, math.ceil(len(text) / 2) + 1 if len(text) > 2 * width else width)
    while len(lines := textwrap.wrap(text, width, break_long_words=False, break_on_hyphens=False)) > 2:
        width += 1
    return lines or [""]


def heading(axis: Axis | str, length: int = AXIS_LENGTH) -> list[str]:
    """Return the label of an axis on lines of nearly the same length."""
    text = axis if isinstance(axis, str) else axis.label
    n = math.ceil(len(text) / length)
    return textwrap.wrap(text, max(min(len(text) // max(n, 1) + 4, length), 1))


def tip(name: str, series: str, axis: Axis, at: Mapping[str, Any], interval: str = "95% interval") -> str:
    """Return the text of a tooltip: what it is, its value, interval and number of games, a line each.

    at: value, low, high, n of one mark. interval: what its whiskers are.
    """
    unit = " points" if axis.kind == "points" else ""
    lines = [name, f"{series + ': ' if series else ''}{axis.text(at['value'])}{unit}"]
    has_interval = not (words.missing(at["low"]) or words.missing(at["high"]))
    if has_interval and interval:
        lines.append(f"{interval} {axis.span(at['low'], at['high'])}{unit}")
    if not words.missing(at.get("n")):
        lines.append(f"n {words.count(at['n'])}")
    return "\n".join(lines)


def rows(
    item: Series, axis: Axis, names: Sequence[str], *, series: str = "", interval: str = "95% interval"
) -> list[Spec]:
    """Return the data of a series without places, a row for each mark.

    names: of the marks, for tooltips. Fields: v, l, h (value and interval), c, s, f, z (colour, shape,
    filling and size of the mark), t (tooltip); without a value v is None, and f, z and t are missing.
    """
    looks = zip(item.each("colours"), item.each("markers"), item.each("filled"), strict=True)
    counts = item.n if item.n is not None else [None] * len(item.values)
    found = []
    for name, value, low, high, n, (shade, marker, filled) in zip(
        names, item.values, item.low, item.high, counts, looks, strict=True
    ):
        row = {"v": exact(number(value)), "c": colour(shade), "s": SHAPES[marker]}
        if row["v"] is not None:
            if not words.missing(low) and not words.missing(high):
                row |= {"l": exact(number(min(low, value))), "h": exact(number(max(high, value)))}
            row["f"] = colour(shade if filled else "paper")
            row["z"] = SIZES[marker]
            at = {"value": value, "low": low, "high": high, "n": n}
            row["t"] = tip(name, series or item.label, axis, at, interval)
        found.append(row)
    return found


def domain(axis: Axis, items: Iterable[Series]) -> list[float]:
    """Return the ends of a value axis: its limits, or what holds all values, intervals, line and band."""
    if axis.limits:
        return [exact(rounded(end)) for end in axis.limits]
    ends = [*(axis.band or ()), *(() if axis.reference is None else (axis.reference,))]
    for item in items:
        for part in (item.values, item.low, item.high):
            ends += [float(value) for value in part if number(value) is not None]
    return padded(min(ends, default=0), max(ends, default=1))


def padded(low: float, high: float, pad: float = PAD) -> list[float]:
    """Return the ends of an axis with some room on both sides."""
    room = pad * (high - low) or abs(high) * pad or 1
    return [rounded(low - room), rounded(high + room)]


def ticks(axis: Axis, which: str) -> Spec:
    """Return how a value axis is printed: its numbers as the tables have them, at a distance."""
    text = {
        "percent": "format(100 * datum.value, ',~f') + '%'",
        "points": "abs(datum.value) < 1e-9 ? '0' : format(100 * datum.value, '+,~f')",
        "number": "format(datum.value, ',~f')",
    }[axis.kind]
    room = "width / 75" if which == "x" else "height / 45"
    return {
        "title": heading(axis, AXIS_LENGTH if which == "x" else AXIS_LENGTH - 10),
        "labelExpr": text,
        "tickCount": {"expr": f"max(3, ceil({room}))"},
        "grid": True,
        "ticks": False,
        "domain": which == "x",
        "labelFlush": False,
    }


def value_channel(axis: Axis, ends: Sequence[float], which: str) -> Spec:
    """Return the channel of a value axis without its field."""
    return {"type": "quantitative", "scale": fixed(ends), "axis": ticks(axis, which)}


def fixed(ends: Sequence[float], **rest: Any) -> Spec:
    """Return a scale with these ends."""
    return {"domain": list(ends), "nice": False, "zero": False, **rest}


def texts(found: Mapping[Any, Sequence[str]]) -> str:
    """Return the expression that turns an axis value into its label. found: value -> lines."""
    return f"({json.dumps({str(key): list(lines) for key, lines in found.items()})})[datum.value]"


def beside(found: Mapping[Any, Sequence[str]]) -> Spec:
    """Return the labels left of rows, with the middle of their lines at the row. found: value -> lines."""
    several = {str(key): len(lines) - 1 for key, lines in found.items()}
    return {
        "title": None, "values": list(found), "tickCount": len(found) + 1, "labelOverlap": False,
        "labelExpr": texts(found), "labelLineHeight": LINE, "labelPadding": 8,
        "labelOffset": {"expr": f"-{LINE / 2} * ({json.dumps(several)})[datum.value]"},
        "grid": False, "ticks": False, "domain": False,
    }  # fmt: skip


def step_axis(at: Sequence[float], names: Sequence[str], title: str, letters: int = 62) -> Spec:
    """Return an axis below a chart whose steps have names: upright where there is room, else turned.

    at: the places of the steps. letters: how many fit side by side on a wide chart.
    """
    n, longest = max(len(names), 1), max((len(word) for name in names for word in name.split()), default=1)

    def upright(room: int) -> dict[float, list[str]]:
        """Return the names on lines, if `room` letters fit side by side."""
        width = max(room // n, longest)
        return {
            x: textwrap.wrap(name, width, break_long_words=False) or [""]
            for x, name in zip(at, names, strict=True)
        }

    def least(room: int) -> float:
        """Return how wide a chart must be for upright names."""
        if max(map(len, upright(room).values()), default=1) > MOST_LINES:
            return math.inf
        return n * (longest + 1) * LETTER

    wide, slim = upright(letters), upright(letters // 2)
    turned = {x: wrap(name, TURNED) if n <= FEW else [name] for x, name in zip(at, names, strict=True)}
    several = {str(x): len(lines) - 1 for x, lines in turned.items()}
    ends = [min(least(room), WIDEST) for room in (letters // 2, letters)]
    is_turned = f"width < (width < {NARROW} ? {ends[0]:.0f} : {ends[1]:.0f})"
    offset = f"-{LINE / 2} * ({json.dumps(several)})[datum.value]"
    return {
        "title": heading(title) if title else None,
        "values": list(at),
        "tickCount": len(names) + 1,  # fewer would leave names out
        "labelExpr": f"{is_turned} ? {texts(turned)} : (width < {NARROW} ? {texts(slim)} : {texts(wide)})",
        "labelAngle": {"expr": f"{is_turned} ? -90 : 0"},
        "labelAlign": {"expr": f"{is_turned} ? 'right' : 'center'"},
        "labelBaseline": {"expr": f"{is_turned} ? 'middle' : 'top'"},
        "labelOffset": {"expr": f"{is_turned} ? {offset} : 0"},
        "labelLineHeight": LINE,
        "labelOverlap": False,
        "grid": False,
        "ticks": False,
    }


def shown(field: str) -> Spec:
    """Return a channel whose field is the look itself: a colour, a shape or a size."""
    return {"field": field, "type": "nominal", "scale": None}


def whiskers(x: str, y: str, which: str, width: float = 1.4, opacity: float = 1) -> list[Spec]:
    """Return the marks of intervals from l to h. which: "x" if values go to the right, "y" if upwards."""
    ends, place = ("x", y) if which == "x" else ("y", x)
    other = "y" if which == "x" else "x"
    fixed = {other: {"field": place, "type": "quantitative"}, "color": shown("c")}
    wide = {"width": 1.4, "height": 7} if which == "x" else {"width": 7, "height": 1.4}
    has = {"filter": "isValid(datum.l)"}
    line: Spec = {
        "transform": [has],
        "mark": {"type": "rule", "strokeWidth": width, "opacity": opacity, "clip": True},
        "encoding": {ends: {"field": "l", "type": "quantitative"}, f"{ends}2": {"field": "h"}, **fixed},
    }
    caps: list[Spec] = [
        {
            "transform": [has],
            "mark": {"type": "rect", "opacity": opacity, "clip": True, **wide},
            "encoding": {ends: {"field": end, "type": "quantitative"}, **fixed},
        }
        for end in ("l", "h")
    ]
    return [line, *caps]


def marks(x: str, y: str, which: str, *, opacity: float = 1) -> list[Spec]:
    """Return the marks of a series with whiskers and tooltips.

    x, y: fields of their places. which: as for `whiskers`. opacity: of the whiskers.
    """
    place = {"x": {"field": x, "type": "quantitative"}, "y": {"field": y, "type": "quantitative"}}
    known = {"filter": "isValid(datum.v)"}
    point: Spec = {
        "transform": [known],
        "mark": {"type": "point", "strokeWidth": 1.6, "opacity": 1, "clip": True},
        "encoding": {**place, "stroke": shown("c"), "fill": shown("f"), "shape": shown("s"),
                     "size": {**shown("z"), "type": "quantitative"}},
    }  # fmt: skip
    return [*whiskers(x, y, which, opacity=opacity), point, reach(place)]


def reach(place: Spec) -> Spec:
    """Return unseen marks that are easy to hit and show the tooltips."""
    return {
        "transform": [{"filter": "isValid(datum.v)"}],
        "mark": {"type": "point", "filled": True, "opacity": 0, "size": REACH, "clip": True},
        "encoding": {**place, "tooltip": {"field": "t", "type": "nominal"}},
    }


def behind(axis: Axis, which: str) -> list[Spec]:
    """Return the target band and the reference line of a value axis."""
    found: list[Spec] = []
    one: Spec = {"values": [{}]}
    if axis.band:
        low, high = axis.band
        mark: Spec = {"type": "rect", "color": colour("band")}
        found.append(
            {"data": one, "mark": mark, "encoding": {which: {"datum": low}, f"{which}2": {"datum": high}}}
        )
    if axis.reference is not None:
        mark = {"type": "rule", "color": colour("quiet"), "strokeWidth": 1}
        found.append({"data": one, "mark": mark, "encoding": {which: {"datum": axis.reference}}})
    return found


def layered(data: Sequence[Spec], layers: Sequence[Spec], height: int | str) -> Spec:
    """Return a spec as wide as its place, of layers over the same data."""
    return {
        "width": "container",
        "height": height,
        "autosize": {"type": "fit" if height == "container" else "fit-x", "contains": "padding"},
        "data": {"values": list(data)},
        "layer": list(layers),
    }


def frame(x: Spec, y: Spec) -> Spec:
    """Return the first layer, which shows nothing and says for all others what the axes are."""
    mark = {"type": "point", "opacity": 0, "size": 0, "tooltip": None}
    first = [{"datum": channel["scale"]["domain"][0], **channel} for channel in (x, y)]
    return {"data": {"values": [{}]}, "mark": mark, "encoding": {"x": first[0], "y": first[1]}}
