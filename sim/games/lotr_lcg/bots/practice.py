"""Practice of this game's bots (see `sim.bots.preferences`): all players are of one side."""

import numpy as np

from sim.bots.preferences import PracticeRules, practice_fields, practising
from sim.engine.jit import kernel
from sim.games.lotr_lcg.bots.looks import FEATURES
from sim.games.lotr_lcg.bots.looks import ROUNDS as LOOKED_ROUNDS
from sim.games.lotr_lcg.bots.policies import score
from sim.games.lotr_lcg.bots.rows import EACH, ROWS
from sim.games.lotr_lcg.bots.search import RULES, value
from sim.games.lotr_lcg.ids import OPTIONS, STREAM
from sim.games.lotr_lcg.kernel import new_game

PRACTICE = np.dtype(practice_fields(ROWS, OPTIONS, EACH, LOOKED_ROUNDS + 1, FEATURES), align=True)


@kernel
def is_first(t, seat):  # noqa: ARG001  (the signature of `PracticeRules.is_first`)
    """Return that a seat is of the players' side."""
    return True


@kernel
def result(s, t):
    """Return what the end of a quest is worth to the players, 0 to 1."""
    return value(s, t, 0)


_practised = practising(RULES, PracticeRules(new_game, score, ROWS, STREAM.PRACTICE, result, is_first))


@kernel
def practise(s, t, m, w, seed, first, slopes, weights, ends):
    """Play games and add up what they say (see `sim.bots.preferences.practising`)."""
    _practised(s, t, m, w, seed, first, slopes, weights, ends)
