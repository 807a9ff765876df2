"""The catalogue of a set-up: the data a report needs about sides, seats, cards and records."""

from __future__ import annotations

from mazarbul.sim.data.records import declaration
from mazarbul.sim.data.setup import Setup
from mazarbul.sim.engine.records import record_hash
from my_game.ids import SIDES
from my_game.loading import DATA
from my_game.records import CARD_FIELDS
from my_game.schema import GameData
from my_game.tables import make_tables


def make_setup(data: GameData) -> Setup:
    """Return the set-up of a scenario: its tables with everything the rest of the program needs to know."""
    tables = make_tables(data)
    return Setup(
        game="my_game",
        scenario=data.scenario.id,
        title=data.scenario.title,
        tables=tables,
        tables_hash=record_hash(tables),
        seats=tuple(seat.id for seat in data.scenario.seats),
        seat_sides=SIDES,
        switches=dict(data.switches),
        catalogue=catalogue(data),
    )


def catalogue(data: GameData) -> dict:
    """Return the catalogue, JSON types only; cards are in the order of the tables."""
    seats = {seat.side: seat for seat in data.scenario.seats}
    return {
        "game": "my_game",
        "scenario": data.scenario.id,
        "title": data.scenario.title,
        "data_version": data.version,
        "sides": [{"id": side, "name": seats[side].name} for side in SIDES],
        "seats": [
            {"id": seat.id, "name": seat.name, "side": seat.side, "deck": seat.side}
            for seat in data.scenario.seats
        ],
        "cards": [
            {
                "index": index,
                "column": card.id,
                "id": card.id,
                "name": card.name,
                "seat": seats[card.side].id,
                "side": card.side,
                "deck": card.side,
                "copy": 1,
                "strength": card.strength,
            }
            for index, card in enumerate(data.cards.values())
        ],
        "switches": dict(data.switches),
    } | declaration(DATA / "records.toml", {"cards": CARD_FIELDS})
