"""A report as HTML files that work offline: charts, tables, styles and scripts are inside each of them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from jinja2 import ChoiceLoader, Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from mazarbul.reports import grid, headline
from mazarbul.reports.blocks import DENSE, FIRST, FORMATS, Block, Chart, Table
from mazarbul.reports.cards import Book
from mazarbul.reports.charts import Form, palette, vega
from mazarbul.reports.charts.legend import Key, Ramp, keys, ramp
from mazarbul.reports.looks import RELATIVE
from mazarbul.reports.packed import packed
from mazarbul.reports.page import GENERATOR, Page
from mazarbul.reports.policy import policy
from mazarbul.reports.said import Once
from mazarbul.reports.site import FIGURES, START, Leaf, leaves, places

CHARTS = (
    "vendor/vega.min.js",
    "vendor/vega-lite.min.js",
    "vendor/vega-interpreter.js",  # so that no text is made into code
    "charts.js",
)  # of a page with charts, in this order
GRIDS = ("vendor/tabulator.min.js", "grids.js")  # of a page with tables that sort
PACKED = "packed.js"  # unpacks a page
FRAME = ("frame.js",)  # of every page
CARDS = ("cards.js",)  # of a page with cards; it comes last
STYLES = ("vendor/tabulator_simple.min.css",)  # of a page with tables that sort; the page's own styles follow
OWN_STYLES = ("style.css", "cards.css")
MAP = re.compile(
    r"^//# sourceMappingURL=.*$|/\*# sourceMappingURL=.*?\*/", re.MULTILINE
)  # of no use in a page
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
        return cls(vega.text(spec), vega.style(form, spec), keys(form), ramp(form))


def render(page: Page, formats: Sequence[str] = FORMATS, *, one_file: bool = False) -> dict[str, str]:
    """Return the report as HTML, by name of the file; the start page is the first.

    formats: of the linked tables. one_file: all pages as tabs of one file.
    """
    found = leaves(page)
    template = environment().get_template("report.html")
    links = places(found, one_file=one_file)
    common = {
        "page": page,
        "generator": GENERATOR,
        "played": headline.played(page.summary),
        "formats": formats,
        "first": FIRST,
        "dense": DENSE,
        "relative": RELATIVE,
        "leaves": found,
        "links": links,
        "is_chart": lambda block: isinstance(block, Chart),
    }
    groups = [found] if one_file else [[leaf] for leaf in found]
    drawn = {
        group[0].file: template.render(
            common | _embedded(group, _book(page, group)), shown=group, is_tabbed=len(group) > 1
        )
        for group in groups
    }
    return {name: packed(text, inlined(PACKED)) for name, text in drawn.items()}


def environment(*others: str) -> Environment:
    """Return what reads the templates of pages. others: packages whose own templates come first."""
    return Environment(
        loader=ChoiceLoader([PackageLoader(package) for package in (*others, "mazarbul.reports")]),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def _book(page: Page, shown: Sequence[Leaf]) -> Book:
    """Return the cards that pages of one file need: all, or those of the scenarios of their tables."""
    if any(leaf.name in (START, FIGURES) for leaf in shown):
        return page.book
    blocks = [block for leaf in shown for block in leaf.blocks()]
    return page.book.of({block.scope for block in blocks})


def _embedded(shown: Iterable[Leaf], book: Book) -> dict[str, object]:
    """Return what the pages of one file need inside it: charts, tables that sort, cards, scripts."""
    blocks: list[Block] = [block for leaf in shown for block in leaf.blocks()]
    charts = {block.name: Drawn.of(block.drawing) for block in blocks if isinstance(block, Chart)}
    grids = {
        block.name: grid.data(block, book.address)
        for block in blocks
        if isinstance(block, Table) and block.columns and grid.is_grid(block)
    }
    names = [*(CHARTS if charts else ()), *(GRIDS if grids else ()), *FRAME, *(CARDS if book else ())]
    scripts = [inlined(name) for name in names]
    styles = [*(inlined(name) for name in STYLES if grids), *map(coloured, OWN_STYLES)]
    return {
        "charts": charts,
        "grids": grids,
        "book": book,
        "link": book.address,
        "linked": book.linked,
        "once": Once(),
        "scripts": scripts,
        "styles": styles,
        "policy": policy((*scripts, inlined(PACKED)), styles),
    }


def coloured(name: str) -> Markup:
    """Return a style of ours with the colours of the palette."""
    template = environment().get_template(name)
    return Markup(template.render(light=palette.LIGHT, dark=palette.DARK))


@cache
def inlined(name: str) -> Markup:
    """Return a script or style that can stand inside a page: no text in it ends the element."""
    source = files("mazarbul.reports").joinpath(f"templates/{name}").read_text(encoding="utf-8")
    return Markup(END.sub(r"\\x3c", MAP.sub("", source)))
