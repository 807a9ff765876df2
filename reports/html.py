"""A page as one HTML file that works offline: charts, styles and scripts are inside."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.resources import files

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from reports.charts import Form, palette, vega
from reports.charts.legend import Key, Ramp, keys, ramp
from reports.page import FORMATS, GENERATOR, Chart, Page

SCRIPTS = (
    "vendor/vega.min.js",
    "vendor/vega-lite.min.js",
    "charts.js",
)  # of a page with charts, in this order
END = re.compile(r"<(?=/script|!--)", re.IGNORECASE)  # would end a script in a page


@dataclass(frozen=True)
class Drawn:
    """A chart for the page. spec: as JSON. style: CSS that keeps its place. keys, ramp: its legend."""

    spec: Markup
    style: str
    keys: Sequence[Key]
    ramp: Ramp | None

    @classmethod
    def of(cls, form: Form) -> Drawn:
        """From what it shows."""
        spec = vega.spec(form)
        return cls(Markup(vega.text(spec)), vega.style(form, spec), keys(form), ramp(form))


def render(page: Page, formats: Sequence[str] = FORMATS) -> str:
    """Return the page as HTML. formats: of the linked tables."""
    charts = {chart.name: Drawn.of(chart.drawing) for chart in page.charts()}
    template = environment().get_template("report.html")
    return template.render(
        page=page,
        generator=GENERATOR,
        charts=charts,
        scripts=[script(name) for name in SCRIPTS] if charts else [],
        light=palette.LIGHT,
        dark=palette.DARK,
        formats=formats,
        is_chart=lambda block: isinstance(block, Chart),
        is_detailed=any(finding.blocks for finding in page.findings),
    )


def environment() -> Environment:
    """Return what reads the templates of pages."""
    return Environment(
        loader=PackageLoader("reports"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def script(name: str) -> Markup:
    """Return a script that can stand inside a page: no text in it ends the element."""
    source = files("reports").joinpath(f"templates/{name}").read_text(encoding="utf-8")
    return Markup(END.sub(r"\\x3c", source))
