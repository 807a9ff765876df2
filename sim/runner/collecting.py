"""What happens to the rows of a chunk: they are kept, or counted as they come.

Both have `add(batch)` for the families of some games, and `parts()` for the bytes of each family.
"""

from __future__ import annotations

from typing import Any

from mazarbul.sim.runner.store import INDEX, Columns, encode, numbers, table_of
from mazarbul.sim.runner.summary import AGGREGATES, Summary

COUNT_GAMES = 1 << 15  # games counted together: enough to be fast, few enough to use little memory


class RowsKept:
    """Keeps the rows of all families."""

    def __init__(self) -> None:
        self._batches: list[dict[str, Columns]] = []

    def add(self, batch: dict[str, Columns]) -> None:
        """Keep the rows of some games."""
        self._batches.append(batch)

    def parts(self) -> dict[str, bytes]:
        """Return the parquet bytes of each family."""
        return {family: encode([batch[family] for batch in self._batches]) for family in self._batches[0]}


class RowsCounted:
    """Counts the rows and forgets them."""

    def __init__(self, summary: Summary) -> None:
        self._summary = summary
        self._batches: list[dict[str, Columns]] = []
        self._games = 0
        self._totals: Any = None

    def add(self, batch: dict[str, Columns]) -> None:
        """Count some games, now or with later ones."""
        self._batches.append(batch)
        self._games += len(numbers(batch["games"], INDEX))
        if self._games >= COUNT_GAMES:
            self._count()

    def parts(self) -> dict[str, bytes]:
        """Return the counts of all games."""
        if self._batches:
            self._count()
        return {AGGREGATES: self._summary.encoded(self._totals)}

    def _count(self) -> None:
        rows = {family: table_of([batch[family] for batch in self._batches]) for family in self._batches[0]}
        found = self._summary.count(rows)
        self._totals = found if self._totals is None else self._summary.added(self._totals, found)
        self._batches, self._games = [], 0
