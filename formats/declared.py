"""What a game declares about its records: the part of a catalogue that drives analysis and reports.

Besides lists of things (`seats`, `cards`, ...), a catalogue has the key `declared` with the tables
`families`, `courses`, `outcome`, `subjects` and `words`; each may be missing. The classes below are those
tables, key by key; docs/adding-a-game.md explains how to write them. An unknown key is a mistake.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import numpy as np
from pydantic import BaseModel, ConfigDict, model_validator

#: Key of a catalogue.
KEY = "declared"
#: Families of places in runs whose families do not say `is_place`.
PLACES_BEFORE = ("places", "regions")
#: Kinds of questions, and the fields that the items of a family must have for each.
QUESTIONS: Mapping[str, tuple[str, ...]] = {
    "held": (),
    "lost": ("left",),
    "picked": ("times", "first_round"),
    "fought": ("times", "winner"),
    "dealt": (),
    "shared": (),
    "happened": (),
}


if TYPE_CHECKING:
    Kind = str
else:
    Kind = Literal[tuple(QUESTIONS)]


class Model(BaseModel):
    """Base of all that is declared: immutable, no unknown keys."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Field(Model):
    """One bit field of a packed uint32 record column."""

    name: str
    shift: int
    bits: int
    labels: tuple[str, ...] | None = None

    @property
    def size(self) -> int:
        """Number of values the field can hold."""
        return 1 << self.bits

    @property
    def mask(self) -> np.uint32:
        """The field's bits in a packed number."""
        return np.uint32((self.size - 1) << self.shift)

    def of(self, packed: np.ndarray) -> np.ndarray:
        """Return the field's values. packed: uint32 (n,). Returns uint32 (n,), 0 .. size - 1."""
        return (packed >> np.uint32(self.shift)) & np.uint32(self.size - 1)

    def code(self, label: str) -> int | None:
        """Return the value a label stands for, or None if the field has no such label."""
        return self.labels.index(label) if self.labels and label in self.labels else None


class Fact(Model):
    """A key of items that distinguishes them. label: head of its column in tables.

    names: the list of the catalogue with the names of its values; "" if there is none and the ids become
    names. None: it is a word, or a number if is_number, and is shown unchanged.
    """

    id: str
    label: str
    names: str | None = None
    is_number: bool = False


class Named(Model):
    """A field that a question reads, and its name in tables and sentences."""

    id: str
    label: str


class Question(Model):
    """Something to ask of a family. kind: of QUESTIONS. note: below its main table.

    where: fact -> value of the items that it is about; all if empty. one, many: their names, if not the
    family's. among: facts that things drawn instead of each other have in common. ways: fields that count how
    often a thing came up by chance. does: what it then did. numbers: fields whose means are of interest.
    when: fields with the round in which something happened first, 0 if never. is_mapped: the items have
    places on a map, `at` (east and south of its corner), and `near`, the ids of those beside them. unit: the
    value of 1 in the columns of what is shared. place, places: where it is won.
    """

    kind: Kind
    where: Mapping[str, Any] = {}
    one: str = ""
    many: str = ""
    note: str = ""
    among: tuple[str, ...] = ()
    ways: tuple[Named, ...] = ()
    does: tuple[Named, ...] = ()
    numbers: tuple[Named, ...] = ()
    when: tuple[Named, ...] = ()
    is_mapped: bool = False
    unit: int = 1
    place: str = "place"
    places: str = "places"


class Family(Model):
    """Things of one kind with a record in every game: the columns of a family of tables, one per thing.

    id: of the family of tables. items: the list of the catalogue with the things: each has `column`, `id`,
    `name`; its owners, if any: `side`, `seat`, `deck`; and the `pile` that its seat draws it from, "" for
    none (one pile per seat if there is no such key). one, many: the name of a thing. title, intro: of its
    section. is_place: they are the places of the game. fields: of the packed columns, none if these are plain
    numbers. facts: what identifies a thing besides its name. questions: in the order of the report.
    """

    id: str
    items: str
    one: str
    many: str
    title: str = ""
    intro: str = ""
    is_place: bool = False
    fields: tuple[Field, ...] = ()
    facts: tuple[Fact, ...] = ()
    questions: tuple[Question, ...] = ()

    @cached_property
    def named(self) -> dict[str, Field]:
        """Bit fields by name."""
        return {each.name: each for each in self.fields}

    @model_validator(mode="after")
    def _can_answer(self) -> Family:
        for question in self.questions:
            named = (*question.ways, *question.does, *question.numbers, *question.when)
            for name in (*QUESTIONS[question.kind], *(each.id for each in named)):
                if name not in self.named:
                    raise ValueError(f"{question.kind!r} of {self.id!r} needs the field {name!r}")
        return self


class Asked(NamedTuple):
    """A question of a family."""

    family: Family
    question: Question

    @property
    def key(self) -> str:
        """Return the name of its counts."""
        return "_".join((self.question.kind, self.family.id, *map(str, self.question.where.values())))

    @property
    def one(self) -> str:
        """Return the name of a thing."""
        return self.question.one or self.family.one

    @property
    def many(self) -> str:
        """Return the name of several things."""
        return self.question.many or self.family.many


