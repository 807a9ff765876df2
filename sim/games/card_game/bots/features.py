"""Policies of this game's bots, and what they remember."""

from collections.abc import Sequence

import numpy as np

from sim.bots.bot import Bot
from sim.bots.mind import mind_fields, seat_bots
from sim.engine.records import empty_record
from sim.games.card_game.bots.weights import WEIGHTS
from sim.games.card_game.content.layout import EFFECTS
from sim.games.card_game.ids import CARDS, OPTIONS, PLACES, ROUNDS, SEATS

RANDOM = 0
HEURISTIC = 1

#: Policy name -> its number in kernels.
POLICIES = {"random": RANDOM, "heuristic": HEURISTIC}

#: What the bots of a table remember: their weights, values computed once for all games, and values
#: computed for each decision.
MIND = np.dtype(
    [
        *mind_fields(SEATS, len(WEIGHTS), OPTIONS),
        ("no_card", "i8", (SEATS,)),  # [seat] set of cards of its side that it avoids
        ("no_place", "i8", (SEATS,)),  # [seat] set of places it avoids
        # Once for all games
        ("worth", "f4", (CARDS, ROUNDS)),  # [card, number of the last path]
        ("engine", "f4", (CARDS, ROUNDS)),  # [card, number] worth of its texts in reserve
        ("text", "f4", (EFFECTS,)),  # [effect] worth, NaN if it depends on the position
        (
            "leaves",
            "i8",
            (EFFECTS,),
        ),  # [effect] where its card goes: STAYS or a PILE
        ("mean_attack", "f8", (PLACES,)),  # [place] attack icons there of a mean card of the attacker
        ("mean_defense", "f8", (PLACES,)),  # [place] defense icons there of a mean card of the defender
        # For each decision
        ("margin", "f8", (PLACES,)),  # [place] expected defense minus attack
        ("value", "f8", (PLACES,)),  # [place] worth of the combat to the deciding side at that margin
        ("least", "f8"),  # worth of the two least valuable cards of the deciding hand
        ("second", "f8"),
        ("least_card", "i8"),  # the least valuable card, or NONE
    ],
    align=True,
)


def make_mind(bots: Sequence[Bot], seat_sides: Sequence[int]) -> np.record:
    """Return the mind of a table for `bots` in seat order; `bots.prepare` fills in the rest.

    seat_sides: the side of each seat, which decides which of a bot's weights apply.
    `restrictions.seated` fills in what bots avoid.
    """
    mind = empty_record(MIND)
    seat_bots(mind, bots, seat_sides)
    return mind
