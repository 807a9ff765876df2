"""The packed card columns of a run: what a card is, which columns are its copies, what their bits say."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pandas as pd
import pyarrow as pa

from analysis.layout import Layout

FACTS = ("id", "name", "seat", "side", "deck", "faction", "type")
HERO = "hero"  # type of the cards that begin the game in play
DEALT, KEPT, DRAWN, PLAYED = 1, 2, 4, 8  # bits of a card's state in one game


@dataclass(frozen=True)
class Units:
    """The cards of a run. copies: one row per physical card. cards: identical copies of a seat as one.

    Both carry the catalogue's facts and `copies`; rows: for each card its rows in `copies`.
    """

    copies: pd.DataFrame
    cards: pd.DataFrame
    rows: list[np.ndarray]

    @property
    def columns(self) -> list[str]:
        """Columns of the family `cards`, one per copy."""
        return list(self.copies["column"])


def units(layout: Layout) -> Units | None:
    """Return the cards that seats draw, or None if the run does not record cards.

    Heroes are left out, which are in play from the start, and so are the cards of a quest.
    """
    copies = layout.items("cards")
    if copies.empty or "cards" not in layout.families or not layout.card_fields:
        return None
    drawn = copies["side"].isin(layout.sides) & (copies.get("type") != HERO)
    copies = copies[drawn].reset_index(drop=True).assign(copies=1)
    return grouped(copies) if len(copies) else None


def grouped(copies: pd.DataFrame) -> Units:
    """Return copies, one a row, together with the cards they are copies of."""
    keys = [key for key in ("seat", "id") if key in copies]
    rows = [group.index.to_numpy() for _, group in copies.groupby(keys, sort=False)]
    cards = copies.iloc[[each[0] for each in rows]].drop(columns=["column", "copy"], errors="ignore")
    return Units(copies, cards.reset_index(drop=True).assign(copies=[len(each) for each in rows]), rows)


def facts(cards: pd.DataFrame) -> pd.DataFrame:
    """Return the columns that name a card: those of FACTS that the catalogue has, copies, column, copy."""
    return cards[[name for name in (*FACTS, "copies", "column", "copy") if name in cards]]


@dataclass(frozen=True)
class Reader:
    """Unpacks the fields a run has; a field it lacks reads as 0."""

    layout: Layout

    def size(self, name: str) -> int:
        """Return the number of values a field can hold; 1 if the run lacks it."""
        return self.layout.card_fields[name].size if name in self.layout.card_fields else 1

    def of(self, name: str, packed: np.ndarray) -> np.ndarray:
        """Return a field's values. packed: uint32 (n,). Returns uint8 (n,)."""
        fields = self.layout.card_fields
        return fields[name].of(packed).astype(np.uint8) if name in fields else np.zeros(len(packed), np.uint8)

    def state(self, packed: np.ndarray) -> np.ndarray:
        """State bits DEALT, KEPT, DRAWN, PLAYED of one copy per game. uint8 (n,)."""
        opening = self.of("opening", packed)
        field = self.layout.card_fields.get("opening")
        kept = field.code("kept") if field else None
        state = (opening > 0) * np.uint8(DEALT | DRAWN)
        state |= (opening == (1 if kept is None else kept)) * np.uint8(KEPT)
        state |= (self.of("drawn_round", packed) > 0) * np.uint8(DRAWN)
        state |= (self.of("played_round", packed) > 0) * np.uint8(PLAYED)
        return state


def distinct(values: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return (different values, index of each entry in them): a hash table, faster than sorting.

    A packed column holds few different numbers, so that its fields need unpacking only once for each.
    """
    encoded = pa.array(values).dictionary_encode()
    return encoded.dictionary.to_numpy(), encoded.indices.to_numpy()
