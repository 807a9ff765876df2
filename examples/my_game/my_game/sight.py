"""What the seats see, for learning agents (R4)."""

import numpy as np

from mazarbul.sim.bots.sight import Sight, cards, choice, code, number
from mazarbul.sim.engine.bits import popcount
from mazarbul.sim.engine.jit import kernel
from my_game.actions import KINDS
from my_game.ids import CARDS, PHASE, SEATS
from my_game.state import STATE

#: What a seat knows beside the fields of the state.
SEEN = np.dtype(
    [
        ("hidden", "i8", (1,)),  # set of cards
        ("hand_n", "i2", (SEATS,)),
    ],
    align=True,
)


@kernel
def see(s, t, seat, v):  # noqa: ARG001  (the signature of all games)
    """Fill `v` with the cards that a seat does not see, and what else it knows."""
    v.hidden[0] = s.hand[1 - seat]  # no field below shows the cards that were not dealt
    for owner in range(SEATS):
        v.hand_n[owner] = popcount(s.hand[owner])


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
        choice("leader", SEATS, "seat that leads this round"),
        code("led", CARDS, "card that it has played"),
        cards("hand", "cards in each hand that the seat sees", step=0),
        number("hand_n", "number of cards in each hand"),
        number("score", "points of each seat"),
    ),
    unseen="""
        seed game decisions frame_n frames stack is_logged event_n events fault fault_code
        keys winner end_reason card_record lead
    """,
)
