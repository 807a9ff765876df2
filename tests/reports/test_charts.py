"""Charts: rows where they belong, no text on text, the same picture for the same data."""

from __future__ import annotations

import io

import numpy as np
import pytest
from PIL import Image

from reports import charts
from reports.charts import Axis, Series


def series(n, **style):
    values = np.linspace(0.3, 0.7, n)
    return Series(values, values - 0.05, values + 0.05, **style)


def grid(n):
    values = np.linspace(0.1, 0.9, n * n).reshape(n, n)
    return Series(values, values - 0.02, values + 0.02)


def ticks(axis):
    """Labels of the ticks that are drawn, which excludes those beyond the ends of an axis."""
    low, high = sorted(axis.get_view_interval())
    return [tick.label1 for tick in axis.get_major_ticks() if low <= tick.get_loc() <= high]


def words(figure):
    """Texts on a drawn figure with their places in pixels."""
    figure.canvas.draw()
    axes = figure.axes[0]
    texts = [*ticks(axes.xaxis), *ticks(axes.yaxis), axes.xaxis.label, axes.yaxis.label, *axes.texts]
    legends = [*figure.legends, *filter(None, [axes.get_legend()])]
    texts += [text for legend in legends for text in legend.get_texts()]
    return [(text.get_text(), text.get_window_extent()) for text in texts if text.get_text().strip()]


def land(values=None):
    """Return a map of 20 regions; every row is a valley, and only its first region leads to the next one."""
    at = [(100 * column + 20 * (row % 2), 80 * row) for row in range(4) for column in range(5)]
    ways = [(i, i + 1) for i in range(19) if i % 5 < 4] + [(5 * row, 5 * row + 5) for row in range(3)]
    kinds = ["town" if i % 4 == 0 else "field" for i in range(20)]
    ground = charts.Ground(at, ways, [f"Region {i}" for i in range(20)], kinds)
    values = np.arange(20) / 10 if values is None else values
    return charts.ground_map(ground, values, Axis("battles, per game"))


FIGURES = {
    "dots": lambda: charts.dots(["a", "b\nsmall"], [series(2)], Axis("x", "points", 0.0), groups=["A", "B"]),
    "many rows": lambda: charts.dots([f"Row {i} of a long name" for i in range(40)], [series(40)], Axis("x")),
    "lines": lambda: charts.lines(
        range(5), [series(5, label=f"A scenario of name {i}") for i in range(4)],
        Axis("a rate of something long; shaded: 45-55%", "percent", 0.5, (0.45, 0.55)), "level",
        ["random", "50% random moves", "25% random moves", "10% random moves", "heuristic"], ribbons=True,
    ),
    "heat": lambda: charts.heat(list("abc"), list("abc"), grid(3), "row", "column"),
    "wide heat": lambda: charts.heat(list("abcdefg"), list("abcdefg"), grid(7), "row", "column"),
    "tradeoff": lambda: charts.tradeoff(
        range(9), series(9, label="tried"), [1, 2], series(2, label="chosen"), ["0", "1"],
        Axis("y", "percent", 0.5),
    ),
    "bars": lambda: charts.bars(range(5), [series(5, label="one")], series(5), Axis("y", "percent"), "x"),
    "many rounds": lambda: charts.lines(range(1, 31), [series(30)], Axis("x"), "round"),
    "map": land,
}  # fmt: skip


@pytest.mark.parametrize("name", FIGURES)
def test_no_text_on_text(name):
    found = words(FIGURES[name]())
    for i, (one, here) in enumerate(found):
        for other, there in found[:i]:
            assert not here.padded(-1).overlaps(there.padded(-1)), (one, other)


@pytest.mark.parametrize("name", FIGURES)
def test_text_is_legible_on_a_phone(name):
    """A phone shows the picture 380 pixels wide: letters of 8.5 points are then 7.7 pixels high."""
    figure = FIGURES[name]()
    figure.canvas.draw()
    axes = figure.axes[0]
    sizes = [text.get_fontsize() for text in (*axes.get_xticklabels(), *axes.get_yticklabels(), *axes.texts)]
    assert min(sizes) * 380 / (72 * charts.WIDTH) > 7.5


def test_same_data_same_picture():
    pictures = [charts.png(FIGURES["dots"]()) for _ in range(2)]
    assert pictures[0] == pictures[1]
    with Image.open(io.BytesIO(pictures[0])) as picture:
        assert picture.width == round(charts.WIDTH * charts.DPI)
        assert picture.convert("RGB").getpixel((1, 1)) == (255, 255, 255)


def test_rows_of_groups_stand_below_their_heading():
    figure = charts.dots(["a", "b", "c"], [series(3)], Axis("x"), groups=["One", "One", "Two"])
    (axes,) = figure.axes
    labels = axes.get_yticklabels()
    assert [label.get_text() for label in labels] == ["One", "a", "b", "Two", "c"]
    assert [label.get_fontweight() == "bold" for label in labels] == [True, False, False, True, False]
    (marks,) = axes.containers
    assert list(marks.lines[0].get_ydata()) == [1, 2, 4]


def test_every_mark_has_its_whiskers():
    values = np.array([0.4, np.nan, 0.6])
    mixed = Series(values, values - 0.1, values + 0.1, filled=[True, True, False], colours=["#000000"] * 3)
    (axes,) = charts.dots(["a", "b", "c"], [mixed], Axis("x")).axes
    shown = [mark for mark in axes.containers if mark.has_xerr]
    assert sorted(x for mark in shown for x in mark.lines[0].get_xdata()) == [0.4, 0.6]
    faces = {mark.lines[0].get_markerfacecolor() for mark in shown}
    assert faces == {"#000000", "white"}


def test_a_matrix_shows_its_intervals_if_there_is_room():
    (axes,) = FIGURES["heat"]().axes
    assert [text.get_text() for text in axes.texts][:2] == ["10.0%", "8.0\N{EN DASH}12.0"]
    (axes,) = FIGURES["wide heat"]().axes
    assert len(axes.texts) == 49


def test_unknown_cells_stay_empty():
    cells = grid(2)
    cells.values[0, 0] = np.nan
    (axes,) = charts.heat(list("ab"), list("ab"), cells, "row", "column").axes
    assert len(axes.texts) == 6


def test_a_map_has_a_cell_for_each_region_and_walls_where_there_is_no_way():
    axes = land().axes[0]
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
    assert [text.get_text() for text in land(values).axes[0].texts] == ["Region 3", "Region 17"]


def test_long_labels_are_cut_where_it_hurts_least():
    label = "each(free_peoples, forsake(they, 1 to 0))"
    cut = charts.shorten(label)
    assert len(cut) <= charts.LABEL_LENGTH
    assert cut.endswith("\N{HORIZONTAL ELLIPSIS}")
    cut = charts.shorten(label, keep_end=True)
    assert len(cut) <= charts.LABEL_LENGTH
    assert cut.startswith("each(")
    assert cut.endswith("(they, 1 to 0))")
