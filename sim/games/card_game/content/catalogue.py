"""The catalogue of a setup: what a report needs to know about seats, cards, places and record fields."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from mazarbul.sim.data.records import declaration
from mazarbul.sim.games.card_game import ids
from mazarbul.sim.games.card_game.content.loading import is_printed
from mazarbul.sim.games.card_game.content.schema import Card
from mazarbul.sim.games.card_game.content.tables import CardTables
from mazarbul.sim.games.card_game.records import CARD_FIELDS, PLACE_FIELDS
from mazarbul.sim.games.contract import Setup

ICON_NAMES = {
    "path": "Path icons",
    "bg_attack": "Battleground attack",
    "bg_defense": "Battleground defense",
    "lead_attack": "Leadership attack",
    "lead_defense": "Leadership defense",
}
RECORDS = Path(__file__).with_name("records.toml")


def make_setup(game: str, tables: CardTables) -> Setup:
    """Return the setup of a scenario: its tables with everything that the rest of the program needs."""
    data = tables.data
    return Setup(
        game=game,
        scenario=data.scenario.id,
        title=data.scenario.title,
        tables=tables.record,
        tables_hash=tables.tables_hash(),
        seats=tuple(seat.id for seat in data.scenario.seats),
        seat_sides=tuple(seat.side for seat in data.scenario.seats),
        switches=dict(data.switches),
        catalogue=make_catalogue(game, tables),
        changed=_changed(tables),
        data=data,
    )


def _changed(tables: CardTables) -> frozenset[str]:
    """Return the ids of the cards and locations in play that are not as printed."""
    places = {
        name: "path" if index >= ids.BATTLEGROUNDS else "battleground"
        for index, name in tables.places.items()
    }
    kinds = {card.id: "card" for card in tables.cards} | places
    return frozenset(name for name, kind in kinds.items() if not is_printed(tables.data, kind, name))


def make_catalogue(game: str, tables: CardTables) -> dict:
    """Return the catalogue of a scenario, JSON types only, with the cards in the order of the tables."""
    data = tables.data
    scenario = data.scenario
    return {
        "game": game,
        "scenario": scenario.id,
        "title": scenario.title,
        "data_version": data.version,
        "sides": [
            {"id": "free_peoples", "name": "Free Peoples", "noun": "the Free Peoples", "plural": True},
            {"id": "shadow", "name": "Shadow", "noun": "the Shadow"},
        ],
        "seats": [
            {
                "id": seat.id,
                "name": seat.name,
                "side": seat.side,
                "deck": data.deck_ids[seat.id],
                "deck_name": data.deck_models[data.deck_ids[seat.id]].name,
            }
            for seat in scenario.seats
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
            for seat in scenario.seats
            for faction in seat.factions
        ],
        "switches": dict(data.switches),
    } | declaration(RECORDS, {"cards": CARD_FIELDS, "places": PLACE_FIELDS})


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
