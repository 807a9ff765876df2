"""The bots of this game: the option that a policy picks."""

import numpy as np

from mazarbul.sim.bots.bound import blunders, widen
from mazarbul.sim.bots.network import correct, note_base
from mazarbul.sim.bots.preferences import best
from mazarbul.sim.bots.random_bot import random_index
from mazarbul.sim.engine.jit import kernel
from mazarbul.sim.games.board_game.bots.bound import narrow
from mazarbul.sim.games.board_game.bots.features import RANDOM
from mazarbul.sim.games.board_game.bots.heuristic.cards import prepare_cards
from mazarbul.sim.games.board_game.bots.heuristic.scores import score_options
from mazarbul.sim.games.board_game.bots.heuristic.situation import prepare_situation
from mazarbul.sim.games.board_game.bots.inputs import UNIT
from mazarbul.sim.games.board_game.bots.noting import note_options, note_state
from mazarbul.sim.games.board_game.bots.rows import add_preferences
from mazarbul.sim.games.board_game.ids import STREAM


@kernel
def prepare(t, m):
    """Fill the part of a mind (`bots.features.MIND`) that is the same for all games of these tables."""
    m.option_n = 0
    m.has_seen = 0
    needed = False
    for seat in range(t.seat_n):
        needed |= m.policy[seat] != RANDOM
    if needed:
        prepare_cards(t, m)
        prepare_situation(t, m)


@kernel
def score(s, t, m, seat):
    """Fill the scores of the options of a seat's pending decision (`score` of the mind)."""
    m.w[:] = m.weights[seat]
    score_options(s, t, m, seat)
    if m.has_preferences[seat] != 0:
        add_preferences(s, t, m, seat)
    if m.has_network[seat] != 0:
        top = note_base(m, s.option_n, UNIT)
        note_state(s, t, m, seat)
        note_options(s, t, m, seat, top)
        correct(m, seat, s.option_n, top, UNIT)


@kernel
def choose(s, t, m):
    """Return the action of the deciding seat, by the mind `m` that `prepare` has filled."""
    seat = np.int64(s.actor)
    is_bound = m.is_bound[seat] != 0
    if is_bound:
        narrow(s, t, m, seat)
    if m.policy[seat] == RANDOM or (is_bound and blunders(s, m, seat, STREAM.BLUNDER + seat)):
        i = random_index(s.seed, STREAM.BOT + seat, s.decisions, s.option_n)
    else:
        score(s, t, m, seat)
        i = best(s, m)
    action = np.int64(s.options[i])
    if is_bound:
        widen(s, m)
    return action
