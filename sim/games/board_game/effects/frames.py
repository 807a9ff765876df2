"""The kinds of frames of texts, besides those of the list machine (`mazarbul.sim.engine.machine`)."""

from mazarbul.sim.games.board_game.frames import FRAME_KINDS
from mazarbul.sim.games.board_game.ids import WORDS

#: A statement that asks something, or that takes several steps.
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
#: A manoeuvre that asks something.
Deed = FRAME_KINDS.declare("Deed", "row", "context", "seat", "left")  # left: Characters still to be asked for
