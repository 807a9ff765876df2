"""The definitions of all metrics that reports and their tables show: `metrics.toml`, checked.

A column of a table shows a metric, is a name (what a row is about), or adds to a metric: interval or n.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator
from fnmatch import fnmatchcase
from functools import cache
from importlib.resources import files

from pydantic import BaseModel, ConfigDict, model_validator

#: What follows the name of a figure: interval, games behind it and behind what it is compared with, p-values,
#: of a family of comparisons the level of a named row's interval, its estimate drawn in, and chance.
TAILS = ("_low", "_high", "_n", "_n0", "_p", "_bh", "_level", "_likely", "_noise")


class Checked(BaseModel):
    """Base of all that is defined: immutable, no unknown keys."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Interval(Checked):
    """A method of intervals. method: in a sentence. paper: where it is from."""

    name: str
    method: str
    paper: str = ""


class Metric(Checked):
    """A figure, and what it means.

    tables, columns: where it is found, as patterns of `fnmatch`; names of tables without the scenario before
    them. unit: share (0 to 1), points (a difference of shares, 0.01 is one point), or in words. answers,
    limits: what it shows and what it does not. interval: key of a method, "" for none. function: what
    computes it.
    """

    chapter: str
    name: str
    tables: tuple[str, ...]
    columns: tuple[str, ...]
    formula: str
    unit: str
    answers: str
    limits: str = ""
    interval: str = ""
    function: str = ""

    def covers(self, table: str, column: str) -> bool:
        """Return whether a column of a table shows this metric."""
        return _is_any(table, self.tables) and _is_any(column, self.columns)


class Metrics(Checked):
    """All definitions. names: columns that say what a row is about, in any table. texts: tables of words."""

    names: tuple[str, ...]
    texts: tuple[str, ...]
    interval: dict[str, Interval]
    metric: tuple[Metric, ...]

    @model_validator(mode="after")
    def _methods_are_known(self) -> Metrics:
        for each in self.metric:
            if each.interval and each.interval not in self.interval:
                raise ValueError(f"{each.name!r} has the interval {each.interval!r}, which is not defined")
        return self

    def of(self, table: str, column: str) -> list[Metric]:
        """Return the metrics that a column of a table shows; at most one, unless they are badly defined."""
        return [each for each in self.metric if each.covers(table, column)]

    def undefined(self, table: str, columns: Iterable[str]) -> Iterator[str]:
        """Yield the columns of a table that are neither a metric, a tail of one, nor a name."""
        if _is_any(table, self.texts):
            return
        for column in columns:
            stems = (column.removesuffix(tail) for tail in ("", *TAILS))
            if not _is_any(column, self.names) and not any(self.of(table, stem) for stem in stems):
                yield column


def _is_any(word: str, patterns: Iterable[str]) -> bool:
    return any(fnmatchcase(word, pattern) for pattern in patterns)


@cache
def load() -> Metrics:
    """Return the definitions of all metrics."""
    text = files("mazarbul.analysis").joinpath("metrics.toml").read_text(encoding="utf-8")
    return Metrics(**tomllib.loads(text))
