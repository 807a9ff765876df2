"""What folders of collections and studies hold, and the catalogue of a run, as they are read.

Whoever has a folder can change its files, so there are limits (`mazarbul.formats.forms`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from pydantic import Field, model_validator

from mazarbul.formats.forms import Band, Count, Form, Games, Id, Sum, fault

#: The file of a collection's folder, and of a study's; folders of other formats are refused.
COLLECTION, STUDY = "collection.json", "study.json"
COLLECTION_FORMAT, STUDY_FORMAT = 3, 3


class Thing(Form):
    """A seat, a side, a card ... of a catalogue."""

    id: Id
    name: str | None = None
    column: str | None = None


class Seat(Thing):
    """A seat of a catalogue."""

    side: Id
    deck: str | None = None
    deck_name: str | None = None


class CatalogueFile(Form):
    """catalogue.json of a run; `mazarbul.formats.declared` has the models of what it declares."""

    title: str
    seats: list[Seat]
    sides: list[Thing] | None = None
    scenario: str | None = None
    game_title: str | None = None
    data_version: str | None = None
    band: Band | None = None
    switches: dict[str, Any] | None = None

    def things(self, names: Iterable[str]) -> None:
        """Check lists of things. Raises ValidationError."""
        for name in names:
            _Things.model_validate({"things": (self.model_extra or {}).get(name) or []})


class _Things(Form):
    things: list[Thing]


class Member(Form):
    """A run of a collection. run: its folder, relative to the collection's."""

    id: Id
    run: Id


class Labelled(Member):
    """A member with words of its own."""

    label: str | None = None


class Variant(Member):
    """A member in which something is changed or blanked, or never used."""

    kind: str
    label: str
    name: str
    side: str | None = None
    subject_kind: str | None = None


class Seated(Member):
    """A member of a ladder: the bot of everyone, or those of both sides."""

    first_bot: str
    first_level: Count
    second_bot: str | None = None
    second_level: Count | None = None


class Group(Member):
    """A member of a matrix."""

    players: Count
    decks: list[str]
    names: list[str]


class Rung(Member):
    """A member of an audit."""

    part: str
    level: Count
    label: str
    rollouts: Count
    is_usual: bool
    side: str | None = None


class Exchange(Member):
    """A member in which one card of a deck is exchanged."""

    label: str
    side: str
    seat: str
    swap: str


#: Kind of collection -> what its members say.
MEMBERS: Mapping[str, type[Member]] = {
    "ablation": Variant,
    "whatif": Labelled,
    "restrictions": Variant,
    "ladder": Seated,
    "tuning": Labelled,
    "swaps": Exchange,
    "matrix": Group,
    "audit": Rung,
}
_RATE = dict.fromkeys(("win", "win_low", "win_high"), float)
#: Table of results -> columns that are read -> what they hold: numbers or texts.
RESULTS: Mapping[str, Mapping[str, type]] = {
    "moves": {"game": float, "gain": float} | dict.fromkeys(("side", "kind", "own", "other"), str),
    "judged": {"game": float, "n": float, "side": str, "kind": str},
    "screening": {"screening": str, "swap": str, "label": str, "change": float},
    "trials": {"trial": float, "games": float, "cost": float, "distance": float, "changes": str} | _RATE,
    "confirmed": _RATE
    | dict.fromkeys(("rank", "games", "cost", "win_search"), float)
    | {"changes": str, "verdict": str},
}


class Value(Form):
    """A collection whose values are compared. path: its folder."""

    label: str
    path: Id


class Reviewed(Form):
    """How many games were reviewed."""

    games: Games


class Parameters(Form):
    """How a collection was made, as far as reports read it."""

    band: Band | None = None
    seed: Count | None = None
    precision: float | None = None
    clear_of: float | None = None
    minutes: float | None = None
    seat: str | None = None
    side: str | None = None
    candidates: Count | None = None
    knobs: list[dict[str, Any]] | None = None


SECOND = "second"


class Second(Form):
    """A change played again under another bot: in the folder SECOND of its collection. bot: at every seat."""

    bot: str


class CollectionFile(Form):
    """collection.json of runs that belong together."""

    kind: str
    title: str
    game: str
    scenario: str
    members: list[Member]
    base: str | None = None
    parameters: Parameters | None = None
    tables: dict[Id, Sum] = Field(default_factory=dict)
    values: list[Value] | None = None
    review: Reviewed | None = None
    second: Second | None = None

    @model_validator(mode="after")
    def _members_fit(self) -> CollectionFile:
        form = MEMBERS.get(self.kind, Member)
        for each in self.members:
            if (why := fault(form, each.model_dump())) is not None:
                raise ValueError(f"of the member {each.id!r} {why}")
        return self


class Scene(Form):
    """A scenario of a study. run: its folder."""

    id: Id
    title: str
    run: Id


class StudyFile(Form):
    """study.json of a study."""

    title: str
    game: str
    scenarios: list[Scene]
    band: Band | None = None
    parameters: dict[str, Any] | None = None
