"""What every bot does with the scores of its options: it takes the best, or errs as it was told to."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from mazarbul.sim.bots.bound import blunders, narrowing, widen
from mazarbul.sim.bots.network import correct, note_base
from mazarbul.sim.bots.random_bot import random_index
from mazarbul.sim.compile.jit import at_home, kernel

RANDOM, HEURISTIC = range(2)
#: Policy name -> number that kernels use.
POLICIES = {"random": RANDOM, "heuristic": HEURISTIC}


@kernel
def best(s, m):
    """Return the index of the option with the best score; the first of equal ones."""
    found = np.int64(0)
    for i in range(1, s.option_n):
        if m.score[i] > m.score[found]:
            found = np.int64(i)
    return found


@kernel
def avoids_nothing(s, t, m, seat, action):  # noqa: ARG001  (the signature of `is_avoided`)
    """Return that a seat does not avoid an option."""
    return False


def choosing(
    score: Callable, luck: int, blunder: int, home: str, is_avoided: Callable = avoids_nothing
) -> Callable:
    """Return the kernel choose(s, t, m) of a game: the action of the deciding seat.

    score(s, t, m, seat): the kernel that fills `m.score` for the options of the pending decision. luck,
    blunder: numbers of the first seat's streams of random moves and of blunders. home: the module that asks
    for it. is_avoided(s, t, m, seat, action): the kernel that says whether a bound seat avoids an option.
    """
    narrow = narrowing(is_avoided)

    @kernel
    def choose(s, t, m):
        """Return the action of the deciding seat, by the mind `m` that `prepare` has filled."""
        seat = np.int64(s.actor)
        is_bound = m.is_bound[seat] != 0
        if is_bound:
            narrow(s, t, m, seat)
        if m.policy[seat] == RANDOM or (is_bound and blunders(s, m, seat, blunder + seat)):
            i = random_index(s.seed, luck + seat, s.decisions, s.option_n)
        else:
            score(s, t, m, seat)
            i = best(s, m)
        action = np.int64(s.options[i])
        if is_bound:
            widen(s, m)
        return action

    return at_home(choose, home)


def adding_learnt(note_state: Callable, note_options: Callable, unit: float) -> Callable:
    """Return the kernel add_learnt(s, t, m, seat): what a seat's network has learnt, added to its scores.

    note_state(s, t, m, seat), note_options(s, t, m, seat, top): kernels that fill the inputs of a network;
    top: the best score. unit: points of a unit of the network.
    """

    @kernel
    def add_learnt(s, t, m, seat):
        """Add the correction of a network, if the seat has one, to `m.score`."""
        if m.has_network[seat] != 0:
            top = note_base(m, s.option_n, unit)
            note_state(s, t, m, seat)
            note_options(s, t, m, seat, top)
            correct(m, seat, s.option_n, top, unit)

    return add_learnt


@kernel
def nothing_to_prepare(t, m):
    """Leave a mind in which nothing is the same for all games."""
