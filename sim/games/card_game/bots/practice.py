"""Practice of this game's bots (see `mazarbul.sim.bots.practice`)."""

import numpy as np

from mazarbul.sim.bots.practice import PracticeRules, practice_fields, practising
from mazarbul.sim.bots.search import is_first
from mazarbul.sim.games.card_game.bots.inputs import INPUTS, UNIT
from mazarbul.sim.games.card_game.bots.policies import score
from mazarbul.sim.games.card_game.bots.search import RULES, result
from mazarbul.sim.games.card_game.ids import OPTIONS, STREAM

PRACTICE = np.dtype(practice_fields(INPUTS, OPTIONS), align=True)
practise, imitate = practising(RULES, PracticeRules(score, result, is_first, STREAM.PRACTICE, UNIT), __name__)
