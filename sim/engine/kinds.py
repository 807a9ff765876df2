"""The kinds of action of a game: each is declared once, with everything about it.

    KINDS = Kinds("my_game", card=120, spot=24)
    PASS = KINDS.add("pass", "passes", answers="turn")
    PLAY = KINDS.add("play", "plays {a} {b}", a="card", b="spot", answers="turn", avoided="plays no card")
    PAY = KINDS.add("pay", "pays with {a}", a="card")
    TURN = KINDS.decision("turn")
    KINDS.check()

The constants are plain numbers, so kernels can compare with them. A kind answers the decision with its own
name (`PAY`) or those named (`PASS`); a decision that only other kinds answer is declared as such (`TURN`).
The game's notation, stories and restrictions use the rest.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

import numpy as np

from mazarbul.sim.engine.actions import FIELD_MASK, MOST_KINDS, NONE

_PLACES = re.compile(r"\{(\w*)\}")


class LimitError(ValueError):
    """A game declares more than actions or states can hold; raised when the game is imported."""


@dataclass(frozen=True)
class Kind:
    """One kind of action, or of decision.

    number: its code. name: of the kind, and of the decision that asks for it. a, b: the sorts of its two
    numbers, "" for one that it does not use. answers: names of the decisions that it can answer, none for a
    decision that is not an action. verbs: the first words of its text. sentences: the words of a story after
    the name of the seat, with {a} and {b} for the numbers; of two verbs or sentences, the first is for b 0,
    the second for b 1. avoided: what a bot that avoids it does, "" if no bot can. marks: the game's own words
    for groups of kinds.
    """

    number: int
    name: str
    a: str = ""
    b: str = ""
    answers: tuple[str, ...] = ()
    verbs: tuple[str, ...] = ()
    sentences: tuple[str, ...] = ()
    avoided: str = ""
    marks: frozenset[str] = field(default_factory=frozenset)

    def verb(self, b: int) -> str:
        """Return the first word or words in the text of an action with this b."""
        return self.verbs[b if len(self.verbs) > 1 else 0]

    def sentence(self, b: int) -> str:
        """Return the sentence of an action with this b, with {a} and {b} not filled in."""
        return self.sentences[b if len(self.sentences) > 1 else 0]


class Kinds:
    """The kinds of one game by their numbers, 1 and up.

    game: its name, for errors. sorts: sort of a or b -> its number of values.
    """

    def __init__(self, game: str, **sorts: int) -> None:
        self.game = game
        self.sorts = sorts
        self._kinds: list[Kind] = [Kind(0, "")]

    def add(
        self,
        name: str,
        *sentences: str,
        a: str = "",
        b: str = "",
        answers: str = "",
        verb: str = "",
        avoided: str = "",
        marks: str = "",
    ) -> int:
        """Declare the next kind of action and return its number.

        sentences, a, b, avoided: see Kind. answers, marks: names separated by spaces; by default it answers
        the decision with its own name. verb: its own name by default; two are separated by a slash.
        """
        kind = Kind(
            number=len(self._kinds),
            name=name,
            a=a,
            b=b,
            answers=tuple(answers.split()) or (name,),
            verbs=tuple((verb or name).split("/")),
            sentences=sentences,
            avoided=avoided,
            marks=frozenset(marks.split()),
        )
        self._kinds.append(kind)
        return kind.number

    def decision(self, name: str) -> int:
        """Declare a decision that only other kinds answer; return its number."""
        self._kinds.append(Kind(len(self._kinds), name))
        return len(self._kinds) - 1

    def __getitem__(self, number: int) -> Kind:
        """Return the kind with that number."""
        return self._kinds[number]

    def __iter__(self) -> Iterator[Kind]:
        """Yield all kinds, from number 1 on."""
        return iter(self._kinds[1:])

    def __len__(self) -> int:
        """Return the number of kinds."""
        return len(self._kinds) - 1

    @property
    def names(self) -> tuple[str, ...]:
        """The name of each kind by its number, "" for 0."""
        return tuple(kind.name for kind in self._kinds)

    @property
    def verbs(self) -> dict[str, tuple[Kind, ...]]:
        """First word of a text -> the kinds it can mean, in the order of their numbers."""
        found: dict[str, tuple[Kind, ...]] = {}
        for kind in self:
            for verb in kind.verbs:
                word = verb.split()[0]
                found[word] = (*found.get(word, ()), kind)
        return found

    @property
    def avoidable(self) -> dict[str, Kind]:
        """Name -> kind, for all kinds that bots can avoid."""
        return {kind.name: kind for kind in self if kind.avoided}

    def table(self, values: Mapping[int, int]) -> np.ndarray:
        """Return a number for each kind, int64 by its number, NONE for those that have none."""
        return np.array([values.get(number, NONE) for number in range(len(self._kinds))], np.int64)

    def marked(self, mark: str) -> int:
        """Return the set of kinds with a mark, as a mask for `mazarbul.sim.engine.bits`."""
        return self._mask(kind for kind in self if mark in kind.marks)

    def using(self, sort: str) -> int:
        """Return the set of kinds whose a or b is of that sort, as a mask."""
        return self._mask(kind for kind in self if sort in (kind.a, kind.b))

    def fits(self, decision: int, kind: int) -> bool:
        """Return whether an action of that kind can answer a decision."""
        return self[decision].name in self[kind].answers

    def check(self) -> None:
        """Check all declarations; raises LimitError or ValueError, which name the game and the kind."""
        if len(self) > MOST_KINDS:
            raise LimitError(
                f"{self.game} has {len(self)} kinds of action; at most {MOST_KINDS} are possible"
            )
        for sort, n in self.sorts.items():
            if not 0 < n <= FIELD_MASK + 1:
                raise LimitError(
                    f"{self.game}: an action can hold {FIELD_MASK + 1} values, not {n}, of '{sort}'"
                )
        names = self.names
        for kind in self:
            for problem in _problems(kind, names, self.sorts):
                raise ValueError(f"{self.game}, kind of action '{kind.name}': {problem}")

    @staticmethod
    def _mask(kinds: Iterator[Kind]) -> int:
        return sum(1 << kind.number for kind in kinds)


def _problems(kind: Kind, names: tuple[str, ...], sorts: dict[str, int]) -> Iterator[str]:
    """Yield what is wrong with the declaration of a kind."""
    if names.count(kind.name) > 1 or not kind.name:
        yield "every kind needs a name of its own"
    yield from (f"there is no decision '{name}'" for name in kind.answers if name not in names)
    yield from (f"there is no sort '{sort}'" for sort in (kind.a, kind.b) if sort and sort not in sorts)
    if not kind.answers:
        return
    if len(kind.sentences) not in (1, 2) or len(kind.verbs) > 2:
        yield "one sentence is expected, or two: b chooses which"
    for sentence in kind.sentences:
        for place in _PLACES.findall(sentence):
            if place not in ("a", "b") or not getattr(kind, place):
                yield f"its sentence has {{{place}}}, which it does not use"
