"""What a report is made of: findings and sections, as plain values.

Every kind of report is a `Page`; `mazarbul.reports.write` turns it into HTML and tables, and into Markdown
with pictures if asked to.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from mazarbul.reports.blocks import GAMES, Block, Chart, Fact, Section, Table, Thing
from mazarbul.reports.cards import Book
from mazarbul.reports.said import fresh, rest

GENERATOR = "mazarbul"  # marks a page as one of ours


@dataclass(frozen=True)
class Finding:
    """What the report found. says: a sentence or two with numbers and intervals. section: id of the details.

    title, blocks: a short heading, and the figures and the table that show it; both or neither.
    """

    says: str
    section: str
    title: str = ""
    blocks: Sequence[Block] = ()

    @property
    def id(self) -> str:
        """Return the anchor of the finding."""
        return "finding_" + "_".join("".join(c if c.isalnum() else " " for c in self.title.lower()).split())


@dataclass(frozen=True)
class Line:
    """A sentence of a summary. section: id of the details, "" for none. command: what to run next, or "".

    about: the name of a card in it, which may be that of a seat, too, and the card; None for none.
    """

    says: str
    section: str = ""
    command: str = ""
    about: tuple[str, Thing] | None = None


@dataclass(frozen=True)
class Brief:
    """What a reader with two minutes needs, at the head of a report: heading -> lines, in order.

    chart: beside the first part, or behind it on a narrow page; the other parts follow below it.
    """

    parts: Mapping[str, Sequence[Line]] = field(default_factory=dict)
    chart: Chart | None = None

    def lines(self) -> Iterator[Line]:
        """Yield all lines."""
        for lines in self.parts.values():
            yield from lines


@dataclass(frozen=True)
class Page:
    """A report. summary: what was played, line by line. key: (side's name, colour, shape) in charts.

    overview: a section before the findings. book: the cards that names in tables and sentences
    lead to. brief: the summary at the head.

    Raises ValueError if two figures, tables or sections share a name or a finding has no section.
    """

    title: str
    game: str
    summary: Sequence[Fact]
    sections: Sequence[Section]
    findings: Sequence[Finding] = ()
    notices: Sequence[str] = ()
    key: Sequence[tuple[str, str, str]] = ()
    overview: Section | None = None
    book: Book = field(default_factory=Book)
    brief: Brief = field(default_factory=Brief)

    def __post_init__(self) -> None:
        ids = [part.id for section in self.sections for part in section.walk()]
        named = (ids, [chart.name for chart in self.charts()], [table.name for table in self.tables()])
        for names in named:
            if twice := [name for name, n in Counter(names).items() if n > 1]:
                raise ValueError(f"two parts of the page are called {twice[0]!r}")
        aims = [finding.section for finding in self.findings]
        aims += [line.section for line in self.brief.lines() if line.section]
        if lost := [aim for aim in aims if aim not in ids]:
            raise ValueError(f"a finding points at {lost[0]!r}, which is not a section of the page")

    def blocks(self) -> Iterator[Block]:
        """Yield all figures and tables in the order of the page."""
        yield from [self.brief.chart] if self.brief.chart else ()
        yield from self.overview.blocks if self.overview else ()
        for finding in self.findings:
            yield from finding.blocks
        for section in self.sections:
            for part in section.walk():
                yield from part.blocks

    @property
    def listed(self) -> list[tuple[Finding, str]]:
        """The findings, each without what the summary or a figure beside it says already."""
        parts = [part for section in self.sections if not section.apart for part in section.walk()]
        blocks = [block for part in [self.overview, *parts] if part for block in part.blocks]
        known = [block.says for block in [*blocks, self.brief.chart] if isinstance(block, Chart)]
        head = [line.says for line in self.brief.lines()]
        found = [(each, fresh(rest(each.says, [*known, *head]), head)) for each in self.findings]
        return [(finding, says) for finding, says in found if says or finding.title]

    def charts(self) -> list[Chart]:
        """Return the figures."""
        return [block for block in self.blocks() if isinstance(block, Chart)]

    @property
    def watched(self) -> dict[tuple[str, int], str]:
        """(scenario's id, number of a game) -> the page beside this one on which it is watched."""
        return {
            (table.scope, game): f"{GAMES}/{table.file_of(game)}"
            for table in self.tables()
            if "command" in table.frame
            for game in table.games
        }

    def tables(self) -> list[Table]:
        """Return the tables."""
        return [block for block in self.blocks() if isinstance(block, Table)]


def findings_of(sections: Sequence[Section]) -> list[Finding]:
    """Return the findings of sections, in their order."""
    return [
        Finding(says, part.id) for section in sections for part in section.walk() for says in part.findings
    ]
