"""The kinds of frames of the work stack: the things still to do, with the slots of each.

Most have a `step` that their rule continues at; a slot `face` is the die that pays, or NONE for a card.
"""

from sim.engine.frames import FrameKinds, layout
from sim.engine.machine import KINDS, Registers

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
    "role",  # ROLE in the battle, or NONE
    "skips",  # 1: a forfeit could not be made, the rest is skipped (BG-12.5)
)

FRAME_KINDS = FrameKinds(after=KINDS, holding=Scope)

# Cards
Discard = FRAME_KINDS.declare("Discard", "seat")  # down to the hand limit
Draw = FRAME_KINDS.declare("Draw", "seat", "left")  # cards from decks of the seat's choice

# Armies that march (BG-9)
March = FRAME_KINDS.declare(
    "March",
    "seat",
    "face",
    "left",  # moves left
    "made",  # moves made
    "is_led",  # 1: a Leader, Nazgûl or Character must go along
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
    "must",  # set of figures that must go along
    "number",  # of the move, for MARCH
)
Trim = FRAME_KINDS.declare("Trim")  # stack limits (BG-1.11)

# Recruits and characters
Muster = FRAME_KINDS.declare("Muster", "seat", "package", "first", "place")  # first figure and its region
Enter = FRAME_KINDS.declare("Enter", "seat", "figure")  # a Character enters play
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
    "group",
    "extra",  # added to the range
    "level",  # instead of the group's Level, or NONE
    "most",  # Companions of the group
    "who",  # set of Companions that may go
    "flags",  # PARTING
)

# The Fellowship and the Hunt
Walk = FRAME_KINDS.declare("Walk", "step", "face")
Hunt = FRAME_KINDS.declare("Hunt", "step", "successes", "bonus")
Tile = FRAME_KINDS.declare(
    "Tile",
    "step",
    "eye",  # damage of an Eye
    "flags",  # DRAWN
    "tile",  # drawn, or NONE
    "damage",
    "is_used",  # bits: what has been used on this tile
    "void",  # set of kinds of tiles that are set aside
)
Reveal = FRAME_KINDS.declare("Reveal", "step", "left")  # left: Stronghold tiles still to draw
NewGuide = FRAME_KINDS.declare("NewGuide")

# Battles (BG-11) and direct damage (BG-7.9)
Battle = FRAME_KINDS.declare("Battle", "step")
Losses = FRAME_KINDS.declare("Losses", "role", "left")
DirectLosses = FRAME_KINDS.declare("DirectLosses", "stand", "left", "wipes")
Retreat = FRAME_KINDS.declare("Retreat", "stand", "is_forced")
Withdrawal = FRAME_KINDS.declare("Withdrawal", "step")

WIDTH = FRAME_KINDS.width
