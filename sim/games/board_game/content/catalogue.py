"""The catalogue of a setup: what a report needs to know about seats, cards, regions and fields of records.

It is also what things are named by, so it has them in the order of their numbers; JSON types only.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from mazarbul.sim.games.board_game import ids
from mazarbul.sim.games.board_game.content.schema import GameData
from mazarbul.sim.games.board_game.content.tables import BoardTables
from mazarbul.sim.games.board_game.records import (
    CARD_FIELDS,
    FACE_FIELDS,
    FIGURE_FIELDS,
    NATION_FIELDS,
    REGION_FIELDS,
    TILE_FIELDS,
)

RECORDS = Path(__file__).with_name("records.toml")
FACE_NAMES = ("Character", "Army", "Muster", "Army/Muster", "Event", "Will of the West", "Eye")
NO_SETTLEMENT = "open_region"
FIELDS = {
    "cards": CARD_FIELDS,
    "regions": REGION_FIELDS,
    "figures": FIGURE_FIELDS,
    "nations": NATION_FIELDS,
    "faces": FACE_FIELDS,
    "tiles": TILE_FIELDS,
}
SIDES = [
    {"id": "free_peoples", "name": "Free Peoples", "noun": "the Free Peoples", "plural": True},
    {"id": "shadow", "name": "Shadow", "noun": "the Shadow"},
]


def in_play(tables: BoardTables) -> dict[str, Iterable[Any]]:
    """Return the cards, regions, figures and Nations, by their kind."""
    data = tables.data
    return {
        "card": data.cards.values(),
        "region": data.regions.values(),
        "figure": data.figures.values(),
        "nation": data.nations.values(),
    }


def make_catalogue(tables: BoardTables) -> dict[str, Any]:
    """Return the entries of the catalogue."""
    data = tables.data
    return {
        "sides": SIDES,
        "seats": [
            {"id": seat.id, "name": seat.name, "side": seat.side, "deck": "+".join(seat.players)}
            for seat in data.scenario.seats
        ],
        "cards": [_card(tables, name, index) for name, index in tables.cards.items()],
        "regions": [
            _thing(row)
            | {
                "kind": row.settlement or NO_SETTLEMENT,
                "nation": row.nation or "",
                "points": data.points_of(row.id),
                "at": list(row.at),
                "near": list(row.near),
            }
            for row in data.regions.values()
        ],
        "strongholds": [{"id": name} for name in tables.strongholds],
        "nations": [_thing(row) | _owner(data, row.side) for row in data.nations.values()],
        "figures": [
            _thing(row) | _owner(data, row.side) | {"kind": row.kind, "level": row.level}
            for row in data.figures.values()
        ],
        "faces": list(_faces(tables)),
        "tiles": [
            _thing(row) | _owner(data, "") | {"copies": row.copies, "kind": row.sort, "text": ""}
            for row in data.tiles.values()
        ],
        "tactics": [{"id": row.id, "name": row.name, "text": row.text} for row in data.tactics.values()],
    }


def _thing(row: Any) -> dict[str, Any]:
    """Return what the entries of all things with records have."""
    return {"column": row.id, "id": row.id, "name": row.name}


def _owner(data: GameData, side: str) -> dict[str, str]:
    """Return whose a thing of a side is: a seat's only if the side has no other."""
    own = [seat.id for seat in data.scenario.seats if seat.side == side]
    return {"seat": own[0] if len(own) == 1 else "", "side": side}


def _card(tables: BoardTables, name: str, index: int) -> dict[str, Any]:
    """Return the entry of a card."""
    row = tables.data.cards[name]
    return (
        _thing(row)
        | _owner(tables.data, row.side)
        | {
            "index": index,
            "deck": row.deck,
            "pile": row.deck,
            "type": row.icon,
            "tactic": row.tactic,
            "text": row.text,
        }
    )


def _faces(tables: BoardTables) -> Iterable[dict[str, Any]]:
    """Yield the entries of the results that a side's Action dice have."""
    for side, side_id in enumerate(ids.SIDES):
        for face, name in enumerate(ids.FACES):
            if int(tables.record.face_set[side]) >> face & 1:
                yield {
                    "column": f"{side_id}_{name}",
                    "id": f"{side_id}_{name}",
                    "name": FACE_NAMES[face],
                    **_owner(tables.data, side_id),
                    "index": side * ids.FACE_N + face,
                }
