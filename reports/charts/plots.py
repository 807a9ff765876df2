"""Specs of the forms with marks on axes: dots, lines, bars, and results against costs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from mazarbul.reports.charts.forms import BarChart, DotPlot, LineChart, Series, TradeOff
from mazarbul.reports.charts.marks import (
    LINE,
    Spec,
    behind,
    beside,
    colour,
    domain,
    exact,
    fixed,
    frame,
    heading,
    layered,
    marks,
    number,
    padded,
    rounded,
    rows,
    shown,
    step_axis,
    tip,
    value_channel,
    whiskers,
    wrap,
)

LABEL = 24  # characters of a row's label on one line
GAP = 9  # pixels between rows
APART = 13  # pixels between the series of a row
HEIGHT = 300  # pixels of a chart with rounds below it
HATCHES = ("", "stripes", "dots", "cross")  # of the stacked parts of a bar; the page has them as patterns
BAR = 0.86  # of the distance of two bars
FAINT = 0.45  # of the whiskers of what was only tried
DODGE = 0.06  # of a step: how far series stand apart


def dots(form: DotPlot) -> Spec:
    """Return the spec of a dot plot: rows below each other, each as high as its label."""
    lines, places, headings, height = layout(form)
    names = [
        ", ".join([*([form.groups[i]] if form.groups else []), *label.split("\n")])
        for i, label in enumerate(form.labels)
    ]
    data, many = [], form.known().sum(1)
    for item, lanes in zip(form.series, form.lanes().T, strict=True):
        data += [
            {"y": exact(y + APART * lane), **row}
            for y, lane, row in zip(places, lanes, rows(item, form.axis, names), strict=True)
        ]
    halves = [_half(lines[place], n) for place, n in zip(places, many, strict=True)]
    edges = [*(places[i] - halves[i] for i in form.breaks),
             *(y - _half(lines[y], 1) for y in headings[1:])]  # fmt: skip
    is_heading = f"indexof({headings}, datum.value) >= 0"
    bold = {"condition": {"test": is_heading, "value": "bold"}, "value": "normal"}
    y = {
        "type": "quantitative",
        "scale": fixed([0, height], reverse=True),
        "axis": {**beside(lines), "labelFontWeight": bold},
    }
    x = value_channel(form.axis, domain(form.axis, form.series), "x")
    x["axis"]["titleAnchor"] = "end"  # beside long labels a phone leaves less room than the title needs
    rules = {
        "data": {"values": [{"y": exact(edge)} for edge in edges]},
        "mark": {"type": "rule", "color": colour("rule")},
        "encoding": {"y": {"field": "y", "type": "quantitative"}},
    }
    shaded = [
        {"x": low, "x2": high, "y": place - half, "y2": place + half}
        for (low, high), place, half in zip(form.bands, places, halves, strict=False)
    ]
    bands = {
        "data": {"values": shaded},
        "mark": {"type": "rect", "color": colour("band")},
        "encoding": {end: {"field": end, "type": "quantitative"} for end in ("x", "y")}
        | {end: {"field": end} for end in ("x2", "y2")},
    }
    layers = [
        frame(x, y),
        *([bands] if shaded else []),
        *behind(form.axis, "x"),
        *([rules] if edges else []),
        *marks("v", "y", "x"),
    ]
    return layered(data, layers, height)


def layout(form: DotPlot) -> tuple[dict[float, list[str]], list[float], list[float], int]:
    """Return place -> lines of all labels, the places of rows, those of headings, and the whole height."""
    lines: dict[float, list[str]] = {}
    places: list[float] = []
    headings: list[float] = []
    top, many = 0.0, form.known().sum(1)
    for i, label in enumerate(form.labels):
        if form.groups and (i == 0 or form.groups[i] != form.groups[i - 1]):
            top = _place(lines, headings, top, wrap(form.groups[i], LABEL), 1)
        text = [line for part in label.split("\n") for line in wrap(part, LABEL)]
        top = _place(lines, places, top, text, many[i])
    return lines, places, headings, round(top)


def _place(
    lines: dict[float, list[str]], places: list[float], top: float, text: list[str], series: int
) -> float:
    """Put a label below `top`; return where the next one begins."""
    half = _half(text, series)
    places.append(exact(top + half))
    lines[places[-1]] = text
    return top + 2 * half


def _half(text: Sequence[str], series: int) -> float:
    """Return half the height of a row."""
    return (max(LINE * len(text), APART * series) + GAP) / 2


def lines(form: LineChart) -> Spec:
    """Return the spec of lines over steps."""
    x = [float(value) for value in form.x]
    step = min(np.diff(x), default=1.0)
    shift = [0.0] * len(form.series)
    if len(form.series) > 1 and not form.ribbons:
        shift = list(np.linspace(-DODGE, DODGE, len(form.series)) * step)
    names = [str(tick) for tick in form.ticks or (exact(value) for value in x)]
    steps = names if form.ticks else [f"{form.x_label}: {name}" for name in names]
    interval = "95% interval" if form.is_interval else "range"
    data = []
    for k, (item, offset) in enumerate(zip(form.series, shift, strict=True)):
        found = rows(item, form.axis, steps, interval=interval)
        data += [{"x": number(at + offset), "k": k, **row} for at, row in zip(x, found, strict=True)]
    ends = [rounded(min(x, default=0) - 0.45 * step), rounded(max(x, default=1) + 0.45 * step)]
    below = _steps(form, x, names)
    across = {"type": "quantitative", "scale": fixed(ends), "axis": below}
    up = value_channel(form.axis, domain(form.axis, form.series), "y")
    layers = [frame(across, up), *behind(form.axis, "y")]
    series = {"x": {"field": "x", "type": "quantitative"}, "detail": {"field": "k", "type": "nominal"}}
    if form.ribbons:
        layers.append({
            "mark": {"type": "area", "opacity": 0.16, "clip": True, "tooltip": None},
            "encoding": {**series, "y": {"field": "l", "type": "quantitative"}, "y2": {"field": "h"},
                         "color": shown("c")},
        })  # fmt: skip
    layers.append({
        "mark": {"type": "line", "strokeWidth": 1.6, "opacity": 0.8, "clip": True, "tooltip": None},
        "encoding": {**series, "y": {"field": "v", "type": "quantitative"}, "color": shown("c")},
    })  # fmt: skip
    return layered(data, [*layers, *marks("x", "v", "y")], HEIGHT)


def _steps(form: LineChart, x: Sequence[float], names: Sequence[str]) -> Spec:
    """Return the axis of the steps: with their names, or with numbers as far as there is room."""
    if form.ticks:
        return step_axis([exact(value) for value in x], names, form.x_label)
    values = [exact(value) for value in x]
    return {"title": heading(form.x_label), "values": values, "labelOverlap": True, "grid": False,
            "ticks": False, "format": ",~f"}  # fmt: skip


def bars(form: BarChart) -> Spec:
    """Return the spec of stacked bars with the interval of the total."""
    x = [float(value) for value in form.x]
    half, bottom, data = BAR * form.width / 2, np.zeros(len(x)), []
    for part, hatch in zip(form.parts, HATCHES, strict=False):
        top = bottom + np.nan_to_num(np.asarray(part.values, float))
        shade = part.each("colours")[0] if len(x) else "ink"
        for i, at in enumerate(x):
            row = {"a": number(at - half), "b": number(at + half), "p": exact(number(bottom[i])),
                   "q": exact(number(top[i])), "c": colour(shade), "t": _bar_tip(form, part, i)}  # fmt: skip
            data.append(row | ({"u": f"url(#{hatch})"} if hatch else {}))
        bottom = top
    total = rows(form.total, form.axis, [""] * len(x))
    total = [{"x": exact(number(at)), **row, "c": colour("ink")} for at, row in zip(x, total, strict=True)]
    ends = padded(min(x, default=0) - half, max(x, default=1) + half, 0.01)
    across = {
        "type": "quantitative", "scale": fixed(ends),
        "axis": {"title": heading(form.x_label), "grid": False, "ticks": False, "tickMinStep": 1,
                 "tickCount": {"expr": "max(3, ceil(width / 55))"}, "labelOverlap": True, "format": ",~f"},
    }  # fmt: skip
    highest = domain(replace(form.axis, band=None, reference=None), [form.total])[1]
    up = value_channel(form.axis, form.axis.limits or [0, highest], "y")
    box = {"x": {"field": "a", "type": "quantitative"}, "x2": {"field": "b"},
           "y": {"field": "p", "type": "quantitative"}, "y2": {"field": "q"}}  # fmt: skip
    said = {"tooltip": {"field": "t", "type": "nominal"}}
    layers = [
        frame(across, up),
        {"mark": "rect", "encoding": {**box, "fill": shown("c"), **said}},
        {"transform": [{"filter": "isValid(datum.u)"}], "mark": "rect",
         "encoding": {**box, "fill": shown("u"), **said}},
        *({**layer, "data": {"values": total}} for layer in whiskers("x", "v", "y", 1.1)),
    ]  # fmt: skip
    return layered(data, layers if any("u" in row for row in data) else [*layers[:2], *layers[3:]], HEIGHT)


def _bar_tip(form: BarChart, part: Series, i: int) -> str:
    """Return the tooltip of a part of a bar, with the interval of the whole bar."""
    total = form.total
    whole = {"value": total.values[i], "low": total.low[i], "high": total.high[i],
             "n": None if total.n is None else total.n[i]}  # fmt: skip
    name = f"{form.x_label}: {exact(number(form.x[i]))}"
    if len(form.parts) == 1:
        return tip(name, part.label, form.axis, whole)
    return (
        f"{name}\n{part.label}: {form.axis.text(part.values[i])}\n"
        + tip("", "all", form.axis, whole).lstrip()
    )


def tradeoff(form: TradeOff) -> Spec:
    """Return the spec of results against costs."""
    tried = _priced(form, replace(form.tried, colours="pale"), form.cost, [""] * len(form.cost))
    tried = [{**row, "z": 16} for row in tried]
    chosen = _priced(form, form.chosen, form.chosen_cost, form.names)
    costs = [float(cost) for cost in (*form.cost, *form.chosen_cost)]
    across = {
        "type": "quantitative",
        "scale": fixed(padded(min(costs, default=0), max(costs, default=1), 0.06)),
        "axis": {"title": "cost of the change", "grid": False, "ticks": False, "labelOverlap": True,
                 "format": ",~f", "tickCount": {"expr": "max(3, ceil(width / 75))"},
                 **({"tickMinStep": 1} if all(cost.is_integer() for cost in costs) else {})},
    }  # fmt: skip
    up = value_channel(form.axis, domain(form.axis, [form.tried, form.chosen]), "y")
    place = {"x": {"field": "x", "type": "quantitative"}, "y": {"field": "v", "type": "quantitative"}}
    label = {
        "data": {"values": chosen},
        "mark": {
            "type": "text",
            "align": "left",
            "dx": 8,
            "dy": -8,
            "fontWeight": "bold",
            "color": colour("ink"),
        },
        "encoding": {**place, "text": {"field": "name", "type": "nominal"}},
    }
    layers = [
        frame(across, up),
        *behind(form.axis, "y"),
        *marks("x", "v", "y", opacity=FAINT),
        *({**layer, "data": {"values": chosen}} for layer in marks("x", "v", "y")),
        label,
    ]
    return layered(tried, layers, HEIGHT + 40)


def _priced(form: TradeOff, item: Series, costs: Sequence[float], names: Sequence[str]) -> list[Spec]:
    """Return the data of results with their costs and names."""
    said = [f"cost {exact(number(cost))}" for cost in costs]
    said = [f"{name}, {cost}" if name else cost for name, cost in zip(names, said, strict=True)]
    found = rows(item, form.axis, said)
    return [
        {"x": exact(number(cost)), "name": name, **row}
        for cost, name, row in zip(costs, names, found, strict=True)
    ]
