"""The entries of a setup's catalogue that things are named by: seats, cards, places, Nations, figures, tiles.

They are JSON types only, because workers have the catalogue but not the data.
"""

from __future__ import annotations

from typing import Any

from sim.data.setup import Setup
from sim.games.board_game import ids
from sim.games.board_game.content.tables import Tables
from sim.games.board_game.text.names import Names

GAME = "board_game"
SIDE_NAMES = ("Free Peoples", "Shadow")


def entries(tables: Tables) -> dict[str, list[dict[str, Any]]]:
    """Return these parts of the catalogue, all in the order of the tables' numbers."""
    data = tables.data
    pairs = zip(ids.SIDES, SIDE_NAMES, strict=True)
    return {
        "sides": [{"id": side, "name": name} for side, name in pairs],
        "seats": [{"id": seat.id, "name": seat.name, "side": seat.side} for seat in data.scenario.seats],
        "cards": [_card(tables, name, index) for name, index in tables.cards.items()],
        "regions": [{"id": row.id, "name": row.name} for row in data.regions.values()],
        "strongholds": [{"id": name} for name in tables.strongholds],
        "nations": [{"id": row.id, "name": row.name, "side": row.side} for row in data.nations.values()],
        "figures": [{"id": row.id, "name": row.name, "side": row.side} for row in data.figures.values()],
        "tiles": [{"id": row.id, "name": row.name, "copies": row.copies} for row in data.tiles.values()],
        "tactics": [{"id": row.id, "name": row.name, "text": row.text} for row in data.tactics.values()],
    }


def _card(tables: Tables, name: str, index: int) -> dict[str, Any]:
    """Return the entry of a card."""
    row = tables.data.cards[name]
    return {
        "index": index,
        "id": name,
        "name": row.name,
        "side": row.side,
        "deck": row.deck,
        "tactic": row.tactic,
        "text": row.text,
    }


def make_names(tables: Tables) -> Names:
    """Return the names of a game that is played outside a run: from its tables alone."""
    scenario = tables.data.scenario
    return Names(
        Setup(
            game=GAME,
            scenario=scenario.id,
            title=scenario.title,
            tables=tables.record,
            tables_hash=tables.tables_hash(),
            seats=tuple(seat.id for seat in scenario.seats),
            seat_sides=tuple(seat.side for seat in scenario.seats),
            switches=dict(tables.data.switches),
            catalogue={"game": GAME, **entries(tables)},
            data=tables.data,
        )
    )
