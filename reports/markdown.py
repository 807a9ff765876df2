"""A page as GitHub Markdown: the same findings and figures, tables cut to their first rows."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from mazarbul.reports.blocks import FIRST, FORMATS, Block, Cell, Chart, Section, Table
from mazarbul.reports.looks import RELATIVE
from mazarbul.reports.page import Page

NAMES = {"csv": "CSV", "parquet": "Parquet"}
_SPECIAL = re.compile(r"([\\`*_{}\[\]<>#|~$])")


def render(page: Page, formats: Sequence[str] = FORMATS) -> str:
    """Return the page as Markdown. Figures are linked as figures/*.png, tables as tables/*.<format>."""
    return "\n\n".join(_parts(page, formats)) + "\n"


def escape(text: str) -> str:
    """Return text that Markdown prints literally, on one line, inside or outside a table."""
    return _SPECIAL.sub(r"\\\1", " ".join(text.replace("&", "&amp;").split()))


def _parts(page: Page, formats: Sequence[str]) -> Iterator[str]:
    yield f"# {escape(page.title)}"
    yield "\n".join(
        f"- {escape(name)}: {escape(value if isinstance(value, str) else '; '.join(value))}"
        for name, value in [("Game", page.game), *page.summary]
    )
    yield from (f"> {escape(notice)}" for notice in page.notices)
    for heading, lines in page.brief.parts.items():
        yield f"## {escape(heading)}"
        yield "\n".join(f"- {escape(f'{line.says} {line.command}'.strip())}" for line in lines)
    if page.brief.chart:
        yield from _block(page.brief.chart, formats)
    if page.overview:
        yield from _section(page.overview, 2, formats)
    yield "## Findings"
    if any(finding.blocks for finding in page.findings):
        yield from _at_length(page, formats)
    else:
        yield "\n".join(f"{i}. {escape(says)}" for i, (_, says) in enumerate(page.listed, 1))
    yield RELATIVE
    for section in page.sections:
        yield from _section(section, 2, formats)


def _at_length(page: Page, formats: Sequence[str]) -> Iterator[str]:
    for i, finding in enumerate(page.findings, 1):
        yield f"### {i}. {escape(finding.title)}"
        yield f"**{escape(finding.says)}**"
        for block in finding.blocks:
            yield from _block(block, formats)


def _section(section: Section, level: int, formats: Sequence[str]) -> Iterator[str]:
    yield f"{'#' * level} {escape(section.title)}"
    if section.intro:
        yield escape(section.intro)
    for block in section.blocks:
        yield from _block(block, formats)
    for part in section.parts:
        yield from _section(part, level + 1, formats)


def _block(block: Block, formats: Sequence[str]) -> Iterator[str]:
    if isinstance(block, Chart):
        yield escape(block.says)
        yield f"![{escape(block.alt)}](figures/{block.name}.png)"
    elif block.columns:
        yield f"**{escape(block.title)}**"
        yield table(block)
        notes = [escape(words) for words in (block.cut(FIRST), block.note) if words]
        links = [f"[{NAMES[each]}](tables/{block.name}.{each})" for each in formats]
        yield " ".join([*notes, ", ".join(links)])


def table(block: Table) -> str:
    """Return a pipe table of the first rows."""
    heads = block.heads
    right = [not head.is_text for head in heads]
    lines = [
        _line([escape(head.label) for head in heads]),
        _line(["---:" if is_right else "---" for is_right in right]),
        *(_line([_cell(cell) for cell in row]) for row in block.rows(FIRST)),
    ]
    return "\n".join(lines)


def _line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _cell(cell: Cell) -> str:
    text = f"**{escape(cell.text)}\\***" if cell.strong else escape(cell.text)
    text = f"[{text}]({cell.file})" if cell.file else text
    return f"{text} ({escape(cell.span)})" if cell.span else text
