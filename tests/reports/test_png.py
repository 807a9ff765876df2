"""Pictures of charts: rows where they belong, no text on text, the same picture for the same data."""

from __future__ import annotations

import io
from itertools import pairwise

import numpy as np
import pytest
from PIL import Image

from mazarbul.reports.charts import Axis, DotPlot, HeatMap, Series, png
from mazarbul.reports.charts.forms import LABEL_LENGTH, shorten
from mazarbul.reports.charts.palette import LIGHT
from mazarbul.reports.charts.png import figure
from tests.reports.forms import FORMS, grid, land, series


def ticks(axis):
    """Labels of the ticks that are drawn, which excludes those beyond the ends of an axis."""
    low, high = sorted(axis.get_view_interval())
    return [tick.label1 for tick in axis.get_major_ticks() if low <= tick.get_loc() <= high]


def words(drawn):
    """Texts on a drawn figure with their places in pixels."""
    drawn.canvas.draw()
    axes = drawn.axes[0]
    texts = [*ticks(axes.xaxis), *ticks(axes.yaxis), axes.xaxis.label, axes.yaxis.label, *axes.texts]
    legends = [*drawn.legends, *filter(None, [axes.get_legend()])]
    texts += [text for legend in legends for text in legend.get_texts()]
    return [(text.get_text(), text.get_window_extent()) for text in texts if text.get_text().strip()]


@pytest.mark.parametrize("name", FORMS)
def test_no_text_on_text(name):
    found = words(figure(FORMS[name]))
    for i, (one, here) in enumerate(found):
        for other, there in found[:i]:
            assert not here.padded(-1).overlaps(there.padded(-1)), (one, other)


@pytest.mark.parametrize("name", FORMS)
def test_text_is_legible_on_a_phone(name):
    """A phone shows the picture 380 pixels wide: letters of 8.5 points are then 7.7 pixels high."""
    drawn = figure(FORMS[name])
    drawn.canvas.draw()
    axes = drawn.axes[0]
    sizes = [text.get_fontsize() for text in (*axes.get_xticklabels(), *axes.get_yticklabels(), *axes.texts)]
    assert min(sizes) * 380 / (72 * png.WIDTH) > 7.5


def test_same_data_same_picture():
    pictures = [png.png(FORMS["dots"]) for _ in range(2)]
    assert pictures[0] == pictures[1]
    with Image.open(io.BytesIO(pictures[0])) as picture:
        assert picture.width == round(png.WIDTH * png.DPI)
        assert picture.convert("RGB").getpixel((1, 1)) == (255, 255, 255)


def test_rows_of_groups_stand_below_their_heading():
    drawn = figure(DotPlot(["a", "b", "c"], [series(3)], Axis("x"), groups=["One", "One", "Two"]))
    (axes,) = drawn.axes
    labels = axes.get_yticklabels()
    assert [label.get_text() for label in labels] == ["One", "a", "b", "Two", "c"]
    assert [label.get_fontweight() == "bold" for label in labels] == [True, False, False, True, False]
    (marks,) = axes.containers
    assert list(marks.lines[0].get_ydata()) == [1, 2, 4]


def test_every_mark_has_its_whiskers():
    values = np.array([0.4, np.nan, 0.6])
    mixed = Series(values, values - 0.1, values + 0.1, filled=[True, True, False], colours=["late"] * 3)
    (axes,) = figure(DotPlot(["a", "b", "c"], [mixed], Axis("x"))).axes
    shown = [mark for mark in axes.containers if mark.has_xerr]
    assert sorted(x for mark in shown for x in mark.lines[0].get_xdata()) == [0.4, 0.6]
    faces = {mark.lines[0].get_markerfacecolor() for mark in shown}
    assert faces == {LIGHT["late"], "white"}


def test_a_matrix_shows_its_intervals_if_there_is_room():
    (axes,) = figure(FORMS["heat"]).axes
    assert [text.get_text() for text in axes.texts][:2] == ["10.0%", "8.0\N{EN DASH}12.0"]
    (axes,) = figure(FORMS["wide heat"]).axes
    assert len(axes.texts) == 49


def test_unknown_cells_stay_empty():
    cells = grid(2)
    cells.values[0, 0] = np.nan
    (axes,) = figure(HeatMap(list("ab"), list("ab"), cells, "row", "column")).axes
    assert len(axes.texts) == 6


def test_a_map_has_a_cell_for_each_region_and_walls_where_there_is_no_way():
    axes = figure(land()).axes[0]
    cells, walls = axes.collections[:2]
    assert len(cells.get_paths()) == 20
    for i, cell in enumerate(cells.get_paths()):
        assert cell.contains_point((100 * (i % 5) + 20 * (i // 5 % 2), 80 * (i // 5)))
    heights = [np.asarray(wall).mean(axis=0)[1] for wall in walls.get_segments()]
    assert len(heights) >= 12
    assert {round((height - 40) / 80, 1) for height in heights} <= {0, 1, 2}, (
        "between valleys, never inside one"
    )


def test_a_map_names_the_highest_values():
    values = np.zeros(20)
    values[[3, 17]] = 2, 1
    assert [text.get_text() for text in figure(land(values)).axes[0].texts] == ["Region 3", "Region 17"]


def test_long_labels_are_cut_where_it_hurts_least():
    label = "each(free_peoples, forsake(they, 1 to 0))"
    cut = shorten(label)
    assert len(cut) <= LABEL_LENGTH
    assert cut.endswith("\N{HORIZONTAL ELLIPSIS}")
    cut = shorten(label, keep_end=True)
    assert len(cut) <= LABEL_LENGTH
    assert cut.startswith("each(")
    assert cut.endswith("(they, 1 to 0))")


def test_rows_of_many_marks_keep_apart_below_a_long_legend():
    many = [series(3, label=f"a bot with a name of some length, {i}") for i in range(5)]
    form = DotPlot(["one", "two", "three"], many, Axis("x", "percent"), [1, 2], bands=[(0.4, 0.6)] * 3)
    drawn = figure(form)
    drawn.canvas.draw()
    (axes,) = drawn.axes
    labels = [label.get_window_extent() for label in axes.get_yticklabels()]
    assert all(upper.y0 - below.y1 > upper.height for upper, below in pairwise(labels))
    assert labels[0].y1 < drawn.legends[0].get_window_extent().y0
    assert sum(type(each).__name__ == "PolyCollection" for each in axes.collections) == 3, "a band a row"
