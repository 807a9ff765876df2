"""Positions of the Courier as text, both ways, at every decision (CO-10)."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from sim.engine import sets
from sim.engine.bits import bit, members
from sim.engine.declared import spelled
from sim.engine.records import empty_record
from sim.engine.state import clear_play
from sim.notation.lines import Line
from sim.notation.statements import MOST_COUNTED, StatementReader
from tests.courier import ids
from tests.courier.frames import FRAME_KINDS, FRAMES
from tests.courier.kernel import clear
from tests.courier.state import STATE
from tests.courier.text import Names

PHASES = spelled(ids.PHASE)
COUNTERS = ("round", "decisions", "turns", "steps", "rides", "searches")
FIELDS = {"round": "round_number"}


def position_text(names: Names, s) -> str:
    """Return the position: every field that play from a decision depends on."""
    return "\n".join(_lines(names, s))


def _lines(names: Names, s) -> Iterator[str]:
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
            yield f"{word} {' '.join(names.regions[i] for i in sets.listed(s[word]))}"
    for seat, name in enumerate(names.seats):
        yield f"hand {name}: {' '.join(names.card(card) for card in members(s.hand[seat]))}".rstrip()
        for pile in range(ids.PILES):
            cards = s.order[seat, pile, : s.deck_n[seat, pile]]
            if len(cards):
                yield f"pile {name} {pile}: {' '.join(names.card(card) for card in cards)}"
    for i in range(s.frame_n):
        kind = FRAMES[int(s.frames[i, 0])]
        slots = (f"{slot} {value}" for slot, value in enumerate(s.frames[i].tolist()) if slot and value)
        yield f"doing {type(kind).__name__} {' '.join(slots)}".rstrip()


class PositionReader(StatementReader):
    """Reads a position into a state."""

    names: Names
    frame_kinds = FRAME_KINDS

    def __init__(self, names: Names, seed: int = 1, game: int = 0) -> None:
        super().__init__(names, seed, game)
        self.s = empty_record(STATE)
        clear(self.s)
        clear_play(self.s)
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
            "doing": cls._doing,
            "halt": cls._halt,
        } | dict.fromkeys(COUNTERS, cls._counter)

    def _phase(self, line: Line, _word: str) -> None:
        self.s.phase = PHASES[line.choice("phase", PHASES)]

    def _halt(self, line: Line, word: str) -> None:
        self.numbers[word] = PHASES[line.choice("phase", PHASES)]

    def _turn(self, line: Line, _word: str) -> None:
        self.s.cursor = line.number_of("the number of a seat", most=ids.SEATS)
        self.s.is_begun = line.choice("word", ("next", "begun")) == "begun"

    def _counter(self, line: Line, word: str) -> None:
        field = FIELDS.get(word, word)
        most = MOST_COUNTED if word in ("decisions", "turns") else ids.ROUNDS
        self.s[field] = line.number_of(f"a number after '{word}'", most=most)

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

    def _cards(self, line: Line, seat: int) -> Iterator[int]:
        line.want(":")
        for token in line.words("a card"):
            found = [card for card in self.names.find_card(line, token) if self.t.owner[card] == seat]
            if not found:
                raise line.error(f"{token.text} is no card of {self.names.seats[seat]}", token)
            yield next((card for card in found if not self._is_placed(card)), found[0])

    def _is_placed(self, card: int) -> bool:
        s = self.s
        in_hand = any(int(s.hand[seat]) >> card & 1 for seat in range(ids.SEATS))
        return in_hand or any(
            card in s.order[seat, pile, : s.deck_n[seat, pile]]
            for seat in range(ids.SEATS)
            for pile in range(ids.PILES)
        )

    def _hand(self, line: Line, _word: str) -> None:
        seat = self.names.find_seat(line, line.word("a seat"))
        for card in self._cards(line, seat):
            self.s.hand[seat] |= bit(card)

    def _pile(self, line: Line, _word: str) -> None:
        seat = self.names.find_seat(line, line.word("a seat"))
        pile = line.number_of("the number of a pile", most=ids.PILES - 1)
        for card in self._cards(line, seat):
            self.s.order[seat, pile, self.s.deck_n[seat, pile]] = card
            self.s.deck_n[seat, pile] += 1

    def _doing(self, line: Line, _word: str) -> None:
        kinds = {type(kind).__name__: number for number, kind in FRAMES.items()}
        frame = self.s.frames[self.s.frame_n]
        frame[:] = 0
        frame[0] = kinds[line.choice("kind of work", kinds)]
        while not line.is_done:
            slot = line.number_of("the number of a slot", 1, len(frame) - 1)
            frame[slot] = line.number_of("a number", -(2**63), 2**63 - 1)
        self.s.frame_n += 1

    def state(self) -> np.record:
        """Return the state, not yet gone on to its decision."""
        self.s.seed = self.game_seed()
        self.s.game = self.game
        return self.s
