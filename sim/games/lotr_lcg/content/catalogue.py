"""The catalogue of a setup: the data a report needs about seats, cards, stages and record fields."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from mazarbul.sim.data.cards import PhysicalCard
from mazarbul.sim.games.lotr_lcg import ids
from mazarbul.sim.games.lotr_lcg.content.schema import Card, EncounterCard, GameData
from mazarbul.sim.games.lotr_lcg.content.tables import QuestTables
from mazarbul.sim.games.lotr_lcg.records import CARD_FIELDS, HARM_FIELDS

RECORDS = Path(__file__).with_name("records.toml")
FIELDS = {"cards": CARD_FIELDS, "harms": HARM_FIELDS}
PLAYERS, ENCOUNTER = ids.SIDES
NUMBERS = (
    "cost", "threat_cost", "willpower", "threat", "engagement", "attack", "defense", "hit_points",
    "quest_points", "victory", "doomed",
)  # fmt: skip
MIDDLE = 4  # of the printed difficulties 1 to 7


def in_play(tables: QuestTables) -> dict[str, list[Any]]:
    """Return the cards of players and of encounter decks in play, by their kind."""
    data = tables.data
    names = {card.id for cards in tables.cards for card in cards}
    return {
        "card": [data.cards[name] for name in names if name in data.cards],
        "encounter": [data.encounter[name] for name in names if name not in data.cards],
    }


def make_catalogue(tables: QuestTables) -> dict[str, Any]:
    """Return the entries of the catalogue.

    The cards are in the order of a game's records: player by player, each with heroes first, then the
    encounter cards, those of a campaign quest by quest.
    """
    data = tables.data
    scenario = data.scenario
    names = {seat.id: seat.name for seat in scenario.seats}
    return {
        "difficulty": scenario.difficulty,
        "band": band(scenario.difficulty),
        "sides": [
            {"id": PLAYERS, "name": "Players", "noun": "the players", "plural": True},
            {"id": ENCOUNTER, "name": "Encounter deck", "noun": "the encounter deck"},
        ],
        "seats": [
            {"id": seat, "name": names[seat], "side": PLAYERS, "deck": deck.id, "deck_name": deck.name}
            for seat, deck in data.decks.items()
        ],
        "decks": {
            seat: {"id": deck.id, "heroes": list(deck.heroes), "cards": dict(deck.cards)}
            for seat, deck in data.decks.items()
        },
        "cards": _cards(tables),
        "quests": [
            {
                "id": quest.id,
                "title": quest.title,
                "difficulty": quest.difficulty,
                "encounter_sets": list(quest.encounter_sets),
            }
            for quest in data.quests
        ],
        "stages": _stages(data),
    }


def band(difficulty: int | None) -> list[float] | None:
    """Return the win rates that suit the printed difficulty of a quest, None if it has none.

    Our own reading of the scale (LCG-28.1): 50% in the middle, 20 points more or less three steps
    away, 10 points to either side.
    """
    if difficulty is None:
        return None
    middle = min(max(0.5 - (difficulty - MIDDLE) / 15, 0.15), 0.85)
    return [round(middle - 0.1, 3), round(middle + 0.1, 3)]


def of_quest(catalogue: Mapping[str, Any], number: int) -> dict[str, Any]:
    """Return a catalogue reduced to one of its quests: its encounter cards, and its stages by number."""
    own = catalogue["quests"][number]["id"]
    cards = {card["index"]: card for card in catalogue["cards"] if card["seat"] or card["deck"] == own}
    stages = {stage["id"]: stage for stage in catalogue["stages"] if stage["quest"] == own}
    return {**catalogue, "cards": list(cards.values()), "stages": list(stages.values())}


def _cards(tables: QuestTables) -> list[dict]:
    """Return the entries of all physical cards: player by player, then the encounter cards of each quest."""
    data = tables.data
    found = [_player_card(data, card) for card in tables.cards[0] if card.seat != ids.NONE]
    played: Counter[str] = Counter()
    for quest, cards in zip(data.quests, tables.cards, strict=True):
        played[quest.id] += 1
        again = f"-{played[quest.id]}" if played[quest.id] > 1 else ""
        owner = quest.id + again if data.scenario.is_campaign else ENCOUNTER
        own = (replace(card, seat_id=owner) for card in cards if card.seat == ids.NONE)
        found += [_encounter_card(data, card, quest.id) for card in own]
    return found


def _player_card(data: GameData, card: PhysicalCard) -> dict:
    """Return the entry of a player's card."""
    printed = data.cards[card.id]
    deck = data.decks[card.seat_id].id
    pile = "" if printed.type == "hero" else "deck"  # heroes start in play
    owner = {"seat": card.seat_id, "side": PLAYERS, "deck": deck, "pile": pile, "faction": printed.sphere}
    return _card(card, printed) | owner


def _encounter_card(data: GameData, card: PhysicalCard, quest: str) -> dict:
    """Return the entry of an encounter card of a quest."""
    printed = data.encounter[card.id]
    owner = {"seat": "", "side": ENCOUNTER, "deck": quest, "pile": "", "faction": printed.set}
    return _card(card, printed) | owner


def _card(card: PhysicalCard, printed: Card | EncounterCard) -> dict:
    """Return the common part of all entries; `index` is the card's number in the tables of its quest."""
    return {
        "index": card.index,
        "column": card.column,
        "id": card.id,
        "copy": card.copy,
        "name": printed.name,
        "type": printed.type,
        "text": printed.text,
        "printed": _numbers(printed),
    }


def _numbers(printed: Card | EncounterCard) -> dict[str, str]:
    """Return the numbers on a card that are not 0, by their names for readers."""
    known = ((name, getattr(printed, name, None)) for name in NUMBERS)
    return {name.replace("_", " ").capitalize(): str(number) for name, number in known if number}


def _stages(data: GameData) -> list[dict]:
    """Return the entries of the quest cards, quest by quest."""
    return [
        {
            "id": name,
            "name": data.stages[name].name,
            "quest": quest.id,
            "depth": data.stages[name].depth,
            "quest_points": data.stages[name].quest_points,
            "text": data.stages[name].text,
        }
        for quest in data.quests
        for name in quest.quest
    ]
