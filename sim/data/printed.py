"""The game as printed: its rows, and what of a scenario's data is still as they say."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from pydantic import BaseModel

from mazarbul.sim.data.book import Book
from mazarbul.sim.data.nodes import build


@dataclass(frozen=True)
class Printed:
    """The game as printed.

    models: kind of row, `scenario`, `seat` -> the model of one. book(): all rows, unmerged; copy it before
    changing it.
    """

    models: Mapping[str, type[BaseModel]]
    book: Callable[[], Book]
    _rows: dict[tuple[str, str], BaseModel | None] = field(default_factory=dict, init=False, repr=False)

    def has(self, kind: str, row: Any) -> bool:
        """Return whether a row, made by the model of its kind, is as printed; False for one of a user."""
        key = kind, row.id
        if key not in self._rows:
            node = self.book().rows[kind].get(row.id)
            made = None if node is None else build(self.models[kind], node, f"{kind} '{row.id}'")
            self._rows[key] = made
        return row == self._rows[key]

    def changed(self, rows: Mapping[str, Iterable[Any]]) -> frozenset[str]:
        """Return the ids of those rows that are not as printed. rows: kind -> rows of it."""
        return frozenset(row.id for kind, each in rows.items() for row in each if not self.has(kind, row))
