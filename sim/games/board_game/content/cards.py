"""Event cards and tactics as frozen pydantic models, and the effects that figures have too.

Texts of the effect language stay uncompiled `Source` values with their file, line and column; `programs.py`
compiles them, `effect_checks.py` checks that the keys of an effect suit its trigger.
"""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from mazarbul.sim.data.model import Id, Model, Name, OneOf, Text
from mazarbul.sim.games.board_game import ids
from mazarbul.sim.games.board_game.content.arguments import DIE
from mazarbul.sim.games.board_game.content.triggers import TRIGGERS

#: Who plays the event half with more than two players (BG-18.7): any of the side, or the one of the game for
#: four.
OWNERS = ("any", "fp1", "fp2", "sh1", "sh2")
MOST_INITIATIVE = 7  # the steps of a battle round, see BG-12.3

Number = Annotated[int, Field(ge=1, le=99)]


class Effect(Model):
    """A text of a card or figure: when it works, and what it does.

    `condition` is the key `if`, `lasts` the key `while`. What each key means: docs/effects.md.
    """

    on: Annotated[str, OneOf(TRIGGERS)]
    condition: Text | None = Field(default=None, alias="if")
    lasts: Text | None = Field(default=None, alias="while")
    until: Text | None = None
    at: Text | None = None
    die: Annotated[str, OneOf(DIE.names)] | None = None
    ring: bool = False
    cost: Text | None = None
    may: bool = False
    keep: bool = False
    do: Text | None = None


class Part(Model):
    """What a tactic does at one step of a battle round (BG-12.3)."""

    initiative: Annotated[int, Field(ge=0, le=MOST_INITIATIVE)]
    do: Text


class Tactic(Model):
    """The combat half of one card or several (BG-12). `condition` is the key `if`: when it can be chosen."""

    id: Id
    name: Name
    condition: Text | None = Field(default=None, alias="if")
    text: str = ""
    effects: Annotated[tuple[Part, ...], Field(min_length=1)]
    source: str


class Card(Model):
    """An Event card (BG-7).

    number: in its deck. icon: the Action die that pays for it besides Event. table: it stays on the table
    when played. tactic: its combat half. owner: who may play its event half with more than two players
    (BG-18.7).
    """

    id: Id
    name: Name
    number: Number
    side: Annotated[str, OneOf(ids.SIDES)]
    deck: Annotated[str, OneOf(ids.DECKS)]
    icon: Annotated[str, OneOf(ids.ICONS)]
    owner: Annotated[str, OneOf(OWNERS)] = "any"
    table: bool = False
    tactic: Id
    text: str = ""
    effects: Annotated[tuple[Effect, ...], Field(min_length=1)]
    source: str
