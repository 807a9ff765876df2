"""What compiled effects become: rows, expressions and sets, as arrays for the kernels."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from sim.effects.codes import END, ROW_WIDTH, VALUE_BASE, VALUE_WIDTH


@dataclass(frozen=True)
class SetMask:
    """A set of things of one sort.

    members: indices into the catalogue of things that may belong to it. required, forbidden: bits of
    changing states that a member must have, must not have, at the moment of asking.
    """

    members: frozenset[int]
    required: int = 0
    forbidden: int = 0


class Program:
    """Collects the rows, expressions and sets of many effects; equal sets and expressions are kept once."""

    def __init__(self) -> None:
        self.rows: list[tuple[int, ...]] = []
        self.exprs: list[tuple[int, ...]] = []
        self._values: dict[tuple[tuple[int, ...], ...], int] = {}
        self._sets: dict[str, dict[SetMask, int]] = {}

    def add_row(self, code: int, *args: int) -> int:
        """Append a row of statements; return its number."""
        self.rows.append(_padded((code, *args), ROW_WIDTH))
        return len(self.rows) - 1

    def set_argument(self, row: int, position: int, value: int) -> None:
        """Change argument `position` (0 = arg0) of an earlier row: a target that was not yet known."""
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
        return known.setdefault(mask, len(known))

    def sets(self, sort: str) -> tuple[SetMask, ...]:
        """Return the sets of one sort in the order of their indices."""
        return tuple(self._sets.get(sort, {}))

    def rows_array(self) -> np.ndarray:
        """Return the rows, int32 [n, ROW_WIDTH]: code, arg0 .. arg8."""
        return np.array(self.rows, dtype=np.int32).reshape(-1, ROW_WIDTH)

    def exprs_array(self) -> np.ndarray:
        """Return the expressions, int32 [m, VALUE_WIDTH]: code, arg0 .. arg4."""
        return np.array(self.exprs, dtype=np.int32).reshape(-1, VALUE_WIDTH)


def _padded(cells: tuple[int, ...], width: int) -> tuple[int, ...]:
    return cells + (0,) * (width - len(cells))
