"""What a report is made of: sections of figures and tables, as plain values a template can print."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import pandas as pd
from matplotlib.figure import Figure as Drawing

from reports import words


@dataclass(frozen=True)
class Chart:
    """A figure. says: one sentence on what to see. alt: the same for those who cannot see the picture."""

    name: str
    drawing: Drawing
    says: str
    alt: str


@dataclass(frozen=True)
class Column:
    """One column of a table on the page.

    kind: text, words (an id), count, number, rate, mean or points; the last three print the columns
    key_low, key_high and, unless show_n is False, key_n (and key_n0 of a difference) below the value.
    mark: name of a column of corrected p-values; values below 0.05 are set in bold with a star.
    """

    key: str
    label: str
    kind: str = "text"
    show_n: bool = True
    mark: str | None = None
    digits: int = 2


@dataclass(frozen=True)
class Cell:
    """text: as printed. sub: small second line. sort: value to sort by, "" for none. strong: marked."""

    text: str
    sub: str = ""
    sort: str = ""
    strong: bool = False


@dataclass(frozen=True)
class Table:
    """A table: all of `frame` goes to <name>.csv, `columns` of it to the page.

    folded: shown on demand. shown: which rows go to the page, one truth per row; None = all.
    """

    name: str
    caption: str
    frame: pd.DataFrame
    columns: Sequence[Column] = ()
    note: str = ""
    folded: bool = False
    shown: Sequence[bool] | None = None

    def rows(self) -> list[list[Cell]]:
        """Return the cells of the page's table, row by row."""
        frame = self.frame if self.shown is None else self.frame[list(self.shown)]
        return [[_cell(column, row) for column in self.heads()] for row in frame.to_dict("records")]

    def heads(self) -> list[Column]:
        """Return the columns of the page's table that the frame has."""
        return [column for column in self.columns if column.key in self.frame]


@dataclass(frozen=True)
class Section:
    """A part of the page. findings: sentences for the top of the report, the weightiest first."""

    id: str
    title: str
    intro: str = ""
    blocks: list[Chart | Table] = field(default_factory=list)
    findings: list[str] = field(default_factory=list)

    def charts(self) -> list[Chart]:
        """Return the charts among the blocks."""
        return [block for block in self.blocks if isinstance(block, Chart)]

    def tables(self) -> list[Table]:
        """Return the tables among the blocks."""
        return [block for block in self.blocks if isinstance(block, Table)]


def _cell(column: Column, row: dict) -> Cell:
    value = row[column.key]
    if column.kind in ("text", "words"):
        text = words.NONE if words.missing(value) else str(value)
        text = words.human(text) if column.kind == "words" else text
        return Cell(text, sort=text.lower())
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


def _form(column: Column) -> Callable[[float], str]:
    if column.kind in ("number", "mean"):
        return lambda value: words.decimal(value, column.digits)
    return {"count": words.count, "rate": words.percent, "points": words.points}[column.kind]
