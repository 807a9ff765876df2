"""Games in which bots with networks try moves, and what is noted of them for learning.

See `mazarbul.sim.bots.learner`.

A move is drawn by the chances exp(score / temperature). What each decision was worth more or less than its
position promised comes from the later values and the end of the game (generalized advantage estimation;
Schulman, Moritz, Levine, Jordan and Abbeel, "High-dimensional continuous control", ICLR 2016).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from mazarbul.sim.bots.bound import KEYS
from mazarbul.sim.bots.choosing import best
from mazarbul.sim.bots.inputs import Inputs
from mazarbul.sim.bots.network import value_of
from mazarbul.sim.bots.search import Rules
from mazarbul.sim.compile.jit import at_home, kernel
from mazarbul.sim.engine.actions import NONE
from mazarbul.sim.engine.exponential import exponential
from mazarbul.sim.engine.faults import Fault
from mazarbul.sim.engine.rng import key, stream

SIDES = 2  # most sides of a game
LONG = 1 << 13  # most decisions of a side in a game that are valued
KEPT = 1 << 16  # most decisions that are noted in a piece of a generation
STATE_ROWS, OPTIONS = 1 << 24, 1 << 21  # most rows of states and most options in all of them
SURE = 0.98  # a decision whose best option is more likely is noted seldom: it teaches little
SELDOM = 16  # one of so many


def practice_fields(inputs: Inputs, options: int) -> list[tuple]:
    """Return the fields of the structured type that practice works on. options: most of a decision."""
    return [
        ("temperature", "f8"),  # of the chances of moves, in units of the network
        ("trust", "f8"),  # share of later values that counts (lambda)
        ("practises", "i8", (16,)),  # [seat] 1: it practises; the others take the move with the best score
        ("chance", "f8", (options,)),  # [option] of the pending decision
        ("valued_n", "i8", (SIDES,)),  # [side] decisions of the game
        ("valued", "f4", (SIDES, LONG)),  # [side, 0..n) value of the position to the side
        ("noted", "i4", (SIDES, LONG)),  # [side, 0..n) where the decision is noted, or NONE
        ("note_n", "i8"),  # decisions noted
        ("side", "i1", (KEPT,)),  # [note] of the deciding seat
        ("chosen", "i2", (KEPT,)),  # [note] index of the option
        ("likely", "f4", (KEPT,)),  # [note] chance of that option
        ("advantage", "f4", (KEPT,)),
        ("target", "f4", (KEPT,)),  # [note] what the value should have been
        ("state_from", "i4", (KEPT + 1,)),  # [note] its first row in `state`; it ends where the next begins
        ("option_from", "i4", (KEPT + 1,)),  # [note] its first option
        ("state", "i2", (STATE_ROWS,)),
        ("option", "i2", (OPTIONS, inputs.each)),
        ("plain", "f4", (OPTIONS,)),
    ]


class PracticeRules(NamedTuple):
    """What practice takes from a game beyond what a search does.

    These are kernels on its state `s`, tables `t` and mind `m`. score(s, t, m, seat): fill `m.score` and
    `m.outlook` for the pending decision. result(s, t): what the end of a game is worth to the first side, 0
    to 1. is_first(t, seat): whether a seat is of it. purpose: number of the stream of the first seat's draws.
    unit: points of a unit of the network.
    """

    score: Callable
    result: Callable
    is_first: Callable
    purpose: int
    unit: float


@kernel
def note(s, m, w, side, chosen):
    """Note a decision, if there is room; return its number, or -1."""
    n = w.note_n
    state, option = np.int64(w.state_from[n]), np.int64(w.option_from[n])
    if n + 1 >= KEPT or state + m.state_n > STATE_ROWS or option + s.option_n > OPTIONS:
        return np.int64(-1)
    w.side[n] = np.int8(side)
    w.chosen[n] = np.int16(chosen)
    w.likely[n] = np.float32(w.chance[chosen])
    for k in range(m.state_n):
        w.state[state + k] = m.state_row[k]
    for i in range(s.option_n):
        w.plain[option + i] = m.plain[i]
        for k in range(m.option_row.shape[1]):
            w.option[option + i, k] = m.option_row[i, k]
    w.state_from[n + 1] = np.int32(state + m.state_n)
    w.option_from[n + 1] = np.int32(option + s.option_n)
    w.note_n = n + 1
    return np.int64(n)


@kernel
def learn_from(w, side, end):
    """Fill what the decisions of a side were worth. end: of the game, to the side."""
    later = end
    found = 0.0
    for k in range(w.valued_n[side] - 1, -1, -1):
        value = np.float64(w.valued[side, k])
        found = later - value + w.trust * found
        later = value
        n = w.noted[side, k]
        if n >= 0:
            w.advantage[n] = np.float32(found)
            w.target[n] = np.float32(found + value)


def practising(rules: Rules, game: PracticeRules, home: str) -> tuple[Callable, Callable]:
    """Return the kernels practise(s, t, m, w, seed, first, ends) and imitate(s, t, m, teacher, w, ...).

    They play games `first`, `first + 1`, ... of a run of `seed`, one for each element of `ends`, float64,
    which they fill with their results. w: record with the fields `practice_fields`, to whose notes they add.
    In the second one the bots of the mind `teacher` play, and every decision is noted as those of `m` see it.
    The state `s` is workspace; a fault that stops a game stays in it, and the rest is not played. home: the
    module that asks for them.
    """
    score, result, is_first, purpose, unit = game
    (deal, is_over, take, _), cap = rules.playing, rules.cap

    @kernel
    def drawn(s, m, w, seat):
        """Return the index of an option, drawn by the chances, which it fills."""
        most = m.score[best(s, m)]
        total = 0.0
        for i in range(s.option_n):
            w.chance[i] = exponential((m.score[i] - most) / (unit * w.temperature))
            total += w.chance[i]
        left = key(stream(s.seed, purpose + seat, s.decisions), 0) / KEYS
        found = np.int64(s.option_n - 1)
        for i in range(s.option_n):
            w.chance[i] /= total
            if left >= 0.0:
                left -= w.chance[i]
                if left < 0.0:
                    found = np.int64(i)
        return found

    @kernel
    def add_note(s, t, m, w, seat, i, is_open):
        """Note a decision of a seat as a mind sees it, if it is open, and what its position is worth."""
        side = np.int64(0 if is_first(t, seat) else 1)
        k = w.valued_n[side]
        if k < LONG:
            w.valued[side, k] = np.float32(value_of(m))
            w.noted[side, k] = note(s, m, w, side, i) if is_open else np.int64(-1)
            w.valued_n[side] = k + 1

    @kernel
    def draw(s, t, m, _teacher, w, seat):
        """Draw a move of a seat, and note it, if it practises, else take the best; return its index."""
        score(s, t, m, seat)
        if w.practises[seat] == 0:
            return best(s, m)
        i = drawn(s, m, w, seat)
        add_note(s, t, m, w, seat, i, w.chance[best(s, m)] < SURE or s.decisions % SELDOM == 0)
        return i

    @kernel
    def show(s, t, m, teacher, w, seat):
        """Draw a move of the teacher, and note it as the pupil sees it; return its index."""
        score(s, t, teacher, seat)
        i = drawn(s, teacher, w, seat)
        score(s, t, m, seat)
        add_note(s, t, m, w, seat, i, True)
        return i

    def learning(move: Callable) -> Callable:
        """Return the kernel learn(s, t, m, teacher, w, seed, first, ends), whose moves are `move`'s."""

        @kernel
        def play(s, t, m, teacher, w):
            """Play a game to its end or to a fault."""
            w.valued_n[:] = 0
            while not is_over(s) and s.decisions < cap:
                i = move(s, t, m, teacher, w, np.int64(s.actor)) if s.option_n > 1 else np.int64(0)
                take(s, t, np.int64(s.options[i]), NONE)
                if s.fault != Fault.NONE:
                    return

        @kernel
        def learn(s, t, m, teacher, w, seed, first, ends):
            """Play games and note what they say."""
            for i in range(ends.size):
                deal(s, t, seed, first + i)
                take(s, t, NONE, NONE)
                play(s, t, m, teacher, w)
                if s.fault != Fault.NONE:
                    return
                ends[i] = result(s, t)
                learn_from(w, 0, ends[i])
                learn_from(w, 1, 1.0 - ends[i])

        return learn

    learn_by_trying, learn_by_watching = learning(draw), learning(show)

    @kernel
    def practise(s, t, m, w, seed, first, ends):
        """Play games and note what they say."""
        learn_by_trying(s, t, m, m, w, seed, first, ends)

    @kernel
    def imitate(s, t, m, teacher, w, seed, first, ends):
        """Play games of the teacher and note its moves."""
        learn_by_watching(s, t, m, teacher, w, seed, first, ends)

    return at_home(practise, home), at_home(imitate, home)
