"""The game as printed: its rows, and what of a scenario's data is another thing than they say."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from pydantic import BaseModel

from mazarbul.sim.data.book import Book
from mazarbul.sim.data.nodes import build
from mazarbul.sim.toml import Source

WORDING = ("name", "text", "source")  # keys of a row that only say something to readers


@dataclass(frozen=True)
class Printed:
    """The game as printed.

    models: kind of row, `scenario`, `seat` -> the model of one. book(): all rows, unmerged; copy it before
    changing it.
    """

    models: Mapping[str, type[BaseModel]]
    book: Callable[[], Book]
    _forms: dict[tuple[str, str], str] = field(default_factory=dict, init=False, repr=False)

    def has(self, kind: str, row: Any) -> bool:
        """Return whether a row, made by the model of its kind, is the printed one but for its numbers.

        False for one of a user's own.
        """
        key = kind, row.id
        if key not in self._forms:
            node = self.book().rows[kind].get(row.id)
            made = None if node is None else build(self.models[kind], node, f"{kind} '{row.id}'")
            self._forms[key] = "" if made is None else form(made)
        return form(row) == self._forms[key]

    def changed(self, rows: Mapping[str, Iterable[Any]]) -> frozenset[str]:
        """Return the ids of those rows that are other things than the printed ones. rows: kind -> rows of it.

        What was learnt of a card holds for a weaker one too, but not for one without its text.
        """
        return frozenset(row.id for kind, each in rows.items() for row in each if not self.has(kind, row))


def form(row: BaseModel) -> str:
    """Return what a row is, whatever its numbers are that are not 0, and however it is worded."""
    return re.sub(r"-?[1-9]\d*", "1", repr(_plain(row)))


def _plain(value: object) -> object:
    if isinstance(value, Source):
        return value.text
    if isinstance(value, BaseModel):
        return [_plain(part) for name, part in value if name not in WORDING]
    return [_plain(part) for part in value] if isinstance(value, tuple) else value
