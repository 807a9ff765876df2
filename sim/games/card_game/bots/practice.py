"""Practice of this game's bots (see `sim.bots.preferences`)."""

import numpy as np

from sim.bots.preferences import PracticeRules, practice_fields, practising
from sim.engine.jit import kernel
from sim.games.card_game.bots.layout import EACH, ROWS
from sim.games.card_game.bots.looks import FEATURES
from sim.games.card_game.bots.policies import score
from sim.games.card_game.bots.search import RULES, value
from sim.games.card_game.ids import NONE, OPTIONS, ROUNDS, SIDE, STREAM
from sim.games.card_game.kernel import new_game

PRACTICE = np.dtype(practice_fields(ROWS, OPTIONS, EACH, ROUNDS + 1, FEATURES), align=True)

WON = 0.5  # share of a result that is the victory; the rest is the value of the lead as a search sees it


@kernel
def is_first(t, seat):
    """Return whether a seat is of the first side."""
    return t.seat_side[seat] == SIDE.FREE_PEOPLES


@kernel
def result(s, t):
    """Return what the end of a game is worth to the first side, 0 to 1."""
    seat = np.int64(0)
    while not is_first(t, seat):
        seat += 1
    won = 0.5 if s.winner == NONE else np.float64(s.winner == SIDE.FREE_PEOPLES)
    return WON * won + (1.0 - WON) * value(s, t, seat)


_practised = practising(RULES, PracticeRules(new_game, score, ROWS, STREAM.PRACTICE, result, is_first))


@kernel
def practise(s, t, m, w, seed, first, slopes, weights, ends):
    """Play games and add up what they say (see `sim.bots.preferences.practising`)."""
    _practised(s, t, m, w, seed, first, slopes, weights, ends)
