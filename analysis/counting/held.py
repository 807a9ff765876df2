"""Counts of things that seats draw: when and where they were drawn and played, how they left."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pandas as pd

from mazarbul.analysis.counting.packed import DRAWN, PLAYED, Reader, Units, distinct, units
from mazarbul.analysis.counting.statistic import Arrays, Batch
from mazarbul.analysis.layout import Layout
from mazarbul.formats.declared import Asked

ROUNDS = 32  # games longer than this count as this long when lengths are compared
STATES = 16
STATUSES = ("never drawn", "drawn, not played", "played")
HISTOGRAMS = ("drawn_round", "draws", "plays", "end", "moved_place")
RESULTS = ("results", "by_round", "by_place")
ANY = "any_"  # before the names of counts of games for things with several copies
SEAT = "seat_"  # the same for any thing of a seat


class Held(Arrays):
    """Counts of single copies, of things with several copies, and of seats.

    By copies:
    results: (copies, 16 states, ROUNDS, 2) games by state bits, length and whether its side won.
    first_play: (copies, rounds, places) games by round and place of the first play.
    left: (copies, 3 statuses, ways) games by status (never drawn, drawn only, played) and last way out.
    by_round, by_place: (copies, rounds or places, 2) games in which it was first played then or there, by
    whether its side won. drawn_round, draws, plays, end, moved_place: (copies, values) games.

    By things with several copies, in the order of `several`, counting a game once if any copy is in a state:
    any_results, any_by_round, any_by_place. By seats, in the order of `seats`, in the same way for any thing
    of the seat: seat_by_round, seat_by_place.
    """

    def __init__(self, layout: Layout, asked: Asked, known: Units) -> None:
        self.layout, self.units, self.read, self.name = layout, known, Reader(asked.family), asked.key
        self.family = asked.family
        has_rounds = "rounds" in layout.columns("games")
        lasting = ["rounds"] if has_rounds else []
        self.columns = {"games": ["winner", *lasting], self.family.id: known.columns}
        self.several = [unit for unit, rows in enumerate(known.rows) if len(rows) > 1]
        self.seat_of = list(zip(seats_of(known.kinds), known.kinds["side"], strict=True))
        self.seats = list(dict.fromkeys(self.seat_of))
        rounds, places = self.read.size("played_round"), self.read.size("played_place")
        results = {"results": (STATES, ROUNDS, 2), "by_round": (rounds, 2), "by_place": (places, 2)}
        by_copy = results | {
            "first_play": (rounds, places),
            "left": (len(STATUSES), self.read.size("left")),
            **{name: (self.read.size(name),) for name in HISTOGRAMS},
        }
        self.shapes = {name: (len(known.copies), *shape) for name, shape in by_copy.items()}
        self.shapes |= {ANY + name: (len(self.several), *shape) for name, shape in results.items()}
        self.shapes |= {SEAT + name: (len(self.seats), *results[name]) for name in ("by_round", "by_place")}

    @classmethod
    def of(cls, layout: Layout, asked: Asked) -> Held | None:
        """Return it, or None if the run records no such things."""
        known = units(layout, asked)
        return None if known is None else cls(layout, asked, known)

    def count(self, batch: Batch) -> dict[str, np.ndarray]:
        """Return the total of some games."""
        total, games, names = self.zeros(), batch["games"], self.units.columns
        winner = self.layout.winner_codes(games)
        length = (
            np.clip(games.column("rounds").to_numpy(), 0, ROUNDS - 1) if "rounds" in games.column_names else 0
        )
        tails = {side: length * np.int64(2) + (winner == i) for i, side in enumerate(self.layout.sides)}
        seats = {seat: _AnyOf(tails[seat[1]]) for seat in self.seats}
        for unit, rows in enumerate(self.units.rows):
            seat = self.seat_of[unit]
            tail, own = tails[seat[1]], _AnyOf(tails[seat[1]])
            for row in rows:
                packed, index = distinct(batch[self.family.id].column(names[row]).to_numpy())
                course = _Course.of(self.read, packed)
                self._add_copy(total, row, course, _by_value(index, len(packed), tail))
                seats[seat].add(course, index)
                if len(rows) > 1:
                    own.add(course, index)
            if len(rows) > 1:
                own.count({name: total[ANY + name][self.several.index(unit)] for name in RESULTS})
        for i, seat in enumerate(self.seats):
            seats[seat].count({name: total[SEAT + name][i] for name in ("by_round", "by_place")})
        return total

    def _add_copy(self, total: dict[str, np.ndarray], row: int, course: _Course, games: np.ndarray) -> None:
        """Count what happened to one copy. games: (values, lengths, 2) by packed value, length and won."""
        np.add.at(total["results"][row][:, : games.shape[1]], course.state, games)
        by_result, played = games.sum(1), course.when > 0
        n = by_result.sum(1)
        np.add.at(total["first_play"][row], (course.when[played], course.where[played]), n[played])
        np.add.at(total["by_round"][row], course.when[played], by_result[played])
        np.add.at(total["by_place"][row], course.where[played], by_result[played])
        status = np.where(course.state & PLAYED, 2, (course.state & DRAWN) > 0)
        np.add.at(total["left"][row], (status, self.read.of("left", course.packed)), n)
        for name in HISTOGRAMS:
            if name in self.family.named:
                np.add.at(total[name][row], self.read.of(name, course.packed), n)


def seats_of(table: pd.DataFrame) -> list[str | None]:
    """Return the seat of each thing in a table, None for each if the run has no seats."""
    return list(table["seat"]) if "seat" in table else [None] * len(table)


@dataclass(frozen=True)
class _Course:
    """The contents of packed values: state bits, round and place of the first play. All (values,)."""

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
    """States, and rounds and places of first plays, of any of some things: one number of bits per game."""

    def __init__(self, tail: np.ndarray) -> None:
        """tail: 2 * length + won."""
        self.tail, self.bits = tail, np.zeros(len(tail), np.uint64)

    def add(self, course: _Course, index: np.ndarray) -> None:
        """Add one copy."""
        self.bits |= course.bits()[index]

    def count(self, arrays: dict[str, np.ndarray]) -> None:
        """Count the games into arrays of RESULTS by name."""
        bits, index = distinct(self.bits)
        games = _by_value(index, len(bits), self.tail)
        if "results" in arrays:
            state = (bits & np.uint64(STATES - 1)).astype(np.intp)
            np.add.at(arrays["results"][:, : games.shape[1]], state, games)
        for name, shift in (("by_round", 8), ("by_place", 40)):
            places = np.arange(shift, shift + len(arrays[name]), dtype=np.uint64)
            is_set = (bits[:, None] >> places) & np.uint64(1)
            arrays[name][:] = is_set.astype(np.int64).T @ games.sum(1)


def _by_value(index: np.ndarray, values: int, tail: np.ndarray) -> np.ndarray:
    """Games by value, length and won: int64 (values, longest length + 1, 2). tail: 2 * length + won."""
    lengths = int(tail.max()) // 2 + 1
    games = np.bincount(index * np.int64(2 * lengths) + tail, minlength=values * 2 * lengths)
    return games.reshape(values, lengths, 2)
