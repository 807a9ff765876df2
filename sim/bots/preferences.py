"""Preferences: what a bot wants of a move beyond its score, learnt by playing against itself.

A score is made of numbers that hold for all cards and places. What it overlooks in a single card or place, or
in a situation, is a preference, in units of the score. A move has a few of them, and they are added to its
score: for the way to move its card, for its place, for such a way while the own side is far ahead, and so on.
Some have a number for each stage of the game, others one for all. A game lists them in a `Layout`, and its
kernels note which ones each option has, so that practice finds them.

They are learnt by policy gradient. While it practises, a bot takes each move with a chance that grows with
its score (a softmax with a temperature). A finished game says how good its moves were: its result less what
the position at the beginning of the round was worth (REINFORCE with a baseline; Williams, "Simple statistical
gradient-following algorithms for connectionist reinforcement learning", Machine Learning 8, 1992). The
gradient of each preference is divided by its Fisher information (Kakade, "A natural policy gradient", NIPS
2001), so that rare moves learn as fast as frequent ones. `studies.practice` adds up what the games say.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from sim.bots.bot import Bot
from sim.bots.bound import KEYS
from sim.bots.evaluation import evaluated, evaluation_fields
from sim.bots.search import Rules
from sim.data.setup import Setup
from sim.engine.exponential import exponential
from sim.engine.faults import Fault
from sim.engine.jit import kernel
from sim.engine.rng import key, stream
from sim.toml import DataError

NOTES = 1 << 19  # most changes of chances that are noted in a game
ROUNDS = 64  # most rounds of a game with a baseline of their own; later ones have that of the last
UNIT = 0.01  # of a preference in a mind, in units of the score
MOST = 300.0  # largest preference
SMALL = 1e-4  # a chance that differs by less is not noted

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


def practice_fields(rows: int, options: int, each: int, rounds: int, features: int) -> list[tuple]:
    """Return the fields of the structured type that practice works on.

    rows, options, each: as in `preference_fields`. rounds, features: most that an evaluation of this game's
    positions has.
    """
    return [
        *evaluation_fields(rounds, features),
        ("trust", "f8"),  # see `outlook`
        ("temperature", "f8"),  # of the chances of moves, in units of the score
        ("practises", "i8", (16,)),  # [seat] 1: it practises; the others take the move with the best score
        ("chance", "f8", (options,)),  # [option] of the pending decision
        ("change", "f8", (rows + 1,)),  # [row] of the pending decision, 0 between decisions
        ("touched", "i8", (each * options,)),  # rows with a change
        ("baseline", "f8", (ROUNDS,)),  # [round] value to the first side at its beginning
        ("outlook", "f8", (ROUNDS,)),  # [round] what came of it
        ("is_full", "i8"),  # 1: a game had more to note than there is room for
        ("note_n", "i8"),
        ("note_seat", "i4", (NOTES,)),  # [0..note_n) of the game
        ("note_row", "i4", (NOTES,)),
        ("note_round", "i4", (NOTES,)),
        ("note_change", "f4", (NOTES,)),  # of the logarithm of the chance of the move, by the preference
    ]


@kernel
def best(s, m):
    """Return the index of the option with the best score; the first of equal ones."""
    found = np.int64(0)
    for i in range(1, s.option_n):
        if m.score[i] > m.score[found]:
            found = np.int64(i)
    return found


@kernel
def sampled(s, m, w, purpose):
    """Return the index of an option, drawn by the chances, which it fills. purpose: stream of the draw."""
    top = m.score[best(s, m)]
    total = 0.0
    for i in range(s.option_n):
        w.chance[i] = exponential((m.score[i] - top) / w.temperature)
        total += w.chance[i]
    for i in range(s.option_n):
        w.chance[i] /= total
    left = key(stream(s.seed, purpose, s.decisions), 0) / KEYS
    for i in range(s.option_n):
        left -= w.chance[i]
        if left < 0.0:
            return np.int64(i)
    return np.int64(s.option_n - 1)


@kernel
def add_change(w, n, row, change):
    """Add to the change of a row; return the number of touched rows."""
    if w.change[row] == 0.0:
        w.touched[n] = row
        n += 1
    w.change[row] += change
    return n


@kernel
def note(w, seat, number, n):
    """Note the changes of the touched rows and clear them."""
    for k in range(n):
        row = w.touched[k]
        change = w.change[row]
        w.change[row] = 0.0
        if abs(change) > SMALL:
            if w.note_n == NOTES:
                w.is_full = 1
                return
            w.note_seat[w.note_n] = seat
            w.note_row[w.note_n] = row
            w.note_round[w.note_n] = number
            w.note_change[w.note_n] = change
            w.note_n += 1


@kernel
def outlook(w, last, end):
    """Fill what came of each round: in parts the value of the position after it and what came of the next.

    `trust` is the share of the latter; with 1 it is the end of the game. Less of it is less luck but believes
    more in the values (generalized advantage estimation; Schulman, Moritz, Levine, Jordan and Abbeel, "High-
    dimensional continuous control", ICLR 2016). last: number of the last round. end: result of the game.
    """
    w.outlook[last] = end
    for number in range(last - 1, -1, -1):
        w.outlook[number] = (1.0 - w.trust) * w.baseline[number + 1] + w.trust * w.outlook[number + 1]


class PracticeRules(NamedTuple):
    """What practice takes from a game beyond what a search does.

    These are kernels on its state `s`, tables `t` and mind `m`. new_game(s, t, seed, index): begin a game.
    score(s, t, m, seat): fill `m.score` and `m.row` for the pending decision. rows: of a seat's preferences,
    and number of the row without one. purpose: number of the stream of the first seat's draws. result(s, t):
    what the end of a game is worth to the first side, 0 to 1. is_first(t, seat): whether a seat is of it.
    """

    new_game: Callable
    score: Callable
    rows: int
    purpose: int
    result: Callable
    is_first: Callable


def practising(rules: Rules, game: PracticeRules) -> Callable:
    """Return the kernel practise(s, t, m, w, seed, first, slopes, weights, ends) of a game.

    It plays games `first`, `first + 1`, ... of a run, one for each element of `ends`, float64, which it fills
    with their results. slopes, weights: float64 (seats, rows + 1), to which it adds the gradient of the
    result by each preference, and its Fisher information. w: record with the fields `practice_fields`. The
    state `s` is workspace; a fault that stops a game stays in it. After a fault, and if a game has more to
    note than there is room for (`is_full`), the rest is not played.
    """
    new_game, score, rows, purpose, result, is_first = game
    decide, advance, is_over, cap = rules.decide, rules.advance, rules.is_over, rules.cap
    round_of, look = rules.round_of, rules.look

    @kernel
    def take(s, m, w, seat, number):
        """Draw a move, and note what each preference did to its chance; return its index."""
        chosen = sampled(s, m, w, purpose + seat)
        n = np.int64(0)
        for i in range(s.option_n):
            change = -w.chance[i]
            if i == chosen:
                change += 1.0
            for k in range(m.row.shape[1]):
                n = add_change(w, n, np.int64(m.row[i, k]), change)
        w.change[rows] = 0.0
        note(w, seat, number, n)
        return chosen

    @kernel
    def play(s, t, m, w):
        """Play a game to its end, or to a fault or the end of the room for its notes."""
        number = np.int64(0)
        w.note_n = 0
        while not is_over(s) and s.decisions < cap:
            if round_of(s) > number:
                number = min(round_of(s), ROUNDS - 1)
                look(s, t, w.feature)
                w.baseline[number] = evaluated(w, number)
            seat = np.int64(s.actor)
            score(s, t, m, seat)
            i = take(s, m, w, seat, number) if w.practises[seat] != 0 else best(s, m)
            decide(s, t, np.int64(s.options[i]))
            advance(s, t)
            if s.fault != Fault.NONE or w.is_full != 0:
                return number
        return number

    @kernel
    def add_up(t, w, number, end, slopes, weights):
        """Add what a game says to the sums. number: of its last round. end: its result."""
        outlook(w, number, end)
        for k in range(w.note_n):
            seat, row = w.note_seat[k], w.note_row[k]
            advantage = w.outlook[w.note_round[k]] - w.baseline[w.note_round[k]]
            if not is_first(t, seat):
                advantage = -advantage
            change = np.float64(w.note_change[k])
            slopes[seat, row] += advantage * change
            weights[seat, row] += change * change

    @kernel
    def practise(s, t, m, w, seed, first, slopes, weights, ends):
        """Play games and add up what they say."""
        for i in range(ends.size):
            new_game(s, t, seed, first + i)
            number = play(s, t, m, w)
            if s.fault != Fault.NONE or w.is_full != 0:
                return
            ends[i] = result(s, t)
            add_up(t, w, number, ends[i], slopes, weights)

    return practise
