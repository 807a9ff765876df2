"""The bots of this game: which option a policy picks."""

import numpy as np

from sim.bots.random_bot import random_index
from sim.engine.jit import kernel
from sim.games.card_game.actions import TURN
from sim.games.card_game.features import WEIGHT_N
from sim.games.card_game.heuristic.answers import choose_answer
from sim.games.card_game.heuristic.texts import prepare_texts
from sim.games.card_game.heuristic.turn import choose_turn
from sim.games.card_game.heuristic.worth import prepare_worths
from sim.games.card_game.ids import STREAM_BOT

RANDOM = 0
HEURISTIC = 1


@kernel
def prepare(t, weights, scratch):
    """Fill the part of `scratch` that does not change during a batch. weights: (seats, 2 * WEIGHT_N)."""
    prepare_worths(t, weights, scratch)
    prepare_texts(t, weights, scratch)


@kernel
def choose(s, t, policy, weights, scratch):
    """Return the action that the seat to decide takes.

    policy: number in features.POLICIES. weights: float64, those of features.WEIGHTS in order, for a
    seat of the Free Peoples and then for one of the Shadow.
    scratch: float64 (features.SCRATCH,), filled by `prepare` for this batch.
    """
    seat = np.int64(s.actor)
    w = weights[t.seat_side[seat] * WEIGHT_N : (t.seat_side[seat] + 1) * WEIGHT_N]
    if policy == RANDOM:
        i = random_index(s.seed, STREAM_BOT + seat, s.decisions, s.option_n)
    elif s.decision == TURN:
        i = choose_turn(s, t, seat, w, scratch)
    else:
        i = choose_answer(s, t, seat, w, scratch)
    return np.int64(s.options[i])
