"""A program whose sets of all sorts have one numbering, so that one kernel computes them all."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import numpy as np

from mazarbul.sim.effects import Program, SetMask, Step
from mazarbul.sim.effects.codes import END, NEAR
from mazarbul.sim.engine.sets import words_of


class JoinedProgram(Program):
    """Collects compiled effects as a `Program` does, but numbers sets, their rows and relations across sorts.

    found: (sort, set) -> number. A set in the brackets of a live word has a lower number than the set around
    it.
    """

    def __init__(self) -> None:
        super().__init__()
        self.found: dict[tuple[str, SetMask], int] = {}
        self._starts: dict[int, int] = {}
        self._joins: list[tuple[int, int]] = [(END, 0)]  # row 0 belongs to no set
        self._near: dict[tuple[frozenset[int], ...], int] = {}

    def add_set(self, sort: str, mask: SetMask) -> int:
        """Append a set, unless an equal one of its sort is there; return its number."""
        if (sort, mask) not in self.found:
            rows = [(step.code, self._argument_of(sort, step)) for step in mask.steps]
            self.found[sort, mask] = len(self.found)
            if rows:
                self._starts[self.found[sort, mask]] = len(self._joins)
                self._joins.extend((*rows, (END, 0)))
        return self.found[sort, mask]

    def _argument_of(self, sort: str, step: Step) -> int:
        if step.mask is not None:
            return self.add_set(step.sort or sort, step.mask)
        return self._near.setdefault(step.near, len(self._near)) if step.code == NEAR else 0

    def set_of(self, number: int) -> SetMask:
        """Return a set by its number."""
        return list(self.found)[number][1]

    def columns(self, sorts: Mapping[str, int], words: int) -> dict[str, np.ndarray]:
        """Return the arrays of the tables that describe sets: their names -> what fills their beginning.

        sorts: sort -> its number. words: of a set.
        """
        masks = [mask for _, mask in self.found]
        return {
            "set_sort": np.array([sorts[sort] for sort, _ in self.found], np.int64),
            "set_words": _packed((mask.members for mask in masks), words),
            "set_required": np.array([mask.required for mask in masks], np.int64),
            "set_forbidden": np.array([mask.forbidden for mask in masks], np.int64),
            "set_start": np.array([self._starts.get(i, 0) for i in range(len(masks))], np.int64),
            "set_rows": np.array(self._joins, np.int64),
        }

    def near(self, things: int, words: int) -> np.ndarray:
        """Return the relations that rows use, int64 [relation, thing, word]; things: at most, of one sort."""
        found = np.zeros((len(self._near), things, words), np.int64)
        for relation, number in self._near.items():
            found[number, : len(relation)] = _packed(relation, words)
        return found


def _packed(members: Iterable[Iterable[int]], words: int) -> np.ndarray:
    """Return sets as int64 (n, words)."""
    return np.array([words_of(these, words) for these in members], np.int64).reshape(-1, words)
