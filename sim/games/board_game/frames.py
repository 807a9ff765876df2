"""The kinds of frames of the work stack: the things still to do, with the slots of each.

Most have a `step` that their rule continues at; a slot `face` is the die that pays, or NONE for a card.
"""

from mazarbul.sim.engine.frames import FrameKinds, layout
from mazarbul.sim.engine.machine import KINDS, Registers
from mazarbul.sim.games.board_game.ids import WORDS

#: The scope of a text, besides the number of the text.
Scope = layout(
    "Scope",
    Registers,
    "card",  # whose text it is, or NONE
    "figure_of",  # figure whose text it is, or NONE
    "side",  # of the player who uses it
    "seat",
    "face",  # die that paid for it, or NONE
    "place",  # region picked, or NONE
    "army",  # stand picked, or NONE
    "nation",  # picked, or NONE
    "figure",  # picked, or NONE
    "x",  # number chosen
    "rolled",  # result of the last roll
    "last",  # number or figure of the statement before
)

FRAME_KINDS = FrameKinds(after=KINDS, holding=Scope)

# Cards
Discard = FRAME_KINDS.declare("Discard", "seat")  # down to the hand limit
Draw = FRAME_KINDS.declare("Draw", "seat", "left")  # cards from decks of the seat's choice
#: An event that is being played, or a card on the table whose price is being paid.
Played = FRAME_KINDS.declare("Played", "step", "card", "seat", "face", "is_forced")

# Armies that march (BG-9)
March = FRAME_KINDS.declare(
    "March",
    "seat",
    "left",  # moves left
    "made",  # moves made
    "is_led",  # 1: a Leader, Nazgûl or Character must go along
    "first",  # stand that the last move was from, or NONE
)
#: A part of an Army is chosen, piece by piece; PART lists it.
Compose = FRAME_KINDS.declare(
    "Compose",
    "seat",
    "purpose",  # PURPOSE
    "stand",  # where it is
    "to",  # stand that it goes to, or attacks
    "slot",  # next one, NONE while the template is asked
    "is_led",
    "must",  # set of figures that must go along, FIGURE_N: one plain Nazgûl
    "number",  # of the move, for MARCH
    "party",  # seat whose figures alone may be in it, or NONE: anybody's (BG-18.8)
    "holder",  # seat that must keep control of the part, or NONE
)
#: Two partners are asked whether one acts with the units of both (BG-18.8).
Joint = FRAME_KINDS.declare("Joint", "seat", "purpose", "stand", "to", "is_led", "number", "asked")
Trim = FRAME_KINDS.declare("Trim", "stand", "seat")  # stack limits: where, who removed the last unit there

# Recruits and characters
Muster = FRAME_KINDS.declare("Muster", "seat", "package", "first", "place")  # first figure and its region
Riders = FRAME_KINDS.declare(
    "Riders",
    "seat",
    "side",
    "step",
    "moved",  # set of figures that have moved
    "group",  # set of figures that move now, or 0
    "stand",  # where they start
    "number",  # of plain Nazgûl that fly now
)
Separate = FRAME_KINDS.declare(
    "Separate",
    "seat",
    "step",
    "group",  # set of those chosen
    "extra",  # added to the range
    "level",  # instead of the group's Level, or 0
    "who",  # set of Companions that may go
    "flags",  # PARTING
)

# The Fellowship and the Hunt
Walk = FRAME_KINDS.declare("Walk", "step", "face")
Hunt = FRAME_KINDS.declare("Hunt", "step", "bonus")
Tile = FRAME_KINDS.declare(
    "Tile",
    "step",  # TILE_STEP
    "eye",  # damage of an Eye
    "flags",  # DRAWN
    "void",  # set of kinds of tiles that are set aside
    "tile",  # drawn, or NONE
    "damage",
    "used",  # ON_TILE
    "guide",  # when it was drawn
    "asked",  # Guide whose ability has been offered on it last, or NONE
)
Reveal = FRAME_KINDS.declare("Reveal", "step", "left")  # left: Stronghold tiles still to draw
Lost = FRAME_KINDS.declare("Lost", "figure")  # he is eliminated in the Fellowship, unless he has left it
NewGuide = FRAME_KINDS.declare("NewGuide")

# Battles (BG-11) and direct damage (BG-7.9)
Strike = FRAME_KINDS.declare("Strike", "seat", "is_led")
Battle = FRAME_KINDS.declare(
    "Battle",
    "step",  # BATTLE_STEP
    "moment",  # next one of Combat cards in this round (`rules/tactics.py`)
    "then",  # step after this round, or 0 for the usual one
)
Losses = FRAME_KINDS.declare("Losses", "stand", "left")  # hits that are left to take

# Texts (BG-16), besides the kinds of the list machine (`mazarbul.sim.engine.machine`)
# A statement that asks something, or that takes several steps.
Act = FRAME_KINDS.declare(
    "Act",
    "row",
    "context",  # frame with the scope
    "seat",  # that is asked
    "step",
    "thing",  # the region, stand, figure or card that it is at, or NONE
    "left",  # how often something is still to be done
    "n",
    "other",
    ("these", WORDS),  # a set that it keeps
)
# A manoeuvre that asks something.
Deed = FRAME_KINDS.declare("Deed", "row", "context", "seat", "left")  # left: Characters still to be asked for

WIDTH = FRAME_KINDS.width
