"""Charts as PNG pictures, for Markdown. The only module that needs matplotlib, which is slow to import."""

from __future__ import annotations

import io
import textwrap
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import matplotlib
import numpy as np
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.collections import LineCollection, PolyCollection
from matplotlib.colors import LinearSegmentedColormap
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patheffects import withStroke
from matplotlib.ticker import FuncFormatter, MaxNLocator
from PIL import Image

from mazarbul.analysis import words
from mazarbul.reports.charts.fields import scale
from mazarbul.reports.charts.forms import (
    Axis,
    BarChart,
    DotPlot,
    Form,
    Ground,
    GroundMap,
    HeatMap,
    LineChart,
    Series,
    TradeOff,
    shorten,
)
from mazarbul.reports.charts.ground import HALO, cells, named, spacing, walls
from mazarbul.reports.charts.palette import LAND, LIGHT, SIDE_COLOURS, SIDE_MARKERS

WIDTH = 5.6  # inches: narrow, so that the text stays legible when a phone scales the picture down
ROW = 0.25  # inches per row of a dot chart
APART = 0.34  # of a row: how far two marks of it are apart
CROWDED = 0.75  # of a row, of what more than two marks share
DPI = 192  # two dots for each of a screen's
COLOURS = 24  # of the palette of a saved picture
SHADES = 128  # of one whose shades are values
INK, QUIET, PALE, FAINT, BAND = (LIGHT[name] for name in ("ink", "quiet", "pale", "rule", "band"))
ROW_LENGTH = 22  # characters per line of a matrix row's name, which has two lines
ROOMY = 5  # columns of a matrix whose cells have room for an interval
AXIS_LENGTH = 38  # characters of an axis label on one line
TICK_LENGTH = 54  # characters of the labels below a chart
MOST_TICKS = 20  # numbers below a chart
LEGEND_ROW = 0.22  # inches
NAME_SIZE = 8.5  # points
LINE_LENGTH = 60  # characters of a legend that fit on one line
STYLE: dict[Any, Any] = {
    "font.family": "DejaVu Sans",
    "font.size": 10,
    "axes.labelsize": 10,
    "axes.labelcolor": QUIET,
    "axes.edgecolor": FAINT,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "xtick.color": QUIET,
    "ytick.color": QUIET,
    "xtick.labelcolor": INK,
    "ytick.labelcolor": INK,
    "grid.color": FAINT,
    "grid.linewidth": 0.6,
    "legend.frameon": False,
    "legend.fontsize": 10,
    "hatch.linewidth": 0.5,
    "text.color": INK,
    "text.parse_math": False,
    "figure.facecolor": "white",
}


def png(form: Form) -> bytes:
    """Return a chart as PNG bytes, the same for the same data, in few colours to keep files small."""
    found = figure(form)
    canvas: Any = found.canvas
    with matplotlib.rc_context(STYLE):
        canvas.draw()
    image = Image.frombuffer("RGBA", canvas.get_width_height(), canvas.buffer_rgba())
    return saved(image, SHADES if isinstance(form, HeatMap | GroundMap) else COLOURS)


def saved(image: Image.Image, colours: int = COLOURS) -> bytes:
    """Return a picture as PNG bytes, in few colours."""
    out = io.BytesIO()
    few = image.convert("RGB").quantize(colours, method=Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE)
    few.save(out, format="png", optimize=True, dpi=(DPI, DPI))
    return out.getvalue()


def figure(form: Form) -> Figure:
    """Return a chart as a figure of matplotlib, made without global state."""
    with matplotlib.rc_context(STYLE):
        return DRAWN[type(form)](form)


def tick(axis: Axis, value: float, _position: Any = None) -> str:
    """Return the text of a tick of a value axis."""
    if axis.kind == "percent":
        digits = 0 if abs(100 * value - round(100 * value)) < 1e-6 else 1
        return f"{100 * value:.{digits}f}%"
    text = f"{100 * value:+g}" if axis.kind == "points" else f"{value:g}"
    text = "0" if text == "+0" else text
    return text.replace("-", "\N{MINUS SIGN}")


