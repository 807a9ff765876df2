"""Compiled effects: rows, expressions and sets, as arrays for the kernels."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from mazarbul.sim.effects.codes import END, NEAR, ROW_WIDTH, VALUE_BASE, VALUE_WIDTH


@dataclass(frozen=True)
class SetMask:
    """A set of things of one sort.

    members: indices into the catalogue of things that may belong to it. required, forbidden: bits of
    changing states that a member must have, or must not have, when the set is evaluated. steps: how to
    compute a set that members and bits cannot express, which then has no bits; () for every other set.
    """

    members: frozenset[int]
    required: int = 0
    forbidden: int = 0
    steps: tuple[Step, ...] = ()


@dataclass(frozen=True)
class Step:
    """One step of a set that is joined when it is needed.

    code: MASK, UNION, ... of `mazarbul.sim.effects.codes`, or that of a live word. mask: the set of a MASK,
    or the one in the brackets of a live word. sort: of that mask, "" for the sort of the whole set. near: for
    NEAR, the things related to each thing.
    """

    code: int
    mask: SetMask | None = None
    sort: str = ""
    near: tuple[frozenset[int], ...] = ()


class Program:
    """Collects the rows, expressions and sets of many effects; stores equal sets and expressions once."""

    def __init__(self) -> None:
        self.rows: list[tuple[int, ...]] = []
        self.exprs: list[tuple[int, ...]] = []
        self._values: dict[tuple[tuple[int, ...], ...], int] = {}
        self._sets: dict[str, dict[SetMask, int]] = {}
        self._first_rows: dict[str, dict[int, int]] = {}
        self._set_rows: dict[str, list[tuple[int, int]]] = {}
        self._relations: dict[str, dict[tuple[frozenset[int], ...], int]] = {}

    def add_row(self, code: int, *args: int) -> int:
        """Append a row of statements; return its number."""
        self.rows.append(_padded((code, *args), ROW_WIDTH))
        return len(self.rows) - 1

    def set_argument(self, row: int, position: int, value: int) -> None:
        """Set argument `position` (0 = arg0) of an earlier row, such as a jump target not known before."""
        cells = list(self.rows[row])
        cells[position + 1] = value
        self.rows[row] = tuple(cells)

    def add_expression(self, steps: tuple[tuple[int, ...], ...]) -> int:
        """Append a stack program without its END, unless the same is there; return its encoded value."""
        if steps not in self._values:
            self._values[steps] = VALUE_BASE + len(self.exprs)
            self.exprs.extend(_padded(step, VALUE_WIDTH) for step in (*steps, (END,)))
        return self._values[steps]

    def add_set(self, sort: str, mask: SetMask) -> int:
        """Append a set, unless an equal one is there; return its index."""
        known = self._sets.setdefault(sort, {})
        if mask not in known:
            rows = [(step.code, self._set_argument(sort, step)) for step in mask.steps]
            known[mask] = len(known)
            if rows:
                self._first_rows.setdefault(sort, {})[known[mask]] = len(self._rows_of(sort))
                self._rows_of(sort).extend((*rows, (END, 0)))
        return known[mask]

    def _set_argument(self, sort: str, step: Step) -> int:
        if step.mask is not None:
            return self.add_set(step.sort or sort, step.mask)
        if step.code == NEAR:
            known = self._relations.setdefault(sort, {})
            return known.setdefault(step.near, len(known))
        return 0

    def _rows_of(self, sort: str) -> list[tuple[int, int]]:
        """Return the rows of joined sets; row 0 belongs to no set, so 0 can mean a set without rows."""
        return self._set_rows.setdefault(sort, [(END, 0)])

    def sets(self, sort: str) -> tuple[SetMask, ...]:
        """Return the sets of one sort in the order of their indices."""
        return tuple(self._sets.get(sort, {}))

    def set_starts(self, sort: str) -> np.ndarray:
        """Return the first row of each set of one sort, int32 [sets]; 0 for a set that is one mask."""
        starts = self._first_rows.get(sort, {})
        return np.array([starts.get(i, 0) for i in range(len(self.sets(sort)))], dtype=np.int32)

    def set_rows(self, sort: str) -> np.ndarray:
        """Return the rows of the joined sets of one sort, int32 [n, SET_WIDTH]: code, arg."""
        return np.array(self._rows_of(sort), dtype=np.int32)

    def relations(self, sort: str) -> tuple[tuple[frozenset[int], ...], ...]:
        """Return the relations that the rows of a sort use: for each thing the things related to it."""
        return tuple(self._relations.get(sort, {}))

    def rows_array(self) -> np.ndarray:
        """Return the rows, int32 [n, ROW_WIDTH]: code, arg0 .. arg8."""
        return np.array(self.rows, dtype=np.int32).reshape(-1, ROW_WIDTH)

    def exprs_array(self) -> np.ndarray:
        """Return the expressions, int32 [m, VALUE_WIDTH]: code, arg0 .. arg4."""
        return np.array(self.exprs, dtype=np.int32).reshape(-1, VALUE_WIDTH)


def _padded(cells: tuple[int, ...], width: int) -> tuple[int, ...]:
    return cells + (0,) * (width - len(cells))
