"""The catalogue of a set-up: the data a report needs about seats, cards, regions and records."""

from __future__ import annotations

from tests.courier.records import CARD_FIELDS, REGION_FIELDS
from tests.courier.tables import CourierTables

FIELDS = {"cards": CARD_FIELDS, "regions": REGION_FIELDS}
SIDE_NAMES = {"couriers": "Courier", "hunters": "Hunters"}


def catalogue(tables: CourierTables) -> dict:
    """Return the entries of the catalogue; cards and regions are in the order of the tables."""
    data = tables.data
    seats = data.scenario.seats
    return {
        "sides": [{"id": side, "name": name} for side, name in SIDE_NAMES.items()],
        "seats": [
            {"id": seat.id, "name": seat.name, "side": seat.side, "deck": "+".join(seat.piles)}
            for seat in seats
        ],
        "cards": [
            {
                "index": card.index,
                "column": card.column,
                "id": card.id,
                "name": data.cards[card.id].name,
                "seat": card.seat_id,
                "side": seats[card.seat].side,
                "deck": "+".join(seats[card.seat].piles),
                "pile": seats[card.seat].piles[tables.record.pile[card.index]],
                "copy": card.copy,
                "text": data.cards[card.id].text,
            }
            for card in tables.cards
        ],
        "regions": [
            {"index": i, "column": region.id, "id": region.id, "name": region.name, "terrain": region.terrain}
            for i, region in enumerate(tables.regions)
        ],
    }