def _dots(form: DotPlot) -> Figure:
    """Draw one row per label."""
    texts, rows, headings = _rows(form.labels, form.groups)
    many = form.known().sum(1).max(initial=1)
    lines = 1.55 if any("\n" in label for label in form.labels) else 1.25 if many > 1 else 1.0
    legend = [name for item in form.series for name, *_ in item.looks()]
    above = 0.08 + LEGEND_ROW * _legend_rows(legend) if legend else 0.0
    figure, axes = _axes(ROW * max(len(texts), 2) * max(lines, many / 2) + 0.75 + above)
    apart = APART if many < 3 else CROWDED / many
    for item, lanes in zip(form.series, form.lanes().T, strict=True):
        _marks(axes, item, rows + apart * lanes)
    for row, (low, high) in zip(rows, form.bands, strict=False):
        axes.broken_barh([(low, high - low)], (row - 0.5, 1), color=BAND, zorder=0)
    axes.set_yticks(range(len(texts)), texts)
    for row in headings:
        axes.get_yticklabels()[row].set_fontweight("bold")
    axes.tick_params(axis="y", length=0)
    axes.set_ylim(len(texts) - 0.4, -0.6)
    axes.spines["left"].set_visible(False)
    for row in [*(rows[i] for i in form.breaks), *headings[1:]]:
        axes.axhline(row - 0.5, color=FAINT, linewidth=0.6)
    _value_axis(axes, form.axis, "x")
    if legend:
        _legend(axes, form.series)
    return figure


def _rows(labels: Sequence[str], groups: Sequence[str] | None) -> tuple[list[str], np.ndarray, list[int]]:
    """Return the texts of all rows, headings included; the rows of the labels; the rows of the headings."""
    texts: list[str] = []
    rows, headings = [], []
    for i, label in enumerate(labels):
        if groups is not None and (i == 0 or groups[i] != groups[i - 1]):
            headings.append(len(texts))
            texts.append(shorten(groups[i]))
        rows.append(len(texts))
        first, *more = label.split("\n")
        texts.append("\n".join([shorten(first), *(shorten(line, keep_end=True) for line in more)]))
    return texts, np.array(rows, float), headings


