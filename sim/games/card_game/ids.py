"""Codes of sides, zones, phases, frames and decisions.

A *card* is one physical card: `side * 64 + local`, 0 to 127, so that the cards of a side are the
bits of one int64 (see `sim.engine.bits`). A *place* is a location card: battlegrounds are 0 to 15,
paths 16 to 47. Seats are 0 to 3, in the order of the scenario file.
"""

from sim.engine.actions import NONE as NONE

# Capacities: what the fixed-size state and tables can hold.
SEATS = 4
SIDES = 2
SIDE_CARDS = 64  # bit 63 stays free, so a side has at most 63 cards
CARDS = SIDES * SIDE_CARDS
BATTLEGROUNDS = 16
PATHS = 32
PLACES = BATTLEGROUNDS + PATHS
ROUNDS = 16
FACTIONS = 16
OPTIONS = 1024
FRAMES = 64
FRAME_WIDTH = 13
GRANTS = 16
EVENTS = 512

# Sides (CG-1.3).
FREE_PEOPLES = 0
SHADOW = 1

# Card types (CG-1.7).
ARMY = 0
CHARACTER = 1
ITEM = 2
EVENT = 3

# Zones of a card (CG-2.9). The first five belong to the owner, the rest are on the table.
DECK = 0
HAND = 1
LIMBO = 2
CYCLE_PILE = 3
ELIMINATED = 4
RESERVE = 5
ON_WIELDER = 6
RESOLVING = 7  # an event whose text is being resolved
ON_PATH = 8
ON_BATTLEGROUND = 9  # + battleground
ZONES = ON_BATTLEGROUND + BATTLEGROUNDS

# Spots a card can be put on, as they stand in actions.
SPOT_RESERVE = 0
SPOT_PATH = 1
SPOT_EVENT = 2
SPOT_BATTLEGROUND = 8  # + battleground
SPOT_WIELDER = 64  # + local index of the wielder

# Icon kinds (CG-1.8); the order of the columns of `tables.icons`.
PATH_ICONS = 0
BG_ATTACK = 1
BG_DEFENSE = 2
LEAD_ATTACK = 3
LEAD_DEFENSE = 4
ICON_KINDS = 5
LOCATION_DEFENSE = 5  # only as the target kind of an `icons(location, defense, n)` modifier

# Phases of a round (CG-4.1) and of the game.
SETUP = 0
ROUND_START = 1
LOCATION_BATTLEGROUND = 2
LOCATION_PATH = 3
ACTION = 4
TRIMMING = 5
COMBAT = 6
VICTORY_CHECK = 7
DRAWING = 8
OVER = 9

# How a game ended.
RUNNING = 0
TEN_POINTS = 1
LAST_PATH = 2
CAPPED = 3
END_REASONS = ("running", "ten_points", "last_path", "capped")

# Ring token modes (CG-3.11, CG-3.14).
RING_NONE = 0
RING_ONCE = 1
RING_EVERY_ROUND = 2

# Causes of an elimination, as bits: what a replacement's `when` is matched with (CG-13.8).
BY_TEXT = 1
BY_FORSAKE_HAND = 2
BY_FORSAKE_TOP = 4
BY_FORSAKE_RESERVE = 8
BY_PATH_COMBAT = 16
BY_BATTLEGROUND_COMBAT = 32
BY_COST = 64
BY_WINNOW = 128
BY_REMOVAL = 256
BY_ANY = 511
AS_ATTACKER = 512  # added to a combat flag for cards spent as attackers

# How a card last left play or the hand (the `left` field of the cards table).
STAYED = 0
LEFT_CASUALTY = 1
LEFT_ATTACKED = 2
LEFT_SURVIVED = 3
LEFT_USED = 4
LEFT_SACRIFICED = 5
LEFT_FORSAKEN = 6
LEFT_ELIMINATED = 7
LEFT_REMOVED = 8
LEFT_WITH_WIELDER = 9
LEFT_DISCARDED = 10
LEFT_WINNOWED = 11
LEFT_RESOLVED = 12
LEFT_RETURNED = 13
LEFT_NAMES = (
    "stayed",
    "casualty",
    "attacked",
    "survived",
    "used",
    "sacrificed",
    "forsaken",
    "eliminated",
    "removed",
    "with_wielder",
    "discarded",
    "winnowed",
    "resolved",
    "returned",
)

