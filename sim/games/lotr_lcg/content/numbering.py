"""The numbers of physical cards: the bit of each in the masks of its block (see `ids.py`)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from mazarbul.sim.data.cards import PhysicalCard
from mazarbul.sim.games.lotr_lcg import ids
from mazarbul.sim.games.lotr_lcg.content.schema import GameData, Scenario

#: First part of the names of the columns of encounter cards.
ENCOUNTER_OWNER = ids.SIDES[ids.SIDE.ENCOUNTER]


def number_cards(data: GameData, quest: Scenario) -> tuple[PhysicalCard, ...]:
    """Number the physical cards of a quest: player by player, then the encounter cards.

    A player's heroes come first, in the deck's order, then the cards of the deck in its order. The
    first card of a deck has the same number no matter how many heroes there are.
    """
    found: list[PhysicalCard] = []
    for player, (seat, deck) in enumerate(data.decks.items()):
        first = player * ids.BLOCK
        heroes = dict.fromkeys(deck.heroes, 1)
        found += _numbered(heroes, first, player, seat)
        found += _numbered(deck.cards, first + ids.HEROES, player, seat)
    encounter = data.encounter_deck(quest)
    found += _numbered(encounter, ids.ENCOUNTER * ids.BLOCK, ids.NONE, ENCOUNTER_OWNER)
    return tuple(found)


def _numbered(copies: Mapping[str, int], first: int, seat: int, seat_id: str) -> Iterator[PhysicalCard]:
    """Yield the copies of cards, one after another. copies: card id -> number; first: the first number."""
    for name, n in copies.items():
        for copy in range(1, n + 1):
            yield PhysicalCard(first, name, copy, n, seat, seat_id)
            first += 1
