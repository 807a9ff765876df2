"""Codes of sides, zones, phases and events; the kinds of frames are in `frames`.

A *card* is one physical card: `side * 64 + local`, 0 to 127, so that the cards of a side are the
bits of one int64 (see `mazarbul.sim.engine.bits`). A *place* is a location card: battlegrounds are 0 to 15,
paths 16 to 47. Seats are 0 to 3, in the order of the scenario file.
"""

from mazarbul.sim.engine.actions import NONE as NONE
from mazarbul.sim.engine.declared import flagged, numbered, spelled, valued

# Sides (CG-1.3).
SIDE = numbered("Side", ("FREE_PEOPLES", "SHADOW"))
SIDES = tuple(spelled(SIDE))

# Factions with their sides (CG-1.4).
FACTION_SIDES = {
    "dunedain": "free_peoples",
    "elf": "free_peoples",
    "dwarf": "free_peoples",
    "hobbit": "free_peoples",
    "rohan": "free_peoples",
    "wizard": "free_peoples",
    "mordor": "shadow",
    "isengard": "shadow",
    "monstrous": "shadow",
    "southron": "shadow",
}
FACTIONS = tuple(FACTION_SIDES)

# Card types (CG-1.7).
TYPE = numbered("Type", ("ARMY", "CHARACTER", "ITEM", "EVENT"))
TYPES = tuple(spelled(TYPE))

# Capacities of the fixed-size state and tables.
SEATS = 4
SIDE_N = len(SIDES)
SIDE_CARDS = 64  # bit 63 stays free, so a side has at most 63 cards
SIDE_SHIFT = 6  # card >> SIDE_SHIFT is its side
CARDS = SIDE_N * SIDE_CARDS
BATTLEGROUNDS = 16
PATHS = 32
PLACES = BATTLEGROUNDS + PATHS
ROUNDS = 16
MOST_FACTIONS = 16
OPTIONS = 1024
FRAMES = 64
GRANTS = 16
EVENTS = 512

# Zones of a card (CG-2.9). The first five belong to the owner, the rest are on the table.
IN = numbered(
    "In",
    (
        "DECK",
        "HAND",
        "LIMBO",
        "CYCLE_PILE",
        "ELIMINATED",
        "RESERVE",
        "WIELDER",
        "RESOLVING",  # an event whose text is being resolved
        "PATH",
        "BATTLEGROUND",  # + battleground
    ),
)
ZONES = IN.BATTLEGROUND + BATTLEGROUNDS

# Spots a card can be put on, as coded in actions.
SPOT = valued(
    "Spot",
    {
        "RESERVE": 0,
        "PATH": 1,
        "EVENT": 2,
        "BATTLEGROUND": 8,  # + battleground
        "WIELDER": 64,  # + local index of the wielder
    },
)

# Icon kinds (CG-1.8): the columns of `tables.icons`.
ICON = numbered("Icon", ("PATH", "BG_ATTACK", "BG_DEFENSE", "LEAD_ATTACK", "LEAD_DEFENSE"))
ICON_KINDS = len(ICON)
LOCATION_DEFENSE = ICON_KINDS  # only as the target kind of an `icons(location, defense, n)` modifier

# Phases of a round (CG-4.1) and of the game.
PHASE = numbered(
    "Phase",
    (
        "SETUP",
        "ROUND_START",
        "LOCATION",  # a battleground is activated
        "PATH",  # and a path
        "ACTION",
        "TRIM",
        "COMBAT",
        "VICTORY_CHECK",
        "DRAW",
        "OVER",
    ),
)
PHASE_NAMES = tuple(spelled(PHASE))

# Kinds of locations where points are won and lost.
LOCATION_KIND = numbered("LocationKind", ("PATH", "FREE_PEOPLES_BATTLEGROUND", "SHADOW_BATTLEGROUND"))

# How a location became active.
HOW = numbered("How", ("PICKED", "ACTIVATED", "REACTIVATED", "SCHEDULED"))

# How a game ended.
ENDED = numbered("Ended", ("RUNNING", "TEN_POINTS", "LAST_PATH", "CAPPED"))
END_REASONS = tuple(spelled(ENDED))

# Ring token modes (CG-3.11, CG-3.14).
RING_MODE = numbered("RingMode", ("NONE", "ONCE", "EVERY_ROUND"))
RING_MODES = tuple(spelled(RING_MODE))

# Causes of an elimination, as bits that a replacement's `when` is matched with (CG-13.8).
BY = flagged(
    "By",
    (
        "TEXT",
        "FORSAKE_HAND",
        "FORSAKE_TOP",
        "FORSAKE_RESERVE",
        "PATH_COMBAT",
        "BATTLEGROUND_COMBAT",
        "COST",
        "WINNOW",
        "REMOVAL",
    ),
    every="ANY",
)
AS_ATTACKER = BY.ANY + 1  # the next bit; added to a combat flag for cards spent as attackers

# How a card last left play or the hand (the `left` field of the cards table).
LEFT = numbered(
    "Left",
    (
        "STAYED",
        "CASUALTY",
        "ATTACKED",
        "SURVIVED",
        "USED",
        "SACRIFICED",
        "FORSAKEN",
        "ELIMINATED",
        "REMOVED",
        "WITH_WIELDER",
        "DISCARDED",
        "WINNOWED",
        "RESOLVED",
        "RETURNED",
    ),
)

# Triggers of effects (CG-13.2).
ON = numbered("On", ("PLAY", "ENTER", "ACTION", "STATIC", "DRAW_STEP", "ACTIVATE", "REPLACE"))

# Place flags of `at` (CG-13.2).
AT = valued("At", {"RESERVE": 1, "PATH": 2, "BATTLEGROUND": 4, "IN_PLAY": 7, "ANYWHERE": 15})

# Sources of an effect: a card, or PLACE_SOURCE + place.
PLACE_SOURCE = CARDS

# Special numbers and targets of the effect language.
ANY_NUMBER = 9999
TARGET = valued("Target", {"SELF": -1, "WIELDER": -2, "LOCATION": -3})

# Purposes of random streams.
STREAM = valued(
    "Stream",
    {
        "DECK": 0,  # + seat
        "BATTLEGROUND": 4,  # + side
        "PATH": 6,
        "BOT": 8,  # + seat
        "BLUNDER": 12,  # + seat
        "PRACTICE": 16,  # + seat
    },
)

# Events of a game's log (`state.events`): what happened since the last decision.
E = numbered(
    "E",
    (
        "ROUND",  # round, starting seat
        "BATTLEGROUND",  # battleground, HOW
        "PATH",  # path, HOW
        "DRAW",  # seat, card
        "RECYCLE",  # seat, cards
        "CYCLE",  # card, cause (LEFT)
        "ELIMINATE",  # card, cause (LEFT)
        "REPLACED",  # card
        "TAKE",  # seat, card
        "TOKEN",  # target (place, or PLACES + card), 0 attack 1 defense, number
        "CORRUPTION",  # change, corruption now
        "COMBAT",  # place, attack, printed and token defense
        "RESULT",  # place, winner (side or NONE), total defense
        "SCORE",  # Free Peoples, Shadow
        "DIG",  # seat, card
        "PUT",  # card, spot
        "TEXT",  # source: its text is being resolved
        "END",  # winner, reason
        "REMAIN",  # seat, card: limbo card taken into hand
        "ICONS",  # card, icons it brings to the current combat, character it supports or NONE
        "FORCED",  # an action (see `mazarbul.sim.engine.log.note_action`): the only option, applied at once
    ),
    first=1,
)
