"""The state of one game of the Courier: a fixed-size structured record."""

import numpy as np

from mazarbul.sim.effects.codes import SET_STACK
from mazarbul.sim.engine.state import play_fields
from tests.courier.frames import FRAME_KINDS
from tests.courier.ids import (
    CARDS,
    EVENTS,
    FACES,
    FRAMES,
    OPTIONS,
    PILE_CARDS,
    PILES,
    REGIONS,
    RIDERS,
    ROUNDS,
    SEATS,
    WORDS,
)  # fmt: skip

STATE = np.dtype(
    [
        *play_fields("courier", options=OPTIONS, frames=FRAMES, width=FRAME_KINDS.width, events=EVENTS),
        ("phase", "i2"),  # PHASE.*                                          CO-2
        ("round_number", "i2"),
        ("cursor", "i2"),  # next seat in the phase
        ("is_begun", "i2"),  # 1: the turn of the seat at the cursor has begun
        # On the map
        ("courier", "i2"),  # region of the courier, NONE before it set out
        ("rider", "i2", (RIDERS,)),  # [rider] region
        ("seen", "i2"),  # region where the courier was seen last, NONE if unknown   CO-5
        ("seen_round", "i2"),  # round of that
        ("warded", "i8", (WORDS,)),  # set of regions that riders cannot enter   CO-6.3
        ("closed", "i8", (WORDS,)),  # set of regions that the courier cannot enter   CO-6.4
        ("steps", "i2"),  # left for the courier this turn
        ("rides", "i2"),  # left for the seat this turn
        ("searches", "i2"),
        # Cards
        ("hand", "i8", (SEATS,)),  # [seat] set of cards
        ("order", "i2", (SEATS, PILES, PILE_CARDS)),  # [seat, pile, 0..deck_n) top card last
        ("deck_n", "i2", (SEATS, PILES)),
        ("keys", "i8", (CARDS + 1,)),  # sorting keys while a pile is shuffled
        # Work
        ("set_stack", "i8", (SET_STACK, WORDS)),
        ("found", "i8", (WORDS,)),  # the set computed last
        # Result
        ("winner", "i2"),
        ("end_reason", "i2"),
        # Records for the analysis
        ("turns", "i4"),
        ("card_record", "u4", (CARDS,)),
        ("region_record", "u4", (REGIONS,)),
        ("face_record", "u4", (FACES,)),
        ("distance", "i2", (ROUNDS,)),  # [round - 1] steps from the courier to a harbour
        ("gap", "i2", (ROUNDS,)),  # [round - 1] steps from the nearest rider to the courier
    ],
    align=True,
)
