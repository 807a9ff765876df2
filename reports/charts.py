"""Charts in one style: colour-blind safe, every estimate with its 95% interval, readable when small.

Three forms serve every section: `dots` (one row per thing), `lines` (values over rounds) and `bars`
(distributions). Each returns a matplotlib Figure made without global state.
"""

from __future__ import annotations

import io
import textwrap
from collections.abc import Sequence
from dataclasses import dataclass

import matplotlib
import numpy as np
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.ticker import FuncFormatter, MaxNLocator
from PIL import Image

WIDTH = 5.6  # inches: narrow, so that the text stays legible when a phone scales the picture down
ROW = 0.25  # inches per row of a dot chart
DPI = 200
COLOURS = 64  # of the palette of a saved picture
SIDE_COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7")  # Okabe and Ito
SIDE_MARKERS = ("o", "s", "D", "^")
INK, QUIET, FAINT, BAND = "#222222", "#5f6368", "#d9dcdf", "#eef1ee"
LABEL_LENGTH = 30
AXIS_LENGTH = 38  # characters of an axis label on one line
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
    """Values with intervals. colours: one, or one per value. filled: a solid or a hollow marker."""

    values: Sequence[float]
    low: Sequence[float]
    high: Sequence[float]
    label: str = ""
    colours: str | Sequence[str] = INK
    markers: str | Sequence[str] = "o"
    filled: bool = True

    @classmethod
    def of(cls, frame, name: str, **rest) -> Series:
        """From the columns name, name_low, name_high of a table."""
        return cls(
            frame[name].to_numpy(), frame[f"{name}_low"].to_numpy(), frame[f"{name}_high"].to_numpy(), **rest
        )

    def each(self, attribute: str) -> list[str]:
        """Return `colours` or `markers` as one entry per value."""
        value = getattr(self, attribute)
        return [value] * len(self.values) if isinstance(value, str) else list(value)


@dataclass(frozen=True)
class Axis:
    """How a value axis reads. kind: percent (0.5 -> 50%), points (0.031 -> +3.1), number."""

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


def dots(labels: Sequence[str], series: Sequence[Series], axis: Axis, breaks: Sequence[int] = ()) -> Figure:
    """One row per label, one mark with interval per series. breaks: rows before which a rule is drawn."""
    rows = np.arange(len(labels))
    with matplotlib.rc_context(STYLE):
        legend = any(item.label for item in series)
        figure, axes = _axes(
            ROW * max(len(labels), 2) * (1.25 if len(series) > 1 else 1) + 0.75 + 0.3 * legend
        )
        spread = np.linspace(-0.17, 0.17, len(series)) if len(series) > 1 else [0.0]
        for item, offset in zip(series, spread, strict=True):
            _marks(axes, item, rows + offset)
        axes.set_yticks(rows, [shorten(label) for label in labels])
        axes.tick_params(axis="y", length=0)
        axes.set_ylim(len(labels) - 0.4, -0.6)
        axes.spines["left"].set_visible(False)
        for row in breaks:
            axes.axhline(row - 0.5, color=FAINT, linewidth=0.6)
        _value_axis(axes, axis, "x")
        if legend:
            _legend(axes, series)
        return figure


def lines(
    x: Sequence[float], series: Sequence[Series], axis: Axis, x_label: str, ticks: Sequence[str] | None = None
) -> Figure:
    """Values over rounds (or other steps), joined by a line, with an interval at every step."""
    with matplotlib.rc_context(STYLE):
        figure, axes = _axes(3.1)
        shift = np.linspace(-0.06, 0.06, len(series)) if len(series) > 1 else [0.0]
        for item, offset in zip(series, shift, strict=True):
            where = np.asarray(x, float) + offset
            colour = item.each("colours")[0]
            axes.plot(where, item.values, color=colour, linewidth=1.2, alpha=0.75)
            _marks(axes, item, where, vertical=True)
        axes.set_xticks(list(x), [str(tick) for tick in (ticks or x)])
        axes.set_xlabel(x_label)
        _value_axis(axes, axis, "y")
        if any(item.label for item in series):
            _legend(axes, series)
        return figure


def bars(x: Sequence[float], parts: Sequence[Series], total: Series, axis: Axis, x_label: str) -> Figure:
    """Draw a distribution: stacked parts per value of x, the interval drawn on the total."""
    with matplotlib.rc_context(STYLE):
        figure, axes = _axes(2.9)
        bottom = np.zeros(len(x))
        for part, hatch in zip(parts, ("", "///", "...", "xxx"), strict=False):
            colour = part.each("colours")[0]
            style = {"color": colour, "hatch": hatch, "edgecolor": "white", "linewidth": 0.4}
            axes.bar(x, part.values, 0.86, bottom=bottom, label=part.label or None, **style)
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


def png(figure: Figure) -> bytes:
    """Return the figure as PNG bytes, the same for the same data, in few colours to keep pages small."""
    drawn, out = io.BytesIO(), io.BytesIO()
    with matplotlib.rc_context(STYLE):
        figure.savefig(drawn, format="png", dpi=DPI)
    image = Image.open(drawn).convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE)
    image.save(out, format="png", optimize=True, dpi=(DPI, DPI))
    return out.getvalue()


def shorten(label: str) -> str:
    """Return a label no longer than LABEL_LENGTH characters."""
    return (
        label
        if len(label) <= LABEL_LENGTH
        else label[: LABEL_LENGTH - 1].rstrip() + "\N{HORIZONTAL ELLIPSIS}"
    )


def _axes(height: float):
    figure = Figure(figsize=(WIDTH, height), layout="constrained")
    FigureCanvasAgg(figure)
    return figure, figure.add_subplot()


def _errors(item: Series) -> np.ndarray:
    values = np.asarray(item.values, float)
    errors = np.array([values - np.asarray(item.low, float), np.asarray(item.high, float) - values])
    return np.where(np.isfinite(errors), np.maximum(errors, 0), 0)


def _marks(axes, item: Series, where: np.ndarray, vertical: bool = False) -> None:
    """Markers with interval whiskers; NaN values are left out."""
    errors, values = _errors(item), np.asarray(item.values, float)
    for i, (colour, marker) in enumerate(zip(item.each("colours"), item.each("markers"), strict=True)):
        if not np.isfinite(values[i]):
            continue
        point = (where[i], values[i]) if vertical else (values[i], where[i])
        error = {"yerr" if vertical else "xerr": errors[:, i : i + 1]}
        face = colour if item.filled else "white"
        axes.errorbar(
            *([p] for p in point), **error, fmt=marker, color=colour, markerfacecolor=face, markersize=4.6,
            markeredgewidth=1.1, elinewidth=1.3, capsize=2.2, zorder=3,
        )  # fmt: skip


def _value_axis(axes, axis: Axis, which: str) -> None:
    """Label, number format, grid, reference line and band of the value axis ("x" or "y")."""
    handle = axes.xaxis if which == "x" else axes.yaxis
    (axes.set_xlabel if which == "x" else axes.set_ylabel)(textwrap.fill(axis.label, AXIS_LENGTH))
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
            markerfacecolor=None if item.filled else "white",
            label=item.label,
        )
        for item in series
        if item.label
    ]
    _show_legend(axes, handles)


def _show_legend(axes, handles) -> None:
    """Put a legend above the axes, in one column if its words need more than a line."""
    length = sum(len(handle.get_label()) + 4 for handle in handles)
    axes.figure.legend(
        handles=handles,
        loc="outside upper left",
        ncols=1 if length > LINE_LENGTH else len(handles),
        handlelength=1,
    )
