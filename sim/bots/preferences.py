"""Preferences: what a bot wants of a move beyond its score, learnt by playing against itself.

A score is made of numbers that hold for all cards and places. What it overlooks in a single card or place, or
in a situation, is a preference, in units of the score. A move has a few of them, and they are added to its
score: for the way to move its card, for its place, for such a way while the own side is far ahead, and so on.
Some have a number for each stage of the game, others one for all. A game lists them in a `Layout`, and its
kernels note which ones each option has.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from mazarbul.sim.bots.bot import Bot
from mazarbul.sim.data.setup import Setup
from mazarbul.sim.engine.jit import kernel
from mazarbul.sim.toml import DataError

UNIT = 0.01  # of a preference in a mind, in units of the score
MOST = 300.0  # largest preference

Axis = Sequence[str] | int


class Names(NamedTuple):
    """The names of a seat's preferences, by row; "" for those that a set-up does not have.

    staged: those with a number for each stage. lasting: those with one number for all.
    """

    staged: Sequence[str]
    lasting: Sequence[str] = ()

    def rows(self, stages: int) -> Iterator[tuple[str, int]]:
        """Yield the name and stage of each row, 0 for lasting ones. stages: of the game."""
        for stage in range(stages):
            yield from ((name, stage) for name in self.staged)
        yield from ((name, 0) for name in self.lasting)


class Layout:
    """The rows of a game's preferences: blocks, each with a row for every combination of some words.

    There are rows for each stage, then those that hold for all stages, then one without a preference.
    stages: of the game.
    """

    def __init__(self, stages: int) -> None:
        self.stages = stages
        self.blocks: list[list[tuple[Axis, ...]]] = [[], []]  # staged, lasting

    def staged(self, *axes: Axis) -> int:
        """Add a block with rows for each stage; return its first row, from the first one of the stage.

        axes: words, the last of which say what is done and the others in which situation; or the number of
        some things of which each set-up has its own. Rows are numbered with the last axis running fastest:
        what the options of a decision have in common should come first.
        """
        return self._add(0, axes)

    def lasting(self, *axes: Axis) -> int:
        """Add a block for all stages, after all that are staged; return its first row."""
        return self.stages * rows_of(self.blocks[0]) + self._add(1, axes)

    def _add(self, sort: int, axes: tuple[Axis, ...]) -> int:
        first = rows_of(self.blocks[sort])
        self.blocks[sort].append(axes)
        return first

    @property
    def each(self) -> int:
        """Number of rows of a stage."""
        return rows_of(self.blocks[0])

    @property
    def size(self) -> int:
        """Number of rows with a preference, and number of the row without one."""
        return self.stages * self.each + rows_of(self.blocks[1])

    def names(self, things: Mapping[int, Sequence[str]], owners: Sequence[str], shared: int) -> list[Names]:
        """Return the names of the rows of each seat.

        things: number of things -> their names, "" for one that the set-up does not have. owners: a word for
        each seat, said before its rows without a thing of the sort with the number `shared`.
        """
        named = [[(shared in axes, [*names_of(axes, things)]) for axes in blocks] for blocks in self.blocks]
        known = {
            owner: Names(*([*_owned(blocks, owner)] for blocks in named)) for owner in dict.fromkeys(owners)
        }
        return [known[owner] for owner in owners]


def rows_of(blocks: Sequence[tuple[Axis, ...]]) -> int:
    """Return the number of rows of some blocks."""
    return sum(math.prod(axis if isinstance(axis, int) else len(axis) for axis in axes) for axes in blocks)


def names_of(axes: tuple[Axis, ...], things: Mapping[int, Sequence[str]]) -> Iterator[str]:
    """Yield the names of the rows of a block (see `Layout.names`), without an owner."""
    words = [things[axis] if isinstance(axis, int) else axis for axis in axes]
    thing = next((k for k, axis in enumerate(axes) if isinstance(axis, int)), None)
    *situation, deed = (k for k in range(len(axes)) if k != thing)
    for picked in itertools.product(*words):
        what = picked[deed] if thing is None else f"{picked[deed]} {picked[thing]}"
        yield " / ".join([what, *(picked[k] for k in situation)]) if all(picked) else ""


def _owned(blocks: Iterable[tuple[bool, list[str]]], owner: str) -> Iterator[str]:
    """Yield the names of blocks, with their owner before those that are not shared."""
    for is_shared, names in blocks:
        yield from names if is_shared else (name and f"{owner}: {name}" for name in names)


def stages_of(names: Names, size: int) -> int:
    """Return the number of stages of a game. size: of a seat's preferences in a mind."""
    return (size - 1 - len(names.lasting)) // len(names.staged)


def give_preferences(
    mind: np.record, bots: Sequence[Bot], names: Callable[[Setup], Sequence[Names]], setup: Setup
) -> None:
    """Fill a mind with what its bots, in seat order, prefer. names: returns those of each seat's rows.

    Raises DataError for a preference that a mind cannot hold.
    """
    for seat, bot in enumerate(bots):
        if bot.preferences:
            key = give_preferences, seat, bot.preferences
            if key not in setup.memo:  # a run makes a mind for each batch of games
                setup.memo[key] = _units(bot, _names(names, setup)[seat], mind.preference.shape[1])
            mind.has_preferences[seat] = 1
            mind.preference[seat, :-1] = setup.memo[key]


def _names(names: Callable[[Setup], Sequence[Names]], setup: Setup) -> Sequence[Names]:
    """Return the names of each seat's rows."""
    if names not in setup.memo:
        setup.memo[names] = names(setup)
    return setup.memo[names]


def _units(bot: Bot, names: Names, size: int) -> np.ndarray:
    """Return what a seat's bot prefers, int16 by row. size: of a seat's preferences in a mind."""
    preferences = bot.preferences
    assert preferences is not None, f"bot {bot.name!r} has no preferences"
    found = (preferences.table(names.staged, stages_of(names, size)), preferences.table(names.lasting, 1))
    points = np.concatenate([each.ravel() for each in found])
    if np.abs(points).max(initial=0.0) > MOST:
        raise DataError(f"bot {bot.name!r} has a preference beyond {MOST:g}; the most is {MOST:g}")
    return np.rint(points / UNIT).astype(np.int16)


@kernel
def preferred(m, seat, i):
    """Return how much a seat prefers an option, by its rows."""
    n = np.int64(0)
    for k in range(m.row.shape[1]):
        n += m.preference[seat, m.row[i, k]]
    return UNIT * n


def preference_fields(seats: int, rows: int, options: int, each: int) -> list[tuple]:
    """Return the fields of a mind whose bots may have preferences.

    rows: of a seat's preferences, at all stages; one more stays 0, for moves without one. options: most of a
    decision. each: most preferences of a move.
    """
    return [
        ("has_preferences", "i8", (seats,)),  # [seat] 1: it has some
        (
            "preference",
            "i2",
            (seats, rows + 1),
        ),  # [seat, row] in units of `UNIT`: small, so that it is at hand
        ("score", "f8", (options,)),  # [option] of the pending decision
        ("row", "i4", (options, each)),  # [option] rows of its preferences, if the seat has some
    ]


@kernel
def best(s, m):
    """Return the index of the option with the best score; the first of equal ones."""
    found = np.int64(0)
    for i in range(1, s.option_n):
        if m.score[i] > m.score[found]:
            found = np.int64(i)
    return found
