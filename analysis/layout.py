"""The layout of a run's records, wherever they are: families, columns, sides, bit fields.

A run on disk has such a layout, and so do the rows of games that are counted where they are played.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc

from mazarbul.analysis import words
from mazarbul.formats.declared import Asked, Declared


@dataclass(frozen=True)
class Pilot:
    """What the first games of a run decide about counting all of them.

    See `mazarbul.analysis.counting.exposures`.

    early_round: family -> the round by whose end a thing counts as drawn early, None if no round is suitable.
    usual: family -> exposure -> pile -> the most frequent number of its things that a game has.
    """

    early_round: dict[str, int | None] = field(default_factory=dict)
    usual: dict[str, dict[str, dict[str, int]]] = field(default_factory=dict)


@dataclass(frozen=True, eq=False)
class Layout:
    """The layout of a run's records.

    catalogue: sides, seats, things, and the declarations of their records. types: family -> column -> arrow
    type, in the order of the columns.
    """

    catalogue: dict
    types: Mapping[str, Mapping[str, str]]

    @property
    def families(self) -> tuple[str, ...]:
        """Names of the families of records that are stored."""
        return tuple(self.types)

    @cached_property
    def sides(self) -> tuple[str, ...]:
        """Ids of the sides with seats, in the order of the catalogue's `sides`, else in that of the seats.

        A lead is counted in the same order: first minus second.
        """
        seated = tuple(dict.fromkeys(seat["side"] for seat in self.catalogue["seats"]))
        named = [side["id"] for side in self.catalogue.get("sides") or () if side["id"] in seated]
        return tuple(dict.fromkeys((*named, *seated)))

    @property
    def opponents(self) -> tuple[str, ...]:
        """Ids of the sides without a seat, which nobody plays for."""
        named = (side["id"] for side in self.catalogue.get("sides") or ())
        return tuple(side for side in named if side not in self.sides)

    @property
    def is_cooperative(self) -> bool:
        """Whether all seats are of one side, so that they win or lose together."""
        return len(self.sides) == 1

    def side_name(self, side: str) -> str:
        """Return a side's name; its id as a name if it has none."""
        return self._side(side).get("name") or words.title(side)

    def side_noun(self, side: str) -> str:
        """Return a side as a sentence calls it: "the Crown"; its name if the game does not say."""
        return self._side(side).get("noun") or self.side_name(side)

    def side_is_plural(self, side: str) -> bool:
        """Return whether verbs of a side are in the plural: "the Rebels win"."""
        return bool(self._side(side).get("plural", self.is_cooperative))

    def _side(self, side: str) -> Mapping[str, Any]:
        return next((each for each in self.catalogue.get("sides") or () if each["id"] == side), {})

    def thing_of(self, side: str, thing: str) -> str:
        """Return the words for a thing of a side: "Dark card", "player card"."""
        name = self.side_name(side)
        return f"{name.lower().removesuffix('s') if self.is_cooperative else name} {thing}"

    @cached_property
    def declared(self) -> Declared:
        """What the game declares about its records."""
        return Declared.of(self.catalogue)

    def things(self, asked: Asked) -> pd.DataFrame:
        """Return the things of a question that have a column, as a table."""
        items = self.items(asked.family.items)
        for fact, value in asked.question.where.items():
            items = items[items[fact] == value] if fact in items else items.head(0)
        if items.empty:
            return items
        return items[items["column"].isin(self.columns(asked.family.id))].reset_index(drop=True)

    def items(self, key: str) -> pd.DataFrame:
        """Return a list of the catalogue (`seats`, `cards`, ...) as a table, empty if it has none."""
        return pd.DataFrame(self.catalogue.get(key) or [])

    @cached_property
    def names(self) -> dict[str, str]:
        """As `names_in` finds them."""
        return names_in(self.catalogue)

    def columns(self, family: str) -> list[str]:
        """Column names of a family; empty if the run has no such family."""
        return list(self.types[family]) if family in self.types else []

    def numbered(self, family: str, prefix: str) -> list[tuple[int, str]]:
        """Columns `<prefix><number>` of a family as (number, column), ascending."""
        found = [(name[len(prefix) :], name) for name in self.columns(family) if name.startswith(prefix)]
        return sorted((int(tail), name) for tail, name in found if tail.isdigit())

    def winner_codes(self, games: pa.Table) -> np.ndarray:
        """Index into `sides` of each game's winner. int64 (n,); -1 = no winner (capped, drawn)."""
        names = games.column("winner").cast(pa.string())
        found = pc.index_in(names, value_set=pa.array(self.sides, pa.string()))
        return pc.fill_null(found, -1).to_numpy().astype(np.int64)


def names_in(catalogue: Mapping[str, Any]) -> dict[str, str]:
    """Return the names of all things of a catalogue, by id; the id itself where a thing has none."""
    lists = (items for items in catalogue.values() if isinstance(items, list))
    things = [item for items in lists for item in items if isinstance(item, dict) and "id" in item]
    return {item["id"]: item["name"] if "name" in item else item["id"] for item in things}


def types_of(schema: pa.Schema) -> dict[str, str]:
    """Return column -> arrow type, in the order of the columns."""
    return {name: str(kind) for name, kind in zip(schema.names, schema.types, strict=True)}
