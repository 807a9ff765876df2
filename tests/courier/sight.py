"""What the seats of the Courier see, for learning agents (CO-9)."""

import numpy as np

from mazarbul.sim.bots.sight import Sight, cards, choice, members, number
from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.engine.bits import popcount
from tests.courier.actions import KINDS
from tests.courier.ids import CARDS, COURIER, NONE, PHASE, REGIONS, SEATS
from tests.courier.state import STATE

SEEN = np.dtype(
    [
        ("hidden", "i8", (1,)),  # set of cards
        ("hand_n", "i2", (SEATS,)),
        ("place", "i2"),  # region of the courier for its own seat, else NONE
    ],
    align=True,
)


@kernel
def see(s, t, seat, v):
    """Fill `v` with the cards that a seat does not see, and what else it knows."""
    every = (np.int64(1) << np.int64(CARDS)) - 1
    for owner in range(SEATS):
        v.hand_n[owner] = popcount(s.hand[owner])
        if owner != seat:
            v.hidden[0] |= s.hand[owner]
    for owner in range(t.seat_n):
        for pile in range(s.deck_n.shape[1]):
            for i in range(s.deck_n[owner, pile]):
                v.hidden[0] |= np.int64(1) << np.int64(s.order[owner, pile, i])
    v.hidden[0] &= every
    v.place = s.courier if seat == COURIER else NONE


SIGHT = Sight(
    STATE,
    SEEN,
    see,
    SEATS,
    KINDS,
    cards=("card",),
    declared=(
        choice("phase", len(PHASE), "phase of the round"),
        number("round_number", "number of the round"),
        choice("place", REGIONS, "region of the courier, for its own seat"),
        choice("rider", REGIONS, "region of each rider"),
        choice("seen", REGIONS, "region where the courier was seen last"),
        number("seen_round", "round of that"),
        members("warded", REGIONS, "regions that riders cannot enter"),
        members("closed", REGIONS, "regions that the courier cannot enter"),
        number("steps", "steps left for the courier this turn"),
        number("rides", "rides left this turn"),
        number("searches", "searches left this turn"),
        cards("hand", "cards in each hand that the seat sees", step=0),
        number("hand_n", "number of cards in each hand"),
        number("deck_n", "number of cards in each pile"),
    ),
    unseen="""
        cursor is_begun
        courier order keys set_stack found winner end_reason turns card_record region_record face_record
        distance gap
    """,
)
