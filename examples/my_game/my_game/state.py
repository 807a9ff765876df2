"""The state of one game, a fixed-size structured record, and what it records of each card."""

import numpy as np

from mazarbul.sim.engine.declared import numbered
from mazarbul.sim.engine.fields import Fields
from mazarbul.sim.engine.frames import FrameKinds
from mazarbul.sim.engine.state import play_fields
from my_game.ids import CARDS, HAND, SEATS, WHERE

#: Kinds of postponed work; this game postpones nothing.
FRAME_KINDS = FrameKinds()

STATE = np.dtype(
    [
        *play_fields("my_game", options=HAND, frames=1, width=FRAME_KINDS.width, events=64),
        ("phase", "i2"),  # PHASE.*                                          R2
        ("round_number", "i2"),
        ("leader", "i2"),  # seat that leads this round
        ("led", "i2"),  # card it has played, NONE before that
        ("hand", "i8", (SEATS,)),  # [seat] set of cards                     R1.1
        ("score", "i2", (SEATS,)),  # [seat] points                          R2.1
        ("keys", "i8", (CARDS + 1,)),  # sorting keys while cards are shuffled
        ("winner", "i2"),
        ("end_reason", "i2"),
        ("card_record", "u4", (CARDS,)),  # [card] packed, CARD_FIELDS
        ("lead", "i2", (HAND,)),  # [round - 1] North's points minus South's
    ],
    align=True,
)

#: opening: dealt at the beginning. played_round: 0 if never. end: where it is when the game ends.
CARD_FIELDS = Fields("card")
OPENING = numbered("Opening", ("NO", "YES"))
DEALT = CARD_FIELDS.code("opening", OPENING)
PLAYED = CARD_FIELDS.number("played_round", bits=4)
LEFT = CARD_FIELDS.code("end", WHERE)
