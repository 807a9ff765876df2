"""Policies of this game's bots, and what they remember."""

import numpy as np

from mazarbul.sim.bots.mind import mind_fields
from mazarbul.sim.games.board_game.bots.heuristic.fields import CARD_FIELDS
from mazarbul.sim.games.board_game.bots.heuristic.seen import SEEN_FIELDS
from mazarbul.sim.games.board_game.bots.inputs import INPUTS, SEEN
from mazarbul.sim.games.board_game.bots.weights import WEIGHTS
from mazarbul.sim.games.board_game.ids import FACE_N, OPTIONS, PIECE_N, REGIONS, SEATS, SIDE_N, WORDS

#: How the Shadow means to win (BG-B10), and what the Fellowship does (BG-B20).
MILITARY, CORRUPTION = range(2)
WALKING, HEALING, SNEAKING, IN_MORDOR = range(4)

REACHES = 3  # numbers of moves for which strength is counted

#: What the situation is, once a decision: `heuristic.situation.look` fills it. Strengths are units, with
#: Elites, Leaders, Nazgûl and Characters weighed; only what is At War counts where somebody attacks.
SITUATION = [
    ("seat", "i8"),  # that decides
    ("side", "i8"),  # of that seat
    ("enemy", "i8"),  # the other one
    ("lacking", "f8", (SIDE_N,)),  # [side] points that it still needs to win the war
    # Armies
    ("around", "i1", (REGIONS, REGIONS)),  # [region] those within REACHES moves, nearest first
    ("around_n", "i1", (REGIONS, REACHES + 1)),  # [region, moves] how many within so many
    ("there", "f8", (SIDE_N, REGIONS)),  # [side, region] strength in its field and box, At War or not
    ("reach", "f8", (SIDE_N, REACHES, REGIONS)),  # [side, moves - 1, region] warring strength that can come
    ("threat", "f8", (REGIONS,)),  # of a Settlement: its enemy's strength within 2 moves less what it needs
    ("nearest", "i1", (SIDE_N, REGIONS)),  # [side, region] distance to its next Army, 99 without any
    # Campaigns, BG-B6 and BG-B14
    ("valued_n", "i8"),
    ("valued", "i1", (REGIONS,)),  # [0..valued_n) regions that are worth points
    ("campaign", "f8", (SIDE_N, REGIONS)),  # [side, region] worth of a Settlement as a target, else 0
    ("target", "i8", (SIDE_N,)),  # [side] region of the best target now, or NONE
    ("target_worth", "f8", (SIDE_N,)),
    ("target_distance", "i8", (SIDE_N,)),  # of the Army that is nearest to it, 99 without one
    ("pull", "f8", (SIDE_N, REGIONS)),  # [side, region] how good an Army stands there for any of its targets
    # The Ring
    ("hunt_level", "i8"),  # dice of the Shadow in the Hunt Box
    ("hunt_bonus", "i8"),  # dice of the Free Peoples there
    ("hunt_chance", "f8"),  # that the next step is found out; 1 in Mordor
    ("tile_damage", "f8"),  # mean damage of a tile of the pool as it is, at the Hunt level now
    ("tile_reveals", "f8"),  # share of the tiles of the pool that reveal
    ("step_damage", "f8"),  # mean damage of the next step
    ("way", "i8"),  # regions left to Mordor beyond Progress, 0 when it can be entered and on the track
    ("steps", "i8"),  # all steps left: `way`, then those of the Mordor Track
    ("ring_odds", "f8"),  # rough chance that the Ring is destroyed before it corrupts
    ("shadow_plan", "i8"),  # MILITARY or CORRUPTION
    ("ring_plan", "i8"),  # WALKING, HEALING, SNEAKING or IN_MORDOR
]
#: Of the actions of a turn: `heuristic.turn`.
TURN_FIELDS = [
    ("worth", "f8", (OPTIONS,)),  # [option] worth apart from the die that pays
    ("best_of", "f8", (FACE_N,)),  # [face] worth of the best action that such a die pays for
    ("march_two", "f8"),  # worth of moving up to two Armies
    ("march_led", "f8"),  # of moving one that is led
    ("strike_any", "f8"),  # of the best attack
    ("strike_led", "f8"),  # of the best one that is led
    ("muster_best", "f8"),  # worth of the best package of recruits
    ("ride_best", "f8"),  # worth of moving Characters
    ("place_best", "f8", (PIECE_N, 2)),  # [PIECE, best and second] worth of a recruit in its places
    ("fly", "f8", (REGIONS,)),  # [region] worth of one more Nazgûl there
]

#: What the bots of a table remember.
MIND = np.dtype(
    [
        *mind_fields(SEATS, len(WEIGHTS), OPTIONS),
        ("no_card", "i8", (SEATS,)),  # [seat] set of cards of its side that it avoids
        ("no_combat", "i8", (SEATS,)),  # [seat] set of those whose combat half it avoids
        ("no_nation", "i8", (SEATS,)),  # [seat] set of nations
        ("no_figure", "i8", (SEATS,)),  # [seat] set of figures
        ("no_region", "i8", (SEATS, WORDS)),  # [seat] set of regions
        *INPUTS.fields(SEATS, OPTIONS),
        *SEEN.fields(),
        *SITUATION,
        *SEEN_FIELDS,
        *TURN_FIELDS,
        *CARD_FIELDS,
    ],
    align=True,
)
