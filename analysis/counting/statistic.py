"""Statistics: columns to read, how to count a batch of games, how totals are added and stored.

All totals are whole numbers, so they do not depend on how the games were cut into batches or parts.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

#: Family -> rows of some games; row i is the same game in every table. `game` is always there.
Batch = Mapping[str, pa.Table]
GAMES = "games"
MOST = 2**62  # larger whole numbers are not stored as whole numbers
TEXT, WHOLE, NUMBER = pa.string(), pa.int64(), pa.float64()


class Statistic(ABC):
    """Something to count. It holds no counts itself and can be sent to another process.

    name: of its stored totals. columns: family -> columns that `count` reads.
    """

    name: str
    columns: Mapping[str, Sequence[str]]

    @property
    @abstractmethod
    def form(self) -> Any:
        """The form of a total, as a JSON value; totals of another form cannot be read."""

    @abstractmethod
    def count(self, batch: Batch) -> Any:
        """Return the total of some games. Runs in threads."""

    @abstractmethod
    def added(self, total: Any, more: Any) -> Any:
        """Return the total of both; `total` may be changed in place."""

    @abstractmethod
    def packed(self, total: Any) -> dict[str, np.ndarray]:
        """Return a total as few small arrays without objects, by name."""

    @abstractmethod
    def unpacked(self, arrays: Mapping[str, np.ndarray]) -> Any:
        """Return the total that was packed."""


class Arrays(Statistic):
    """Totals are int64 arrays of fixed shape, by name: `shapes`."""

    shapes: Mapping[str, tuple[int, ...]]

    @property
    def form(self) -> dict[str, list[int]]:
        """Name -> shape."""
        return {name: list(shape) for name, shape in self.shapes.items()}

    def zeros(self) -> dict[str, np.ndarray]:
        """Return the total of no games."""
        return {name: np.zeros(shape, np.int64) for name, shape in self.shapes.items()}

    @abstractmethod
    def count(self, batch: Batch) -> dict[str, np.ndarray]:
        """Return the total of some games: int64 arrays of `shapes`."""

    def added(self, total: dict[str, np.ndarray], more: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
        """Return the total of both, in `total`."""
        for name, counts in more.items():
            total[name] += counts
        return total

    def packed(self, total: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
        """Return all counts that are not 0, and the steps from one such cell to the next.

        The arrays are joined end to end. Most cells are 0, in some arrays nearly all.
        """
        flat = np.concatenate([total[name].ravel() for name in self.shapes])
        cells = np.flatnonzero(flat)
        return {"steps": smallest(np.diff(cells, prepend=0)), "counts": smallest(flat[cells])}

    def unpacked(self, arrays: Mapping[str, np.ndarray]) -> dict[str, np.ndarray]:
        """Return the total that was packed."""
        sizes = [int(np.prod(shape)) for shape in self.shapes.values()]
        flat = np.zeros(sum(sizes), np.int64)
        flat[np.cumsum(arrays["steps"], dtype=np.int64)] = arrays["counts"]
        pieces = np.split(flat, np.cumsum(sizes)[:-1])
        return {
            name: piece.reshape(shape)
            for (name, shape), piece in zip(self.shapes.items(), pieces, strict=True)
        }


class Frequencies(Statistic):
    """Totals are tables: every combination of values of the `keys` that occurs, and its number of games.

    keys: column -> its type: string, int64 or float64. Rows are sorted by the keys, missing values last.
    """

    keys: Mapping[str, pa.DataType]

    @property
    def form(self) -> dict[str, str]:
        """Column -> type."""
        return {name: str(kind) for name, kind in self.keys.items()}

    @abstractmethod
    def count(self, batch: Batch) -> pa.Table:
        """Return the total of some games; make it by `counted` or `summed`."""

    def counted(self, values: Mapping[str, pa.Array | pa.ChunkedArray]) -> pa.Table:
        """Return the frequencies of combinations. values: of every key, one per game."""
        table = pa.table({name: values[name].cast(kind) for name, kind in self.keys.items()})
        found = table.group_by(list(self.keys), use_threads=False).aggregate([([], "count_all")])
        return self._sorted(found.rename_columns({"count_all": GAMES}))

    def summed(self, table: pa.Table) -> pa.Table:
        """Return a table of keys and games with every combination once."""
        found = table.group_by(list(self.keys), use_threads=False).aggregate([(GAMES, "sum")])
        return self._sorted(found.rename_columns({f"{GAMES}_sum": GAMES}))

    def _sorted(self, table: pa.Table) -> pa.Table:
        return table.select([*self.keys, GAMES]).sort_by([(name, "ascending") for name in self.keys])

    def added(self, total: pa.Table, more: pa.Table) -> pa.Table:
        """Return the total of both."""
        return self.summed(pa.concat_tables([total, more]))

    def packed(self, total: pa.Table) -> dict[str, np.ndarray]:
        """Return the columns; one with missing values has a second array that marks them."""
        arrays = {GAMES: smallest(total.column(GAMES).to_numpy())}
        for name, kind in self.keys.items():
            column = total.column(name)
            if column.null_count:
                arrays[f"{name}?"] = column.is_null().to_numpy()
            filled = column.fill_null("" if kind == TEXT else 0).to_numpy()
            arrays[name] = filled.astype(str) if kind == TEXT else smallest(filled)
        return arrays

    def unpacked(self, arrays: Mapping[str, np.ndarray]) -> pa.Table:
        """Return the total that was packed."""
        columns = {
            name: pa.array(arrays[name].tolist(), kind, mask=arrays.get(f"{name}?"))
            for name, kind in self.keys.items()
        }
        return pa.table(columns | {GAMES: arrays[GAMES].astype(np.int64)})


def smallest(values: np.ndarray) -> np.ndarray:
    """Return whole numbers in the smallest type that holds them all; other values unchanged."""
    if not len(values) or not (np.abs(values) < MOST).all() or not (values == np.rint(values)).all():
        return values
    low, high = int(values.min()), int(values.max())
    return values.astype(np.min_scalar_type(high if low >= 0 else min(low, -high - 1)))


def symmetric(upper: np.ndarray) -> np.ndarray:
    """Return symmetric matrices (..., k, k) from their upper triangles."""
    return upper + np.swapaxes(np.triu(upper, 1), -1, -2)


def by_cell(cells: np.ndarray, shape: tuple[int, ...]) -> np.ndarray:
    """Return the number of games in each cell. cells: int (n,), indices into the flat array of `shape`."""
    return np.bincount(cells, minlength=int(np.prod(shape))).reshape(shape)


def known_numbers(table: pa.Table, name: str) -> tuple[np.ndarray, np.ndarray]:
    """Return a column with nulls as (values int64 (n,), 0 for null; known bool (n,))."""
    column = table.column(name)
    return (
        pc.fill_null(column, 0).to_numpy().astype(np.int64),
        pc.is_valid(column).to_numpy().astype(bool),
    )
