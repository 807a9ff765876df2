"""Counts of what happened to every card, made in one pass over the run; `analysis.cards` has the tables.

Reads the packed columns of the family `cards` by the names of their bit fields in the catalogue.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields

import numpy as np
import pandas as pd
import pyarrow as pa

from analysis.packed import DRAWN, PLAYED, Reader, Units, distinct, units
from analysis.run import Run

ROUNDS = 32  # games longer than this count as this long when lengths are compared
STATES = 16
STATUSES = ("never drawn", "drawn, not played", "played")
HISTOGRAMS = ("drawn_round", "draws", "plays", "end", "moved_place")


@dataclass(frozen=True)
class Counts:
    """Counts of some games. First axis of every array = cards, or single copies.

    results: int64 (units, 16 states, ROUNDS, 2): games by state bits, length and whether its side won.
      For cards taken together a bit is set if any copy has it: one observation per game.
    first_play: (units, rounds, places) copies by round and place of the first play.
    left: (units, 3 statuses, ways) copies by status (never drawn, drawn only, played) and last way out.
    by_round, by_place: (units, rounds or places, 2) games in which it, or any copy of it, was first played
      then or there, by whether its side won. seat_by_round, seat_by_place: the same of any card of its seat.
    drawn_round, draws, plays, end, moved_place: (units, values) copies.
    """

    results: np.ndarray
    first_play: np.ndarray
    left: np.ndarray
    by_round: np.ndarray
    by_place: np.ndarray
    seat_by_round: np.ndarray
    seat_by_place: np.ndarray
    drawn_round: np.ndarray
    draws: np.ndarray
    plays: np.ndarray
    end: np.ndarray
    moved_place: np.ndarray

    @classmethod
    def zeros(cls, read: Reader, n: int) -> Counts:
        """Return the counts of no games for n units."""
        rounds, places = read.size("played_round"), read.size("played_place")
        shapes = {
            "results": (STATES, ROUNDS, 2),
            "first_play": (rounds, places),
            "left": (len(STATUSES), read.size("left")),
            "by_round": (rounds, 2),
            "by_place": (places, 2),
            "seat_by_round": (rounds, 2),
            "seat_by_place": (places, 2),
        } | {name: (read.size(name),) for name in HISTOGRAMS}
        return cls(**{name: np.zeros((n, *shape), np.int64) for name, shape in shapes.items()})

    def add(self, other: Counts) -> None:
        """Add the counts of other games."""
        for item in fields(self):
            getattr(self, item.name)[:] += getattr(other, item.name)


@dataclass(frozen=True)
class CardTally:
    """Counts over a whole run. units: cards or single copies, with their facts, in the order of `counts`."""

    run: Run
    units: pd.DataFrame
    counts: Counts


def tally(run: Run) -> tuple[CardTally, CardTally] | None:
    """Count every card of the run in one pass; None if the run records no cards.

    Returns (cards with identical copies taken together, single copies).
    """
    known = units(run)
    if known is None:
        return None
    read = Reader(run)
    has_rounds = "rounds" in run.columns("games")
    columns = {"games": ["winner", *(["rounds"] if has_rounds else [])], "cards": known.columns}
    copies, together = Counts.zeros(read, len(known.copies)), Counts.zeros(read, len(known.cards))
    for one in run.scan(columns, lambda batch: _count(read, known, batch)):
        copies.add(one[0])
        together.add(one[1])
    return CardTally(run, known.cards, together), CardTally(run, known.copies, copies)


def _count(read: Reader, known: Units, batch: dict[str, pa.Table]) -> tuple[Counts, Counts]:
    """Count one batch. Returns (copies, cards)."""
    copies, together = Counts.zeros(read, len(known.copies)), Counts.zeros(read, len(known.cards))
    games, names = batch["games"], known.columns
    winner = read.run.winner_codes(games)
    length = (
        np.clip(games.column("rounds").to_numpy(), 0, ROUNDS - 1) if "rounds" in games.column_names else 0
    )
    seats: dict[tuple, _AnyOf] = {}
    for unit, rows in enumerate(known.rows):
        card = known.cards.iloc[unit]
        tail = length * np.int64(2) + (winner == read.run.sides.index(card["side"]))
        seat = seats.setdefault((card.get("seat"), card["side"]), _AnyOf(tail))
        own = _AnyOf(tail)
        for row in rows:
            packed, index = distinct(batch["cards"].column(names[row]).to_numpy())
            course = _Course.of(read, packed)
            _add_copy(copies, row, read, course, _by_value(index, len(packed), tail))
            seat.add(course, index)
            if len(rows) > 1:
                own.add(course, index)
        _add_card(together, unit, copies, rows)
        if len(rows) > 1:
            own.count(together, [unit], ("results", "by_round", "by_place"))
    for (seat, side), played in seats.items():
        for counts, table in ((copies, known.copies), (together, known.cards)):
            mine = np.flatnonzero((table.get("seat") == seat) & (table["side"] == side))
            played.count(counts, mine, ("seat_by_round", "seat_by_place"))
    return copies, together


@dataclass(frozen=True)
class _Course:
    """What some packed values say: state bits, round and place of the first play. All (values,)."""

    packed: np.ndarray
    state: np.ndarray
    when: np.ndarray
    where: np.ndarray

    @classmethod
    def of(cls, read: Reader, packed: np.ndarray) -> _Course:
        fields = (read.of(name, packed) for name in ("played_round", "played_place"))
        return cls(packed, read.state(packed), *fields)

    def bits(self) -> np.ndarray:
        """State, round and place as bits of one number: 8, 32 and 24 bits from the lowest."""
        played = self.when > 0
        when = (np.uint64(1) << self.when.astype(np.uint64)) * played
        where = (np.uint64(1) << self.where.astype(np.uint64)) * played
        return self.state | when << np.uint64(8) | where << np.uint64(40)


class _AnyOf:
    """States, and rounds and places of first plays, of any of some cards: one number of bits per game."""

    def __init__(self, tail: np.ndarray):
        """tail: 2 * length + won."""
        self.tail, self.bits = tail, np.zeros(len(tail), np.uint64)

    def add(self, course: _Course, index: np.ndarray) -> None:
        """Add one copy."""
        self.bits |= course.bits()[index]

    def count(self, counts: Counts, rows: Sequence[int], names: Sequence[str]) -> None:
        """Count the games into the arrays of these names, the same for every row."""
        bits, index = distinct(self.bits)
        games = _by_value(index, len(bits), self.tail)
        if "results" in names:
            table = np.zeros(counts.results.shape[1:], np.int64)
            np.add.at(table[:, : games.shape[1]], (bits & np.uint64(STATES - 1)).astype(np.intp), games)
            counts.results[rows] = table
        for name, shift in zip(names[-2:], (8, 40), strict=True):
            size = getattr(counts, name).shape[1]
            is_set = (bits[:, None] >> np.arange(shift, shift + size, dtype=np.uint64)) & np.uint64(1)
            getattr(counts, name)[rows] = is_set.astype(np.int64).T @ games.sum(1)


def _by_value(index: np.ndarray, values: int, tail: np.ndarray) -> np.ndarray:
    """Games by value, length and won: int64 (values, longest length + 1, 2). tail: 2 * length + won."""
    lengths = int(tail.max()) // 2 + 1
    games = np.bincount(index * np.int64(2 * lengths) + tail, minlength=values * 2 * lengths)
    return games.reshape(values, lengths, 2)


def _add_copy(counts: Counts, row: int, read: Reader, course: _Course, games: np.ndarray) -> None:
    """Count what happened to one copy. games: (values, lengths, 2) games by packed value, length and won."""
    np.add.at(counts.results[row][:, : games.shape[1]], course.state, games)
    by_result, played = games.sum(1), course.when > 0
    n = by_result.sum(1)
    np.add.at(counts.first_play[row], (course.when[played], course.where[played]), n[played])
    np.add.at(counts.by_round[row], course.when[played], by_result[played])
    np.add.at(counts.by_place[row], course.where[played], by_result[played])
    status = np.where(course.state & PLAYED, 2, (course.state & DRAWN) > 0)
    np.add.at(counts.left[row], (status, read.of("left", course.packed)), n)
    for name in HISTOGRAMS:
        if name in read.run.card_fields:
            np.add.at(getattr(counts, name)[row], read.of(name, course.packed), n)


def _add_card(together: Counts, unit: int, copies: Counts, rows: np.ndarray) -> None:
    """Sum up what is counted by copies; what is counted by games too, which is right for a single copy."""
    for item in fields(Counts):
        if len(rows) == 1 or item.name in ("first_play", "left", *HISTOGRAMS):
            getattr(together, item.name)[unit] = getattr(copies, item.name)[rows].sum(0)
