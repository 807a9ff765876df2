"""Practice of this game's bots (see `mazarbul.sim.bots.practice`): all players are of one side."""

import numpy as np

from mazarbul.sim.bots.practice import PracticeRules, practice_fields, practising
from mazarbul.sim.engine.jit import kernel
from mazarbul.sim.games.lotr_lcg.bots.inputs import INPUTS, UNIT
from mazarbul.sim.games.lotr_lcg.bots.policies import score
from mazarbul.sim.games.lotr_lcg.bots.search import RULES, is_first, result
from mazarbul.sim.games.lotr_lcg.ids import OPTIONS, STREAM
from mazarbul.sim.games.lotr_lcg.kernel import new_game

PRACTICE = np.dtype(practice_fields(INPUTS, OPTIONS), align=True)

_practised = practising(RULES, PracticeRules(new_game, score, result, is_first, STREAM.PRACTICE, UNIT))


@kernel
def practise(s, t, m, w, seed, first, ends):
    """Play games and note what they say (see `mazarbul.sim.bots.practice.practising`)."""
    _practised(s, t, m, w, seed, first, ends)
