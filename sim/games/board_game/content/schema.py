"""Regions, Nations, Characters, tiles, dice and scenarios as frozen pydantic models; cards are in `cards.py`.

The models check shape: keys, types, ranges. `checks.py` checks whether the parts fit together, and
`loading.py` reads and merges files. Texts of the effect language stay uncompiled `Source` values with
their file, line and column; `programs.py` compiles them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import Field, create_model

from mazarbul.sim.data.model import Apart, Id, Model, Name, OneOf
from mazarbul.sim.games.board_game import ids
from mazarbul.sim.games.board_game.content.cards import OWNERS, Card, Effect, Tactic
from mazarbul.sim.games.board_game.ids import DICE, FACES, FIGURES, NATIONS, SIDES

#: The folder of the printed data.
DATA = Path(__file__).parents[1] / "data"

Side = Annotated[str, OneOf(SIDES)]
Nation = Annotated[str, OneOf(NATIONS)]
Settlement = Annotated[str, OneOf(ids.SETTLEMENTS[1:])]

#: The players of the game for four, as data name them: the first and second of each side (BG-18.1).
PLAYERS = OWNERS[1:]
PLAYER_SIDES = dict(zip(PLAYERS, (SIDES[0], SIDES[0], SIDES[1], SIDES[1]), strict=True))
Player = Annotated[str, OneOf(PLAYERS)]

# What the fixed-size state can hold.
MOST_FIGURES = 63  # of a Nation and kind, and in a region
MOST_STEPS = 3
MOST_LEVEL = 9
MOST_LIMIT = 20  # units in a field or box, points, dice of a roll
MOST_TRACK = 20  # Corruption, Progress, Mordor
MOST_HAND = 12
MOST_RINGS = 9
MOST_POINTS = 99
DIE_SIDES = 6
WIDTH, HEIGHT = 1000, 700  # of a drawing of the map

Number = Annotated[int, Field(ge=0, le=MOST_FIGURES)]
Limit = Annotated[int, Field(ge=1, le=MOST_LIMIT)]
Points = Annotated[int, Field(ge=0, le=MOST_LIMIT)]
Track = Annotated[int, Field(ge=1, le=MOST_TRACK)]
Goal = Annotated[int, Field(ge=1, le=MOST_POINTS)]
Pips = Annotated[int, Field(ge=1, le=DIE_SIDES)]
Few = Annotated[int, Field(ge=0, le=MOST_LEVEL)]
Rings = Annotated[int, Field(ge=0, le=MOST_RINGS)]
ActionDice = Annotated[int, Field(ge=0, le=DICE)]


class Pieces(Model):
    """How many there are of each kind of counted figures (BG-1.8)."""

    regular: Number = 0
    elite: Number = 0
    leader: Number = 0
    nazgul: Number = 0

    @property
    def units(self) -> int:
        """Regulars and Elites."""
        return self.regular + self.elite


#: The figures of each Nation in a region: nation -> Pieces.
if TYPE_CHECKING:
    Start = Model
else:
    Start = create_model("Start", __base__=Model, **{nation: (Pieces, Pieces()) for nation in NATIONS})
    Start.__doc__ = "The figures of each Nation in a region when the game begins (BG-2.1)."


class Region(Model):
    """A region of the map (BG-1.2). near: those beside it. at: its place in a drawing, east and south.

    nation: whose it is, None if it is neutral. points: of its Settlement for the enemy who holds it, None for
    what the scenario says of its kind (BG-1.4). gate: the Fellowship enters Mordor from here (BG-16.1).
    """

    id: Id
    name: Name
    nation: Nation | None = None
    settlement: Settlement | None = None
    points: Points | None = None
    fortification: bool = False  # BG-1.5
    coastal: bool = False  # BG-1.6
    east_edge: bool = False
    gate: bool = False
    near: tuple[str, ...]
    at: tuple[Annotated[int, Field(ge=0, le=WIDTH)], Annotated[int, Field(ge=0, le=HEIGHT)]]
    start: Start = Start()
    source: str

    @property
    def figures(self) -> dict[str, Pieces]:
        """The Nations that have figures here at the start: nation -> figures."""
        every = {nation: getattr(self.start, nation) for nation in NATIONS}
        return {nation: pieces for nation, pieces in every.items() if pieces != Pieces()}


class NationRow(Model):
    """A Nation (BG-1.8). figures: all of them; what is not on the map at the start is in its pool.

    steps: from war at the start. active: whether it is at the start. player: of the game for four.
    """

    id: Nation
    name: Name
    side: Side
    player: Player
    figures: Pieces
    steps: Annotated[int, Field(ge=0, le=MOST_STEPS)]
    active: bool
    source: str


class Figure(Model):
    """A Character (BG-8.1).

    flies: moves to any region, as Nazgûl do (BG-8.4), whatever its Level. activates: Nations that it wakes
    (BG-8.5). dice: Action dice more while it is in play. fellowship: sets out with the Ring (BG-2.3).
    replaces: the Character whose place it takes (BG-8.9). player: who has a Minion in the game for four.
    enter, guide, abilities: its texts.
    """

    id: Annotated[str, OneOf(FIGURES)]
    name: Name
    side: Side
    kind: Literal["companion", "gollum", "minion"]
    level: Few
    leadership: Few
    flies: bool = False
    activates: tuple[Nation, ...] = ()
    dice: Annotated[int, Field(ge=0, le=3)] = 0
    fellowship: bool = False
    hobbit: bool = False
    replaces: Annotated[str, OneOf(FIGURES)] | None = None
    player: Player | None = None
    text: str
    enter: tuple[Effect, ...] = ()
    guide: tuple[Effect, ...] = ()
    abilities: tuple[Effect, ...] = ()
    source: str


class Tile(Model):
    """A kind of Hunt tile (BG-14.7). value: its number, if it has one. card: the event that brings it."""

    id: Id
    name: Name
    sort: Annotated[str, OneOf(ids.TILE_SORTS)]
    copies: Annotated[int, Field(ge=0, le=ids.TILES)]
    symbol: Literal["number", "eye", "die"]
    value: Annotated[int, Field(ge=-MOST_LEVEL, le=MOST_LEVEL)] = 0
    reveal: bool = False
    stop: bool = False
    card: str | None = None
    source: str


#: How many of the six faces of an Action die show each result: face -> number.
if TYPE_CHECKING:
    Faces = Model
else:
    Faces = create_model(
        "Faces", __base__=Model, **{face: (Annotated[int, Field(ge=0, le=DIE_SIDES)], 0) for face in FACES}
    )
    Faces.__doc__ = "How many faces of an Action die show each result (BG-4.1)."


class Die(Model):
    """The Action dice of a side (BG-2.5). start: without those of Characters. most: never more than these."""

    id: Side
    name: Name
    start: ActionDice
    most: ActionDice
    faces: Faces
    source: str


class Victory(Model):
    """What wins: Corruption (BG-17.1), points of the Shadow (BG-17.3) and of the Free Peoples (BG-17.4)."""

    corruption: Track = 12
    shadow: Goal = 10
    free_peoples: Goal = 4


class Worth(Model):
    """Points for the enemy who holds a Settlement, by its kind (BG-1.4)."""

    town: Points = 0
    city: Points = 1
    stronghold: Points = 2


class RingOwners(Model):
    """Elven Rings at the start (BG-5.2)."""

    free_peoples: Rings = 3
    shadow: Rings = 0


class Fellowship(Model):
    """Where the Ring-bearers' figure begins, and who guides (BG-2.3)."""

    start: str = "rivendell"
    guide: Annotated[str, OneOf(FIGURES)] = "gandalf_grey"


