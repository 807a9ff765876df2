"""The catalogue of a setup: what a report needs to know about seats, cards, places and record fields."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from mazarbul.sim.games.card_game import ids
from mazarbul.sim.games.card_game.content.schema import Card
from mazarbul.sim.games.card_game.content.tables import CardTables
from mazarbul.sim.games.card_game.records import CARD_FIELDS, PLACE_FIELDS

ICON_NAMES = {
    "path": "Path icons",
    "bg_attack": "Battleground attack",
    "bg_defense": "Battleground defense",
    "lead_attack": "Leadership attack",
    "lead_defense": "Leadership defense",
}
RECORDS = Path(__file__).with_name("records.toml")
FIELDS = {"cards": CARD_FIELDS, "places": PLACE_FIELDS}
SIDES = [
    {"id": "free_peoples", "name": "Free Peoples", "noun": "the Free Peoples", "plural": True},
    {"id": "shadow", "name": "Shadow", "noun": "the Shadow"},
]


def in_play(tables: CardTables) -> dict[str, list[Any]]:
    """Return the cards and locations in play, by their kind."""
    data, scenario = tables.data, tables.data.scenario
    return {
        "card": [data.cards[name] for name in {card.id for card in tables.cards}],
        "path": [data.paths[name] for name in scenario.paths],
        "battleground": [data.battlegrounds[name] for name in scenario.battlegrounds],
    }


def make_catalogue(tables: CardTables) -> dict[str, Any]:
    """Return the entries of the catalogue, with the cards in the order of the tables."""
    data = tables.data
    seats = data.scenario.seats
    return {
        "sides": SIDES,
        "seats": [
            {
                "id": seat.id,
                "name": seat.name,
                "side": seat.side,
                "deck": data.deck_ids[seat.id],
                "deck_name": data.deck_models[data.deck_ids[seat.id]].name,
            }
            for seat in seats
        ],
        "cards": [_card(tables, i) for i in range(len(tables.cards))],
        "places": _places(tables),
        "factions": [
            {
                "id": faction,
                "name": faction.capitalize().replace("Dunedain", "Dúnedain"),
                "side": seat.side,
                "seat": seat.id,
            }
            for seat in seats
            for faction in seat.factions
        ],
    }


def _card(tables: CardTables, i: int) -> dict:
    """Return the entry of one physical card."""
    card = tables.cards[i]
    printed = tables.data.cards[card.id]
    return {
        "index": card.index,
        "column": card.column,
        "id": card.id,
        "name": printed.name,
        "seat": card.seat_id,
        "side": printed.side,
        "deck": tables.data.deck_ids[card.seat_id],
        "pile": "deck",
        "faction": printed.faction,
        "type": printed.type,
        "copy": card.copy,
        "text": printed.text,
        "printed": _printed(printed),
    }


def _printed(card: Card) -> dict[str, str]:
    """Return the numbers on a card, by their names for readers (CG-1.8)."""
    icons = {ICON_NAMES[name]: str(number) for name, number in card.icons.model_dump().items() if number}
    return icons | ({"Paths": ", ".join(map(str, card.paths))} if card.paths else {})


def _places(tables: CardTables) -> list[dict]:
    """Return the entries of the locations in play."""
    found = []
    for index, name in tables.places.items():
        is_path = index >= ids.BATTLEGROUNDS
        place: Any = tables.data.paths[name] if is_path else tables.data.battlegrounds[name]
        found.append(
            {
                "column": name,
                "id": name,
                "name": place.name,
                "kind": "path" if is_path else "battleground",
                "side": None if is_path else place.side,
                "number": place.number if is_path else None,
                "vp": place.vp,
                "index": index,
                "defense": place.defense,
                "text": place.text,
            }
        )
    return found
