"""What folders of runs, collections and studies hold, with limits: whoever has a folder can change its files.

These models check what is read; a manifest that is written has a stricter one
(`mazarbul.sim.runner.manifest`).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from mazarbul.formats.changes import Change

#: Versions of the folders' formats; others are refused.
RUN_FORMAT, COLLECTION_FORMAT, STUDY_FORMAT = 3, 3, 3

MOST_GAMES = 10**10
MOST_CHUNKS = 10**6  # of a run: each one is a file
MOST_DEEP = 40  # tables and lists in each other
SUM = r"^[0-9a-f]{64}$"
PART = r"^\w+/part-\d{5,}\.\w+$"

Sum = Annotated[str, Field(pattern=SUM)]
Count = Annotated[int, Field(ge=0, lt=2**63)]
Games = Annotated[int, Field(ge=1, le=MOST_GAMES)]
Share = Annotated[float, Field(ge=0, le=1)]
Band = Annotated[tuple[Share, Share], Field(strict=False)]
Id = Annotated[str, Field(min_length=1, max_length=1000)]


class Form(BaseModel):
    """Base of the models of what is read: unknown keys are allowed, other types are not."""

    model_config = ConfigDict(frozen=True, extra="allow", strict=True)


class PartFile(BaseModel):
    """One file of a chunk. file: relative to the run's folder, and never outside of it."""

    model_config = ConfigDict(extra="forbid", strict=True)

    file: Annotated[str, Field(pattern=PART)]
    sha256: Sum
    bytes: Count


class Chunk(BaseModel):
    """A finished chunk: games `first` .. `first + games - 1`, and the file of each family."""

    model_config = ConfigDict(extra="forbid", strict=True)

    index: Annotated[int, Field(ge=0, lt=MOST_CHUNKS)]
    first: Count
    games: Games
    files: dict[str, PartFile]


class Pilot(Form):
    """What the first games decide about counting, see `mazarbul.analysis.layout.Pilot`."""

    model_config = ConfigDict(extra="forbid", strict=True)

    early_round: dict[str, Count | None] = {}
    usual: dict[str, dict[str, dict[str, Count]]] = {}


class Counted(Form):
    """What a run counts. columns: family -> column -> arrow type. pilot_games: as many decided about it."""

    columns: dict[str, dict[str, str]]
    pilot: Pilot
    statistics: dict[str, Any]
    pilot_games: Count | None = None


class Asked(Form):
    """The experiment of a run, as far as reports read it."""

    band: Band | None = None
    scenario: str = ""


class RunFile(Form):
    """manifest.json of a run, as far as it is read to analyse the run."""

    game: Id
    scenario: Id
    seed: Count
    bots: dict[str, str]
    families: list[Id]
    chunks: list[Chunk]
    experiment: Asked | None = None
    games_planned: Games | None = None
    seats: list[Id] = []
    switches: dict[str, bool | int | float | str | list[str] | None] | None = None
    changes: list[Change] | None = None
    bot_hashes: dict[str, str] | None = None
    libraries: dict[str, str | None] | None = None
    aggregates: Counted | None = None
    tables_hash: str | None = None
    code_version: str | None = None
    version: str | None = None
    commit: str | None = None
    created: str | None = None
    finished: str | None = None

    @model_validator(mode="after")
    def _adds_up(self) -> RunFile:
        if len({chunk.index for chunk in self.chunks}) < len(self.chunks):
            raise ValueError("a chunk is there twice")
        return self


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
    tables: dict[Id, Sum] = {}
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


def is_text(path: object) -> bool:
    """Return whether a path is UTF-8, as programs that read tables expect."""
    try:
        str(path).encode()
    except UnicodeEncodeError:
        return False
    return True


def fault(model: type[BaseModel], data: Mapping[str, Any]) -> str | None:
    """Return what is wrong with an object that was read, in words; None if nothing is."""
    try:
        check_values(data)
        model.model_validate(data)
    except ValidationError as error:
        return said(error)
    except ValueError as error:
        return str(error)
    return None


def said(error: ValidationError) -> str:
    """Return the first complaint of a model in words."""
    first = error.errors(include_url=False)[0]
    where = ".".join(map(str, first["loc"]))
    return f"at {where!r}: {first['msg']}" if where else first["msg"].removeprefix("Value error, ")


def check_values(data: object) -> None:
    """Raise ValueError for whole numbers beyond 64 bits, numbers that are none, or very deep nesting."""
    waiting = [(data, 0)]
    while waiting:
        value, depth = waiting.pop()
        if depth > MOST_DEEP:
            raise ValueError(f"it is nested more than {MOST_DEEP} deep")
        if isinstance(value, dict):
            waiting += [(each, depth + 1) for each in value.values()]
        elif isinstance(value, list):
            waiting += [(each, depth + 1) for each in value]
        elif isinstance(value, int) and not -(2**63) <= value < 2**63:
            raise ValueError("a whole number in it has more than 64 bits")
        elif isinstance(value, float) and not math.isfinite(value):
            raise ValueError(f"it has the number {value}")
