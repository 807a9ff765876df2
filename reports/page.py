"""What a report is made of: findings and sections with figures and tables, as plain values.

Every kind of report is a `Page`; `reports.write` turns it into HTML and tables, and into Markdown
with pictures if asked to.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

import pandas as pd

from reports import words
from reports.cards import Book
from reports.charts import Form

#: Formats that tables are written in, besides the page.
FORMATS = ("csv", "parquet")
DAGGER = "\N{DAGGER}"
#: Columns with names of cards, those with their ids, and that with the seat.
NAMES = (("name", ("id", "subject"), "seat"), ("other_name", ("other_id",), "other_seat"))
GENERATOR = "mazarbul"  # marks a page as one of ours


@dataclass(frozen=True)
class Chart:
    """A chart. drawing: what it shows, as data. says: one sentence on it.

    alt: the same for readers who cannot see it.
    """

    name: str
    drawing: Form
    says: str
    alt: str


@dataclass(frozen=True)
class Column:
    """One column of a table on the page.

    kind: text, words (an id), count, number, rate, mean or points; the last three print the columns
    key_low, key_high and, unless show_n is False, key_n (and key_n0 of a difference) below the value.
    mark: name of a column of corrected p-values; values below 0.05 are set in bold with a star.
    flag: name of a column of truths; a text whose row has it is followed by a dagger.
    """

    key: str
    label: str
    kind: str = "text"
    show_n: bool = True
    mark: str | None = None
    flag: str | None = None
    digits: int = 2


@dataclass(frozen=True)
class Cell:
    """text: as printed. sub: small second line. sort: value to sort by, "" for none. strong: marked.

    thing: (scenario's title, seat, id) of the card that the text names, with "" for what is not known.
    """

    text: str
    sub: str = ""
    sort: str = ""
    strong: bool = False
    thing: tuple[str, str, str] | None = None


@dataclass(frozen=True)
class Table:
    """A table: all of `frame` goes to <name>.csv and <name>.parquet, `columns` of it to the page.

    folded: shown on demand. shown: which rows go to the page, one boolean per row; None = all.
    top: print at most this many of those rows; None = all. Without columns, the table is only written to
    files. scope: the scenario that its things belong to, on a page of several.
    """

    name: str
    caption: str
    frame: pd.DataFrame
    columns: Sequence[Column] = ()
    note: str = ""
    folded: bool = False
    shown: Sequence[bool] | None = None
    top: int | None = None
    scope: str = ""

    @property
    def printed(self) -> pd.DataFrame:
        """The rows that go to the page, before `top` cuts them."""
        return self.frame if self.shown is None else self.frame[list(self.shown)]

    def rows(self, top: int | None = None) -> list[list[Cell]]:
        """Return the cells of the page's table, row by row; at most `top` rows if given."""
        frame = self.printed.head(self.limit(top))
        return [[_cell(column, row) for column in self.heads()] for row in frame.to_dict("records")]

    def limit(self, top: int | None = None) -> int:
        """Return the number of rows on the page."""
        return min(len(self.printed), *(limit for limit in (self.top, top) if limit is not None), 1 << 30)

    def cut(self, top: int | None = None) -> str:
        """Return the note on rows left out; "" if none are."""
        limit, whole = self.limit(top), len(self.printed)
        return "" if limit == whole else f"The first {limit} of {words.count(whole)} rows."

    def heads(self) -> list[Column]:
        """Return the columns of the page's table that the frame has."""
        return [column for column in self.columns if column.key in self.frame]


Block = Chart | Table


@dataclass(frozen=True)
class Section:
    """A part of the page. findings: sentences for the top of the report, the most important first.

    parts: sections inside this one, printed after its blocks.
    """

    id: str
    title: str
    intro: str = ""
    blocks: list[Block] = field(default_factory=list)
    findings: list[str] = field(default_factory=list)
    parts: list[Section] = field(default_factory=list)

    def walk(self) -> Iterator[Section]:
        """Yield the section and all sections inside it."""
        yield self
        for part in self.parts:
            yield from part.walk()

    def charts(self) -> list[Chart]:
        """Return the charts of the section and of those inside it."""
        return [block for part in self.walk() for block in part.blocks if isinstance(block, Chart)]

    def tables(self) -> list[Table]:
        """Return the tables of the section and of those inside it."""
        return [block for part in self.walk() for block in part.blocks if isinstance(block, Table)]

    def table(self, name: str) -> Table | None:
        """Return a table by name; None if there is none."""
        return next((table for table in self.tables() if table.name == name), None)

    def within(self, prefix: str, top: int | None = None) -> Section:
        """Return the section with `prefix` before all names, so that one page can hold several of its kind.

        top: tables with more rows are folded, and only this many rows are printed.
        """
        blocks: list[Block] = []
        for block in self.blocks:
            renamed = replace(block, name=f"{prefix}_{block.name}")
            if isinstance(renamed, Table):
                renamed = replace(renamed, scope=prefix)
                if top is not None and renamed.limit() > top:
                    renamed = replace(renamed, top=top, folded=True)
            blocks.append(renamed)
        parts = [part.within(prefix, top) for part in self.parts]
        return replace(self, id=f"{prefix}_{self.id}", blocks=blocks, parts=parts)


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
    """A sentence of a summary. section: id of the details, "" for none."""

    says: str
    section: str = ""


@dataclass(frozen=True)
class Brief:
    """What a reader with two minutes needs, at the head of a report: heading -> lines, in order."""

    parts: Mapping[str, Sequence[Line]] = field(default_factory=dict)

    def lines(self) -> Iterator[Line]:
        """Yield all lines."""
        for lines in self.parts.values():
            yield from lines


@dataclass(frozen=True)
class Page:
    """A report. summary: what was played, as (name, value). key: (side's name, colour, shape) in charts.

    book: the cards that names in tables and sentences lead to. brief: the summary at the head.

    Raises ValueError if two figures, tables or sections share a name or a finding has no section.
    """

    title: str
    game: str
    summary: Sequence[tuple[str, str]]
    sections: Sequence[Section]
    findings: Sequence[Finding] = ()
    notices: Sequence[str] = ()
    key: Sequence[tuple[str, str, str]] = ()
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
        for finding in self.findings:
            yield from finding.blocks
        for section in self.sections:
            for part in section.walk():
                yield from part.blocks

    def charts(self) -> list[Chart]:
        """Return the figures."""
        return [block for block in self.blocks() if isinstance(block, Chart)]

    def tables(self) -> list[Table]:
        """Return the tables."""
        return [block for block in self.blocks() if isinstance(block, Table)]


def findings_of(sections: Sequence[Section]) -> list[Finding]:
    """Return the findings of sections, in their order."""
    return [
        Finding(says, part.id) for section in sections for part in section.walk() for says in part.findings
    ]


def _cell(column: Column, row: dict) -> Cell:
    value = row[column.key]
    if column.kind in ("text", "words"):
        text = words.NONE if words.missing(value) else str(value)
        text = words.human(text) if column.kind == "words" else text
        flag = row.get(column.flag) if column.flag else None
        dagger = "" if words.missing(flag) or not flag else f" {DAGGER}"
        return Cell(text + dagger, sort=text.lower(), thing=_thing(column, row))
    form = _form(column)
    if words.missing(value):
        return Cell(
            words.NONE, sub="n 0" if column.show_n and column.kind in ("rate", "mean", "points") else ""
        )
    strong = column.mark is not None and row.get(column.mark, 1.0) < 0.05
    sub = ""
    if column.kind in ("rate", "mean", "points"):
        sub = words.span(row[f"{column.key}_low"], row[f"{column.key}_high"], form)
        if column.show_n:
            others = f" / {words.count(row[f'{column.key}_n0'])}" if f"{column.key}_n0" in row else ""
            sub += f" \N{MIDDLE DOT} n {words.count(row[f'{column.key}_n'])}{others}"
    return Cell(form(value), sub, f"{float(value):.9g}", strong)


def _thing(column: Column, row: dict) -> tuple[str, str, str] | None:
    """Return the card that a name stands for; None if the column has no names or the row no ids."""
    for key, ids, seat in NAMES:
        identifier = next((row[name] for name in ids if column.key == key and row.get(name)), None)
        if isinstance(identifier, str):
            owner, scenario = row.get(seat), row.get("scenario_title")
            return scenario or "", owner if isinstance(owner, str) else "", identifier
    return None


def _form(column: Column) -> Callable[[float], str]:
    if column.kind in ("number", "mean"):
        return lambda value: words.decimal(value, column.digits)
    return {"count": words.count, "rate": words.percent, "points": words.points}[column.kind]
