"""The charts of a run's report for notebooks: Vega-Lite specs, which JupyterLab and others draw."""

from __future__ import annotations

import re
from typing import Any

from mazarbul.analysis import RunError, held
from mazarbul.analysis.fitting import fitting
from mazarbul.analysis.run import Run
from mazarbul.checks import checked
from mazarbul.reports.blocks import Chart
from mazarbul.reports.charts import vega
from mazarbul.reports.charts.palette import LIGHT
from mazarbul.reports.sections import held as cards
from mazarbul.reports.sections import result, unplayed, worth
from mazarbul.reports.sections.common import Topic, band_of
from mazarbul.sim.runner.errors import unknown

MIME = "application/vnd.vegalite.v5+json"
WIDTH = 600  # pixels
_COLOUR = re.compile(r"var\(--([a-z0-9]+)\)")
#: Looks that a page gives its charts.
CONFIG = {
    "background": LIGHT["paper"],
    "view": {"stroke": None},
    "axis": {"labelColor": LIGHT["ink"], "titleColor": LIGHT["quiet"], "gridColor": LIGHT["rule"],
             "titleFontWeight": "normal", "labelLimit": 0, "titleLimit": 0},
}  # fmt: skip


class Plot:
    """A chart. spec: in Vega-Lite's form, for any program that draws it. says: what it shows."""

    def __init__(self, chart: Chart) -> None:
        self.says = chart.says
        self._alt = chart.alt
        drawn = _coloured(vega.spec(chart.drawing))
        schema = "https://vega.github.io/schema/vega-lite/v5.json"
        self.spec: dict[str, Any] = {"$schema": schema, **drawn, "width": WIDTH, "config": CONFIG}

    def __repr__(self) -> str:
        return f"<Plot: {self._alt}>"

    def _repr_mimebundle_(self, **_: Any) -> dict[str, Any]:
        """Return what notebooks show."""
        return {MIME: self.spec, "text/plain": repr(self)}


class Plots:
    """The charts of a run."""

    def __init__(self, run: Run) -> None:
        self._run = run
        self._topic = Topic(run, band_of(run))

    @checked
    def win_rate(self) -> Plot:
        """Return how often each side wins, with intervals, against the target range."""
        with fitting(self._run.path):
            return Plot(result.wins_chart(self._topic, result.judged(self._topic)))

    @checked
    def cards(self, side: str | None = None) -> Plot:
        """Return what the cards of a side are worth, the best and the worst. side: the first if None.

        Raises DataError if the run does not show it.
        """
        if side is not None and side not in self._run.sides:
            raise unknown(f"side of {self._run.catalogue['title']}", side, self._run.sides)
        with fitting(self._run.path):
            for asked in self._run.declared.asked("held"):
                if chart := self._worth(side or self._topic.first, asked):
                    return Plot(chart)
        raise RunError(self._run.path, "does not show what cards are worth", "play more games and keep all")

    def _worth(self, side: str, asked: Any) -> Chart | None:
        """Return the chart of a side's things, as in the report; None if they were not recorded."""
        counted = held.tally(self._run, asked)
        if counted is None:
            return None
        things = unplayed.known(held.plays(counted[0]))
        frame = worth.adjusted(self._topic, asked, things)
        return None if frame.empty else worth.chart(self._topic, asked, side, frame, cards.labels)


def _coloured(value: Any) -> Any:
    """Return a spec whose colours are those of light pages, not names of them."""
    if isinstance(value, dict):
        return {key: _coloured(each) for key, each in value.items()}
    if isinstance(value, list):
        return [_coloured(each) for each in value]
    return _COLOUR.sub(lambda found: LIGHT[found[1]], value) if isinstance(value, str) else value
