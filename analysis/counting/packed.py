"""Packed columns of a run: the things, the columns of their copies, and the meaning of the bits."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import pandas as pd
import pyarrow as pa

from mazarbul.analysis.layout import Layout
from mazarbul.formats.declared import Asked, Family

OWNERS = ("id", "name", "seat", "side", "deck")
DEALT, KEPT, DRAWN, PLAYED = 1, 2, 4, 8  # bits of a card's state in one game


@dataclass(frozen=True)
class Units:
    """Things of a family. copies: one row per column. kinds: identical copies of a seat as one row.

    Both have the catalogue's facts and `copies`; rows: for each kind its rows in `copies`.
    """

    copies: pd.DataFrame
    kinds: pd.DataFrame
    rows: list[np.ndarray]

    @cached_property
    def columns(self) -> list[str]:
        """The columns of the family's tables, one per copy."""
        return list(self.copies["column"])


def units(layout: Layout, asked: Asked) -> Units | None:
    """Return the things that seats draw from piles, or None if the run records none."""
    copies = layout.things(asked)
    if copies.empty:
        return None
    drawn = copies["side"].isin(layout.sides)
    drawn &= copies["pile"] != "" if "pile" in copies else True
    copies = copies[drawn].reset_index(drop=True)
    return grouped(copies) if len(copies) else None


def grouped(copies: pd.DataFrame) -> Units:
    """Return copies, one per row, together with the things they are copies of."""
    copies = copies.assign(copies=1)
    keys = [key for key in ("seat", "id") if key in copies]
    kind = copies.groupby(keys, sort=False, dropna=False).ngroup().to_numpy()
    order = np.argsort(kind, kind="stable")
    rows = np.split(order, np.flatnonzero(np.diff(kind[order])) + 1)
    kinds = copies.iloc[[each[0] for each in rows]].drop(columns=["column", "copy"], errors="ignore")
    return Units(copies, kinds.reset_index(drop=True).assign(copies=[len(each) for each in rows]), rows)


def facts(family: Family, things: pd.DataFrame) -> pd.DataFrame:
    """Return the columns that identify a thing: its owners, the facts of its family, copies, column, copy.

    The pile that it is drawn from is among them if a seat draws from several.
    """
    several = "pile" in things and things.groupby("seat")["pile"].nunique().max() > 1
    names = (*OWNERS, *(["pile"] if several else []), *(fact.id for fact in family.facts))
    return things[[name for name in (*names, "copies", "column", "copy") if name in things]]


def piles(things: pd.DataFrame) -> np.ndarray:
    """Return the pile that every thing is drawn from; things of one pile are compared. str (n,).

    It is a pile of a seat, or of a side if its seats share it or the catalogue has no seats.
    """
    owners = things["side"].astype(str)
    if "seat" in things:
        owners = things["seat"].astype(str).where(things["seat"] != "", owners)
    return (owners + "/" + things["pile"].astype(str) if "pile" in things else owners).to_numpy(str)


@dataclass(frozen=True)
class Reader:
    """Unpacks the fields of a run; a missing field reads as 0."""

    family: Family

    def size(self, name: str) -> int:
        """Return the number of values that a field can hold; 1 if the run lacks it."""
        return self.family.named[name].size if name in self.family.named else 1

    def of(self, name: str, packed: np.ndarray) -> np.ndarray:
        """Return a field's values. packed: uint32 (n,). Returns uint8 (n,)."""
        fields = self.family.named
        return fields[name].of(packed).astype(np.uint8) if name in fields else np.zeros(len(packed), np.uint8)

    def state(self, packed: np.ndarray) -> np.ndarray:
        """State bits DEALT, KEPT, DRAWN, PLAYED of one copy per game. uint8 (n,)."""
        opening = self.of("opening", packed)
        field = self.family.named.get("opening")
        kept = field.code("kept") if field else None
        state = (opening > 0) * np.uint8(DEALT | DRAWN)
        state |= (opening == (1 if kept is None else kept)) * np.uint8(KEPT)
        state |= (self.of("drawn_round", packed) > 0) * np.uint8(DRAWN)
        state |= (self.of("played_round", packed) > 0) * np.uint8(PLAYED)
        return state


def distinct(values: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return (distinct values, index of each entry in them), by a hash table, which is faster than sorting.

    A packed column has few distinct numbers, so its fields need unpacking only once for each.
    """
    encoded = pa.array(values).dictionary_encode()
    return encoded.dictionary.to_numpy(), encoded.indices.to_numpy()
