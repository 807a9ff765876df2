"""The events of a game in words that a tabletop player can follow: what all games share."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from mazarbul.sim.engine.actions import NONE, kind_of, unpacked
from mazarbul.sim.engine.log import noted_action
from mazarbul.sim.notation.moves import Moves
from mazarbul.sim.notation.names import Names

HEADING, ACTION, EVENT = 0, 1, 2  # depth of a line
UNSEEN = "a card"  # what is told of a card whose face is not seen

Sentence = str | Callable[[Any, int, int, int], str]
"""What an event says, nothing if it is "": a text in which `{a}`, `{b}` and `{c}` are its numbers, and
`{a.card}` is `card(a)` of the story; or a function of the story and the numbers."""


@dataclass(frozen=True)
class Veil:
    """What a listener does not see: the texts of cards before and after what is told."""

    before: Collection[str] = ()
    after: Collection[str] = ()


class _Number(int):
    """A number of an event in a sentence, which may name it: `card` of it is `card(number)` of the story."""

    story: Story

    def __getattr__(self, sort: str) -> str:
        return getattr(self.story, sort)(int(self))


class Story:
    """Describes events and actions of one game.

    seats, sides: their printed names. moves: the notation of the game's actions, with their sentences. An
    action with the mark `again` is followed by an event of the same card that says the same; one with the
    mark `evident`, if it was the only option, is not a choice, and the event after it says everything. A game
    names two sorts of events: `forced`, that of an action that was the only option
    (`mazarbul.sim.engine.log.note_action`), and `listed`, events whose first two arguments are a seat and a
    card, and that share a line. headings, sentences: kind of event -> what it says, as a heading or in the
    text below it; an event without an entry says nothing. ends: reason for the end of a game -> its words.
    """

    moves: ClassVar[Moves]
    forced: ClassVar[int]
    listed: ClassVar[Collection[int]] = ()
    headings: ClassVar[Mapping[int, Sentence]] = {}
    sentences: ClassVar[Mapping[int, Sentence]] = {}
    ends: ClassVar[Mapping[int, str]] = {}

    def __init__(self, names: Names) -> None:
        self.names = names
        self.unnamed: Collection[str] = ()  # texts of cards that are not named
        self.seats = [seat["name"] for seat in names.setup.catalogue["seats"]]
        self.sides = [side["name"] for side in names.setup.catalogue["sides"]]

    def act(self, seat: int, code: int, s: np.record | None = None) -> str:
        """Return who does what, as a sentence without full stop.

        s: the state in which it is done, from which an option of a text is told by what it does.
        """
        told = self.moves.in_story(self, code) if s is None else self.told(s, code)
        return f"{self.seats[seat]} {told}"

    def told(self, s: np.record, code: int) -> str:
        """Return what the seat to decide does with an action, as a sentence without subject and full stop."""
        return self.option(s, code) or self.moves.in_story(self, code)

    def option(self, _s: np.record, _code: int) -> str:
        """Return what an action chooses that is an option of a text, "" for any other action."""
        return ""

    def lines(self, kind: int, a: int, b: int, c: int) -> list[tuple[int, str]]:
        """Return the lines, (depth, text), of one event other than `forced`."""
        for depth, known in ((HEADING, self.headings), (EVENT, self.sentences)):
            if kind in known:
                text = self.worded(known[kind], a, b, c)
                return [(depth, text)] if text else []
        return []

    def worded(self, sentence: Sentence, a: int, b: int, c: int) -> str:
        """Return a sentence with the numbers of an event."""
        if callable(sentence):
            return sentence(self, a, b, c)
        numbers = _Number(a), _Number(b), _Number(c)
        for number in numbers:
            number.story = self
        return sentence.format(**dict(zip("abc", numbers, strict=True)))

    def repeated(self, code: int) -> Collection[Hashable]:
        """Return what the next events may only repeat of an action: its card, if it has the mark `again`."""
        kind, card, _ = unpacked(code)
        return {card} if "again" in self.moves.kinds[kind].marks else ()

    def repeats(self, _kind: int, _a: int, _b: int) -> Hashable | None:
        """Return what an event may repeat of the action before it, such as its card; None for nothing."""
        return None

    def seat(self, seat: int) -> str:
        """Return a seat's printed name."""
        return self.seats[seat]

    def side(self, side: int) -> str:
        """Return a side's printed name, "nobody" for none."""
        return "nobody" if side == NONE else self.sides[side]

    def end(self, reason: int) -> str:
        """Return the words for the reason of an end."""
        return self.ends[reason]

    def s(self, n: int) -> str:
        """Return the ending of a noun after a number: `{b} point{b.s}`."""
        return "" if n == 1 else "s"

    def card(self, card: int) -> str:
        """Return a card's printed name, with the number of the copy if there are several."""
        text = self.names.cards[card]
        if text in self.unnamed:
            return UNSEEN
        return self.names.entries[card]["name"] + (f" #{text.partition('#')[2]}" if "#" in text else "")

    def cards(self, cards: Iterable[int]) -> str:
        """Return the names of some cards."""
        return "; ".join(self.card(card) for card in cards) or "nothing"

    def tell(self, s: np.record, code: int | None = None, veil: Veil | None = None) -> list[tuple[int, str]]:
        """Return what happened since the last decision: (depth, text), a line for each event.

        s: STATE record with a log. code: the action described just before; events that only repeat it are
        left out. depth: HEADING, ACTION or EVENT. veil: a card that the listener sees neither before nor
        after is not named; one of the `listed` events, which take cards out of sight, is named only if it is
        seen after them.
        """
        veil = veil or Veil()
        unseen = set(veil.before) & set(veil.after)
        skipped = set() if code is None else set(self.repeated(code))
        found: list[tuple[int, str]] = []
        before: list[int] = []
        for event in s.events[: s.event_n].tolist():
            kind, a, b, c = event
            self.unnamed = veil.after if kind in self.listed else unseen
            if (same := self.repeats(kind, a, b)) in skipped:
                skipped.remove(same)
                continue
            if kind in self.listed and before[:2] == [kind, a]:
                found[-1] = (EVENT, f"{found[-1][1]}; {self.card(b)}")
            elif kind == self.forced:
                seat, action = noted_action(a, b, c)
                skipped = set(self.repeated(action))
                if "evident" not in self.moves.kinds[kind_of(action)].marks:
                    found.append((ACTION, self.act(seat, action)))
            else:
                found += self.lines(kind, a, b, c)
            before = event
        self.unnamed = ()
        return found
