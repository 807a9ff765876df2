"""The pages that a report is split into: one, or for a study a start page and one for each part."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from mazarbul.reports.blocks import Block, Chart, Section
from mazarbul.reports.page import Finding, Page

START = "index"
FIGURES = "findings"  # the page with the figures and tables of all findings


@dataclass(frozen=True)
class Leaf:
    """One page of a report. name: of its file, without the suffix. under: name of the page above it, or "".

    ahead: sections before the findings of the start page. figures: findings with their figures and tables.
    lead: the chart of the summary.
    """

    name: str
    title: str
    intro: str = ""
    ahead: Sequence[Section] = ()
    sections: Sequence[Section] = ()
    figures: Sequence[Finding] = ()
    under: str = ""
    lead: Chart | None = None

    @property
    def file(self) -> str:
        """Return the name of its file."""
        return f"{self.name}.html"

    def blocks(self) -> Iterator[Block]:
        """Yield its figures and tables."""
        yield from [self.lead] if self.lead else ()
        for finding in self.figures:
            yield from finding.blocks
        for section in (*self.ahead, *self.sections):
            for part in section.walk():
                yield from part.blocks

    def ids(self) -> Iterator[str]:
        """Yield the anchors on it: its own name, and those of its sections and findings."""
        yield self.name
        yield from (finding.id for finding in self.figures)
        yield from (part.id for section in (*self.ahead, *self.sections) for part in section.walk())


def leaves(page: Page) -> list[Leaf]:
    """Return the pages of a report, the start page first; only that, unless some sections stand apart."""
    near = [section for section in page.sections if not section.apart]
    found = [
        Leaf(START, page.title, "", [page.overview] if page.overview else [], near, lead=page.brief.chart)
    ]
    if detailed := [finding for finding in page.findings if finding.blocks]:
        found.append(Leaf(FIGURES, "Findings in figures", figures=detailed))
    for section in page.sections:
        if section.apart:
            found += _apart(section)
    return found


def _apart(section: Section, under: str = "") -> list[Leaf]:
    """Return the page of a section, and those of its parts that stand apart as well."""
    near = [part for part in section.parts if not part.apart]
    own = [Section("", "", blocks=section.blocks)] if section.blocks else []
    found = [Leaf(section.id, section.title, section.intro, (), [*own, *near], under=under)]
    for part in section.parts:
        if part.apart:
            found += _apart(part, section.id)
    return found


def places(found: Sequence[Leaf], *, one_file: bool) -> dict[str, dict[str, str]]:
    """Return for every page the addresses of all anchors of the report, as links from that page.

    one_file: all pages are in one file.
    """
    home = {anchor: leaf for leaf in found for anchor in leaf.ids()}

    def address(anchor: str, leaf: Leaf, here: Leaf) -> str:
        if one_file:
            return f"#page_{anchor}" if anchor == leaf.name else f"#{anchor}"
        if anchor == leaf.name:
            return leaf.file
        return f"#{anchor}" if leaf is here else f"{leaf.file}#{anchor}"

    return {
        here.name: {anchor: address(anchor, leaf, here) for anchor, leaf in home.items()} for here in found
    }
