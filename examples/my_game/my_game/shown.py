"""What the seats of My Game see as numbers, and what a replay shows (R4)."""

from __future__ import annotations

import numpy as np

from mazarbul.sim.bots.sight import Sight, cards, choice, code, number
from mazarbul.sim.engine.bits import members, popcount
from mazarbul.sim.engine.fields import field
from mazarbul.sim.engine.jit import kernel
from mazarbul.sim.games.card_table import CardTable
from mazarbul.sim.notation.names import Names
from my_game.ids import CARDS, KINDS, NONE, PHASE, SEATS, WHERE
from my_game.state import LEFT, STATE

# For learning agents ------------------------------------------------------------------------------

#: What a seat knows beside the fields of the state; hidden: a set of cards.
SEEN = np.dtype([("hidden", "i8", (1,)), ("hand_n", "i2", (SEATS,))], align=True)


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
    unseen="keys winner end_reason card_record lead",
)

# For replays --------------------------------------------------------------------------------------


def _left(names: Names, s: np.record, where: int) -> list[int]:
    """Return the cards that are at a place."""
    return [card for card in names.entries if field(s.card_record[card], LEFT) == where]


def lying(names: Names, s: np.record) -> dict[str, list[int]]:
    """Return the cards of each area."""
    found = {"led": [] if s.led == NONE else [int(s.led)]}
    for seat, name in enumerate(names.seats):
        own = members(names.tables.deck[seat])
        found[f"hand:{name}"] = members(s.hand[seat])
        played = _left(names, s, WHERE.PLAYED)
        found[f"played:{name}"] = [card for card in played if card in own and card != s.led]
        found[f"deck:{name}"] = [card for card in _left(names, s, WHERE.DECK) if card in own]
    return found


def unseen(names: Names, s: np.record, seat: int) -> set[int]:
    """Return the cards that a seat does not see."""
    return {*names.entries} - {int(s.led), *_left(names, s, WHERE.PLAYED), *members(s.hand[seat])}


SCENERY = CardTable(
    hues={"north": 225, "south": 20},
    facts=("strength",),
    middle={"led": "Card to beat"},
    own={"hand": ("Hand", "cards"), "played": ("Played", "pile"), "deck": ("Not in the game", "pile")},
    lying=lying,
    counted=lambda s: {"points": s.score},
    clock=lambda s: (int(s.round_number), ("lead", "follow", "end")[s.phase]),
    unseen=unseen,
).scenery()
