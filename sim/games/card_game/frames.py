"""The kinds of frames of the work stack, which holds the remaining work, with the slots of each."""

from mazarbul.sim.engine.frames import FrameKinds, layout
from mazarbul.sim.engine.machine import KINDS, Registers

#: What a text refers to. source: card, or PLACE_SOURCE + place. you: seat of the text. they: current seat
#: of a surrounding `each`. Seats may be NONE.
Scope = layout("Scope", Registers, "source", "you", "they")
#: A seat that gives up cards one by one. left: number of cards still to give up.
Counted = layout("Counted", "seat", "left")

FRAME_KINDS = FrameKinds(after=KINDS, holding=Scope)

# The game and its turns
SetupCycle = FRAME_KINDS.declare("SetupCycle", Counted)
Turn = FRAME_KINDS.declare("Turn", "seat")
Trim = FRAME_KINDS.declare("Trim", "seat")
DrawStep = FRAME_KINDS.declare("DrawStep", "seat", "cards")  # cards: set with texts still to resolve

# Cards given up
Pay = FRAME_KINDS.declare("Pay", Counted, "played")  # played: the card paid for, which cannot pay (AM-9)
CycleHand = FRAME_KINDS.declare("CycleHand", Counted)
Forsake = FRAME_KINDS.declare("Forsake", Counted, "spared")  # spared: card that may not be picked, or NONE
EliminateHand = FRAME_KINDS.declare("EliminateHand", Counted, "cause", "draws")  # BY, cards drawn at the end

# Cards played and moved. next: number of the next effect to check. flag: AT of the spot.
Played = FRAME_KINDS.declare("Played", "card", "spot", "next", "flag")
Moved = FRAME_KINDS.declare("Moved", "card", "spot", "next")

# Words of texts that ask for decisions
Take = FRAME_KINDS.declare("Take", "seat", "zones", "cards", "left", "least")
Dig = FRAME_KINDS.declare(
    "Dig",
    "seat",
    "draws",  # cards to draw
    "limbo",  # set of cards in limbo
    "eliminations",  # cards to eliminate
    "plays",  # plays left
    "cards",  # number of the card set that may be played
    "to",  # destination, DIG_TO
    "cycles",  # cards to cycle by choice
    "rest",  # where the rest goes, DIG_REST
    "source",
    "played_n",  # cards played
    "played",  # those cards and their spots, PACK bits each
)
Eliminate = FRAME_KINDS.declare(
    "Eliminate",
    "seat",
    "left",  # cards left; ANY_NUMBER at first if free
    "zone",
    "cards",
    "source",
    "you",
    "picked_n",
)
ChoosePath = FRAME_KINDS.declare("ChoosePath", "seat", "which", "is_fought")  # which: the same or the next
ChooseBattleground = FRAME_KINDS.declare("ChooseBattleground", "seat", "places", "sources", "source")
ChooseToken = FRAME_KINDS.declare("ChooseToken", "seat", "token", "number")
ChooseMove = FRAME_KINDS.declare("ChooseMove", "seat", "card")

# Locations and combats
EnterPath = FRAME_KINDS.declare("EnterPath", "path", "is_fought")
Activate = FRAME_KINDS.declare("Activate", "place", "next")  # next: number of the effect resolved next
Scheduled = FRAME_KINDS.declare("Scheduled", "battleground")  # activated if it is still in a deck
NextCombat = FRAME_KINDS.declare("NextCombat", "seat")
Combat = FRAME_KINDS.declare(
    "Combat",
    "place",
    "stage",
    "attackers",
    "defenders",
    "armies",  # set of armies still to be assigned
    "saver",  # card that may save others, or NONE
)

WIDTH = FRAME_KINDS.width
