"""Positions of the Courier as text, both ways, at every decision (CO-10)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from mazarbul.sim.engine import sets
from mazarbul.sim.engine.bits import bit, members
from mazarbul.sim.engine.declared import spelled
from mazarbul.sim.engine.records import empty_record
from mazarbul.sim.engine.stack import push
from mazarbul.sim.notation.lines import Line
from mazarbul.sim.notation.remains import remains
from mazarbul.sim.notation.statements import MOST_COUNTED, CardWord, StatementReader, name_cards, wrapped
from tests.courier import ids
from tests.courier.frames import FRAME_KINDS, Turn
from tests.courier.kernel import clear
from tests.courier.state import STATE
from tests.courier.text import MOVES, Names

PHASES = spelled(ids.PHASE)
COUNTERS = ("round", "decisions", "turns", "steps", "rides", "searches")
FIELDS = {"round": "round_number"}

#: Fields that a position does not carry: workspace, the log, fields only for records, and
#: the pending decision, which is asked again.
OUTSIDE = (
    "keys", "stack", "set_stack", "found", "is_logged", "event_n", "events", "card_record", "region_record",
    "face_record", "distance", "gap", "actor", "decision", "option_n", "options",
)  # fmt: skip


def position_text(names: Names, s) -> str:
    """Return the text of a position: statements, followed by everything they do not say.

    Raises ValueError if no decision is pending.
    """
    if s.actor == ids.NONE or s.phase == ids.PHASE.OVER:
        raise ValueError("a position has a text only while a decision is pending")
    lines = list(_statements(names, s))
    reader = PositionReader(names)
    reader.read_text("\n".join(lines))
    pending = remains(_tidy(reader.made()), _tidy(s), FRAME_KINDS)
    if pending:
        lines.append(f"# {names.seats[s.actor]} decides: {MOVES.legal(names, s)}")
    return "\n".join([*lines, *pending]) + "\n"


def _tidy(s):
    """Return a copy without the parts that a position does not carry: OUTSIDE and unused rows."""
    other = s.copy()
    for field in OUTSIDE:
        other[field] = 0
    other.frames[s.frame_n :] = 0
    for seat, pile in np.ndindex(s.deck_n.shape):
        other.order[seat, pile, s.deck_n[seat, pile] :] = 0
    return other


def _statements(names: Names, s) -> Iterator[str]:
    yield f"luck {s.seed} {s.game}"
    yield f"phase {next(word for word, phase in PHASES.items() if phase == s.phase)}"
    yield f"turn {s.cursor} {'begun' if s.is_begun else 'next'}"
    for word in COUNTERS:
        if s[FIELDS.get(word, word)]:
            yield f"{word} {s[FIELDS.get(word, word)]}"
    if s.courier != ids.NONE:
        yield f"courier {names.regions[s.courier]}"
    for i, rider in enumerate(names.riders):
        yield f"rider {rider} {names.regions[s.rider[i]]}"
    if s.seen != ids.NONE or s.seen_round:
        yield f"seen {names.regions[s.seen] if s.seen != ids.NONE else 'nowhere'} {s.seen_round}"
    for word in ("warded", "closed"):
        if not sets.is_empty(s[word]):
            yield from wrapped(word, (names.regions[i] for i in sets.listed(s[word])))
    for seat, name in enumerate(names.seats):
        yield from wrapped(f"hand {name}:", map(names.card, members(s.hand[seat])))
        for pile in range(ids.PILES):
            cards = s.order[seat, pile, : s.deck_n[seat, pile]]
            if len(cards):
                yield from wrapped(f"pile {name} {pile}:", map(names.card, cards))


@dataclass
class Item(CardWord):
    """A card word of a position: its owner, and the pile that it is in, NONE for the hand."""

    seat: int
    pile: int

    def copies(self, names: Names) -> list[int]:
        """Return the cards of the seat that the word can mean; raises ScriptError."""
        found = [card for card in super().copies(names) if names.tables.owner[card] == self.seat]
        if not found:
            raise self.line.error(f"{self.token.text} is not a card of {names.seats[self.seat]}", self.token)
        return found


class PositionReader(StatementReader):
    """Reads a position into a state."""

    names: Names
    frame_kinds = FRAME_KINDS

    def __init__(self, names: Names, seed: int = 1, game: int = 0) -> None:
        super().__init__(names, seed, game)
        self.items: list[Item] = []
        self.s = empty_record(STATE)
        clear(self.s)
        self.s.phase = ids.PHASE.COURIER

    @classmethod
    def statements(cls):
        """Return the words a statement can begin with."""
        return {
            "luck": cls.read_luck,
            "phase": cls._phase,
            "turn": cls._turn,
            "courier": cls._courier,
            "rider": cls._rider,
            "seen": cls._seen,
            "warded": cls._regions,
            "closed": cls._regions,
            "hand": cls._hand,
            "pile": cls._pile,
            "halt": cls._halt,
            "also": cls.read_also,
            "sealed": cls.read_seal,
        } | dict.fromkeys(COUNTERS, cls._counter)

    def _phase(self, line: Line, _word: str) -> None:
        self.s.phase = PHASES[line.choice("phase", PHASES)]

    def _halt(self, line: Line, word: str) -> None:
        self.numbers[word] = PHASES[line.choice("phase", PHASES)]

    def _turn(self, line: Line, _word: str) -> None:
        self.s.cursor = line.number_of("the number of a seat", most=ids.SEATS)
        self.s.is_begun = line.choice("word", ("next", "begun")) == "begun"

    def _counter(self, line: Line, word: str) -> None:
        most = MOST_COUNTED if word in ("decisions", "turns") else ids.ROUNDS
        self.read_number(line, word, most=most)
        self.s[FIELDS.get(word, word)] = self.numbers[word]

    def _region(self, line: Line) -> int:
        return self.names.find_region(line, line.word("a region"))

    def _courier(self, line: Line, _word: str) -> None:
        self.s.courier = self._region(line)

    def _rider(self, line: Line, _word: str) -> None:
        rider = self.names.find_rider(line, line.word("a rider"))
        self.s.rider[rider] = self._region(line)

    def _seen(self, line: Line, _word: str) -> None:
        self.s.seen = ids.NONE if line.skip("nowhere") else self._region(line)
        self.s.seen_round = line.number_of("a round", most=ids.ROUNDS)

    def _regions(self, line: Line, word: str) -> None:
        for token in line.words("a region"):
            sets.add(self.s[word], self.names.find_region(line, token))

    def _hand(self, line: Line, _word: str) -> None:
        self._cards(line, self.names.find_seat(line, line.word("a seat")), ids.NONE)

    def _pile(self, line: Line, _word: str) -> None:
        seat = self.names.find_seat(line, line.word("a seat"))
        self._cards(line, seat, line.number_of("the number of a pile", most=ids.PILES - 1))

    def _cards(self, line: Line, seat: int, pile: int) -> None:
        line.want(":")
        self.items += [Item(line, token, seat, pile) for token in line.words("a card")]

    def made(self) -> np.record:
        """Return the state of exactly what the statements say. Raises ScriptError."""
        s = self.s
        s.seed = self.game_seed()
        s.game = self.game
        name_cards(self.names, self.items)
        for item in self.items:
            if item.pile == ids.NONE:
                s.hand[item.seat] |= bit(item.card)
            else:
                self._put_on_pile(item)
        if s.is_begun:
            push(s, Turn.kind, int(s.cursor))
        return s

    def _put_on_pile(self, item: Item) -> None:
        """Put a card on top of a pile."""
        n = self.s.deck_n[item.seat, item.pile]
        if n == ids.PILE_CARDS:
            raise item.line.error(f"a pile holds at most {ids.PILE_CARDS} cards", item.token)
        self.s.order[item.seat, item.pile, n] = item.card
        self.s.deck_n[item.seat, item.pile] = n + 1

    def state(self) -> np.record:
        """Return the state of the whole position, not yet advanced to its decision. Raises ScriptError."""
        s = self.made()
        self.remains.lay(s)
        return s
