"""The catalogue of a set-up: the data a report needs about seats, cards, regions and records."""

from __future__ import annotations

from mazarbul.sim.data.records import declaration
from mazarbul.sim.data.setup import Setup
from mazarbul.sim.engine.records import record_hash
from tests.courier.loading import DATA
from tests.courier.records import CARD_FIELDS, REGION_FIELDS
from tests.courier.tables import CourierTables

SIDE_NAMES = {"couriers": "Courier", "hunters": "Hunters"}


def make_setup(tables: CourierTables) -> Setup:
    """Return the set-up of a scenario: its tables with everything the rest of the program needs to know."""
    data = tables.data
    return Setup(
        game="courier",
        scenario=data.scenario.id,
        title=data.scenario.title,
        tables=tables.record,
        tables_hash=record_hash(tables.record),
        seats=tuple(seat.id for seat in data.scenario.seats),
        seat_sides=tuple(seat.side for seat in data.scenario.seats),
        switches=dict(data.switches),
        catalogue=catalogue(tables),
    )


def catalogue(tables: CourierTables) -> dict:
    """Return the catalogue, JSON types only; cards and regions are in the order of the tables."""
    data = tables.data
    seats = data.scenario.seats
    return {
        "game": "courier",
        "scenario": data.scenario.id,
        "title": data.scenario.title,
        "data_version": data.version,
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
        "switches": dict(data.switches),
    } | declaration(DATA / "records.toml", {"cards": CARD_FIELDS, "regions": REGION_FIELDS})
