"""A hollow mark means one thing in every chart: not clear. Two series beside each other differ otherwise."""

from __future__ import annotations

from dataclasses import replace

import pytest

from mazarbul.analysis.collection import load_collection
from mazarbul.reports.blocks import Chart
from mazarbul.reports.charts import Axis, DotPlot, Series, legend
from mazarbul.reports.parts import collection_sections, collection_topic, run_sections, silent
from mazarbul.reports.sections.common import Topic


def plots(sections) -> list[DotPlot]:
    """Return the dot plots of some sections."""
    charts = [block for section in sections for block in section.blocks if isinstance(block, Chart)]
    return [chart.drawing for chart in charts if isinstance(chart.drawing, DotPlot)]


@pytest.fixture(scope="module")
def drawn(collections, run_folder):
    from mazarbul.analysis import load_run

    found = plots(run_sections(Topic(load_run(run_folder)), silent))
    for kind in ("ablation", "whatif", "audit"):
        each = load_collection(collections[kind])
        found += plots(collection_sections(collection_topic(each), each))
    return found


@pytest.mark.slow
def test_hollow_marks_are_those_that_are_not_clear(drawn):
    hollow = [form for form in drawn if any(not all(item.each("filled")) for item in form.series)]
    assert hollow, "some changes are not clear"
    assert all("hollow: not clear" in form.axis.label for form in hollow)


def test_a_legend_names_what_colours_tell():
    looks = {"colours": ["side1", "side2", "side1"], "markers": ["o", "s", "o"]}
    sides = Series([1, 2, 3], [0, 1, 2], [2, 3, 4], sorts=["Red", "Blue", "Red"], **looks)
    other = replace(sides, label="bot", colours="quiet", markers="v", sorts=())
    found = legend.keys(DotPlot(["a", "b", "c"], [sides, other], Axis("x")))
    assert [key.label for key in found] == ["Red", "Blue", "bot"]
    assert found[0].fill == "var(--side1)"
    assert found[1].path != found[0].path
    assert [
        key.label for key in legend.keys(DotPlot(["a", "b", "c"], [replace(sides, label="bot")], Axis("x")))
    ] == [
        "bot, Red",
        "bot, Blue",
    ]


@pytest.mark.slow
def test_two_series_differ_in_shape_and_in_colour(drawn):
    twos = [form for form in drawn if len(form.series) == 2 and all(item.label for item in form.series)]
    assert len(twos) > 2
    for form in twos:
        one, two = legend.keys(form)
        assert (one.fill, one.path) != (two.fill, two.path)
        assert one.path != two.path
        assert one.fill == one.stroke
