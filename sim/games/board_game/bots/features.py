"""Policies of this game's bots, and what they remember."""

import numpy as np

from sim.bots.mind import mind_fields
from sim.games.board_game.bots.weights import WEIGHTS
from sim.games.board_game.ids import OPTIONS, SEATS, WORDS

RANDOM = 0

#: Policy name -> its number in kernels.
POLICIES = {"random": RANDOM}

#: What the bots of a table remember.
MIND = np.dtype(
    [
        *mind_fields(SEATS, len(WEIGHTS), OPTIONS),
        ("no_card", "i8", (SEATS,)),  # [seat] set of cards of its side that it avoids
        ("no_combat", "i8", (SEATS,)),  # [seat] set of those whose combat half it avoids
        ("no_nation", "i8", (SEATS,)),  # [seat] set of nations
        ("no_figure", "i8", (SEATS,)),  # [seat] set of figures
        ("no_region", "i8", (SEATS, WORDS)),  # [seat] set of regions
    ],
    align=True,
)
