"""The data of My Game as frozen models: cards and scenarios."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field

from mazarbul.sim.data.model import Apart, Id, Model, Name
from my_game.ids import HAND, SEATS, SIDES, STRENGTH


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
