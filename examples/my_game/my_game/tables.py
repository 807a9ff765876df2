"""Turns data into the tables record that kernels read."""

from __future__ import annotations

import numpy as np

from mazarbul.sim.data.tables import Tables
from mazarbul.sim.engine.bits import mask_of
from mazarbul.sim.engine.records import empty_record, frozen
from mazarbul.sim.engine.rng import stable_key
from my_game.ids import CARDS, SEATS, SIDES
from my_game.schema import GameData

TABLES = np.dtype(
    [
        ("hand", "i2"),  # cards of each seat                                R1.1
        ("leader", "i2"),  # seat that leads in the first round              R1.2
        ("ties_follow", "i2"),  # 1: a tie goes to the seat that follows     R2.2
        ("deck", "i8", (SEATS,)),  # [seat] set of cards
        ("strength", "i2", (CARDS,)),
        ("card_key", "i8", (CARDS,)),  # [card] what its shuffling key is hashed from
    ],
    align=True,
)


def make_tables(data: GameData) -> Tables[GameData]:
    """Return the tables of a scenario; cards have the numbers of their order in the data."""
    record = empty_record(TABLES)
    record.hand = data.scenario.hand
    record.leader = SIDES.index(data.scenario.leader)
    record.ties_follow = bool(data.switches["ties_follow"])
    cards = list(data.cards.values())
    for seat, side in enumerate(SIDES):
        record.deck[seat] = mask_of(i for i, card in enumerate(cards) if card.side == side)
    for i, card in enumerate(cards):
        record.strength[i] = card.strength
        record.card_key[i] = stable_key(card.id)
    return Tables(frozen(record), data)
