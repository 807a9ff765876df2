"""A page as one HTML file that works offline: pictures, styles and the script are inside."""

from __future__ import annotations

import base64
from collections.abc import Mapping, Sequence

from jinja2 import Environment, PackageLoader, StrictUndefined

from reports.page import FORMATS, GENERATOR, Chart, Page


def render(page: Page, pictures: Mapping[str, bytes], formats: Sequence[str] = FORMATS) -> str:
    """Return the page as HTML. pictures: chart name -> PNG. formats: of the linked tables."""
    environment = Environment(
        loader=PackageLoader("reports"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    sources = {
        name: "data:image/png;base64," + base64.b64encode(image).decode() for name, image in pictures.items()
    }
    return environment.get_template("report.html").render(
        page=page,
        generator=GENERATOR,
        pictures=sources,
        formats=formats,
        is_chart=lambda block: isinstance(block, Chart),
        is_detailed=any(finding.blocks for finding in page.findings),
    )