def _lines(form: LineChart) -> Figure:
    """Draw values over steps."""
    names = [name for item in form.series for name, *_ in item.looks()]
    figure, axes = _axes(3.1 + LEGEND_ROW * (_legend_rows(names) - 1))
    shift = (
        np.linspace(-0.06, 0.06, len(form.series))
        if len(form.series) > 1 and not form.ribbons
        else [0.0] * len(form.series)
    )
    for item, offset in zip(form.series, shift, strict=True):
        where = np.asarray(form.x, float) + offset
        colour = LIGHT[item.each("colours")[0]]
        axes.plot(where, item.values, color=colour, linewidth=1.2, alpha=0.75)
        if form.ribbons:
            axes.fill_between(where, item.low, item.high, color=colour, alpha=0.15, linewidth=0)
        _marks(axes, item, where, vertical=True)
    width = max(TICK_LENGTH // max(len(form.x), 1), 5)
    every = 1 if form.ticks else 1 + (len(form.x) - 1) // MOST_TICKS
    axes.set_xticks(
        list(form.x)[::every], [textwrap.fill(str(tick), width) for tick in (form.ticks or form.x)[::every]]
    )
    axes.set_xlabel(form.x_label)
    _value_axis(axes, form.axis, "y")
    if names:
        _legend(axes, form.series)
    return figure


def _bars(form: BarChart) -> Figure:
    """Draw stacked bars."""
    figure, axes = _axes(2.9)
    bottom = np.zeros(len(form.x))
    for part, hatch in zip(form.parts, ("", "///", "...", "xxx"), strict=False):
        colour = LIGHT[part.each("colours")[0]]
        style = {"color": colour, "hatch": hatch, "edgecolor": "white", "linewidth": 0.4}
        axes.bar(form.x, part.values, 0.86 * form.width, bottom=bottom, label=part.label or None, **style)
        bottom = bottom + np.asarray(part.values)
    errors = _errors(form.total)
    axes.errorbar(form.x, form.total.values, yerr=errors, fmt="none", ecolor=INK, elinewidth=0.9, capsize=1.5)
    axes.set_xlabel(form.x_label)
    axes.xaxis.set_major_locator(MaxNLocator(integer=True, nbins=12))
    axes.xaxis.set_major_formatter(FuncFormatter(lambda v, _: f"{v:g}".replace("-", "\N{MINUS SIGN}")))
    _value_axis(axes, form.axis, "y")
    if any(part.label for part in form.parts):
        _show_legend(axes, [bar for bar in axes.containers if hasattr(bar, "patches") and bar.get_label()])
    return figure


def _heat(form: HeatMap) -> Figure:
    """Draw a matrix, with intervals if there is room."""
    values = np.asarray(form.cells.values, float)
    centre, reach = scale(form, values)
    ends = [LIGHT[SIDE_COLOURS[1]], "white", LIGHT[SIDE_COLOURS[0]]][:: 1 if form.better == "high" else -1]
    colours = LinearSegmentedColormap.from_list("sides", ends)
    figure, axes = _axes(0.95 + 0.58 * len(form.rows))
    limits = {"vmin": centre - reach, "vmax": centre + reach}
    axes.imshow(values, cmap=colours, aspect="auto", origin="lower", **limits)
    for row, column in np.argwhere(np.isfinite(values)):
        is_dark = abs(values[row, column] - centre) > 0.72 * reach
        _cell(
            axes,
            form.cells,
            (row, column),
            form.kind,
            "white" if is_dark else INK,
            len(form.columns) <= ROOMY,
        )
    width = max(TICK_LENGTH // len(form.columns) - 3, 9)
    names = [textwrap.fill(shorten(name, 3 * width), width, break_long_words=False) for name in form.columns]
    axes.set_xticks(range(len(form.columns)), names)
    sides = [textwrap.fill(shorten(name, 2 * ROW_LENGTH), ROW_LENGTH) for name in form.rows]
    axes.set_yticks(range(len(form.rows)), sides)
    axes.set_xticks(np.arange(len(form.columns) - 1) + 0.5, minor=True)
    axes.set_yticks(np.arange(len(form.rows) - 1) + 0.5, minor=True)
    axes.grid(which="minor", color="white", linewidth=2)
    axes.tick_params(which="both", length=0)
    axes.spines[:].set_visible(False)
    axes.set_xlabel(form.column_label)
    axes.set_ylabel(form.row_label)
    return figure


def _cell(axes: Any, cells: Series, at: tuple[int, int], kind: str, ink: str, is_roomy: bool) -> None:
    """Write a matrix's value, and its interval if there is room, into a cell. at: row, column."""
    form = words.percent if kind == "percent" else partial(words.decimal, digits=1)
    value, low, high = (np.asarray(part, float)[at] for part in (cells.values, cells.low, cells.high))
    style = {"ha": "center", "va": "center", "color": ink}
    row, column = at
    is_roomy = is_roomy and bool(np.isfinite(low) and np.isfinite(high))
    axes.text(column, row + (0.14 if is_roomy else 0), form(value), fontsize=10, **style)
    if is_roomy:
        axes.text(column, row - 0.2, words.span(low, high, form).removesuffix("%"), fontsize=8.5, **style)


def _tradeoff(form: TradeOff) -> Figure:
    """Draw results against their costs."""
    figure, axes = _axes(3.6)
    errors = {"yerr": _errors(form.tried), "ecolor": "#c4c8cc", "elinewidth": 0.8}
    axes.errorbar(form.cost, form.tried.values, fmt="o", color=PALE, markersize=2.6, zorder=2, **errors)
    _marks(axes, form.chosen, np.asarray(form.chosen_cost, float), vertical=True)
    for x, y, name in zip(form.chosen_cost, form.chosen.values, form.names, strict=True):
        axes.annotate(name, (x, y), (5, 4), textcoords="offset points", fontweight="bold", zorder=4)
    axes.set_xlabel("cost of the change")
    axes.margins(x=0.06)
    axes.xaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g}"))
    _value_axis(axes, form.axis, "y")
    _legend(axes, [replace(form.tried, colours="pale"), form.chosen])
    return figure


def _ground_map(form: GroundMap) -> Figure:
    """Draw a map."""
    at, values = np.asarray(form.ground.at, float), np.asarray(form.values.values, float)
    areas, borders = cells(at)
    colours = LinearSegmentedColormap.from_list("ground", [LIGHT[name] for name in LAND])
    width, height = np.ptp(at, axis=0) + 2 * HALO * spacing(at)
    figure, axes = _axes(WIDTH * height / width + 0.9)
    top = float(np.nanmax(values)) or 1.0
    style: dict[str, Any] = {"cmap": colours, "clim": (0, top), "edgecolors": "white", "linewidths": 0.6}
    drawn = axes.add_collection(PolyCollection(areas, array=values, **style))
    axes.add_collection(
        LineCollection(walls(form.ground, borders), colors=QUIET, linewidths=1.3, capstyle="round")
    )
    _settle(axes, form.ground, at)
    point = NAME_SIZE * width / (72 * WIDTH)
    for i in named(form.ground, values, (0.3 * point, 0.65 * point)):
        axes.annotate(
            form.ground.names[i], at[i], (0, -8), textcoords="offset points", fontsize=NAME_SIZE, ha="center",
            va="center", zorder=4, path_effects=[withStroke(linewidth=1.8, foreground="white")],
        )  # fmt: skip
    axes.set_aspect("equal")
    axes.autoscale_view()
    axes.invert_yaxis()
    axes.axis("off")
    bar = figure.colorbar(drawn, ax=axes, location="bottom", shrink=0.6, aspect=40, pad=0.02)
    bar.ax.xaxis.set_major_locator(MaxNLocator(5))
    bar.ax.xaxis.set_major_formatter(FuncFormatter(partial(tick, form.axis)))
    bar.set_label(form.axis.label)
    bar.outline.set_visible(False)
    return figure


def _settle(axes: Any, ground: Ground, at: np.ndarray) -> None:
    """Mark the places by their kind, all but the most frequent one, with a legend."""
    marks = ground.marked()
    for kind, marker in zip(marks, SIDE_MARKERS, strict=False):
        some = [i for i, other in enumerate(ground.kinds) if other == kind]
        axes.scatter(*at[some].T, s=15, marker=marker, c="white", edgecolors=INK, linewidths=0.7, zorder=3)
    if marks:
        handles = [
            Line2D(
                [],
                [],
                linestyle="",
                marker=marker,
                color=INK,
                markerfacecolor="white",
                markersize=4,
                label=kind,
            )
            for kind, marker in zip(marks, SIDE_MARKERS, strict=False)
        ]
        axes.legend(handles=handles, loc="lower left", fontsize=NAME_SIZE, handletextpad=0.2, borderpad=0)


def _axes(height: float) -> tuple[Figure, Any]:
    figure = Figure(figsize=(WIDTH, height), dpi=DPI, layout="constrained")
    FigureCanvasAgg(figure)
    return figure, figure.add_subplot()


def _errors(item: Series) -> np.ndarray:
    values = np.asarray(item.values, float)
    errors = np.array([values - np.asarray(item.low, float), np.asarray(item.high, float) - values])
    return np.where(np.isfinite(errors), np.maximum(errors, 0), 0)


def _marks(axes: Any, item: Series, where: np.ndarray, vertical: bool = False) -> None:
    """Draw markers with interval whiskers, all of one look in one call; leave out NaN values."""
    errors, values = _errors(item), np.asarray(item.values, float)
    looks = list(zip(item.each("colours"), item.each("markers"), item.each("filled"), strict=True))
    for look in dict.fromkeys(looks):
        some = [i for i, other in enumerate(looks) if other == look and np.isfinite(values[i])]
        if not some:
            continue
        colour, marker, filled = LIGHT[look[0]], *look[1:]
        points = (where[some], values[some]) if vertical else (values[some], where[some])
        error = {"yerr" if vertical else "xerr": errors[:, some]}
        axes.errorbar(
            *points, **error, fmt=marker, color=colour, markerfacecolor=colour if filled else "white",
            markersize=4.6, markeredgewidth=1.1, elinewidth=1.3, capsize=2.2, zorder=3,
        )  # fmt: skip


def _value_axis(axes: Any, axis: Axis, which: str) -> None:
    """Set label, number format, grid, reference line and band of the value axis ("x" or "y")."""
    handle = axes.xaxis if which == "x" else axes.yaxis
    (axes.set_xlabel if which == "x" else axes.set_ylabel)(
        textwrap.fill(axis.label, AXIS_LENGTH if which == "x" else AXIS_LENGTH - 10)
    )
    if axis.limits:
        (axes.set_xlim if which == "x" else axes.set_ylim)(*axis.limits)
    handle.set_major_locator(MaxNLocator(nbins=6, steps=[1, 2, 2.5, 5, 10]))
    handle.set_major_formatter(FuncFormatter(partial(tick, axis)))
    axes.grid(axis=which, zorder=0)
    axes.set_axisbelow(True)
    line, span = (axes.axvline, axes.axvspan) if which == "x" else (axes.axhline, axes.axhspan)
    if axis.band:
        span(*axis.band, color=BAND, zorder=0)
    if axis.reference is not None:
        line(axis.reference, color=QUIET, linewidth=0.9, zorder=1)


def _legend(axes: Any, series: Sequence[Series]) -> None:
    """Explain the marks above the chart."""
    handles = [
        Line2D([], [], linestyle="", marker=marker, color=LIGHT[colour], label=name)
        for item in series
        for name, colour, marker in item.looks()
    ]
    _show_legend(axes, handles)


def _show_legend(axes: Any, handles: Any) -> None:
    """Put a legend above the axes, in as many rows as its text needs."""
    names = [handle.get_label() for handle in handles]
    columns = -(-len(names) // _legend_rows(names))
    axes.figure.legend(handles=handles, loc="outside upper left", ncols=columns, handlelength=1)


def _legend_rows(names: Sequence[str]) -> int:
    """Return the number of rows a legend needs: one in all, one per two names, or one per name."""
    if sum(len(name) + 4 for name in names) <= LINE_LENGTH:
        return 1
    pairs = max(len(name) + 4 for name in names) <= LINE_LENGTH // 2
    return -(-len(names) // 2) if pairs else len(names)


DRAWN: dict[type, Any] = {
    DotPlot: _dots,
    LineChart: _lines,
    BarChart: _bars,
    HeatMap: _heat,
    TradeOff: _tradeoff,
    GroundMap: _ground_map,
}
