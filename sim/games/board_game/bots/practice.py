"""Practice of this game's bots (see `sim.bots.preferences`)."""

import numpy as np

from sim.bots.preferences import PracticeRules, practice_fields, practising
from sim.engine.jit import kernel
from sim.games.board_game.bots.layout import EACH, ROWS
from sim.games.board_game.bots.looks import FEATURES, TURNS
from sim.games.board_game.bots.policies import score
from sim.games.board_game.bots.search import RULES
from sim.games.board_game.ids import NONE, OPTIONS, SIDE, STREAM
from sim.games.board_game.kernel import new_game

PRACTICE = np.dtype(practice_fields(ROWS, OPTIONS, EACH, TURNS + 1, FEATURES), align=True)


@kernel
def is_first(t, seat):
    """Return whether a seat is of the first side."""
    return t.seat_side[seat] == SIDE.FREE_PEOPLES


@kernel
def result(s, t):  # noqa: ARG001  (the signature of `PracticeRules.result`)
    """Return what the end of a game is worth to the first side, 0 to 1."""
    return 0.5 if s.winner == NONE else np.float64(s.winner == SIDE.FREE_PEOPLES)


_practised = practising(RULES, PracticeRules(new_game, score, ROWS, STREAM.PRACTICE, result, is_first))


@kernel
def practise(s, t, m, w, seed, first, slopes, weights, ends):
    """Play games and add up what they say (see `sim.bots.preferences.practising`)."""
    _practised(s, t, m, w, seed, first, slopes, weights, ends)
