"""The kinds of frames of the work stack: what is still to be done, with the slots of each."""

from sim.engine.frames import FrameKinds, layout
from sim.engine.machine import KINDS, Registers

#: What a text speaks of. source: card, or PLACE_SOURCE + place. you: seat whose text it is. they: seat
#: served by a surrounding `each`. Seats may be NONE.
Context = layout("Context", Registers, "source", "you", "they")
#: A seat that gives up cards one by one. left: how many are still to go.
Counted = layout("Counted", "seat", "left")

_kinds = FrameKinds(after=KINDS, holding=Context)

# The game and its turns
SetupCycle = _kinds.declare("SetupCycle", Counted)
Turn = _kinds.declare("Turn", "seat")
Trim = _kinds.declare("Trim", "seat")
DrawStep = _kinds.declare("DrawStep", "seat", "cards")  # cards: set whose texts are still to come

# Cards given up
Pay = _kinds.declare("Pay", Counted, "played")  # played: the card paid for, which cannot pay (AM-9)
CycleHand = _kinds.declare("CycleHand", Counted)
Forsake = _kinds.declare("Forsake", Counted, "spared")  # spared: card that may not be picked, or NONE
EliminateHand = _kinds.declare("EliminateHand", Counted, "cause", "draws")  # BY_*, cards drawn at last

# Cards played and moved. next: number of the effect that is looked at next. flag: AT_* of the spot.
Played = _kinds.declare("Played", "card", "spot", "next", "flag")
Moved = _kinds.declare("Moved", "card", "spot", "next")

# Words of texts that ask
Take = _kinds.declare("Take", "seat", "zones", "cards", "left", "least")
Dig = _kinds.declare(
    "Dig",
    "seat",
    "draws",  # cards to draw
    "limbo",  # set of cards in limbo
    "eliminations",  # cards to eliminate
    "plays",  # plays left
    "cards",  # number of the card set that may be played
    "to",  # destination, TO_*
    "cycles",  # cards to cycle by choice
    "rest",  # what becomes of the rest, REST_*
    "source",
    "played_n",  # cards played
    "played",  # those cards and their spots, PACK bits each
)
Eliminate = _kinds.declare(
    "Eliminate",
    "seat",
    "left",  # cards left; ANY_NUMBER at first if free
    "zone",
    "cards",
    "source",
    "you",
    "picked_n",
)
ChoosePath = _kinds.declare("ChoosePath", "seat", "which", "is_fought")  # which: the same or the next
ChooseBattleground = _kinds.declare("ChooseBattleground", "seat", "places", "sources", "source")
ChooseToken = _kinds.declare("ChooseToken", "seat", "token", "number")
ChooseMove = _kinds.declare("ChooseMove", "seat", "card")

# Locations and combats
EnterPath = _kinds.declare("EnterPath", "path", "is_fought")
Activate = _kinds.declare("Activate", "place", "next")  # next: number of the effect resolved next
Scheduled = _kinds.declare("Scheduled", "battleground")  # activated if it is still in a deck
NextCombat = _kinds.declare("NextCombat", "seat")
Combat = _kinds.declare(
    "Combat",
    "place",
    "stage",
    "attackers",
    "defenders",
    "armies",  # set of armies still to be assigned
    "saver",  # card that may save others, or NONE
)

WIDTH = _kinds.width
