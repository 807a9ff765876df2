"""The bots of this game: the option that a policy picks."""

import numpy as np

from sim.bots.bound import widen
from sim.bots.random_bot import random_index
from sim.engine.jit import kernel
from sim.games.board_game.bots.bound import narrow
from sim.games.board_game.ids import STREAM


@kernel
def prepare(t, m):  # noqa: ARG001  (the signature of `kit.Steps`)
    """Fill the part of a mind (`bots.features.MIND`) that is the same for all games of these tables."""
    m.option_n = 0


@kernel
def choose(s, t, m):
    """Return the action of the deciding seat, by the mind `m` that `prepare` has filled."""
    seat = np.int64(s.actor)
    is_bound = m.is_bound[seat] != 0
    if is_bound:
        narrow(s, t, m, seat)
    i = random_index(s.seed, STREAM.BOT + seat, s.decisions, s.option_n)
    action = np.int64(s.options[i])
    if is_bound:
        widen(s, m)
    return action
