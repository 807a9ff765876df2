"""The state of one game: a fixed-size structured record."""

import numpy as np

from mazarbul.sim.engine.frames import FrameKinds
from mazarbul.sim.engine.state import play_fields
from my_game.ids import CARDS, EVENTS, HAND, OPTIONS, SEATS

#: Kinds of postponed work; this game postpones nothing.
FRAME_KINDS = FrameKinds()

STATE = np.dtype(
    [
        *play_fields("my_game", options=OPTIONS, frames=1, width=FRAME_KINDS.width, events=EVENTS),
        ("phase", "i2"),  # PHASE.*                                          R2
        ("round_number", "i2"),
        ("leader", "i2"),  # seat that leads this round
        ("led", "i2"),  # card it has played, NONE before that
        ("hand", "i8", (SEATS,)),  # [seat] set of cards                     R1.1
        ("score", "i2", (SEATS,)),  # [seat] points                          R2.1
        ("keys", "i8", (CARDS + 1,)),  # sorting keys while cards are shuffled
        # Result
        ("winner", "i2"),
        ("end_reason", "i2"),
        # Records for the analysis
        ("card_record", "u4", (CARDS,)),
        ("lead", "i2", (HAND,)),  # [round - 1] North's points minus South's
    ],
    align=True,
)
