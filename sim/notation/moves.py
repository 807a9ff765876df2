"""How the actions of a game are written, read, described and refused, from its declared kinds of action."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any, Generic

from mazarbul.sim.engine.actions import NONE, packed, unpacked
from mazarbul.sim.engine.kinds import Kind, Kinds
from mazarbul.sim.notation.lines import Line, ScriptError
from mazarbul.sim.notation.names import N

Read = Callable[[N, Any, Line, int], Collection[int]]
Why = Callable[[N, Any, int, int, int], str | None]


@dataclass(frozen=True)
class Part(Generic[N]):
    """How one sort of number in an action is written, read and described.

    text(names, value, a): its words; "" if it is not written. a: the action's a, which b may depend on.
    read(names, s, line, a): the values that the next words can mean, best first; raises ScriptError.
    in_story(story, value, a): its words in a story.
    """

    text: Callable[[N, int, int], str]
    read: Read[N]
    in_story: Callable[..., str]


#: How a card is written where the words say all: `play giant`.
CARD: Part[Any] = Part(
    lambda names, card, _a: names.card(card),
    lambda names, _s, line, _a: names.find_card(line, line.word("a card")),
    lambda story, card, _a: story.card(card),
)


@dataclass(frozen=True)
class Moves(Generic[N]):
    """The notation of a game's actions.

    kinds: as the game declares them. parts: sort of a or b -> how it is written. reasons: kind of action ->
    function of (names, s, seat, a, b) that returns why such an action, though it can answer the pending
    decision, is not legal. busy(names, s): what the deciding seat must do first, when an action of another
    kind is tried; None for the usual words.
    """

    kinds: Kinds
    parts: Mapping[str, Part[N]]
    reasons: Mapping[int, Why[N]]
    busy: Callable[[N, Any], str | None] = lambda _names, _s: None

    def text(self, names: N, code: int) -> str:
        """Return the text of an action."""
        kind, words = self._words(code, lambda part, value, a: part.text(names, value, a))
        b = unpacked(code)[2]
        return " ".join(
            word for word in (kind.verb(b), words["a"], words["b"] * (len(kind.verbs) == 1)) if word
        )

    def in_story(self, story: Any, code: int) -> str:
        """Return what the seat does, as a sentence without subject and full stop."""
        kind, words = self._words(code, lambda part, value, a: part.in_story(story, value, a))
        return kind.sentence(unpacked(code)[2]).format(**words).rstrip()

    def read(self, names: N, s: Any, line: Line) -> int:
        """Return the code of the action that comes next in a line; it need not be legal. Raises ScriptError.

        s: the state; its pending decision separates the meanings of a verb. Words that can mean several
        actions, such as a card without the number of its copy, mean the first legal one.
        """
        verb = line.word("an action")
        verbs = self.kinds.verbs
        if verb.text not in verbs:
            raise line.unknown("action", verb, verbs)
        found, end = self._readings(names, s, line, verb.text, verbs[verb.text])
        line.next_i = end
        legal = {int(code) for code in s.options[: s.option_n]}
        return next((code for code in found if code in legal), found[0])

    def parse(self, names: N, s: Any, text: str) -> int:
        """Return the code of an action given as text; it need not be legal. Raises ScriptError."""
        line = Line(text)
        code = self.read(names, s, line)
        line.end()
        return code

    def legal(self, names: N, s: Any) -> str:
        """Return the texts of the legal actions of the pending decision, separated by commas."""
        return ", ".join(self.text(names, int(code)) for code in s.options[: s.option_n])

    def why_illegal(self, names: N, s: Any, code: int) -> str | None:
        """Return why an action is not legal now, None if it is legal."""
        kind, a, b = unpacked(code)
        if s.actor == NONE:
            return "no decision is pending"
        if code in s.options[: s.option_n]:
            return None
        seat = int(s.actor)
        if not self.kinds.fits(int(s.decision), kind):
            must = f"must first answer the decision '{self.kinds[s.decision].name}'"
            return f"{names.seats[seat]} {self.busy(names, s) or must}"
        why = self.reasons.get(kind)
        return (why(names, s, seat, a, b) if why else None) or "it is not among the choices"

    def _words(self, code: int, say: Callable[[Part[N], int, int], str]) -> tuple[Kind, dict[str, str]]:
        """Return the kind of an action, and the words for its a and b."""
        number, a, b = unpacked(code)
        kind = self.kinds[number]
        sorts = {"a": (kind.a, a), "b": (kind.b, b)}
        return kind, {
            n: say(self.parts[sort], value, a) if sort else "" for n, (sort, value) in sorts.items()
        }

    def _readings(
        self, names: N, s: Any, line: Line, verb: str, kinds: Collection[Kind]
    ) -> tuple[list[int], int]:
        """Return every action that the words after a verb can mean, best first, and where they end.

        Actions that can answer the pending decision come first; if none can be read, their error is raised.
        """
        begin = line.next_i
        found: list[int] = []
        ends: list[int] = []
        mistakes: list[ScriptError] = []
        for kind in sorted(kinds, key=lambda kind: not self.kinds.fits(int(s.decision), kind.number)):
            line.next_i = begin
            try:
                found += self._codes(names, s, line, kind, verb)
                ends.append(line.next_i)
            except ScriptError as error:
                mistakes.append(error)
        if not found:
            raise mistakes[0]
        return found, ends[0]

    def _codes(self, names: N, s: Any, line: Line, kind: Kind, verb: str) -> list[int]:
        """Return every action of one kind that the words after its verb can mean, best first."""
        which = next(i for i, text in enumerate(kind.verbs) if text.split()[0] == verb)
        for word in kind.verbs[which].split()[1:]:
            line.want(word)
        first = self.parts[kind.a].read(names, s, line, 0) if kind.a else (0,)
        if len(kind.verbs) > 1:
            second: Collection[int] = (which,)
        else:
            second = self.parts[kind.b].read(names, s, line, next(iter(first))) if kind.b else (0,)
        return [packed(kind.number, a, b) for b in second for a in first]


def is_end(line: Line) -> bool:
    """Return whether an action ends here: at the end of the line, or before the next action in a list."""
    return line.is_done or line.peek() == ","
