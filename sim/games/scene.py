"""What lies on the table at one moment, in a form that is the same for all games.

A game declares the areas of its table once, as a tree, and the things that can lie there. A scene is what an
area holds now: a `Zone` for the id of each area that holds something. `mazarbul.sim.games.replay` makes a
document of the scenes of a game. Everything is plain data in words, for readers that know no game.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

Form = Literal["group", "counters", "cards", "pile", "place", "chips", "map", "region"]
"""How an area is laid out.

group: other areas. counters: numbers only. cards: a row of cards. pile: cards in their order, the top one
first, shown as their number. place: a card, such as a location, with the cards at it. chips: small pieces,
such as dice. map: regions, drawn where they are. region: a part of a map, with its pieces.
"""


@dataclass(frozen=True, slots=True)
class Counter:
    """A number or a word with its label, such as `Threat 28`."""

    label: str
    value: int | str


@dataclass(frozen=True, slots=True)
class Group:
    """What colours things: a faction, a sphere, a nation.

    hue: 0 to 359 degrees, -1 for grey. side: id of the side that the things are on, "" for none.
    """

    id: str
    name: str
    hue: int = -1
    side: str = ""


@dataclass(frozen=True, slots=True)
class Thing:
    """A card, a place or a sort of piece.

    group: id of its group. facts: its printed numbers. short: a few letters for it on a map. The thing of a
    region has the id of its area.
    """

    id: str
    name: str
    kind: str = ""
    group: str = ""
    facts: tuple[Counter, ...] = ()
    text: str = ""
    short: str = ""


@dataclass(frozen=True, slots=True)
class Piece:
    """A thing on the table, or `n` alike. marks: tokens and states on it, in words. on: what is attached."""

    thing: str
    n: int = 1
    marks: tuple[str, ...] = ()
    on: tuple[Piece, ...] = ()
    is_exhausted: bool = False
    is_face_down: bool = False


@dataclass(frozen=True, slots=True)
class Zone:
    """What an area holds now. place: id of the thing that the area is now, such as an active location."""

    pieces: tuple[Piece, ...] = ()
    counters: tuple[Counter, ...] = ()
    place: str = ""

    @property
    def is_empty(self) -> bool:
        """Return whether the area holds nothing."""
        return not (self.pieces or self.counters or self.place)


@dataclass(frozen=True, slots=True)
class Area:
    """A part of the table. parts: areas inside a group or map. seat, side: ids of its owner, "" for none.

    is_shown: whether it keeps its place on the table while it is empty. at: of a region, how far east and
    south of the corner of its map it is. near: of a region, ids of the areas that can be reached from it.
    """

    id: str
    title: str
    form: Form
    parts: tuple[Area, ...] = ()
    seat: str = ""
    side: str = ""
    is_shown: bool = False
    at: tuple[int, int] | None = None
    near: tuple[str, ...] = ()


@dataclass(frozen=True)
class Scenery:
    """How a game shows its table; each function gets the kit's names, `zones` and `clock` a state too.

    groups: of the things. things: everything that can lie on the table. areas: the table, from its centre to
    the seats. zones: id of an area -> what it holds; areas that hold nothing may be left out. clock: the
    number of the round, and the phase in words. unseen(names, s, seat): id of each card that a seat must not
    see -> what its back tells; None if the game does not say, so that nobody can sit down to it.
    """

    groups: Callable[[Any], Sequence[Group]]
    things: Callable[[Any], Sequence[Thing]]
    areas: Callable[[Any], Sequence[Area]]
    zones: Callable[[Any, np.record], Mapping[str, Zone]]
    clock: Callable[[Any, np.record], tuple[int, str]]
    unseen: Callable[[Any, np.record, int], dict[str, str]] | None = None


def counters(**values: int | str | None) -> tuple[Counter, ...]:
    """Return counters by their labels, `_` for a space; those without a value are left out."""
    return tuple(
        Counter(label.replace("_", " "), value) for label, value in values.items() if value not in (None, "")
    )


def human(word: str) -> str:
    """Return an id in words: `bg_attack` as `bg attack`."""
    return word.replace("_", " ")
