"""Numbers of the Courier: capacities, phases, ends, events and streams."""

from mazarbul.sim.engine.actions import NONE as NONE
from mazarbul.sim.engine.declared import numbered
from mazarbul.sim.engine.sets import words_for

# Capacities: the limits of the fixed-size state and tables.
SEATS = 3
REGIONS = 100
WORDS = words_for(REGIONS)
RIDERS = 4
CARDS = 63  # of all seats, the members of one int64
PILES = 2  # of a seat
PILE_CARDS = 24
DICE = 4
ROUNDS = 24
OPTIONS = 256
FRAMES = 24
EVENTS = 256
ROWS = 128
EXPRESSIONS = 64
SETS = 48
SET_ROWS = 96
RELATIONS = 4
EFFECTS = 64

COURIER = 0  # the seat of the courier: the first of every scenario

SIDES = ("couriers", "hunters")
TERRAINS = ("plain", "forest", "road", "town", "harbour")
FACES = 6

#: Phases of a round (CO-2) and of the game.
PHASE = numbered("Phase", ("SETUP", "START", "DRAW", "COURIER", "HUNT", "OVER"))

#: How a game ended (CO-7).
END_REASONS = ("running", "delivered", "caught", "late", "capped")
END = numbered("End", (name.upper() for name in END_REASONS))

#: Events of a game's log.
EVENT = numbered(
    "Event",
    ("ROUND", "DRAW", "PLAY", "STEP", "RIDE", "DICE", "SEARCH", "SEEN", "HIDDEN", "CLOSED", "END", "FORCED"),
    1,
)

#: Purposes of random streams; a seat's own are this plus its number.
STREAM_SHUFFLE = 0  # + PILES * seat + pile
STREAM_DICE = 8  # + seat
STREAM_BOT = 12  # + seat
STREAM_BLUNDER = 16  # + seat