class Limits(Model):
    """Most units in a field and a box (BG-1.11), dice of a Combat roll (BG-11.7), of a Hunt (BG-14.3)."""

    field: Limit = 10
    box: Limit = 5
    combat_dice: Limit = 5
    hunt_dice: Limit = 5


class Hits(Model):
    """What dice must show: in the field, against protected defenders (BG-11.8), in a Hunt (BG-14.4)."""

    field: Pips = 5
    protected: Pips = 6
    hunt: Pips = 6


class Seat(Model):
    """A player of a scenario (BG-18.1). players: those of the game for four whose Nations it has.

    hand: most cards in hand. draw: in phase 1 after turn 1, one card of each deck, or one of a deck of its
    choice (BG-3.2, BG-18.3). no_repeat: it may not use two actions in a row on the same Nation (BG-18.9).
    """

    id: Id
    name: Name
    side: Side
    players: Annotated[tuple[Player, ...], Field(min_length=1)]
    hand: Annotated[int, Field(ge=1, le=MOST_HAND)]
    draw: Literal["each_deck", "one_card"]
    no_repeat: bool = False


class Scenario(Model):
    """A way to play. `seats` is the key `seat`; the first seat of a side leads it in turn 1 (BG-18.1).

    noun: how a sentence calls it; None: by its title.
    crack: step of the Mordor Track that is the Crack of Doom (BG-1.15).
    """

    id: Id
    title: Name
    noun: Name | None = None
    summary: str = ""
    seats: Annotated[tuple[Seat, ...], Apart] = Field(alias="seat")
    victory: Victory = Victory()
    worth: Worth = Worth()
    rings: RingOwners = RingOwners()
    fellowship: Fellowship = Fellowship()
    crack: Track = 5
    limits: Limits = Limits()
    hits: Hits = Hits()
    source: str = ""


@dataclass(frozen=True)
class GameData:
    """Everything a game is built from: the printed data with switches, user files and overlay applied.

    regions, nations, figures, tiles, dice, cards, tactics: id -> model; nations, figures and dice as `ids`
    numbers them. switches: id -> value, all of them.
    version: 12 hex digits naming the state of the printed data files.
    """

    regions: Mapping[str, Region]
    nations: Mapping[str, NationRow]
    figures: Mapping[str, Figure]
    tiles: Mapping[str, Tile]
    dice: Mapping[str, Die]
    cards: Mapping[str, Card]
    tactics: Mapping[str, Tactic]
    scenario: Scenario
    switches: Mapping[str, Any]
    version: str

    def side_of(self, region: str) -> str | None:
        """Return the original side of a region, None of a neutral one (BG-1.3)."""
        nation = self.regions[region].nation
        return None if nation is None else self.nations[nation].side

    def points_of(self, region: str) -> int:
        """Return what a region is worth to the enemy who holds it (BG-1.4)."""
        row = self.regions[region]
        if row.settlement is None:
            return 0
        return getattr(self.scenario.worth, row.settlement) if row.points is None else row.points

    def pool(self, nation: str) -> Pieces:
        """Return the figures of a Nation that are not on the map at the start (BG-2.1)."""
        there = [region.figures[nation] for region in self.regions.values() if nation in region.figures]
        total = self.nations[nation].figures
        left = {kind: getattr(total, kind) - sum(getattr(p, kind) for p in there) for kind in ids.PIECES}
        return Pieces(**left)
