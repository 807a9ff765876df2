"""What the records of a run look like, wherever they lie: families, columns, sides, bit fields.

A run on disk has such a layout, and so have the rows of games that are counted where they are played.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc


@dataclass(frozen=True)
class Field:
    """One bit field of a packed uint32 record column, as the catalogue describes it."""

    name: str
    shift: int
    bits: int
    labels: tuple[str, ...] | None = None

    @property
    def size(self) -> int:
        """Number of values the field can hold."""
        return 1 << self.bits

    @property
    def mask(self) -> np.uint32:
        """The field's bits in a packed number."""
        return np.uint32((self.size - 1) << self.shift)

    def of(self, packed: np.ndarray) -> np.ndarray:
        """Return the field's values. packed: uint32 (n,). Returns uint32 (n,), 0 .. size - 1."""
        return (packed >> np.uint32(self.shift)) & np.uint32(self.size - 1)

    def code(self, label: str) -> int | None:
        """Return the value a label stands for, or None if the field has no such label."""
        return self.labels.index(label) if self.labels and label in self.labels else None


@dataclass(frozen=True)
class Pilot:
    """What the first games of a run decide about the counting of all (see `analysis.counting.exposures`).

    early_round: the round by whose end a card counts as drawn early, None if no round will do.
    usual: exposure -> deck -> how many of its cards were had most often.
    """

    early_round: int | None = None
    usual: dict[str, dict[str, int]] = field(default_factory=dict)


@dataclass(frozen=True, eq=False)
class Layout:
    """What the records of a run look like.

    catalogue: names of seats, cards, places and bit fields. types: family -> column -> arrow type, in the
    order of the columns.
    """

    catalogue: dict
    types: Mapping[str, Mapping[str, str]]

    @property
    def families(self) -> tuple[str, ...]:
        """Names of the families of records."""
        return tuple(self.types)

    @cached_property
    def sides(self) -> tuple[str, ...]:
        """Ids of the sides with seats, in the order of the `score_<side>` columns, else in that of the seats.

        A lead is counted in the same order: first minus second. One side alone plays against a quest.
        """
        seated = tuple(dict.fromkeys(seat["side"] for seat in self.catalogue["seats"]))
        scored = [name.removeprefix("score_") for name in self.columns("games") if name.startswith("score_")]
        ordered = tuple(side for side in scored if side in seated)
        return ordered if len(ordered) == len(seated) else seated

    @property
    def opponents(self) -> tuple[str, ...]:
        """Ids of the sides without a seat: the quest that players together play against."""
        named = (side["id"] for side in self.catalogue.get("sides") or ())
        return tuple(side for side in named if side not in self.sides)

    @property
    def is_cooperative(self) -> bool:
        """Whether all seats are of one side, so that they win or lose together."""
        return len(self.sides) == 1

    @cached_property
    def card_fields(self) -> dict[str, Field]:
        """Bit fields of the columns of `cards`, by name."""
        return self._fields("card_fields")

    @cached_property
    def place_fields(self) -> dict[str, Field]:
        """Bit fields of the columns of `places`, by name."""
        return self._fields("place_fields")

    @cached_property
    def harm_fields(self) -> dict[str, Field]:
        """Bit fields of the columns of `harms`, by name."""
        return self._fields("harm_fields")

    def _fields(self, key: str) -> dict[str, Field]:
        return {
            item["name"]: Field(
                item["name"], item["shift"], item["bits"], tuple(item.get("labels") or ()) or None
            )
            for item in self.catalogue.get(key) or ()
        }

    def items(self, key: str) -> pd.DataFrame:
        """Return a list of the catalogue (`seats`, `cards`, ...) as a table, empty if it has none."""
        return pd.DataFrame(self.catalogue.get(key) or [])

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


def types_of(schema: pa.Schema) -> dict[str, str]:
    """Return column -> arrow type, in the order of the columns."""
    return {name: str(kind) for name, kind in zip(schema.names, schema.types, strict=True)}
