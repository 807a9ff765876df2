"""The data of My Game: what it may say, how it is read, and what is made of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Literal

import numpy as np
from pydantic import Field

from mazarbul.sim.data.book import Book
from mazarbul.sim.data.loading import Merged, book_of, data_version, merged
from mazarbul.sim.data.model import Apart, Id, Model, Name
from mazarbul.sim.data.nodes import build
from mazarbul.sim.data.printed import Printed
from mazarbul.sim.data.tables import Tables
from mazarbul.sim.data.values import table_of, tables_of
from mazarbul.sim.data.variants import Subject, Variant, number_variants
from mazarbul.sim.engine.bits import mask_of
from mazarbul.sim.engine.records import empty_record, frozen
from mazarbul.sim.engine.rng import stable_key
from mazarbul.sim.games.content import Content
from my_game.ids import CARDS, HAND, SEATS, SIDES, STRENGTH
from my_game.state import CARD_FIELDS

DATA = Path(__file__).parent / "data"

# What it may say ----------------------------------------------------------------------------------


class Card(Model):
    """A card. side: whose it is."""

    id: Id
    name: Name
    side: Literal[SIDES]
    strength: Annotated[int, Field(ge=0, le=STRENGTH)]


class Seat(Model):
    """A seat."""

    id: Id
    name: Name
    side: Literal[SIDES]


class Scenario(Model):
    """A scenario. hand: cards of each seat (R1.1). leader: side that leads in the first round (R1.2)."""

    id: Id
    title: Name
    summary: str = ""
    hand: Annotated[int, Field(ge=1, le=HAND)]
    leader: Literal[SIDES]
    seats: Annotated[tuple[Seat, ...], Apart, Field(alias="seat", min_length=SEATS, max_length=SEATS)]


@dataclass(frozen=True)
class GameData:
    """Everything that a scenario needs, checked."""

    cards: Mapping[str, Card]
    scenario: Scenario
    switches: Mapping[str, object]
    version: str

    @property
    def seat_of(self) -> dict[str, str]:
        """Side -> id of its seat."""
        return {seat.side: seat.id for seat in self.scenario.seats}


# Reading ------------------------------------------------------------------------------------------


@cache
def printed() -> Book:
    """Return the game as printed, unmerged."""
    return book_of(DATA, "card")


def load_data(scenario: str | Path, **given: Any) -> GameData:
    """Read, merge and check everything that a scenario needs; raises DataError for every mistake."""
    return _checked(merged(printed(), scenario, **given))


def _checked(given: Merged) -> GameData:
    """Check that each side has its seat (R1), and cards enough for a hand (R1.1) that all fit."""
    cards, node = given.models(Card, "card"), given.scenario
    given.mistakes.check()
    scenario = build(Scenario, node, "scenario")
    for i, seat in enumerate(scenario.seats):
        if seat.side != SIDES[i]:
            raise node.find(("seat", i, "side")).error(f"the side of seat {i + 1} is '{SIDES[i]}'")
    if len(cards) > CARDS:
        raise node.error(f"there are {len(cards)} cards; at most {CARDS} fit")
    for side in SIDES:
        n = sum(card.side == side for card in cards.values())
        if n < scenario.hand:
            raise node.find(("hand",)).error(f"{side} has {n} cards, fewer than a hand of {scenario.hand}")
    return GameData(cards, scenario, dict(given.switches), data_version(DATA))


# What is made of it -------------------------------------------------------------------------------

TABLES = np.dtype(
    [
        ("hand", "i2"),  # cards of each seat                                R1.1
        ("leader", "i2"),  # seat that leads in the first round              R1.2
        ("ties_follow", "i2"),  # 1: a tie goes to the seat that follows     R2.2
        ("deck", "i8", (SEATS,)),  # [seat] set of cards
        ("strength", "i2", (CARDS,)),
        ("card_key", "i8", (CARDS,)),  # [card] what its shuffling key is hashed from
    ],
    align=True,
)


def make_tables(data: GameData) -> Tables[GameData]:
    """Return the tables of a scenario; cards have the numbers of their order in the data."""
    record = empty_record(TABLES)
    record.hand = data.scenario.hand
    record.leader = SIDES.index(data.scenario.leader)
    record.ties_follow = bool(data.switches["ties_follow"])
    cards = list(data.cards.values())
    for seat, side in enumerate(SIDES):
        record.deck[seat] = mask_of(i for i, card in enumerate(cards) if card.side == side)
    for i, card in enumerate(cards):
        record.strength[i] = card.strength
        record.card_key[i] = stable_key(card.id)
    return Tables(frozen(record), data)


def catalogue(tables: Tables[GameData]) -> dict[str, Any]:
    """Return what a report needs to know about sides, seats and cards, in the order of the tables."""
    data = tables.data
    return {
        "sides": [{"id": seat.side, "name": seat.name} for seat in data.scenario.seats],
        "seats": [seat.model_dump() | {"deck": seat.side} for seat in data.scenario.seats],
        "cards": [
            card.model_dump()
            | {"index": i, "column": card.id, "seat": data.seat_of[card.side], "deck": card.side, "copy": 1}
            for i, card in enumerate(data.cards.values())
        ],
    }


def values(data: GameData) -> dict[str, object]:
    """Return everything that an overlay can change."""
    scenario, switches = table_of(data.scenario), dict(data.switches)
    return {"card": tables_of(data.cards), "scenario": scenario, "switches": switches}


def variants(data: GameData) -> list[Variant]:
    """Return the variants of every card: one stronger or one weaker."""
    found: list[Variant] = []
    for card in data.cards.values():
        subject = Subject(
            kind="card", table="card", row=card.id, name=card.name, id=card.id, side=card.side,
            seat=data.seat_of[card.side], deck=card.side, facts={}, blanks={},
            numbers={"strength": card.strength},
        )  # fmt: skip
        found += number_variants(subject, {"strength": "strength"}, STRENGTH)
    return found


CONTENT = Content(
    game="my_game",
    printed=Printed({"card": Card, "scenario": Scenario, "seat": Seat}, printed),
    load=load_data,
    tables=make_tables,
    catalogue=catalogue,
    records=DATA / "records.toml",
    fields={"cards": CARD_FIELDS},
    values=values,
    variants=variants,
)
