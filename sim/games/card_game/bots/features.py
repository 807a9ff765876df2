"""Policies of this game's bots, and what they remember."""

import numpy as np

from mazarbul.sim.bots.mind import mind_fields
from mazarbul.sim.games.card_game.bots.inputs import INPUTS
from mazarbul.sim.games.card_game.bots.weights import WEIGHTS
from mazarbul.sim.games.card_game.content.layout import EFFECTS
from mazarbul.sim.games.card_game.content.vocabulary import PATH_CHOICE
from mazarbul.sim.games.card_game.ids import (
    BATTLEGROUNDS,
    CARDS,
    ICON_KINDS,
    OPTIONS,
    PLACES,
    ROUNDS,
    SEATS,
    SIDE_N,
)

LIFTS = 5  # numbers of more icons whose worth at a place is remembered
PLANES = 5  # bits of the most icons of a kind on a card (`content.schema.MOST_SMALL`)

#: What the bots of a table remember: their weights, values computed once for all games, and values
#: computed for each decision.
MIND = np.dtype(
    [
        *mind_fields(SEATS, len(WEIGHTS), OPTIONS),
        *INPUTS.fields(SEATS, OPTIONS),
        ("card_number", "i2", (CARDS,)),  # [card] its number in networks, 0: unknown
        ("place_number", "i2", (PLACES,)),
        ("no_card", "i8", (SEATS,)),  # [seat] set of cards of its side that it avoids
        ("no_place", "i8", (SEATS,)),  # [seat] set of places it avoids
        # Once for all games
        ("worth", "f4", (CARDS, ROUNDS)),  # [card, number of the last path]
        ("wielders", "i8", (CARDS,)),  # [item] set of own-side characters that may wield it
        ("engine", "f4", (CARDS, ROUNDS)),  # [card, number] worth of its texts in reserve
        ("text", "f4", (EFFECTS,)),  # [effect] worth, NaN if it depends on the position
        ("leaves", "i8", (EFFECTS,)),  # [effect] where its card goes: STAYS or a PILE
        ("typical", "f4", (EFFECTS,)),  # [effect] worth in a typical position
        ("lives", "f4", (SEATS, ROUNDS)),  # [seat, number of the last path] share of the worth of card flow
        ("is_sure", "i8", (EFFECTS,)),  # [effect] 1: always does something, if its `text` is a number
        ("mean_attack", "f8", (PLACES,)),  # [place] attack icons there of a mean card of the attacker
        ("mean_defense", "f8", (PLACES,)),  # [place] defense icons there of a mean card of the defender
        # Sums over cards are popcounts: for each bit of a number of icons there is a set of cards (PLANES)
        ("planes", "i8", (SIDE_N, ICON_KINDS, PLANES)),  # [side, kind, k] cards with bit k in their icons
        ("plane_n", "i8"),  # planes in use
        ("with_icons", "i8", (SIDE_N, ICON_KINDS)),  # [side, kind] cards with printed icons
        ("comers", "i8", (SIDE_N, PLACES)),  # [side, place] cards whose printed values allow them there
        ("followers", "i8", (CARDS,)),  # [character] armies that may support it by faction or printed text
        # For each decision
        ("ready", "f8", (SEATS,)),  # [seat] what a card in its hand counts as in combats to come
        ("quiet", "f8"),  # the same of the enemy's reserve: less when seats have passed
        ("life", "f4"),  # `lives` of the deciding seat now
        ("side", "i8"),  # side of the seat that margins and values are for
        ("pending", "i8"),  # set of places with margins and values not yet worked out in this decision
        ("margin", "f8", (PLACES,)),  # [place] expected defense minus attack
        ("board", "f8", (PLACES,)),  # [place] the same with what is there now
        ("value", "f8", (PLACES,)),  # [place] worth of the combat to the deciding side at that margin
        ("lift", "f8", (PLACES, LIFTS)),  # [place, n] worth of n more icons of that side, NaN: not yet known
        ("change", "f8", (len(PATH_CHOICE),)),  # [choice] worth of another active path, or NaN
        ("opening", "f8", (BATTLEGROUNDS,)),  # [battleground] worth of its becoming active, or NaN
        ("spread", "f8"),  # uncertainty about a combat, in icons
        ("least", "f8"),  # worth of the two least valuable cards of the deciding hand
        ("second", "f8"),
        ("least_card", "i8"),  # the least valuable card, or NONE
    ],
    align=True,
)
