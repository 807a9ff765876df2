"""The numbers of physical cards: the bit of each card in its side's masks."""

from __future__ import annotations

from mazarbul.sim.data.cards import PhysicalCard
from mazarbul.sim.games.card_game import ids
from mazarbul.sim.games.card_game.content.schema import GameData


def number_cards(data: GameData) -> tuple[PhysicalCard, ...]:
    """Number the physical cards: side by side, seat by seat, in the order of the data files."""
    found = []
    n = [0, 0]
    for seat, row in enumerate(data.scenario.seats):
        side = ids.SIDES.index(row.side)
        deck = data.decks[row.id]
        for name in data.cards:
            for copy in range(1, deck.get(name, 0) + 1):
                index = side * ids.SIDE_CARDS + n[side]
                found.append(PhysicalCard(index, name, copy, deck[name], seat, row.id))
                n[side] += 1
    return tuple(sorted(found, key=lambda card: card.index))
