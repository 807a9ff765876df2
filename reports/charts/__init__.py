"""Charts in one style: colour-blind safe, every estimate with its 95% interval, readable on a phone.

`forms` has the charts as plain data, and sections make these. `vega` turns them into specs that a page draws,
`png` into pictures for Markdown. `palette` has the colours of both, and `legend` explains the marks.
"""

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
)
from mazarbul.reports.charts.palette import BESIDE, INK, PALE, QUIET, SIDE_COLOURS, SIDE_MARKERS

__all__ = [
    "BESIDE",
    "INK",
    "PALE",
    "QUIET",
    "SIDE_COLOURS",
    "SIDE_MARKERS",
    "Axis",
    "BarChart",
    "DotPlot",
    "Form",
    "Ground",
    "GroundMap",
    "HeatMap",
    "LineChart",
    "Series",
    "TradeOff",
]
