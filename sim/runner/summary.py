"""The interface through which the runner counts the games of a run that keeps counts instead of rows.

The runner knows no statistics: its caller passes what returns a `Summarize`
(`mazarbul.analysis.aggregates.Summary`), which is imported only for a run that counts.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Protocol

import pyarrow as pa

#: Family of the parts of such a run, and the ending of its files.
AGGREGATES = "aggregates"
SUFFIXES = {AGGREGATES: "npz"}
ROWS_SUFFIX = "parquet"

#: Family -> rows of some games.
Rows = Mapping[str, pa.Table]


class Counting(Protocol):
    """Names the sources that count games."""

    @property
    def package(self) -> Path:
        """The folder of the sources."""

    @property
    def decisive(self) -> tuple[str, ...]:
        """Files and folders in it."""


class Summary(Counting, Protocol):
    """Counts games. It is sent to the workers, so it must be picklable and holds no counts."""

    def description(self) -> dict[str, Any]:
        """Return, as a JSON value, what is needed to continue counting and to read the counts."""

    def count(self, batch: Rows) -> Any:
        """Return the totals of some games."""

    def added(self, totals: Any, more: Any) -> Any:
        """Return the sum of both totals, which does not depend on how the games were cut into batches."""

    def encoded(self, totals: Any) -> bytes:
        """Return totals as the bytes of a part; equal totals give equal bytes."""


class Summarize(Counting, Protocol):
    """Makes a summary."""

    @property
    def pilot_games(self) -> int:
        """The number of games that it looks at first."""

    def planned(self, catalogue: dict, first: Rows) -> Summary:
        """Return the summary of a new run. first: the rows of its first games, all if there are fewer."""

    def described(self, catalogue: dict, description: Mapping[str, Any]) -> Summary:
        """Return the summary of a run that has started."""


def part_name(family: str, index: int) -> str:
    """Return the file of a family's part, relative to the run's folder. index: number of the chunk."""
    return f"{family}/part-{index:05d}.{SUFFIXES.get(family, ROWS_SUFFIX)}"
