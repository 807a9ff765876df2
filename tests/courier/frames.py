"""The kinds of frames of the Courier's work stack: the things still to do."""

from mazarbul.sim.engine.frames import FrameKinds, layout
from mazarbul.sim.engine.machine import KINDS, Registers
from tests.courier.ids import WORDS

#: The scope of a text. you: the seat that played it.
Scope = layout("Scope", Registers, "you")

FRAME_KINDS = FrameKinds(after=KINDS, holding=Scope)

Turn = FRAME_KINDS.declare("Turn", "seat")
Draw = FRAME_KINDS.declare("Draw", "seat")
Discard = FRAME_KINDS.declare("Discard", "seat")
Jump = FRAME_KINDS.declare("Jump", "seat", ("regions", WORDS))  # regions: set of possible destinations
