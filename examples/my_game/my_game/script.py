"""Scripts of My Game: how they are set up, played and checked."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from mazarbul.sim.engine.actions import a_of
from mazarbul.sim.engine.bits import members
from mazarbul.sim.notation.expectations import (
    check_field,
    check_number,
    check_pile,
    check_truth,
    check_value,
    decision_checks,
    expect,
    read_seat,
)  # fmt: skip
from mazarbul.sim.notation.lines import Line
from mazarbul.sim.notation.script import ScriptPlayer
from my_game import ids
from my_game.kernel import DRIVER
from my_game.position import PHASES, PositionReader
from my_game.text import MOVES


class Script(ScriptPlayer):
    """Carries out a script of this game."""

    first_scenario = "duel"
    reader_class = PositionReader
    aims = ("round",)

    def build(self, reader: PositionReader) -> np.record:
        """Return a state made from a position, advanced to its first decision or to `halt`."""
        s = reader.state()
        s.is_logged = 1
        DRIVER.advance(s, self.names.tables, self.halt)
        return s

    def is_turn(self) -> bool:
        """Return whether a seat is on turn: at every decision."""
        return True

    def least(self) -> int:
        """Return the action that does least: the weakest card."""
        strength = self.names.tables.strength
        options = [int(code) for code in self.s.options[: self.s.option_n]]
        return min(options, key=lambda code: strength[a_of(code)])

    def aim(self, _what: str, line: Line) -> Callable[[], bool]:
        """Return the condition that ends `auto until round N`."""
        number = line.number_of("the number of a round")
        return lambda: self.s.round_number >= number

    def expect(self, line: Line) -> None:
        """Check the rest of a line after `expect`."""
        expect(EXPECTATIONS, self.names, self.s, line)


def _score(names, s, line: Line) -> None:
    check_number(line, int(s.score[read_seat(names, line)]))


def _hand(names, s, line: Line) -> None:
    check_pile(line, names, members(s.hand[read_seat(names, line)]))


def _leader(names, s, line: Line) -> None:
    check_value(line, names.seats[s.leader], "seat", names.seats)


def _winner(names, s, line: Line) -> None:
    sides = [*names.sides, "nobody"]
    check_value(line, sides[s.winner], "winner", sides)  # NONE is -1, the last


def _end(_names, s, line: Line) -> None:
    check_value(line, ids.END_REASONS[s.end_reason], "end", ids.END_REASONS)


def _phase(_names, s, line: Line) -> None:
    check_value(line, next(word for word, phase in PHASES.items() if phase == s.phase), "phase", PHASES)


EXPECTATIONS = {
    "score": _score,
    "hand": _hand,
    "leader": _leader,
    "winner": _winner,
    "end": _end,
    "phase": _phase,
    "over": lambda _names, s, line: check_truth(line, s.phase == ids.PHASE.OVER),
    "round": check_field("round_number"),
    **decision_checks(MOVES),
}
