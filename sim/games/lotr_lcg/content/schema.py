"""What cards, quest stages, decks, scenarios and campaigns look like, as frozen pydantic models.

The models check shape: keys, types, ranges. Checking that the parts fit together is the work of
`checks.py`; reading and merging files is that of `loading.py`. Texts of the effect language stay
uncompiled `Source` values, which know their file, line and column; `programs.py` compiles them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from pydantic import Field, PlainValidator
from pydantic_core import PydanticCustomError

from mazarbul.sim.data.model import Apart, Id, Model, Name, OneOf, Text
from mazarbul.sim.games.lotr_lcg import ids
from mazarbul.sim.games.lotr_lcg.content import vocabulary
from mazarbul.sim.toml import Source

Sphere = Literal["leadership", "tactics", "spirit", "lore", "neutral"]
CardType = Literal["hero", "ally", "attachment", "event"]
EncounterType = Literal["enemy", "location", "treachery", "objective"]
Keyword = Literal["ranged", "sentinel", "restricted", "surge", "guarded"]
Trigger = Annotated[str, OneOf(ids.TRIGGERS)]
Phase = Annotated[str, OneOf(vocabulary.PHASES.names)]
User = Annotated[str, OneOf(vocabulary.BY.names)]
LeavesTo = Annotated[str, OneOf(vocabulary.LEAVES_TO.names)]

# What the fixed-size state can hold.
MOST_PLAYERS = ids.SEATS
MOST_HEROES = ids.HEROES
MOST_DECK_CARDS = ids.BLOCK - 1 - ids.HEROES
MOST_ENCOUNTER_CARDS = ids.BLOCK - 1
MOST_START_RESOURCES = 20
MOST_THREAT = 99
MOST_STAGES = ids.STAGES
MOST_QUESTS = 8
MOST_NUMBER = 60  # costs, willpower, attack etc.
MOST_POINTS = 99  # quest points, victory points, engagement costs
MOST_TIMES = 20
COST_X = "X"  # the player chooses it when playing the card (LCG-6.11)

SEATS = tuple(f"player{number}" for number in range(1, MOST_PLAYERS + 1))
CHARACTERS = ("hero", "ally")
DECK_TYPES = ("ally", "attachment", "event")  # cards of a deck besides heroes (LCG-26.2)


def _printed_cost(value: Any) -> int | str:
    """Return a printed cost; in a row "X" is a text, as the costs of effects are."""
    cost: Any = value.text if isinstance(value, Source) else value
    is_number = isinstance(cost, int) and not isinstance(cost, bool)
    if cost == COST_X or (is_number and 0 <= cost <= MOST_NUMBER):
        return cost
    message = f'a whole number from 0 to {MOST_NUMBER} or "{COST_X}" is expected'
    raise PydanticCustomError("cost", message)


Cost = Annotated[int | Literal["X"], PlainValidator(_printed_cost)]
Number = Annotated[int, Field(ge=0, le=MOST_NUMBER)]
Points = Annotated[int, Field(ge=0, le=MOST_POINTS)]
DeckCopies = Annotated[int, Field(ge=0, le=MOST_DECK_CARDS)]
EncounterCopies = Annotated[int, Field(ge=0, le=MOST_ENCOUNTER_CARDS)]
CardNumber = Annotated[int, Field(ge=1, le=9999)]


class Effect(Model):
    """One text of a card or stage (LCG-20); `condition` is the key `if`.

    `on`: when it works. `may` marks a response: an event text without it is forced.
    """

    on: Trigger
    card: Text | None = None  # events: the card it must happen to; this card by default
    of: Text | None = None  # events: player it must belong to or be engaged with
    may: bool = False
    hand: bool = False  # a response from hand; cards of type event work from there anyway
    phase: Phase | None = None
    by: User | None = None
    condition: Text | None = Field(default=None, alias="if")
    cost: Text | None = None
    do: Text | None = None
    limit: Literal["round", "phase"] | None = None
    times: Annotated[int, Field(ge=1, le=MOST_TIMES)] | None = None
    destroyed: bool = False  # leaving: only its destruction is replaced
    to: LeavesTo | None = None  # leaving: where it goes instead (LCG-20.9)


class Card(Model):
    """A player card: hero, ally, attachment or event (LCG-1.5). `copies`: number in one box."""

    id: Id
    name: Name
    number: CardNumber | None = None  # of the printed card, in its product
    type: CardType
    sphere: Sphere
    unique: bool = False
    cost: Cost | None = None  # None for heroes
    threat_cost: Number | None = None  # only heroes (LCG-1.6)
    willpower: Number = 0
    attack: Number = 0
    defense: Number = 0
    hit_points: Number = 0  # 0 if it is not a character
    traits: tuple[Id, ...] = ()
    keywords: tuple[Keyword, ...] = ()
    attach: Text | None = None  # attachments: the set of cards it can be attached to (LCG-6.10)
    attach_zone: Text | None = None  # attachments: where that card must be
    pays: Literal["together", "apart"] = "together"  # apart: each resource from another hero (LCG-6.13)
    copies: Annotated[int, Field(ge=1, le=MOST_DECK_CARDS)] = 1
    product: str = ""  # product the card is sold in, as deck lists name it
    text: str = ""
    effects: tuple[Effect, ...] = ()
    source: str


class EncounterCard(Model):
    """An encounter card: enemy, location, treachery or objective (LCG-1.5). `copies`: in its set, or 0."""

    id: Id
    name: Name
    number: CardNumber | None = None  # of the printed card
    type: EncounterType
    set: Id
    unique: bool = False
    copies: Annotated[int, Field(ge=0, le=MOST_ENCOUNTER_CARDS)] = 1
    engagement: Points | None = None  # only enemies
    threat: Number = 0
    attack: Number = 0
    defense: Number = 0
    hit_points: Number = 0  # 0 if it is not an enemy
    quest_points: Points = 0  # locations
    victory: Points = 0  # LCG-21.10
    doomed: Number = 0  # LCG-21.1
    traits: tuple[Id, ...] = ()
    keywords: tuple[Keyword, ...] = ()
    attached_as: tuple[Id, ...] = ()  # traits of the attachment it can become (LCG-21.6)
    text: str = ""
    effects: tuple[Effect, ...] = ()
    source: str


class Stage(Model):
    """A quest card, both of its sides: `setup` texts are on side A, the others on side B (LCG-1.5).

    quest_points: 0 if progress never completes it (LCG-18.4). next: the stages that may follow, chosen
    at random; none if completing it wins. depth: its number in the sequence, from 1.
    """

    id: Id
    name: Name
    number: CardNumber  # of the printed card
    depth: Annotated[int, Field(ge=1, le=MOST_STAGES)]
    quest_points: Points
    next: tuple[Id, ...] = ()
    text: str = ""
    effects: tuple[Effect, ...] = ()
    source: str


class Deck(Model):
    """The heroes of a player and the cards of the deck: card id -> copies (LCG-26)."""

    id: Id
    name: Name
    heroes: Annotated[tuple[Id, ...], Field(min_length=1, max_length=MOST_HEROES)]
    cards: dict[str, DeckCopies] = Field(default_factory=dict)
    source: str = ""


class Seat(Model):
    """A player of a scenario. deck: a deck id, or a file beside the scenario's."""

    id: Annotated[str, OneOf(SEATS)]
    name: Name
    deck: str | None = None


