"""Specs of the forms whose colours are values: a matrix of cells, a map of regions."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from mazarbul.analysis import words
from mazarbul.reports.charts.forms import GroundMap, HeatMap
from mazarbul.reports.charts.marks import (
    FONT,
    LETTER,
    NARROW,
    SHAPES,
    Spec,
    beside,
    colour,
    exact,
    fixed,
    heading,
    layered,
    mix,
    rounded,
    rows,
    step_axis,
    tip,
    wrap,
)
from mazarbul.reports.charts.palette import HIGH, LAND, LOW, PAPER, SIDE_MARKERS

CELL = 46  # pixels: height of a cell
ROW_LENGTH = 20  # characters of a row's name on one line
ROOM = 78, 42  # pixels of a cell that has room for an interval, for a value with its sign
WIDE, SLIM = 640, 330  # pixels: width of a map on a desktop and on a phone


def heat(form: HeatMap) -> Spec:
    """Return the spec of a matrix. A narrow cell has its value in short, a wide one its interval too."""
    values = np.asarray(form.cells.values, float)
    low, high = np.asarray(form.cells.low, float), np.asarray(form.cells.high, float)
    middle, reach = scale(form, values)
    axis, data, in_short = form.axis, [], 100 if form.kind == "percent" else 1
    for i, j in np.argwhere(np.isfinite(values)):
        share = (values[i, j] - middle) / reach * (1 if form.better == "high" else -1)
        name = f"{form.rows[i]}, {form.columns[j]}"
        item = {"value": values[i, j], "low": low[i, j], "high": high[i, j]}
        if form.cells.n is not None:
            item["n"] = np.asarray(form.cells.n, float)[i, j]
        data.append({
            "x": int(j), "y": int(i), "c": mix(PAPER, HIGH if share > 0 else LOW, abs(share)),
            "v": axis.text(values[i, j]), "w": words.decimal(values[i, j] * in_short, 0),
            "i": "" if words.missing(low[i, j]) or words.missing(high[i, j])
            else axis.span(low[i, j], high[i, j]).removesuffix("%"),
            "t": tip(name, "", axis, item),
        })  # fmt: skip
    across = step_axis(range(len(form.columns)), form.columns, form.column_label, 52)
    names = {i: wrap(name, ROW_LENGTH) for i, name in enumerate(form.rows)}
    down = {**beside(names), "title": heading(form.row_label) if form.row_label else None}
    columns = list(range(len(form.columns)))
    x = {"field": "x", "type": "ordinal", "scale": {"domain": columns, "padding": 0.03},
         "axis": {**across, "domain": False, "values": columns}}  # fmt: skip
    y = {"field": "y", "type": "ordinal", "axis": down,
         "scale": {"domain": list(range(len(form.rows)))[::-1], "padding": 0.05}}  # fmt: skip
    place, n = {"x": x, "y": y}, max(len(form.columns), 1)
    text = {"type": "text", "fontSize": FONT + 1, "color": colour("ink"), "tooltip": None}
    has_interval = f"width / {n} >= {ROOM[0]} && datum.i != ''"
    is_short = f"width / {n} < {ROOM[1]}"

    def line(field: str, test: str, **look: Any) -> Spec:
        """Return a text in each cell for which the test holds."""
        opacity = {"condition": {"test": test, "value": 1}, "value": 0}
        encoding = {**place, "text": {"field": field, "type": "nominal"}, "opacity": opacity}
        return {"mark": {**text, **look}, "encoding": encoding}

    said = {"tooltip": {"field": "t", "type": "nominal"}}
    layers = [
        {"mark": "rect", "encoding": {**place, "color": {"field": "c", "type": "nominal", "scale": None}}},
        line("v", has_interval, dy=-8),
        line("i", has_interval, dy=9, fontSize=FONT - 1.5),
        line("v", f"!({has_interval}) && !({is_short})"),
        line("w", is_short, fontSize=FONT - 1),
        {"mark": {"type": "rect", "opacity": 0}, "encoding": {**place, **said}},
    ]
    return layered(data, layers, CELL * len(form.rows))


def scale(form: HeatMap, values: np.ndarray) -> tuple[float, float]:
    """Return the value of the middle colour, and how far from it the strongest colours are."""
    is_rate = form.kind == "percent"
    middle = 0.5 if is_rate else float(np.nanmean(values))
    return middle, max(
        float(np.nanmax(np.abs(values - middle))), 0.1 if is_rate else 0.05 * abs(middle)
    ) or 1.0


def ground_map(form: GroundMap) -> Spec:
    """Return the spec of a map. It can be moved with the mouse, and zoomed with the wheel and Ctrl."""
    from mazarbul.reports.charts import ground as geometry  # scipy, which only maps need

    at = np.asarray(form.ground.at, float)
    areas, borders = geometry.cells(at)
    values = np.nan_to_num(np.asarray(form.values.values, float))
    left, top, right, bottom = extent(form)
    top_value = float(values.max()) or 1.0
    values_shown = replace(form.values, values=values)  # a region without a value has none of what is counted
    found = rows(values_shown, form.axis, form.ground.names)
    cells = [
        {"c": shade(value / top_value), "t": row["t"], "x": list(map(_place, area[:, 0])),
         "y": list(map(_place, area[:, 1])), "i": i}
        for i, (area, value, row) in enumerate(zip(areas, values, found, strict=True))
    ]  # fmt: skip
    scales = {
        "x": {"type": "quantitative", "axis": None, "scale": fixed([left, right])},
        "y": {"type": "quantitative", "axis": None,
              "scale": fixed([top, bottom], reverse=True)},
    }  # fmt: skip
    place = {which: {"field": which, **scales[which]} for which in ("x", "y")}
    area = {
        "transform": [{"flatten": ["x", "y"]}],
        "params": [{"name": "view", "bind": "scales", "select": {
            "type": "interval", "zoom": "wheel![event.ctrlKey || event.metaKey]",
            "translate": "[mousedown, window:mouseup] > window:mousemove!"}}],
        "mark": {"type": "line", "interpolate": "linear-closed", "strokeWidth": 1, "clip": True,
                 "stroke": colour(PAPER)},
        "encoding": {**place, "detail": {"field": "i", "type": "nominal"},
                     "order": {"value": None},
                     "fill": {"field": "c", "type": "nominal", "scale": None},
                     "tooltip": {"field": "t", "type": "nominal"}},
    }  # fmt: skip
    walls = [
        {"x": _place(x), "y": _place(y), "i": i}
        for i, wall in enumerate(geometry.walls(form.ground, borders))
        for x, y in wall
    ]
    wall = {
        "data": {"values": walls},
        "mark": {"type": "line", "strokeWidth": 1.8, "strokeCap": "round", "color": colour("quiet"),
                 "clip": True, "tooltip": None},
        "encoding": {**place, "detail": {"field": "i", "type": "nominal"}, "order": {"value": None}},
    }  # fmt: skip
    names = _names(form, values, left, right)
    halo = {"stroke": colour(PAPER), "strokeWidth": 3, "strokeJoin": "round"}
    opacity = {"condition": {"test": f"(width < {NARROW}) == (datum.kind == 'slim')", "value": 1}, "value": 0}
    label = [
        {"data": {"values": names},
         "mark": {"type": "text", "dy": 11, "fontSize": FONT - 1, "clip": True, "tooltip": None,
                  "fill": colour("ink"), **look},
         "encoding": {**place, "text": {"field": "name", "type": "nominal"}, "opacity": opacity}}
        for look in (halo, {})
    ]  # fmt: skip
    spec = layered(cells, [area, wall, *_settled(form, place), *label], "container")
    return {**spec, "view": {"stroke": None}}


def extent(form: GroundMap) -> tuple[float, float, float, float]:
    """Return the left, top, right and bottom end of the land."""
    from mazarbul.reports.charts import ground as geometry  # scipy, which only maps need

    at = np.asarray(form.ground.at, float)
    reach = geometry.HALO * geometry.spacing(at) * 1.15
    (left, top), (right, bottom) = at.min(0) - reach, at.max(0) + reach
    return _place(left), _place(top), _place(right), _place(bottom)


def ratio(form: GroundMap) -> float:
    """Return how much wider than high a map is."""
    left, top, right, bottom = extent(form)
    return (right - left) / (bottom - top)


def shade(share: float) -> str:
    """Return the colour of a region. share: of the highest value."""
    steps = len(LAND) - 1
    i = min(int(share * steps), steps - 1)
    return mix(LAND[i], LAND[i + 1], share * steps - i)


def _settled(form: GroundMap, place: Spec) -> list[Spec]:
    """Return the marks of regions of all kinds but the most frequent one."""
    shapes = dict(zip(form.ground.marked(), SIDE_MARKERS, strict=False))
    if not shapes:
        return []
    places = [
        {"x": _place(x), "y": _place(y), "s": SHAPES[shapes[kind]]}
        for (x, y), kind in zip(form.ground.at, form.ground.kinds, strict=True)
        if kind in shapes
    ]
    mark = {"type": "point", "size": 22, "strokeWidth": 1, "opacity": 1, "clip": True, "tooltip": None,
            "fill": colour(PAPER), "stroke": colour("ink")}  # fmt: skip
    shape = {"field": "s", "type": "nominal", "scale": None}
    return [{"data": {"values": places}, "mark": mark, "encoding": {**place, "shape": shape}}]


def _names(form: GroundMap, values: np.ndarray, left: float, right: float) -> list[Spec]:
    """Return the names of the highest regions for a wide and for a slim map, all of them inside it."""
    from mazarbul.reports.charts import ground as geometry  # scipy, which only maps need

    found = []
    for kind, pixels in (("wide", WIDE), ("slim", SLIM)):
        unit = (right - left) / pixels
        for i in geometry.named(form.ground, values, (LETTER / 2 * unit, FONT * 0.6 * unit)):
            (x, y), name = form.ground.at[i], form.ground.names[i]
            half = LETTER / 2 * unit * len(name)
            x = min(max(x, left + half), right - half)
            found.append({"x": _place(x), "y": _place(y), "name": name, "kind": kind})
    return found


def _place(value: float) -> float:
    """Return a coordinate for the data."""
    return exact(rounded(float(f"{value:.5g}")))