# Triggers of effects (CG-13.2).
ON_PLAY = 0
ON_ENTER = 1
ON_ACTION = 2
ON_STATIC = 3
ON_DRAW_STEP = 4
ON_ACTIVATE = 5
ON_REPLACE = 6

# Place flags of `at` (CG-13.2).
AT_RESERVE = 1
AT_PATH = 2
AT_BATTLEGROUND = 4
AT_IN_PLAY = 7
AT_ANYWHERE = 15

# Frames of the work stack: what is still to be done, innermost last. Slot 0 is the kind.
F_SETUP_CYCLE = 1  # seat, cards left
F_TURN = 2  # seat
F_PAY = 3  # seat, cards left
F_CYCLE_HAND = 4  # seat, cards left
F_FORSAKE = 5  # seat, cards left
F_ELIMINATE_HAND = 6  # seat, cards left, cause, cards to draw afterwards
F_PLAYED = 7  # card, spot, stage
F_MOVED = 8  # card, spot
F_EFFECT = 9  # effect, source, you, stage
F_OPERATIONS = 10  # row, source, you, they
F_EACH = 11  # row of the word, source, you, index of the next seat, time
F_TAKE = 12  # seat, zones, set, cards left, least left, source
F_DIG = 13  # see rules/dig.py
F_CHOOSE_PATH = 14  # seat, kind (same or next)
F_ENTER_PATH = 15  # path, stage
F_CHOOSE_BATTLEGROUND = 16  # seat, place set, sources, source card
F_CHOOSE_TOKEN = 17  # seat, kind, number
F_CHOOSE_MOVE = 18  # seat, card
F_ELIMINATE = 19  # seat, cards left (ANY_NUMBER), zone, set, source, you
F_NEXT_COMBAT = 20  # seat
F_COMBAT = 21  # see rules/combat.py
F_TRIM = 22  # seat
F_ACTIVATE = 23  # place: resolve its text; index of the next effect
F_SCHEDULED = 24  # battleground to activate if it is still in a deck
F_DRAW_STEP = 25  # seat, index of the next effect

# Sources of an effect: a card, or PLACE_SOURCE + place.
PLACE_SOURCE = CARDS

# Special numbers and targets of the effect language.
ANY_NUMBER = 9999
TARGET_SELF = -1
TARGET_WIELDER = -2
TARGET_LOCATION = -3

# Purposes of random streams.
STREAM_DECK = 0  # + seat
STREAM_BATTLEGROUND = 4  # + side
STREAM_PATH = 6
STREAM_BOT = 8  # + seat
STREAM_BLUNDER = 12  # + seat

# Events of a game's log (`state.events`): what happened since the last decision.
E_ROUND = 1  # round, starting seat
E_BATTLEGROUND = 2  # battleground, how (0 picked, 1 activated, 2 reactivated, 3 scheduled)
E_PATH = 3  # path, how (0 picked, 1 activated)
E_DRAW = 4  # seat, card
E_RECYCLE = 5  # seat, cards
E_CYCLE = 6  # card, cause (LEFT_*)
E_ELIMINATE = 7  # card, cause (LEFT_*)
E_REPLACED = 8  # card
E_TAKE = 9  # seat, card
E_TOKEN = 10  # target (place, or PLACES + card), 0 attack 1 defense, number
E_CORRUPTION = 11  # change, corruption now
E_COMBAT = 12  # place, attack, printed and token defense
E_RESULT = 13  # place, winner (side or NONE), total defense
E_SCORE = 14  # Free Peoples, Shadow
E_DIG = 15  # seat, card
E_PUT = 16  # card, spot
E_TEXT = 17  # source: its text is being resolved
E_END = 18  # winner, reason
E_REMAIN = 19  # seat, card: limbo card taken into hand
E_ICONS = 20  # card, icons it brings to the combat that is being counted, character it supports or NONE
E_FORCED = 21  # an action (see `sim.engine.log.note_action`): the only option, applied at once
