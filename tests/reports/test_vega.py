"""Specs of charts: values, intervals and numbers of games as they are, texts as tables print them."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pandas as pd
import pytest

from mazarbul.reports.charts import Axis, BarChart, DotPlot, HeatMap, LineChart, Series, legend, palette, vega
from mazarbul.reports.charts.marks import wrap
from mazarbul.reports.charts.plots import dots, layout
from tests.reports.forms import FORMS, grid, land, series

MINUS = "\N{MINUS SIGN}"
DASH = "\N{EN DASH}"


def data(form):
    """Return the rows of a chart's data."""
    return vega.spec(form)["data"]["values"]


@pytest.mark.parametrize("name", FORMS)
def test_a_spec_is_plain_and_the_same_for_the_same_data(name):
    text = vega.text(vega.spec(FORMS[name]))
    assert text == vega.text(vega.spec(FORMS[name]))
    assert "<" not in text
    assert json.loads(text) == vega.spec(FORMS[name])


@pytest.mark.parametrize("name", FORMS)
def test_every_colour_is_a_variable_of_the_page(name):
    text = vega.text(vega.spec(FORMS[name]))
    assert set(re.findall(r"var\(--(\w+)\)", text)) <= set(palette.LIGHT)
    assert not re.search(r"#[0-9a-fA-F]{3,6}", text)


def test_dots_have_value_interval_and_games():
    frame = pd.DataFrame(
        {"win": [0.5, 0.25], "win_low": [0.4, 0.2], "win_high": [0.6, 0.3], "win_n": [1234, 9]}
    )
    item = Series.of(frame, "win", label="Dark")
    assert list(item.n) == [1234, 9]
    first, second = data(DotPlot(["a\nsmall", "b"], [item], Axis("x", "percent"), groups=["One", "Two"]))
    assert (first["v"], first["l"], first["h"]) == (0.5, 0.4, 0.6)
    assert first["t"] == f"One, a, small\nDark: 50.0%\n95% interval 40.0{DASH}60.0%\nn 1,234"
    assert second["t"].endswith("n 9")


def test_numbers_are_those_of_tables():
    item = Series([-0.0001, -0.031], [-0.05, -0.06], [0.01, 0.02])
    near, below = data(DotPlot(["a", "b"], [item], Axis("x", "points", 0.0)))
    assert near["t"] == f"a\n0.0 points\n95% interval {MINUS}5.0 to +1.0 points"
    assert f"{MINUS}3.1 points" in below["t"]
    (row,) = data(DotPlot(["a"], [Series([-0.001], [-2], [2])], Axis("x")))
    assert row["t"] == f"a\n0.00\n95% interval {MINUS}2.00 to 2.00"


def test_a_value_that_is_not_known_is_not_drawn():
    item = Series([0.1, np.nan, 0.3], [0.0, np.nan, np.nan], [0.2, np.nan, np.nan])
    rows = data(LineChart([1, 2, 3], [item], Axis("y"), "round"))
    assert [row["v"] for row in rows] == [0.1, None, 0.3]
    assert "t" not in rows[1]
    assert "l" not in rows[2]
    assert "interval" not in rows[2]["t"]
    assert rows[0]["t"].startswith("round: 1\n")


def test_a_range_is_not_called_an_interval():
    (row,) = data(LineChart([1], [Series([2], [0], [5])], Axis("y"), "round", is_interval=False))
    assert f"range 0.00{DASH}5.00" in row["t"]


def test_looks_of_marks():
    item = Series(
        [1, 2], [0, 1], [2, 3], colours=["side1", "side2"], markers=["D", "^"], filled=[True, False]
    )
    one, other = data(DotPlot(["a", "b"], [item], Axis("x")))
    assert (one["c"], one["f"], one["s"]) == ("var(--side1)", "var(--side1)", "diamond")
    assert (other["c"], other["f"], other["s"]) == ("var(--side2)", "var(--paper)", "triangle-up")


def test_rows_are_as_high_as_their_labels_and_never_overlap():
    long = "A row with a really long name of a card, and more of it"
    form = DotPlot(["a", long, "b\nsmall"], [series(3), series(3)], Axis("x"), groups=["One", "One", "Two"])
    lines, places, headings, height = layout(form)
    assert " ".join(lines[places[1]]) == long, "nothing is cut"
    assert len(lines[places[1]]) == 2
    assert [lines[place] for place in headings] == [["One"], ["Two"]]
    order = sorted(lines)
    halves = [(max(15 * len(lines[y]), 26 if y in places else 13) + 9) / 2 for y in order]
    for (one, half), (other, rest) in pairwise(zip(order, halves, strict=True)):
        assert other - one >= half + rest - 1e-9
    assert order[-1] + halves[-1] <= height + 0.5


