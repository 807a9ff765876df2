"""Every exchange of one card of a seat's deck for another that the deck rules allow (CG-1.5)."""

from __future__ import annotations

from mazarbul.sim.games.base import exchange
from mazarbul.sim.games.card_game.content.schema import GameData
from mazarbul.sim.games.contract import Swap
from mazarbul.sim.toml import DataError, nearest


def swaps(data: GameData, seat: str) -> list[Swap]:
    """Return the exchanges of a seat's deck, in the order of the deck, then of the data.

    A card that enters is of the seat's factions and in no other seat's deck, and the deck lacks some of its
    copies. A promo card may enter while promos are in use (X-1). Raises DataError for an unknown seat.
    """
    seats = {each.id: each for each in data.scenario.seats}
    if seat not in seats:
        valid = ", ".join(seats)
        raise DataError(f"unknown seat {seat!r}; valid: {valid}", suggestion=nearest(seat, seats))
    deck = data.deck_models[data.deck_ids[seat]]
    held = [name for name, copies in deck.cards.items() if copies]
    elsewhere = {name for other, dealt in data.decks.items() if other != seat for name in dealt}
    promos = {name for each in data.deck_models.values() for name in each.promos}
    coming = [
        card
        for card in data.cards.values()
        if card.side == deck.side
        and card.faction in seats[seat].factions
        and card.id not in elsewhere
        and data.decks[seat].get(card.id, 0) < card.copies
        and (card.id not in promos or data.switches["promos"])
    ]
    return [
        exchange(seat, deck.id, deck.cards, data.cards[out], card)
        for out in held
        for card in coming
        if card.id != out
    ]
