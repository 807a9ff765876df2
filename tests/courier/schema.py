"""The Courier's data as frozen models: regions, cards, decks and scenarios (CO-1)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field

from mazarbul.sim.data.model import Id, Model, Text
from tests.courier.ids import DICE, PILES, RIDERS, ROUNDS, SEATS, SIDES, TERRAINS


class Region(Model):
    """A region of the map. near: those beside it."""

    id: Id
    name: str
    terrain: Literal[TERRAINS]
    near: tuple[str, ...]


class Effect(Model):
    """A text of a card."""

    on: Literal["play"]
    condition: Text | None = Field(default=None, alias="if")
    do: Text


class Card(Model):
    """A card. text: its effect, in words for the reader."""

    id: Id
    name: str
    side: Literal[SIDES]
    text: str = ""
    effects: tuple[Effect, ...] = ()


class Deck(Model):
    """A deck: card id -> copies."""

    id: Id
    name: str
    cards: Mapping[str, Annotated[int, Field(ge=0, le=9)]]


class Seat(Model):
    """A seat. piles: the decks it draws from. riders: where its riders start."""

    id: Id
    name: str
    side: Literal[SIDES]
    piles: Annotated[tuple[str, ...], Field(min_length=1, max_length=PILES)]
    riders: Annotated[tuple[str, ...], Field(max_length=RIDERS)] = ()


class Scenario(Model):
    """A scenario. starts: towns to set out from. last: last round. sight: rounds between sightings."""

    id: Id
    title: str
    summary: str = ""
    starts: Annotated[tuple[str, ...], Field(min_length=1)]
    last: Annotated[int, Field(ge=1, le=ROUNDS)]
    sight: Annotated[int, Field(ge=1)]
    hand: Annotated[int, Field(ge=1, le=20)]
    dice: Annotated[int, Field(ge=1, le=DICE)]
    seats: Annotated[tuple[Seat, ...], Field(alias="seat", min_length=2, max_length=SEATS)]


@dataclass(frozen=True)
class GameData:
    """Everything that a scenario needs, checked."""

    regions: Mapping[str, Region]
    cards: Mapping[str, Card]
    decks: Mapping[str, Deck]
    scenario: Scenario
    switches: Mapping[str, object]
    version: str
