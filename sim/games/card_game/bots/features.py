"""Policies of this game's bots, the names of their weights, and what they keep in mind."""

from collections.abc import Sequence

import numpy as np

from sim.bots.bot import Bot
from sim.bots.mind import mind_fields, seat_bots
from sim.engine.records import empty_record
from sim.games.card_game.content.layout import EFFECTS
from sim.games.card_game.ids import CARDS, OPTIONS, PLACES, ROUNDS, SEATS

RANDOM = 0
HEURISTIC = 1

#: Policy name -> number, as kernels take it.
POLICIES = {"random": RANDOM, "heuristic": HEURISTIC}

#: Weight name -> (default, what it means). Unit: one victory point. The order is that of the kernels.
DESCRIBED_WEIGHTS = {
    "path_icon": (0.55, "worth of a path icon of a card that can still be used on a path"),
    "attack_icon": (0.40, "worth of a battleground attack icon"),
    "defense_icon": (0.40, "worth of a battleground defense icon"),
    "lead_icon": (0.25, "worth of a leadership icon"),
    "base": (0.20, "worth of any card apart from its icons"),
    "text": (0.50, "worth of an event or of a text that acts"),
    "draw_engine": (0.45, "worth of one more card in each draw step to come"),
    "carryover": (0.20, "worth of one more card kept in hand in each round to come"),
    "card": (0.60, "worth of drawing a card"),
    "forsake_enemy": (0.55, "worth of an enemy's forsaken card"),
    "forsake_own": (0.55, "cost of forsaking an unknown card of one's own"),
    "cycle_enemy": (0.30, "worth of an enemy's cycled card"),
    "take": (0.90, "worth of taking a card by name"),
    "dig_play": (1.00, "worth of a card played out of a dig"),
    "eliminate": (1.50, "worth of eliminating an enemy's card in play"),
    "point": (1.00, "worth of a victory point at stake on a battleground"),
    "path_point": (1.00, "worth of a victory point at stake on a path"),
    "corruption": (1.00, "worth of a point of corruption"),
    "spread": (1.60, "how uncertain a combat still is, in icons"),
    "own_reserve": (0.35, "share of the own side's reserve expected to join a combat"),
    "enemy_reserve": (0.50, "share of the enemy's reserve expected to join a combat"),
    "own_hand": (0.25, "share of the own side's hands expected to join a combat"),
    "enemy_hand": (0.35, "share of the enemy's hands expected to join a combat"),
    "keep_defender": (0.45, "share of its worth that a defender keeps after a combat"),
    "hand": (0.80, "share of its worth that a card has in hand"),
    "surplus": (0.45, "the same while the hand is over the limit"),
    "reserve": (1.00, "share of its worth that a card has in reserve"),
    "cycled": (0.40, "share of its worth that a cycled card keeps"),
    "pass": (0.05, "worth of waiting"),
    "ring": (1.15, "worth of an unspent Ring token"),
    "skip": (0.30, "worth of skipping ahead for the side that leads"),
    "open": (0.60, "share of a battleground's points that opening it is worth to the stronger side"),
}
WEIGHTS = {name: default for name, (default, _) in DESCRIBED_WEIGHTS.items()}
WEIGHT_N = len(WEIGHTS)

(
    W_PATH_ICON,
    W_ATTACK_ICON,
    W_DEFENSE_ICON,
    W_LEAD_ICON,
    W_BASE,
    W_TEXT,
    W_DRAW_ENGINE,
    W_CARRYOVER,
    W_CARD,
    W_FORSAKE_ENEMY,
    W_FORSAKE_OWN,
    W_CYCLE_ENEMY,
    W_TAKE,
    W_DIG_PLAY,
    W_ELIMINATE,
    W_POINT,
    W_PATH_POINT,
    W_CORRUPTION,
    W_SPREAD,
    W_OWN_RESERVE,
    W_ENEMY_RESERVE,
    W_OWN_HAND,
    W_ENEMY_HAND,
    W_KEEP_DEFENDER,
    W_HAND,
    W_SURPLUS,
    W_RESERVE,
    W_CYCLED,
    W_PASS,
    W_RING,
    W_SKIP,
    W_OPEN,
) = range(len(WEIGHTS))

#: What the bots of a table remember: their weights, what is worked out once for all games, and what is
#: worked out for each decision.
MIND = np.dtype(
    [
        *mind_fields(SEATS, WEIGHT_N, OPTIONS),
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
        ),  # [effect] what becomes of its card: STAYS or a PILE
        ("mean_attack", "f8", (PLACES,)),  # [place] attack icons there of a mean card of the attacker
        ("mean_defense", "f8", (PLACES,)),  # [place] defense icons there of a mean card of the defender
        # For each decision
        ("margin", "f8", (PLACES,)),  # [place] expected defense minus attack
        ("value", "f8", (PLACES,)),  # [place] worth of the combat to the deciding side at that margin
        ("least", "f8"),  # worth of the two least cards of the deciding hand
        ("second", "f8"),
        ("least_card", "i8"),  # the least card, or NONE
    ],
    align=True,
)


def make_mind(bots: Sequence[Bot], seat_sides: Sequence[int]) -> np.record:
    """Return the mind of a table for `bots` in seat order; `bots.prepare` fills in the rest.

    seat_sides: the side of each seat, which says which of a bot's weights it plays by. What bots avoid
    is left to `restrictions.seated`.
    """
    mind = empty_record(MIND)
    seat_bots(mind, bots, seat_sides)
    return mind
