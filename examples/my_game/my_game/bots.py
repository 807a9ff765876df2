"""The bots of My Game: what they weigh, and what they choose."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from mazarbul.sim.bots.bot import Bot
from mazarbul.sim.bots.bound import blunders
from mazarbul.sim.bots.mind import make_mind, mind_fields
from mazarbul.sim.bots.random_bot import random_index
from mazarbul.sim.bots.weights import Weights
from mazarbul.sim.data.setup import Setup
from mazarbul.sim.engine.actions import a_of
from mazarbul.sim.engine.jit import kernel
from my_game.ids import OPTIONS, PHASE, SEATS, STREAM_BLUNDER, STREAM_BOT

RANDOM, HEURISTIC = range(2)
POLICIES = {"random": RANDOM, "heuristic": HEURISTIC}

WEIGHTS = Weights(
    "a point of a card's strength that is kept",
    ("lead", 1.5, "worth of a point of strength in a card to lead with"),
    ("take", 8.0, "worth of taking a round as the seat that follows"),
)
W = WEIGHTS.index

MIND = np.dtype(
    [
        *mind_fields(SEATS, len(WEIGHTS), OPTIONS),
        ("score", "f8", (OPTIONS,)),  # [option] of the pending decision, for replays
    ],
    align=True,
)


def seated(bots: Sequence[Bot], _setup: Setup) -> np.record:
    """Return the mind of a table."""
    return make_mind(MIND, bots, range(SEATS))


@kernel
def prepare(_t, m):
    """Fill the part of a mind that is the same for all games; here it is empty."""
    m.option_n = 0


@kernel
def choose(s, t, m):
    """Return the action of the deciding seat."""
    seat = np.int64(s.actor)
    is_random = m.policy[seat] == RANDOM
    if is_random or (m.is_bound[seat] != 0 and blunders(s, m, seat, STREAM_BLUNDER + seat)):
        i = random_index(s.seed, STREAM_BOT + seat, s.decisions, s.option_n)
    else:
        i = best(s, t, m, seat)
    return np.int64(s.options[i])


@kernel
def best(s, t, m, seat):
    """Return the index of the option with the highest score, the first of equals."""
    found = np.int64(0)
    most = -1e9
    for i in range(s.option_n):
        m.score[i] = score_of(s, t, m, seat, a_of(s.options[i]))
        if m.score[i] > most:
            most = m.score[i]
            found = np.int64(i)
    return found


@kernel
def score_of(s, t, m, seat, card):
    """Return the worth of playing a card, by what its seat may know."""
    strength = np.float64(t.strength[card])
    if s.phase == PHASE.LEAD:
        return (m.weights[seat, W.LEAD] - 1.0) * strength
    takes = t.strength[card] > t.strength[s.led]
    return (m.weights[seat, W.TAKE] if takes else 0.0) - strength
