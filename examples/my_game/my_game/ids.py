"""Numbers of My Game: capacities, phases, ends, events, streams, and the kinds of actions."""

from mazarbul.sim.engine.actions import NONE as NONE
from mazarbul.sim.engine.declared import numbered
from mazarbul.sim.engine.kinds import Kinds

# Capacities: state and tables have a fixed size.
SEATS = 2
CARDS = 40  # of both seats; at most 63, the members of one int64
HAND = 12  # and so the most rounds
STRENGTH = 20
DECISION_CAP = 100  # after which a game is given up

#: The sides; the seat of each has the same number.
SIDES = ("north", "south")
#: Phases of a round (R2) and of the game.
PHASE = numbered("Phase", ("LEAD", "FOLLOW", "OVER"))
#: How a game ended (R3).
ENDS = ("running", "ahead", "level", "capped")
END = numbered("End", (name.upper() for name in ENDS))
#: Where a card is when the game ends.
WHERE = numbered("Where", ("DECK", "HAND", "PLAYED"))
#: Events of a game's log.
EVENT = numbered("Event", ("ROUND", "DEAL", "TAKE", "TIE", "END", "FORCED"), 1)

#: Purposes of random streams; a seat's own are this plus its number.
STREAM_SHUFFLE, STREAM_BOT, STREAM_BLUNDER = 0, 2, 4

KINDS = Kinds("my_game", card=CARDS)
PLAY = KINDS.add("play", "plays {a}", a="card")
KINDS.check()