class Scenario(Model):
    """A quest against an encounter deck (LCG-28), or a campaign of several (LCG-27.3).

    A quest has `quest`, its stages, beginning with the first, and an encounter deck: every card of
    `encounter_sets`, with the copies of its set unless `encounter_cards` (card id -> copies) changes them.
    A campaign has `quests` instead, scenario ids in order. `carries_over`: threat, damage and decks pass
    to the next quest (LCG-27.4). `resources`: of each hero when a quest begins (LCG-27.5). `threat_limit`: a
    player with so much threat is out (LCG-17.1). `noun`: how a sentence calls it; None: by its title.
    """

    id: Id
    title: Name
    noun: Name | None = None
    summary: str = ""
    difficulty: Points | None = None
    encounter_sets: tuple[Id, ...] = ()
    encounter_cards: dict[str, EncounterCopies] = Field(default_factory=dict)
    quest: Annotated[tuple[Id, ...], Field(max_length=MOST_STAGES)] = ()
    quests: Annotated[tuple[str, ...], Field(max_length=MOST_QUESTS)] = ()
    carries_over: bool = False
    resources: Annotated[int, Field(ge=0, le=MOST_START_RESOURCES)] = 0
    threat_limit: Annotated[int, Field(ge=1, le=MOST_THREAT)] = ids.PRINTED_LIMIT
    seats: Annotated[tuple[Seat, ...], Apart] = Field(alias="seat")
    source: str = ""

    @property
    def is_campaign(self) -> bool:
        """Whether it consists of several quests."""
        return bool(self.quests)


def encounter_deck(quest: Scenario, encounter: Mapping[str, EncounterCard]) -> dict[str, int]:
    """Return the encounter deck of a quest: encounter card id -> copies, at least 1."""
    found = {name: card.copies for name, card in encounter.items() if card.set in quest.encounter_sets}
    found |= quest.encounter_cards
    return {name: copies for name, copies in found.items() if copies}


#: Kinds of rows, the scenario and its seats: name in the files -> model.
MODELS: Mapping[str, type[Model]] = {
    "card": Card,
    "encounter": EncounterCard,
    "stage": Stage,
    "deck": Deck,
    "scenario": Scenario,
    "seat": Seat,
}


@dataclass(frozen=True)
class GameData:
    """Everything that a game is made from: the printed data with switches, user files and overlay applied.

    cards, encounter, stages: id -> model, all that are known; the decks and quests name
    those in play. decks: seat id -> deck, in seat order; as many players as decks. deck_models: deck id ->
    model, all that are known. scenario: the selected one. quests: those that are played, in order:
    the scenario itself, or its quests if it is a campaign. switches: id -> value, all of them.
    version: 12 hex digits that identify the printed data files.
    """

    cards: Mapping[str, Card]
    encounter: Mapping[str, EncounterCard]
    stages: Mapping[str, Stage]
    decks: Mapping[str, Deck]
    deck_models: Mapping[str, Deck]
    scenario: Scenario
    quests: tuple[Scenario, ...]
    switches: Mapping[str, Any]
    version: str

    @property
    def seats(self) -> tuple[str, ...]:
        """The seats in order: player1 ..."""
        return tuple(self.decks)

    def encounter_deck(self, quest: Scenario) -> dict[str, int]:
        """Return the encounter deck of one of the quests: encounter card id -> copies, at least 1."""
        return encounter_deck(quest, self.encounter)