class Measure(Model):
    """Something that is measured after every round: columns `<prefix><round>`, null once the game is over.

    low, high: its range; values beyond count as its ends. label: its name. axis: the name with its unit.
    good: the side that high values are good for. ranges: the starts of the ranges for which win rates are
    shown, none if they are not. unit: after its numbers. has_finding: it has a sentence at the top of the
    report. by_ending: it is shown for each way in which games end.
    """

    id: str
    label: str
    axis: str
    prefix: str
    high: int
    low: int = 0
    good: str = ""
    ranges: tuple[int, ...] = ()
    unit: str = ""
    has_finding: bool = False
    by_ending: bool = False

    @property
    def size(self) -> int:
        """Number of values."""
        return self.high - self.low + 1


class Courses(Model):
    """What is measured after every round. together: two measures that predict the result together."""

    title: str = "How games go, and when they are decided"
    intro: str = ""
    measures: tuple[Measure, ...] = ()
    together: tuple[str, ...] = ()


class Reason(Model):
    """A way in which games end. winner: the side that wins by it; "" if any may.

    label: how it stands in a list, and after "if": "the Ring is destroyed". noun: what games end by, "the
    destruction of the Ring"; the label if there is none.
    """

    id: str
    label: str = ""
    noun: str = ""
    winner: str = ""


class Reached(Model):
    """How far games came: a column of whole numbers. title: of its table; label: what is reached."""

    column: str
    label: str
    title: str = "How far games came"


class Exits(Model):
    """How seats left the game, columns `<prefix><seat>` of ways, "none" for those that did not."""

    prefix: str
    title: str
    label: str
    none: str
    note: str = ""


class Score(Named):
    """A column with the worth of a game won. better: which values are, "low" ones or "high" ones."""

    better: Literal["low", "high"] = "low"


class Outcome(Model):
    """How games are won and lost. Sides against each other have scores if `games` has `score_<side>`.

    reasons: ways in which games end. scores: of a side that plays alone, the main one first. measures:
    column -> name of a counted quantity. once: what a seat may do once a game, in columns `<id><seat>` of the
    round in which it did, null if never. cut: ends of games that were stopped before they were over.
    """

    cut: tuple[str, ...] = ("capped",)
    reasons: tuple[Reason, ...] = ()
    scores: tuple[Score, ...] = ()
    reached: Reached | None = None
    exits: Exits | None = None
    measures: Mapping[str, str] = {}
    once: tuple[Named, ...] = ()

    @property
    def better(self) -> Literal["low", "high"]:
        """Which values of the main score are better."""
        return self.scores[0].better if self.scores else "low"

    @property
    def is_settled(self) -> bool:
        """Whether the way a game ends determines the winner."""
        return bool(self.reasons) and all(each.winner for each in self.reasons)


class Subject(Model):
    """A kind of thing that variants, restrictions or swaps change.

    usual: the studies ("variants", "restrictions") that use it by default. title, intro: of its section among
    the variants. facts: what identifies the things besides their names, as in `Family`.
    """

    id: str
    one: str
    many: str
    usual: tuple[str, ...] = ()
    title: str = ""
    intro: str = ""
    facts: tuple[Fact, ...] = ()


class Words(Model):
    """The game's own words for what every game has. opponent: of a side that plays alone."""

    scenario: str = "scenario"
    scenarios: str = "scenarios"
    round: str = "round"
    rounds: str = "rounds"
    opponent: str = ""


class Declared(Model):
    """Everything that a catalogue declares. Raises ValueError for anything invalid."""

    families: tuple[Family, ...] = ()
    courses: Courses = Courses()
    outcome: Outcome = Outcome()
    subjects: tuple[Subject, ...] = ()
    words: Words = Words()

    @classmethod
    def of(cls, catalogue: Mapping[str, Any]) -> Declared:
        """Return what a catalogue declares."""
        found = catalogue.get(KEY)
        if found is None:  # runs of version 1.0 and before: each table was a key of its own
            found = {key: catalogue[key] for key in cls.model_fields if key in catalogue}
        return cls.model_validate(found)

    @property
    def places(self) -> Family | None:
        """The family of the game's places, None if it has none."""
        named = [each for each in self.families if each.is_place]
        before = [each for each in self.families if each.id in PLACES_BEFORE]
        return next(iter(named or before), None)

    def asked(self, kind: str) -> list[Asked]:
        """Return the questions of a kind."""
        return [
            Asked(family, question)
            for family in self.families
            for question in family.questions
            if question.kind == kind
        ]

    def subject(self, identifier: str) -> Subject:
        """Return a kind of subjects by its id; one that is not declared gets the id as its name."""
        plain = str(identifier).replace("_", " ")
        made = Subject(id=identifier, one=plain, many=f"{plain}s")
        return next((each for each in self.subjects if each.id == identifier), made)

    def usual(self, study: str) -> list[str]:
        """Return the kinds of subjects that a study uses by default."""
        return [each.id for each in self.subjects if study in each.usual]
