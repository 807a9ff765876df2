"""The kinds of frames of the Courier's work stack: what is still to be done."""

from sim.engine.frames import FrameKinds, layout
from sim.engine.machine import KINDS, Choose, Each, Registers, Rows, Text
from tests.courier.ids import WORDS

#: What a text speaks of. you: the seat that played it.
Context = layout("Context", Registers, "you")

_kinds = FrameKinds(after=KINDS, holding=Context)

Turn = _kinds.declare("Turn", "seat")
Draw = _kinds.declare("Draw", "seat")
Discard = _kinds.declare("Discard", "seat")
Jump = _kinds.declare("Jump", "seat", ("regions", WORDS))  # regions: set of where it may go

#: Number -> kind, those of the list machine included.
FRAMES = {kind.kind: kind for kind in (Text, Rows, Each, Choose, Turn, Draw, Discard, Jump)}
WIDTH = _kinds.width