def test_what_a_row_lacks_takes_no_place_in_it():
    nan = float("nan")
    first, second, third = (Series(values, [0, 0], [1, 1]) for values in ([0.2, nan], [nan, nan], [0.4, 0.5]))
    form = DotPlot(["a", "b"], [first, second, third], Axis("x"))
    _, places, _, height = layout(form)
    assert height == (26 + 9) + (15 + 9), "two marks, then the height of one line"
    found = data(form)
    known = {(row["v"], row["y"]) for row in found if row["v"] is not None}
    assert known == {(0.2, places[0] - 6.5), (0.4, places[0] + 6.5), (0.5, places[1])}


def test_rows_have_bands_of_their_own():
    form = DotPlot(["a", "b"], [series(2)], Axis("x", "percent"), bands=[(0.4, 0.6), (0.6, 0.8)])
    (found,) = [each for each in dots(form)["layer"] if each["mark"].get("color") == "var(--band)"]
    first, second = found["data"]["values"]
    assert (first["x"], first["x2"], second["x"], second["x2"]) == (0.4, 0.6, 0.6, 0.8)
    assert first["y"] == 0, "they fill their rows"
    assert first["y2"] == second["y"]
    assert second["y2"] == layout(form)[3]


@pytest.mark.parametrize("text", ["short", "two words of a longer label", "x" * 60, "a " * 60])
def test_wrapping_cuts_nothing(text):
    lines = wrap(text.strip(), 24)
    assert len(lines) <= 2
    assert " ".join(lines) == text.strip()


def test_bars_are_stacked_and_say_the_interval_of_all():
    parts = [
        Series([0.2, 0.1], [0.2, 0.1], [0.2, 0.1], "A", "side1"),
        Series([0.3, 0.0], [0.3, 0], [0.3, 0], "B", "side2"),
    ]
    total = Series([0.5, 0.1], [0.4, 0.05], [0.6, 0.2], n=[100, 100])
    form = BarChart([1, 2], parts, total, Axis("share", "percent"), "rounds")
    rows = data(form)
    assert [(row["p"], row["q"]) for row in rows] == [(0, 0.2), (0, 0.1), (0.2, 0.5), (0.1, 0.1)]
    assert rows[2]["t"] == f"rounds: 1\nB: 30.0%\nall: 50.0%\n95% interval 40.0{DASH}60.0%\nn 100"
    assert "u" not in rows[0]
    assert rows[2]["u"] == "url(#stripes)"
    assert [(key.label, key.over) for key in legend.keys(form)] == [("A", ""), ("B", "url(#stripes)")]


def test_a_matrix_has_values_in_full_and_in_short():
    cells = replace(grid(2), values=[[np.nan, 0.4], [0.6, 0.9]])
    rows = data(HeatMap(["low", "high"], ["left", "right"], cells, "", ""))
    assert len(rows) == 3
    last = rows[-1]
    assert (last["x"], last["y"], last["v"], last["w"]) == (1, 1, "90.0%", "90")
    assert last["i"] == f"88.0{DASH}92.0"
    assert last["t"] == f"high, right\n90.0%\n95% interval 88.0{DASH}92.0%"
    assert "--high" in last["c"]


def test_a_map_has_every_region_its_value_and_the_names_of_the_highest():
    values = np.zeros(20)
    values[[3, 17]] = 2, 1
    spec = vega.spec(land(values))
    regions = spec["data"]["values"]
    assert len(regions) == 20
    assert regions[3]["t"].startswith("Region 3\n2.00\n")
    assert regions[3]["t"].endswith("n 500")
    assert all(len(region["x"]) == len(region["y"]) >= 3 for region in regions)
    names = [layer["data"]["values"] for layer in spec["layer"] if layer["mark"]["type"] == "text"]
    assert {name["name"] for name in names[0]} == {"Region 3", "Region 17"}
    assert legend.ramp(land(values)).high == "2.00"
    assert legend.ramp(FORMS["dots"]) is None


def lightness(colour):
    """Return the relative luminance of a colour (WCAG 2)."""
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one, other):
    high, low = sorted((lightness(one), lightness(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("theme", [palette.LIGHT, palette.DARK], ids=["light", "dark"])
def test_colours_can_be_told_from_the_paper(theme):
    """WCAG AA: text has a contrast of 4.5 at least, marks have 3."""
    for behind in ("paper", "wash", "band"):
        for name in ("ink", "quiet", "accent"):
            assert contrast(theme[name], theme[behind]) >= 4.5, (name, behind)
    for behind in ("paper", "band"):
        for name in (*palette.SIDE_COLOURS, "pale", "sky", "amber", "early", "middle", "late"):
            assert contrast(theme[name], theme[behind]) >= 3, (name, behind)
    for name in ("high", "low"):
        assert contrast(theme["ink"], theme[name]) >= 4.5, name


def test_both_themes_have_all_colours():
    assert palette.LIGHT.keys() == palette.DARK.keys()
