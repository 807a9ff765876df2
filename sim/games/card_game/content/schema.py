"""Cards, locations, decks and scenarios as frozen pydantic models.

The models check shape: keys, types, ranges. `checks.py` checks whether the parts fit together, and
`loading.py` reads and merges files. Texts of the effect language stay uncompiled `Source` values with
their file, line and column; `programs.py` compiles them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from pydantic import Field

from mazarbul.sim.data.model import Apart, Id, Model, Name, OneOf, Text
from mazarbul.sim.games.card_game.content.layout import SCHEDULED, SLOTS
from mazarbul.sim.games.card_game.content.vocabulary import ITEMS, LIMIT, REPLACES, THEN, TRIGGERS
from mazarbul.sim.games.card_game.ids import (
    FACTIONS,
    RING_MODES,
    SIDE_CARDS,
    SIDES,
    TYPES,
)

Side = Annotated[str, OneOf(SIDES)]
Faction = Annotated[str, OneOf(FACTIONS)]
CardType = Annotated[str, OneOf(TYPES)]
Trigger = Annotated[str, OneOf(TRIGGERS.names)]

# What the fixed-size state can hold, beside `ids` and `layout`.
MOST_SEATS_OF_A_SIDE = 2
MOST_CARDS_OF_A_SIDE = SIDE_CARDS - 1
HIGHEST_PATH = 15
MOST_SMALL = 20  # icons, victory points, defense
MOST_LEAD = 99

Small = Annotated[int, Field(ge=0, le=MOST_SMALL)]
PathNumber = Annotated[int, Field(ge=1, le=HIGHEST_PATH)]
Amount = Annotated[int, Field(ge=0, le=MOST_CARDS_OF_A_SIDE)]
Group = Annotated[tuple[str, ...], Field(max_length=SCHEDULED)]
Schedule = Annotated[tuple[Group, ...], Field(max_length=HIGHEST_PATH)]
Copies = Annotated[int, Field(ge=1, le=MOST_CARDS_OF_A_SIDE)]


class Icons(Model):
    """The five icon numbers of an army, character or item (CG-1.8)."""

    path: Small = 0
    bg_attack: Small = 0
    bg_defense: Small = 0
    lead_attack: Small = 0
    lead_defense: Small = 0


class Effect(Model):
    """One effect object of a card or location (CG-13.1); `condition` is the key `if`."""

    on: Trigger
    at: Text | None = None
    condition: Text | None = Field(default=None, alias="if")
    may: Text | None = None
    by: Text | None = None
    limit: Annotated[str, OneOf(LIMIT.names)] | None = None
    cost: Text | None = None
    do: Text | None = None
    who: Annotated[str, OneOf(REPLACES.names)] | None = None  # replace only, as all below (CG-13.8)
    when: Text | None = None
    filter: Text | None = None
    then: Annotated[str, OneOf(THEN.names)] | None = None
    items: Annotated[str, OneOf(ITEMS.names)] | None = None


class Card(Model):
    """A faction card; all its copies are identical (CG-1.7)."""

    id: Id
    name: Name
    side: Side
    faction: Faction
    type: CardType
    copies: Copies = 1
    promo: bool = False
    paths: tuple[PathNumber, ...] = ()  # numbers of the paths a character may be placed on (CG-7.7)
    icons: Icons = Icons()
    wielders: Text | None = None  # items: the characters that can carry it (CG-7.11)
    traits: tuple[Id, ...] = ()
    text: str = ""
    effects: tuple[Effect, ...] = ()
    source: str


class PathCard(Model):
    """A path card (CG-1.2)."""

    id: Id
    name: Name
    number: PathNumber
    defense: Small
    vp: Small
    text: str = ""
    effects: tuple[Effect, ...] = ()
    source: str


class BattlegroundCard(Model):
    """A battleground card; its attackers and defenders are printed on it (CG-5.5)."""

    id: Id
    name: Name
    side: Side
    defense: Small
    vp: Small
    attackers: tuple[Faction, ...]
    defenders: tuple[Faction, ...]
    text: str = ""
    effects: tuple[Effect, ...] = ()
    source: str


class Deck(Model):
    """The cards of a seat: card id -> copies (CG-1.5). `promos` are added while that switch is on (X-1)."""

    id: Id
    name: Name
    side: Side
    size: Copies
    cards: dict[str, Amount]
    promos: tuple[str, ...] = ()
    source: str = ""


class Seat(Model):
    """One player of a scenario (CG-1.6, CG-3.1)."""

    id: Id
    name: Name
    side: Side
    deck: str  # a deck id, or a file ending in .toml beside the scenario file
    factions: tuple[Faction, ...]  # this seat is their named player (CG-3.8)
    opening_draw: Amount
    opening_cycle: Amount
    draw: Amount
    ring: Annotated[str, OneOf(RING_MODES)]  # CG-3.11, CG-3.14
    ring_vp: Small = 0  # VP of an unspent Ring token in the final scoring (CG-11.3)
    doubles_each: bool = False  # carries out orders to each player of its side twice (CG-3.17)


class Scenario(Model):
    """A way to play (CG-3). `seats` is the key `seat`; `schedule` () means random battlegrounds.

    noun: how a sentence calls it; None: by its title.
    """

    id: Id
    title: Name
    noun: Name | None = None
    summary: str = ""
    turn_order: Annotated[tuple[str, ...], Field(max_length=SLOTS)]  # seat ids, one per slot (CG-6.1)
    seats: Annotated[tuple[Seat, ...], Apart] = Field(alias="seat")
    path_scoring: Literal["ordinary", "strict"]  # CG-10.13, CG-10.14
    last_path: PathNumber
    paths: tuple[str, ...]
    battlegrounds: tuple[str, ...]
    schedule: Schedule = ()  # battlegrounds of round 1, 2, ... (CG-3.21)
    carryover: Amount = 2  # cards a seat may keep in hand at the end of the action step (CG-3.7)
    winning_lead: Annotated[int, Field(ge=1, le=MOST_LEAD)] = 10  # lead that ends the game (CG-11.2)
    step_end: Literal["all_seats", "all_slots"] = "all_seats"  # who must pass to end the action step (AM-5)
    source: str = ""


@dataclass(frozen=True)
class GameData:
    """Everything a game is built from: the printed data with switches, user files and overlay applied.

    cards, paths, battlegrounds: id -> model, all known ones. The decks and `scenario.paths` and
    `scenario.battlegrounds` name those in play. decks: seat id -> {card id: copies}.
    deck_ids: seat id -> deck id. deck_models: deck id -> model, all known ones.
    switches: id -> value, all of them.
    version: 12 hex digits naming the state of the printed data files.
    """

    cards: Mapping[str, Card]
    paths: Mapping[str, PathCard]
    battlegrounds: Mapping[str, BattlegroundCard]
    decks: Mapping[str, Mapping[str, int]]
    deck_ids: Mapping[str, str]
    deck_models: Mapping[str, Deck]
    scenario: Scenario
    switches: Mapping[str, Any]
    version: str
