"""Positions of My Game as text, both ways, at every decision."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from mazarbul.sim.engine.bits import bit, members
from mazarbul.sim.engine.declared import spelled
from mazarbul.sim.engine.records import empty_record
from mazarbul.sim.notation.lines import Line
from mazarbul.sim.notation.names import Names
from mazarbul.sim.notation.statements import MOST_COUNTED, CardWord, StatementReader, name_cards, wrapped
from my_game import ids
from my_game.kernel import clear
from my_game.state import FRAME_KINDS, STATE
from my_game.text import MOVES

PHASES = spelled(ids.PHASE)


def position_text(names: Names, s) -> str:
    """Return the text of a position, as statements. Raises ValueError if no decision is pending."""
    if s.actor == ids.NONE:
        raise ValueError("a position has a text only while a decision is pending")
    lines = [*_statements(names, s), f"# {names.seats[s.actor]} decides: {MOVES.legal(names, s)}"]
    return "\n".join(lines) + "\n"


def _statements(names: Names, s) -> Iterator[str]:
    yield f"luck {s.seed} {s.game}"
    yield f"decisions {s.decisions}"
    yield f"round {s.round_number}"
    yield f"phase {next(word for word, phase in PHASES.items() if phase == s.phase)}"
    yield f"leader {names.seats[s.leader]}"
    if s.led != ids.NONE:
        yield f"led {names.card(s.led)}"
    for seat, name in enumerate(names.seats):
        yield f"score {name} {s.score[seat]}"
        yield from wrapped(f"hand {name}:", map(names.card, members(s.hand[seat])))


class PositionReader(StatementReader):
    """Reads a position into a state."""

    frame_kinds = FRAME_KINDS

    def __init__(self, names: Names, seed: int = 1, game: int = 0) -> None:
        super().__init__(names, seed, game)
        self.held: list[tuple[CardWord, int]] = []  # cards in hands, with the seat
        self.led: list[CardWord] = []
        self.s = empty_record(STATE)
        clear(self.s)
        self.s.round_number = 1

    @classmethod
    def statements(cls):
        """Return the words a statement can begin with."""
        return {
            "luck": cls.read_luck,
            "decisions": cls._decisions,
            "round": cls._round,
            "phase": cls._phase,
            "leader": cls._leader,
            "led": cls._led,
            "score": cls._score,
            "hand": cls._hand,
            "halt": cls._halt,
        }

    def _decisions(self, line: Line, _word: str) -> None:
        self.s.decisions = line.number_of("a number of decisions", most=MOST_COUNTED)

    def _round(self, line: Line, _word: str) -> None:
        self.s.round_number = line.number_of("the number of a round", 1, ids.HAND)

    def _phase(self, line: Line, _word: str) -> None:
        self.s.phase = PHASES[line.choice("phase", PHASES)]

    def _leader(self, line: Line, _word: str) -> None:
        self.s.leader = self.names.find_seat(line, line.word("a seat"))

    def _led(self, line: Line, _word: str) -> None:
        self.led = [CardWord(line, line.word("a card"))]

    def _score(self, line: Line, _word: str) -> None:
        seat = self.names.find_seat(line, line.word("a seat"))
        self.s.score[seat] = line.number_of("points", most=ids.HAND)

    def _hand(self, line: Line, _word: str) -> None:
        seat = self.names.find_seat(line, line.word("a seat"))
        line.want(":")
        self.held += [(CardWord(line, token), seat) for token in line.words("a card")]

    def _halt(self, line: Line, word: str) -> None:
        self.numbers[word] = PHASES[line.choice("phase", PHASES)]

    def state(self) -> np.record:
        """Return the state of the position, not yet advanced to its decision. Raises ScriptError."""
        s = self.s
        s.seed = self.game_seed()
        s.game = self.game
        name_cards(self.names, [*self.led, *(word for word, _ in self.held)])
        for word in self.led:
            s.led = word.card
        for word, seat in self.held:
            s.hand[seat] |= bit(word.card)
        return s
