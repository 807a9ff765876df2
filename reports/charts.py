"""Charts in one style: colour-blind safe, every estimate with its 95% interval, readable when small.

Six forms serve every section: `dots` (one row per thing), `lines` (values over rounds or levels), `bars`
(distributions), `heat` (a matrix of rates), `tradeoff` (what a result costs) and `ground_map` (values of
regions). Each returns a matplotlib Figure made without global state.
"""

from __future__ import annotations

import io
import textwrap
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial

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
from scipy.spatial import Voronoi, cKDTree

from reports import words

WIDTH = 5.6  # inches: narrow, so that the text stays legible when a phone scales the picture down
ROW = 0.25  # inches per row of a dot chart
DPI = 200
COLOURS = 128  # of the palette of a saved picture
SIDE_COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7")  # Okabe and Ito
SIDE_MARKERS = ("o", "s", "D", "^")
INK, QUIET, PALE, FAINT, BAND = "#222222", "#5f6368", "#9aa0a6", "#d9dcdf", "#eef1ee"
LABEL_LENGTH = 30
ROW_LENGTH = 22  # characters per line of a matrix row's name, which has two lines
ROOMY = 5  # columns of a matrix whose cells have room for an interval
AXIS_LENGTH = 38  # characters of an axis label on one line
TICK_LENGTH = 54  # characters of the labels below a chart
MOST_TICKS = 20  # numbers below a chart
LEGEND_ROW = 0.22  # inches
HALO = 0.75  # of the usual distance of two places: how far the land of a map reaches beyond the outer ones
MOST_NAMED = 12  # regions of a map
NAME_SIZE = 8.5  # points
LINE_LENGTH = 60  # characters of a legend that fit on one line
STYLE = {
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


@dataclass(frozen=True)
class Series:
    """Values with intervals. colours, markers, filled (solid or hollow): one, or one per value."""

    values: Sequence[float]
    low: Sequence[float]
    high: Sequence[float]
    label: str = ""
    colours: str | Sequence[str] = INK
    markers: str | Sequence[str] = "o"
    filled: bool | Sequence[bool] = True

    @classmethod
    def of(cls, frame, name: str, **rest) -> Series:
        """From the columns name, name_low, name_high of a table."""
        return cls(
            frame[name].to_numpy(), frame[f"{name}_low"].to_numpy(), frame[f"{name}_high"].to_numpy(), **rest
        )

    def each(self, attribute: str) -> list:
        """Return `colours`, `markers` or `filled` as one entry per value."""
        value = getattr(self, attribute)
        return [value] * len(self.values) if isinstance(value, str | bool) else list(value)


@dataclass(frozen=True)
class Axis:
    """A value axis: label and number format. kind: percent (0.5 -> 50%), points (0.031 -> +3.1), number."""

    label: str
    kind: str = "number"
    reference: float | None = None
    band: tuple[float, float] | None = None
    limits: tuple[float, float] | None = None

    def format(self, value: float, _position=None) -> str:
        """Return the text of a tick."""
        if self.kind == "percent":
            return (
                f"{100 * value:.0f}%"
                if abs(100 * value - round(100 * value)) < 1e-6
                else f"{100 * value:.1f}%"
            )
        text = f"{100 * value:+g}" if self.kind == "points" else f"{value:g}"
        text = "0" if text == "+0" else text
        return text.replace("-", "\N{MINUS SIGN}")


def dots(
    labels: Sequence[str],
    series: Sequence[Series],
    axis: Axis,
    breaks: Sequence[int] = (),
    groups: Sequence[str] | None = None,
) -> Figure:
    """Draw one row per label, with one mark and its interval per series.

    A label may have a second line, in small type. breaks: rows before which a line is drawn. groups: one name
    per row; rows with the same name are adjacent and get a heading above them.
    """
    texts, rows, headings = _rows(labels, groups)
    tall = 1.55 if any("\n" in label for label in labels) else 1.25 if len(series) > 1 else 1.0
    with matplotlib.rc_context(STYLE):
        legend = any(item.label for item in series)
        figure, axes = _axes(ROW * max(len(texts), 2) * tall + 0.75 + 0.3 * legend)
        spread = np.linspace(-0.17, 0.17, len(series)) if len(series) > 1 else [0.0]
        for item, offset in zip(series, spread, strict=True):
            _marks(axes, item, rows + offset)
        axes.set_yticks(range(len(texts)), texts)
        for row in headings:
            axes.get_yticklabels()[row].set_fontweight("bold")
        axes.tick_params(axis="y", length=0)
        axes.set_ylim(len(texts) - 0.4, -0.6)
        axes.spines["left"].set_visible(False)
        for row in [*(rows[i] for i in breaks), *headings[1:]]:
            axes.axhline(row - 0.5, color=FAINT, linewidth=0.6)
        _value_axis(axes, axis, "x")
        if legend:
            _legend(axes, series)
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


def lines(
    x: Sequence[float],
    series: Sequence[Series],
    axis: Axis,
    x_label: str,
    ticks: Sequence[str] | None = None,
    ribbons: bool = False,
) -> Figure:
    """Draw values over rounds (or other steps), joined by a line, with an interval at every step.

    ribbons: shade the intervals between the steps too.
    """
    with matplotlib.rc_context(STYLE):
        names = [item.label for item in series if item.label]
        figure, axes = _axes(3.1 + LEGEND_ROW * (_legend_rows(names) - 1))
        shift = (
            np.linspace(-0.06, 0.06, len(series)) if len(series) > 1 and not ribbons else [0.0] * len(series)
        )
        for item, offset in zip(series, shift, strict=True):
            where = np.asarray(x, float) + offset
            colour = item.each("colours")[0]
            axes.plot(where, item.values, color=colour, linewidth=1.2, alpha=0.75)
            if ribbons:
                axes.fill_between(where, item.low, item.high, color=colour, alpha=0.15, linewidth=0)
            _marks(axes, item, where, vertical=True)
        width = max(TICK_LENGTH // max(len(x), 1), 5)
        every = 1 if ticks else 1 + (len(x) - 1) // MOST_TICKS
        axes.set_xticks(list(x)[::every], [textwrap.fill(str(tick), width) for tick in (ticks or x)[::every]])
        axes.set_xlabel(x_label)
        _value_axis(axes, axis, "y")
        if any(item.label for item in series):
            _legend(axes, series)
        return figure


def bars(
    x: Sequence[float], parts: Sequence[Series], total: Series, axis: Axis, x_label: str, width: float = 1
) -> Figure:
    """Draw a distribution: stacked parts per value of x, the interval drawn on the total.

    width: distance between the values of x.
    """
    with matplotlib.rc_context(STYLE):
        figure, axes = _axes(2.9)
        bottom = np.zeros(len(x))
        for part, hatch in zip(parts, ("", "///", "...", "xxx"), strict=False):
            colour = part.each("colours")[0]
            style = {"color": colour, "hatch": hatch, "edgecolor": "white", "linewidth": 0.4}
            axes.bar(x, part.values, 0.86 * width, bottom=bottom, label=part.label or None, **style)
            bottom = bottom + np.asarray(part.values)
        errors = _errors(total)
        axes.errorbar(x, total.values, yerr=errors, fmt="none", ecolor=INK, elinewidth=0.9, capsize=1.5)
        axes.set_xlabel(x_label)
        axes.xaxis.set_major_locator(MaxNLocator(integer=True, nbins=12))
        axes.xaxis.set_major_formatter(FuncFormatter(lambda v, _: f"{v:g}".replace("-", "\N{MINUS SIGN}")))
        _value_axis(axes, axis, "y")
        if any(part.label for part in parts):
            _show_legend(
                axes, [bar for bar in axes.containers if hasattr(bar, "patches") and bar.get_label()]
            )
        return figure


def heat(
    rows: Sequence[str],
    columns: Sequence[str],
    cells: Series,
    row_label: str,
    column_label: str,
    *,
    kind: str = "percent",
    better: str = "high",
) -> Figure:
    """Draw a matrix, the first row at the bottom. cells: arrays (rows, columns); a cell of NaN stays empty.

    kind: percent, white is one half; or number, white is the mean. better: "high" values are drawn in the
    first side's colour, or "low" ones. The interval is below the value if there is room.
    """
    values = np.asarray(cells.values, float)
    centre = 0.5 if kind == "percent" else float(np.nanmean(values))
    reach = max(float(np.nanmax(np.abs(values - centre))), 0.1 if kind == "percent" else 0.05 * abs(centre))
    ends = [SIDE_COLOURS[1], "white", SIDE_COLOURS[0]][:: 1 if better == "high" else -1]
    colours = LinearSegmentedColormap.from_list("sides", ends)
    with matplotlib.rc_context(STYLE):
        figure, axes = _axes(0.95 + 0.58 * len(rows))
        limits = {"vmin": centre - reach, "vmax": centre + reach}
        axes.imshow(values, cmap=colours, aspect="auto", origin="lower", **limits)
        for row, column in np.argwhere(np.isfinite(values)):
            is_dark = abs(values[row, column] - centre) > 0.72 * reach
            _cell(axes, cells, (row, column), kind, "white" if is_dark else INK, len(columns) <= ROOMY)
        width = max(TICK_LENGTH // len(columns) - 3, 9)
        names = [textwrap.fill(shorten(name, 3 * width), width, break_long_words=False) for name in columns]
        axes.set_xticks(range(len(columns)), names)
        sides = [textwrap.fill(shorten(name, 2 * ROW_LENGTH), ROW_LENGTH) for name in rows]
        axes.set_yticks(range(len(rows)), sides)
        axes.set_xticks(np.arange(len(columns) - 1) + 0.5, minor=True)
        axes.set_yticks(np.arange(len(rows) - 1) + 0.5, minor=True)
        axes.grid(which="minor", color="white", linewidth=2)
        axes.tick_params(which="both", length=0)
        axes.spines[:].set_visible(False)
        axes.set_xlabel(column_label)
        axes.set_ylabel(row_label)
        return figure


def _cell(axes, cells: Series, at: tuple[int, int], kind: str, ink: str, is_roomy: bool) -> None:
    """Write a matrix's value, and its interval if there is room, into a cell. at: row, column."""
    form = words.percent if kind == "percent" else partial(words.decimal, digits=1)
    value, low, high = (np.asarray(part, float)[at] for part in (cells.values, cells.low, cells.high))
    style = {"ha": "center", "va": "center", "color": ink}
    row, column = at
    is_roomy = is_roomy and bool(np.isfinite(low) and np.isfinite(high))
    axes.text(column, row + (0.14 if is_roomy else 0), form(value), fontsize=10, **style)
    if is_roomy:
        axes.text(column, row - 0.2, words.span(low, high, form).removesuffix("%"), fontsize=8.5, **style)


def tradeoff(
    cost: Sequence[float],
    tried: Series,
    chosen_cost: Sequence[float],
    chosen: Series,
    names: Sequence[str],
    axis: Axis,
) -> Figure:
    """Draw results against their costs. tried: small grey marks; chosen: large marks with their names."""
    with matplotlib.rc_context(STYLE):
        figure, axes = _axes(3.6)
        errors = {"yerr": _errors(tried), "ecolor": "#c4c8cc", "elinewidth": 0.8}
        axes.errorbar(cost, tried.values, fmt="o", color=PALE, markersize=2.6, zorder=2, **errors)
        _marks(axes, chosen, np.asarray(chosen_cost, float), vertical=True)
        for x, y, name in zip(chosen_cost, chosen.values, names, strict=True):
            axes.annotate(name, (x, y), (5, 4), textcoords="offset points", fontweight="bold", zorder=4)
        axes.set_xlabel("cost of the change")
        axes.margins(x=0.06)
        axes.xaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g}"))
        _value_axis(axes, axis, "y")
        _legend(axes, [replace(tried, colours=PALE), chosen])
        return figure


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


def ground_map(ground: Ground, values: Sequence[float], axis: Axis) -> Figure:
    """Draw a value of each region as the colour of its cell; a cell is what is nearest to its place.

    A dark border lies between regions that touch on the drawing but not in the game. The regions with the
    highest values are named.
    """
    at, values = np.asarray(ground.at, float), np.asarray(values, float)
    cells, borders = _cells(at)
    colours = LinearSegmentedColormap.from_list("ground", ["#f7f5ef", "#e9b872", SIDE_COLOURS[1], "#7a2f00"])
    width, height = np.ptp(at, axis=0) + 2 * HALO * _spacing(at)
    with matplotlib.rc_context(STYLE):
        figure, axes = _axes(WIDTH * height / width + 0.9)
        top = float(np.nanmax(values)) or 1.0
        style = {"cmap": colours, "clim": (0, top), "edgecolors": "white", "linewidths": 0.6}
        drawn = axes.add_collection(PolyCollection(cells, array=values, **style))
        ways = {frozenset(way) for way in ground.ways}
        walls = [line for pair, line in borders if pair not in ways]
        axes.add_collection(LineCollection(walls, colors=QUIET, linewidths=1.3, capstyle="round"))
        _settle(axes, ground, at)
        for i in _named(ground, at, values, width / (72 * WIDTH)):
            axes.annotate(
                ground.names[i], at[i], (0, -8), textcoords="offset points", fontsize=NAME_SIZE, ha="center",
                va="center", zorder=4, path_effects=[withStroke(linewidth=1.8, foreground="white")],
            )  # fmt: skip
        axes.set_aspect("equal")
        axes.autoscale_view()
        axes.invert_yaxis()
        axes.axis("off")
        bar = figure.colorbar(drawn, ax=axes, location="bottom", shrink=0.6, aspect=40, pad=0.02)
        bar.ax.xaxis.set_major_locator(MaxNLocator(5))
        bar.ax.xaxis.set_major_formatter(FuncFormatter(axis.format))
        bar.set_label(axis.label)
        bar.outline.set_visible(False)
        return figure


def _spacing(at: np.ndarray) -> float:
    """Return how far a place is from the next one, as a rule."""
    return float(np.median(cKDTree(at).query(at, k=2)[0][:, 1]))


def _cells(at: np.ndarray) -> tuple[list[np.ndarray], list[tuple[frozenset[int], np.ndarray]]]:
    """Return the cell of each place, and the borders between two of them with the pair that they separate.

    A halo of points around the places bounds the outer cells.
    """
    reach = HALO * _spacing(at)
    turns = np.linspace(0, 2 * np.pi, 16, endpoint=False)
    ring = 2 * reach * np.stack([np.cos(turns), np.sin(turns)], axis=1)
    halo = (at[:, None] + ring).reshape(-1, 2)
    halo = halo[cKDTree(at).query(halo)[0] > 1.9 * reach]
    found, n = Voronoi(np.vstack([at, halo])), len(at)
    cells = [found.vertices[found.regions[found.point_region[i]]] for i in range(n)]
    borders = [
        (frozenset(map(int, pair)), found.vertices[ends])
        for pair, ends in zip(found.ridge_points, found.ridge_vertices, strict=True)
        if max(pair) < n and min(ends) >= 0
    ]
    return cells, borders


def _settle(axes, ground: Ground, at: np.ndarray) -> None:
    """Mark the places by their kind, all but the most frequent one, with a legend."""
    kinds = list(dict.fromkeys(ground.kinds))
    plain = max(kinds, key=list(ground.kinds).count, default="")
    marks = [kind for kind in kinds if kind != plain]
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


def _named(ground: Ground, at: np.ndarray, values: np.ndarray, point: float) -> list[int]:
    """Return the regions with the highest values, without those whose name would cover another.

    point: a point of type in the units of `at`.
    """
    half = np.array([[0.3 * len(name), 0.65] for name in ground.names]) * NAME_SIZE * point
    chosen: list[int] = []
    for i in np.argsort(-values, kind="stable"):
        covers = (np.abs(at[chosen] - at[i]) < half[chosen] + half[i]).all(axis=1)
        if len(chosen) < MOST_NAMED and values[i] > 0 and not covers.any():
            chosen.append(int(i))
    return chosen


def png(figure: Figure) -> bytes:
    """Return the figure as PNG bytes, the same for the same data, in few colours to keep pages small."""
    canvas, out = figure.canvas, io.BytesIO()
    with matplotlib.rc_context(STYLE):
        canvas.draw()
    image = Image.frombuffer("RGBA", canvas.get_width_height(), canvas.buffer_rgba()).convert("RGB")
    few = image.quantize(COLOURS, method=Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE)
    few.save(out, format="png", compress_level=9, dpi=(DPI, DPI))
    return out.getvalue()


def shorten(label: str, length: int = LABEL_LENGTH, *, keep_end: bool = False) -> str:
    """Return a label no longer than `length` characters. keep_end: cut its middle instead of its end."""
    if len(label) <= length:
        return label
    tail = label[-(2 * length // 3) :].lstrip() if keep_end else ""
    return label[: length - 1 - len(tail)].rstrip() + "\N{HORIZONTAL ELLIPSIS}" + tail


def _axes(height: float):
    figure = Figure(figsize=(WIDTH, height), dpi=DPI, layout="constrained")
    FigureCanvasAgg(figure)
    return figure, figure.add_subplot()


def _errors(item: Series) -> np.ndarray:
    values = np.asarray(item.values, float)
    errors = np.array([values - np.asarray(item.low, float), np.asarray(item.high, float) - values])
    return np.where(np.isfinite(errors), np.maximum(errors, 0), 0)


def _marks(axes, item: Series, where: np.ndarray, vertical: bool = False) -> None:
    """Draw markers with interval whiskers, all of one look in one call; leave out NaN values."""
    errors, values = _errors(item), np.asarray(item.values, float)
    looks = list(zip(item.each("colours"), item.each("markers"), item.each("filled"), strict=True))
    for look in dict.fromkeys(looks):
        some = [i for i, other in enumerate(looks) if other == look and np.isfinite(values[i])]
        if not some:
            continue
        colour, marker, filled = look
        points = (where[some], values[some]) if vertical else (values[some], where[some])
        error = {"yerr" if vertical else "xerr": errors[:, some]}
        axes.errorbar(
            *points, **error, fmt=marker, color=colour, markerfacecolor=colour if filled else "white",
            markersize=4.6, markeredgewidth=1.1, elinewidth=1.3, capsize=2.2, zorder=3,
        )  # fmt: skip


def _value_axis(axes, axis: Axis, which: str) -> None:
    """Set label, number format, grid, reference line and band of the value axis ("x" or "y")."""
    handle = axes.xaxis if which == "x" else axes.yaxis
    (axes.set_xlabel if which == "x" else axes.set_ylabel)(
        textwrap.fill(axis.label, AXIS_LENGTH if which == "x" else AXIS_LENGTH - 10)
    )
    if axis.limits:
        (axes.set_xlim if which == "x" else axes.set_ylim)(*axis.limits)
    handle.set_major_locator(MaxNLocator(nbins=6, steps=[1, 2, 2.5, 5, 10]))
    handle.set_major_formatter(FuncFormatter(axis.format))
    axes.grid(axis=which, zorder=0)
    axes.set_axisbelow(True)
    line, span = (axes.axvline, axes.axvspan) if which == "x" else (axes.axhline, axes.axhspan)
    if axis.band:
        span(*axis.band, color=BAND, zorder=0)
    if axis.reference is not None:
        line(axis.reference, color=QUIET, linewidth=0.9, zorder=1)


def _legend(axes, series: Sequence[Series]) -> None:
    """Explain the marks above the chart. A series of many colours is shown in grey."""
    handles = [
        Line2D(
            [],
            [],
            linestyle="",
            marker=item.each("markers")[0] if len(item.values) else "o",
            color=item.colours if isinstance(item.colours, str) else QUIET,
            markerfacecolor="white" if item.filled is False else None,
            label=item.label,
        )
        for item in series
        if item.label
    ]
    _show_legend(axes, handles)


def _show_legend(axes, handles) -> None:
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
