"""What sections are made of: figures and tables, as plain values."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any

import pandas as pd

from mazarbul.analysis import words
from mazarbul.analysis.estimates import CLEAR
from mazarbul.reports.charts import Form

#: Formats that tables are written in, besides the page.
FORMATS = ("csv", "parquet")
#: What may stand between the values, and before the decimals, of a table as CSV.
SEPARATORS, DECIMALS = (",", ";", "\t"), (".", ",")
DENSE = 6  # columns of a table whose intervals stand beside their values; of more, below them
FIRST = 10  # rows of a table that print and Markdown show, and pages where no script runs
ESTIMATES = ("rate", "mean", "points")  # kinds of columns with an interval
TEXTS = ("text", "words")  # kinds of columns without numbers
DAGGER = "\N{DAGGER}"
#: Column with names of cards -> those with their ids, and that with the seat.
NAMES = {"name": (("subject", "id"), "seat"), "other_name": (("other_id",), "other_seat")}
GAMES = "games"  # the folder of the pages on which games are watched


class Formats(tuple[str, ...]):  # noqa: SLOT001 it has attributes
    """Formats that tables are written in, and how they are written as CSV.

    separator: between values. decimal: before the decimals of a number; it differs from the separator.
    """

    separator: str = SEPARATORS[0]
    decimal: str = DECIMALS[0]

    @classmethod
    def of(cls, names: Iterable[str], separator: str = "", decimal: str = "") -> Formats:
        """Return formats; a separator that is not given suits the decimals."""
        found = cls(names)
        found.decimal = decimal or cls.decimal
        found.separator = separator or (SEPARATORS[1] if found.decimal == SEPARATORS[0] else cls.separator)
        return found


#: Given the folder of a run and the number of a game, the page on which it is watched; None if there is none.
Watch = Callable[[Path, int], str | None]
#: A card that a cell names: (scenario's title, seat, id), with "" for what is not known.
Thing = tuple[str, str, str]
#: A line of a page's head: its name, and its value or a list of them.
Fact = tuple[str, str | Sequence[str]]


@dataclass(frozen=True)
class Chart:
    """A chart. drawing: what it shows, as data. says: one sentence on it.

    alt: the same for readers who cannot see it. scope: the scenario that it is about, on a page of several.
    """

    name: str
    drawing: Form
    says: str
    alt: str
    scope: str = ""


@dataclass(frozen=True)
class Column:
    """One column of a table on the page.

    kind: text, words (an id), count, number, p, rate, mean or points. The last three print the interval of
    the columns key_low and key_high beside the value and, unless show_n is False, key_n (with key_n0 of a
    difference) in a column of kind n, which the table adds.
    mark: name of a column of corrected p-values; values below CLEAR are set in bold with a star.
    flag: name of a column of truths; a text whose row has it is followed by a dagger.
    link: name of a column with the ids of sections that a text links to.
    game: name of a column with the keys of games, whose pages a text links to.
    raw: what happened later in a game decides it too, so it neither sorts nor has colours.
    unlike: its rows are of different measures, so it has no colours.
    """

    key: str
    label: str
    kind: str = "text"
    show_n: bool = True
    mark: str | None = None
    flag: str | None = None
    digits: int = 2
    link: str | None = None
    game: str | None = None
    raw: bool = False
    unlike: bool = False

    @property
    def is_text(self) -> bool:
        """Whether the column has words, not numbers."""
        return self.kind in TEXTS

    def words(self, value: object, flag: object = None) -> str:
        """Return a text as printed, with a dagger if it is flagged."""
        text = words.NONE if words.missing(value) else str(value)
        text = words.human(text) if self.kind == "words" else text
        return text if words.missing(flag) or not flag else f"{text} {DAGGER}"

    def text(self, value: float) -> str:
        """Return a number as printed."""
        if self.kind in ("number", "mean"):
            return words.decimal(value, self.digits)
        forms: dict[str, Callable[[float], str]] = {
            "rate": words.percent,
            "points": words.points,
            "p": words.chance,
        }
        return forms.get(self.kind, words.count)(value)

    def span(self, low: float, high: float) -> str:
        """Return an interval as printed beside its value: "48.2-51.9"; "" if there is none."""
        if words.missing(low) or words.missing(high):
            return ""
        form = {"rate": words.percent, "points": words.points}.get(self.kind, self.text)
        return words.span(low, high, form).removesuffix("%")


@dataclass(frozen=True)
class Cell:
    """text: as printed. span: its interval, "" for none. strong: marked. link: id of a section, or "".

    file: address of a page beside the report that the text leads to, or "".
    thing: (scenario's title, seat, id) of the card that the text names, with "" for what is not known.
    """

    text: str
    span: str = ""
    strong: bool = False
    link: str = ""
    thing: Thing | None = None
    file: str = ""


@dataclass(frozen=True)
class Table:
    """A table: all of `frame` goes to <name>.csv and <name>.parquet, `columns` of it to the page.

    folded: shown on demand. shown: which rows go to the page, one boolean per row; None = all. Without
    columns, the table is only written to files. scope: the scenario that its things belong to, on a page of
    several. games: key of a game, such as its number -> the page on which it is watched, beside the report.
    """

    name: str
    caption: str
    frame: pd.DataFrame
    columns: Sequence[Column] = ()
    note: str = ""
    folded: bool = False
    shown: Sequence[bool] | None = None
    scope: str = ""
    games: Mapping[Any, str] = field(default_factory=dict)

    def file_of(self, game: int | str) -> str:
        """Return the name of the page of a game, in the folder `GAMES` beside the report."""
        return f"{self.name}_{game}.html"

    @cached_property
    def printed(self) -> pd.DataFrame:
        """The rows that go to the page."""
        return self.frame if self.shown is None else self.frame[list(self.shown)]

    def rows(self, first: int | None = None) -> list[list[Cell]]:
        """Return the cells of the page's table, row by row; only the first rows if given."""
        frame = self.printed if first is None else self.printed.head(first)
        return [[self._cell(column, row) for column in self.heads] for row in frame.to_dict("records")]

    def _cell(self, column: Column, row: dict) -> Cell:
        """Return what stands in a column of a row, with the page that it leads to."""
        has_page = column.game and row[column.game] in self.games
        file = f"{GAMES}/{self.file_of(row[column.game])}" if has_page else ""
        cell = _cell(column, row)
        return replace(cell, file=file) if file else cell

    def cut(self, first: int) -> str:
        """Return the note that only the first rows are shown; "" if these are all."""
        whole = len(self.printed)
        return "" if whole <= first else f"The first {first} of {words.count(whole)} rows."

    @cached_property
    def heads(self) -> list[Column]:
        """The columns of the page's table that the frame has values for, with those of n.

        An estimate has none if a column of counts says the same, or the title of the table. Its label has an
        n that all rows share; one column of n stands for all neighbours that agree.
        """
        columns = [column for column in self.columns if column.key in self.frame]
        if self._n is not None:
            return columns
        known = {self._counts(column) for column in columns if column.kind == "count"}
        counts = {column.key: self._counts(column) for column in columns if _has_n(column)}
        found: list[Column] = []
        for column, after in zip(columns, [*columns[1:], None], strict=True):
            own = counts.get(column.key)
            shared = None if own is None or own in known else self._shared([column])
            if shared == 0:
                continue  # it has no value in any row
            label = (
                column.label
                if shared is None
                else f"{column.label}, n\N{NO-BREAK SPACE}{words.count(shared)}"
            )
            found.append(replace(column, label=label))
            is_same = after is not None and counts.get(after.key) == own
            if own is not None and own not in known and shared is None and not is_same:
                found.append(Column(f"{column.key}_n", "n", "n"))
        return found

    @cached_property
    def title(self) -> str:
        """The caption, with the n of all rows if that is one number."""
        return self.caption if self._n is None else f"{self.caption}, n {words.count(self._n)}"

    @property
    def _n(self) -> float | None:
        """The n of all estimates of all rows, on both sides of differences; None if there are several."""
        return self._shared(
            [column for column in self.columns if column.key in self.frame and _has_n(column)]
        )

    def _shared(self, columns: Sequence[Column]) -> float | None:
        """Return the n of estimates of all rows, on both sides of differences; None if there are several."""
        keys = [f"{column.key}_n" for column in columns]
        known = [self.printed[key] for name in keys for key in (name, f"{name}0") if key in self.printed]
        numbers = {float(each) for column in known for each in column.dropna()}
        is_one = len(numbers) == 1 and all(key in self.printed for key in keys) and len(self.printed) > 1
        return numbers.pop() if is_one else None

    def _counts(self, column: Column) -> tuple[tuple[float, ...], ...]:
        """Return what a column of counts, or the n of an estimate, says in every row."""
        keys = [f"{column.key}_n", f"{column.key}_n0"] if _has_n(column) else [column.key]
        found = (self.printed[key].fillna(0).astype(float) for key in keys if key in self.printed)
        return tuple(tuple(each.tolist()) for each in found)


Block = Chart | Table


@dataclass(frozen=True)
class Section:
    """A part of the page. findings: sentences for the top of the report, the most important first.

    parts: sections inside this one, printed after its blocks. apart: it has a page of its own, where the
    report is split into pages (`mazarbul.reports.site`).
    """

    id: str
    title: str
    intro: str = ""
    blocks: list[Block] = field(default_factory=list)
    findings: list[str] = field(default_factory=list)
    parts: list[Section] = field(default_factory=list)
    apart: bool = False

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

    def within(self, prefix: str) -> Section:
        """Return the section with `prefix` before all names: a report can hold several of its kind."""
        blocks = [_within(block, prefix) for block in self.blocks]
        parts = [part.within(prefix) for part in self.parts]
        return replace(self, id=f"{prefix}_{self.id}", blocks=blocks, parts=parts)


def _has_n(column: Column) -> bool:
    return column.kind in ESTIMATES and column.show_n


def is_marked(p: Any) -> bool:
    """Return whether a corrected p-value is small enough for bold type and a star."""
    return not words.missing(p) and p < CLEAR


def _cell(column: Column, row: dict) -> Cell:
    value: Any = row.get(column.key)
    if column.is_text:
        return Cell(
            column.words(value, row.get(column.flag)),
            link=row.get(column.link, ""),
            thing=thing_of(column, row),
        )
    if words.missing(value):
        return Cell(words.NONE)
    if column.kind == "n" and f"{column.key}0" in row:
        return Cell(f"{words.count(value)} / {words.count(row[f'{column.key}0'])}")
    span = (
        column.span(row[f"{column.key}_low"], row[f"{column.key}_high"]) if column.kind in ESTIMATES else ""
    )
    return Cell(column.text(value), span, is_marked(row.get(column.mark)))


def _within(block: Block, prefix: str) -> Block:
    """Return a chart or table of the scenario `prefix`, which stands before its name."""
    return replace(block, name=f"{prefix}_{block.name}", scope=prefix)


def facts_of(column: Column) -> list[str]:
    """Return the columns that say which card a name in a column stands for (see `thing_of`)."""
    ids, seat = NAMES[column.key]
    return [*ids, seat, "scenario_title"]


def thing_of(column: Column, row: dict) -> Thing | None:
    """Return the card that a name stands for; None if the column has no names or the row no ids."""
    ids, seat = NAMES.get(column.key, ((), ""))
    identifier = next((row[name] for name in ids if row.get(name)), None)
    if not isinstance(identifier, str):
        return None
    owner, scenario = row.get(seat), row.get("scenario_title")
    return scenario or "", owner if isinstance(owner, str) else "", identifier
