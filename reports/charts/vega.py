"""Charts as Vega-Lite specs: plain values, the same for the same data, for a page to draw.

A spec is as wide as its place on the page and as high as its rows need. Its colours are the page's variables,
so the page alone knows whether it is dark; its patterns and its drawing are in `templates/charts.js`.
"""

from __future__ import annotations

from typing import Any

from markupsafe import Markup

from mazarbul.reports.charts import fields, plots
from mazarbul.reports.charts.forms import BarChart, DotPlot, Form, GroundMap, HeatMap, LineChart, TradeOff
from mazarbul.reports.charts.marks import Spec
from mazarbul.reports.embedded import in_script

DRAWN: dict[type, Any] = {
    DotPlot: plots.dots,
    LineChart: plots.lines,
    BarChart: plots.bars,
    TradeOff: plots.tradeoff,
    HeatMap: fields.heat,
    GroundMap: fields.ground_map,
}
AXIS = 60  # pixels below a chart: numbers and the label of the axis


def spec(form: Form) -> Spec:
    """Return the Vega-Lite spec of a chart."""
    return DRAWN[type(form)](form)


def text(found: Spec) -> Markup:
    """Return a spec as JSON that can stand inside a page."""
    return in_script(found, allow_nan=False)


def style(form: Form, found: Spec) -> str:
    """Return the CSS that keeps the place of a chart until it is drawn."""
    if isinstance(form, GroundMap):
        return f"aspect-ratio: {fields.ratio(form):.3f}"
    return f"min-height: {found['height'] + AXIS}px"
