"""Positions whose statements are fields of the state, each declared once: written, read and expected.

So a game whose state is numbers, seats and cards needs no code for its positions and scripts:

    POSITIONS = Positions(STATE, clear, FRAME_KINDS, MOVES, PHASE, (
        number("round", "round_number", 1, ROUNDS), seat("leader", "leader"), seat_cards("hand", "hand"),
    ))
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

import numpy as np

from mazarbul.sim.engine.actions import NONE
from mazarbul.sim.engine.bits import bit, members
from mazarbul.sim.engine.declared import spelled
from mazarbul.sim.engine.frames import FrameKinds
from mazarbul.sim.engine.records import empty_record
from mazarbul.sim.notation.expectations import (
    Check,
    check_field,
    check_number,
    check_pile,
    check_truth,
    check_value,
    decision_checks,
    expect,
    read_seat,
)
from mazarbul.sim.notation.lines import Line, Token
from mazarbul.sim.notation.moves import Moves
from mazarbul.sim.notation.names import Names
from mazarbul.sim.notation.script import ScriptPlayer
from mazarbul.sim.notation.statements import MOST_COUNTED, CardWord, StatementReader, name_cards, wrapped


@dataclass(frozen=True)
class Statement:
    """A statement about a field of the state.

    word: its first word. lines(names, s): its lines, without that word. read(reader, line): read the rest
    into the state of the reader. check: of what a script expects. seen(names, s, seat): what a seat may know
    of it, by its word. start: value of the field before.
    """

    word: str
    field: str
    lines: Callable[[Names, np.record], Iterable[str]]
    read: Callable[[FieldReader, Line], None]
    check: Check[Names]
    seen: Callable[[Names, np.record, int], Mapping[str, Any]]
    start: int | None = None


def number(word: str, field: str, least: int = 0, most: int = MOST_COUNTED) -> Statement:
    """Return the statement of a number, such as `round 3`; it is the least one if nothing is said."""

    def read(reader: FieldReader, line: Line) -> None:
        reader.s[field] = line.number_of(f"a number after '{word}'", least, most)

    def seen(_names: Names, s: np.record, _seat: int) -> dict[str, int]:
        return {word: int(s[field])}

    return Statement(word, field, lambda _names, s: [str(s[field])], read, check_field(field), seen, least)


def choice(word: str, field: str, values: Any) -> Statement:
    """Return the statement of a field with named values, such as `phase lead`. values: as of `numbered`."""
    known = spelled(values)
    texts = {value: text for text, value in known.items()}

    def read(reader: FieldReader, line: Line) -> None:
        reader.s[field] = known[line.choice(word, known)]

    def check(_names: Names, s: np.record, line: Line) -> None:
        check_value(line, texts[int(s[field])], word, known)

    def seen(_names: Names, s: np.record, _seat: int) -> dict[str, str]:
        return {word: texts[int(s[field])]}

    return Statement(word, field, lambda _names, s: [texts[int(s[field])]], read, check, seen)


def seat(word: str, field: str) -> Statement:
    """Return the statement of a seat, such as `leader north`."""

    def read(reader: FieldReader, line: Line) -> None:
        reader.s[field] = read_seat(reader.names, line)

    def check(names: Names, s: np.record, line: Line) -> None:
        check_value(line, names.seats[s[field]], "seat", names.seats)

    def seen(names: Names, s: np.record, _seat: int) -> dict[str, str]:
        return {word: names.seats[s[field]]}

    return Statement(word, field, lambda names, s: [names.seats[s[field]]], read, check, seen)


def card(word: str, field: str) -> Statement:
    """Return the statement of a card, such as `led giant`, which is left out where there is none."""

    def lines(names: Names, s: np.record) -> list[str]:
        return [] if s[field] == NONE else [names.card(s[field])]

    def read(reader: FieldReader, line: Line) -> None:
        def place(found: int) -> None:
            reader.s[field] = found

        reader.place(line, line.word("a card"), place)

    def check(names: Names, s: np.record, line: Line) -> None:
        check_value(line, "nothing" if s[field] == NONE else names.card(s[field]), "card", names.card_index)

    def seen(names: Names, s: np.record, _seat: int) -> dict[str, str | None]:
        return {word: next(iter(lines(names, s)), None)}

    return Statement(word, field, lines, read, check, seen)


def seat_number(word: str, field: str, most: int = MOST_COUNTED) -> Statement:
    """Return the statement of a number of each seat, such as `score north 2`."""

    def lines(names: Names, s: np.record) -> Iterator[str]:
        return (f"{name} {s[field][i]}" for i, name in enumerate(names.seats))

    def read(reader: FieldReader, line: Line) -> None:
        owner = read_seat(reader.names, line)
        reader.s[field][owner] = line.number_of(f"a number after '{word}'", most=most)

    def check(names: Names, s: np.record, line: Line) -> None:
        check_number(line, int(s[field][read_seat(names, line)]))

    def seen(names: Names, s: np.record, _seat: int) -> dict[str, dict[str, int]]:
        return {word: {name: int(s[field][i]) for i, name in enumerate(names.seats)}}

    return Statement(word, field, lines, read, check, seen)


def seat_cards(word: str, field: str) -> Statement:
    """Return the statement of a set of cards of each seat, one int64, such as `hand north: scout archer`.

    A seat may know its own cards (`hand`), and how many each of the others has (`hands`).
    """

    def lines(names: Names, s: np.record) -> Iterator[str]:
        for i, name in enumerate(names.seats):
            head = f"{word} {name}:"
            yield from (
                line.removeprefix(f"{word} ") for line in wrapped(head, map(names.card, members(s[field][i])))
            )

    def read(reader: FieldReader, line: Line) -> None:
        owner = read_seat(reader.names, line)
        line.want(":")

        def place(found: int) -> None:
            reader.s[field][owner] |= bit(found)

        for token in line.words("a card"):
            reader.place(line, token, place)

    def check(names: Names, s: np.record, line: Line) -> None:
        check_pile(line, names, members(s[field][read_seat(names, line)]))

    def seen(names: Names, s: np.record, seat: int) -> dict[str, Any]:
        n = {name: int(s[field][i]).bit_count() for i, name in enumerate(names.seats)}
        return {f"{word}s": n, word: [names.card(card) for card in members(s[field][seat])]}

    return Statement(word, field, lines, read, check, seen)


@dataclass(frozen=True)
class Positions:
    """The positions of a game.

    state: type of its states. clear: the kernel that resets one. frame_kinds: of its work stack, which must
    be empty wherever a position has a text. moves: how actions are written. phases: of the field `phase`, as
    of `numbered`. statements: of all other fields that matter.
    """

    state: np.dtype
    clear: Callable[[np.record], None]
    frame_kinds: FrameKinds
    moves: Moves[Any]
    phases: Any
    statements: Sequence[Statement]

    @cached_property
    def every(self) -> Mapping[str, Statement]:
        """Every statement by its first word."""
        own = (number("decisions", "decisions"), choice("phase", "phase", self.phases), *self.statements)
        return {statement.word: statement for statement in own}

    @cached_property
    def reader(self) -> type[FieldReader]:
        """The class that reads them."""
        return type("PositionReader", (FieldReader,), {"positions": self, "frame_kinds": self.frame_kinds})

    def text(self, names: Names, s: np.record) -> str:
        """Return the text of a position. Raises ValueError if no decision is pending."""
        if s.actor == NONE:
            raise ValueError("a position has a text only while a decision is pending")
        lines = [f"luck {s.seed} {s.game}"]
        for word, statement in self.every.items():
            lines += [f"{word} {rest}" for rest in statement.lines(names, s)]
        lines.append(f"# {names.seats[s.actor]} decides: {self.moves.legal(names, s)}")
        return "\n".join(lines) + "\n"

    def view(self, names: Names, s: np.record, seat: int) -> dict[str, Any]:
        """Return what a seat may know, in plain values only."""
        found: dict[str, Any] = {"seat": names.seats[seat]}
        for statement in self.statements:
            found |= statement.seen(names, s, seat)
        return found

    def script(self, ends: Sequence[str]) -> type[FieldScript]:
        """Return the class that carries out scripts. ends: words for the values of the field `end_reason`."""
        return type("Script", (FieldScript,), {"positions": self, "ends": ends})

    def read(self, names: Names, text: str, file: str | None = None) -> np.record:
        """Return the state of a position, not yet advanced to its decision. Raises ScriptError."""
        reader = self.reader(names)
        reader.read_text(text, file)
        return reader.state()


class FieldReader(StatementReader):
    """Reads a position of declared statements into a state, `s`; `Positions.reader` is one for a game."""

    positions: ClassVar[Positions]

    def __init__(self, names: Names, seed: int = 1, game: int = 0) -> None:
        super().__init__(names, seed, game)
        self.placed: list[tuple[CardWord, Callable[[int], None]]] = []
        self.s = empty_record(self.positions.state)
        self.positions.clear(self.s)
        for statement in self.positions.every.values():
            if statement.start is not None:
                self.s[statement.field] = statement.start

    @classmethod
    def statements(cls) -> Mapping[str, Callable]:
        """Return the words a statement can begin with."""
        declared = dict.fromkeys(cls.positions.every, cls._declared)
        return {"luck": cls.read_luck, **declared, "halt": cls._halt}

    def _declared(self, line: Line, word: str) -> None:
        self.positions.every[word].read(self, line)

    def _halt(self, line: Line, word: str) -> None:
        known = spelled(self.positions.phases)
        self.numbers[word] = known[line.choice("phase", known)]

    def place(self, line: Line, token: Token, done: Callable[[int], None]) -> None:
        """Note a card word; `done` gets its card once all words are read, as copies may be alike."""
        self.placed.append((CardWord(line, token), done))

    def state(self) -> np.record:
        """Return the state of the position, not yet advanced to its decision. Raises ScriptError."""
        self.s.seed, self.s.game = self.game_seed(), self.game
        name_cards(self.names, [word for word, _ in self.placed])
        for word, done in self.placed:
            done(word.card)
        return self.s


class FieldScript(ScriptPlayer[FieldReader]):
    """Carries out a script whose positions are declared.

    positions: of the game. ends: words for the values of the field `end_reason`. Every decision is a turn;
    `auto` takes the first legal action, and `auto until round N` stops in a round.
    """

    positions: ClassVar[Positions]
    ends: ClassVar[Sequence[str]]
    aims = ("round",)

    def __init_subclass__(cls) -> None:
        cls.reader_class = cls.positions.reader

    def build(self, reader: FieldReader) -> np.record:
        """Return a state made from a position, advanced to its first decision or to `halt`."""
        s = reader.state()
        s.is_logged = 1
        self.kit.advance(s, self.halt)
        return s

    def is_turn(self) -> bool:
        """Return whether a seat is free to act: at every decision."""
        return True

    def least(self) -> int:
        """Return the first legal action."""
        return int(self.s.options[0])

    def aim(self, _what: str, line: Line) -> Callable[[], bool]:
        """Return the condition that ends `auto until round N`."""
        last = line.number_of("the number of a round")
        return lambda: self.s.round_number >= last

    def expect(self, line: Line) -> None:
        """Check the rest of a line after `expect`."""
        declared = {word: statement.check for word, statement in self.positions.every.items()}
        result: dict[str, Check[Names]] = {"winner": self._winner, "end": self._end, "over": self._over}
        expect(declared | result | decision_checks(self.kit.moves), self.names, self.s, line)

    def _winner(self, names: Names, s: np.record, line: Line) -> None:
        known = [*names.sides, "nobody"]
        check_value(line, known[s.winner], "winner", known)  # NONE is -1, the last

    def _end(self, _names: Names, s: np.record, line: Line) -> None:
        check_value(line, self.ends[s.end_reason], "end", self.ends)

    def _over(self, _names: Names, _s: np.record, line: Line) -> None:
        check_truth(line, self.is_over())
