"""What the seats of My Game see as numbers, and what a replay shows (R4)."""

import numpy as np

from mazarbul.sim.bots.hands import seeing_hands
from mazarbul.sim.bots.sight import Sight, cards, choice, code, number
from mazarbul.sim.engine.fields import field
from mazarbul.sim.games.card_table import CardTable
from mazarbul.sim.notation.names import Names
from my_game.ids import CARDS, KINDS, PHASE, SEATS, WHERE
from my_game.state import LEFT, STATE

# For learning agents ------------------------------------------------------------------------------

SEEN, see = seeing_hands(SEATS, __name__)  # no field below shows the cards that were not dealt
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
    unseen="keys winner end_reason card_record lead",
)

# For replays --------------------------------------------------------------------------------------

AREAS = {WHERE.DECK: "deck", WHERE.HAND: "hand", WHERE.PLAYED: "played"}


def where(names: Names, s: np.record, card: int) -> str:
    """Return the area in which a card lies."""
    area = AREAS[field(s.card_record[card], LEFT)]
    return "led" if card == s.led else f"{area}:{names.entries[card]['seat']}"


SCENERY = CardTable(
    hues={"north": 225, "south": 20},
    facts=("strength",),
    middle={"led": "Card to beat"},
    own={
        "hand": ("Hand", "cards", "owner"),
        "played": ("Played", "pile", "all"),
        "deck": ("Not in the game", "pile", "nobody"),
    },
    where=where,
    counted=lambda s: {"points": s.score},
    clock=lambda s: (int(s.round_number), ("lead", "follow", "end")[s.phase]),
).scenery()
