"""Practice of this game's bots (see `mazarbul.sim.bots.practice`): all players are of one side."""

import numpy as np

from mazarbul.sim.bots.practice import PracticeRules, practice_fields, practising
from mazarbul.sim.games.lotr_lcg.bots.inputs import INPUTS, UNIT
from mazarbul.sim.games.lotr_lcg.bots.policies import score
from mazarbul.sim.games.lotr_lcg.bots.search import RULES, is_first, result
from mazarbul.sim.games.lotr_lcg.ids import OPTIONS, STREAM

PRACTICE = np.dtype(practice_fields(INPUTS, OPTIONS), align=True)
practise, imitate = practising(RULES, PracticeRules(score, result, is_first, STREAM.PRACTICE, UNIT), __name__)
