"""The catalogue of a set-up: the data a report needs about sides, seats, cards and records."""

from __future__ import annotations

from mazarbul.sim.data.tables import Tables
from my_game.ids import SIDES
from my_game.schema import GameData


def catalogue(tables: Tables[GameData]) -> dict:
    """Return the entries of the catalogue; cards are in the order of the tables."""
    data = tables.data
    seats = {seat.side: seat for seat in data.scenario.seats}
    return {
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
    }
