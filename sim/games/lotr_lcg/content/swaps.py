"""Every exchange of one card of a player's deck for another that the deck rules allow (LCG-26)."""

from __future__ import annotations

from collections import Counter

from mazarbul.sim.games.base import exchange
from mazarbul.sim.games.contract import Swap
from mazarbul.sim.games.lotr_lcg.content.deck_checks import MOST_OF_A_TITLE
from mazarbul.sim.games.lotr_lcg.content.schema import DECK_TYPES, Card, GameData
from mazarbul.sim.toml import DataError, nearest


def swaps(data: GameData, seat: str) -> list[Swap]:
    """Return the exchanges of a player's deck, in the order of the deck, then of the data.

    A card that enters can be paid for: it is neutral or of the sphere of one of the deck's heroes (LCG-6.3).
    Raises DataError for an unknown seat.
    """
    if seat not in data.decks:
        valid = ", ".join(data.seats)
        raise DataError(f"unknown seat {seat!r}; valid: {valid}", suggestion=nearest(seat, data.seats))
    deck = data.decks[seat]
    spheres = {data.cards[hero].sphere for hero in deck.heroes} | {"neutral"}
    coming = [card for card in data.cards.values() if card.type in DECK_TYPES and card.sphere in spheres]
    return [
        exchange(seat, deck.id, deck.cards, data.cards[out], card)
        for out in deck.cards
        for card in coming
        if card.id != out and _may_join(data, seat, card, data.cards[out])
    ]


def _may_join(data: GameData, seat: str, card: Card, out: Card) -> bool:
    """Return whether the deck rules allow one more copy of a card in place of one of `out`."""
    titles: Counter[str] = Counter()
    for name, copies in data.decks[seat].cards.items():
        titles[data.cards[name].name] += copies
    titles[out.name] -= 1
    if titles[card.name] >= MOST_OF_A_TITLE:  # LCG-26.2
        return False
    held = sum(deck.cards.get(card.id, 0) for deck in data.decks.values())
    return not data.switches["box_limits"] or held < card.copies  # LCG-26.4
