"""Scripts of the Courier: how they are set up, played and checked."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from mazarbul.sim.engine.actions import packed
from mazarbul.sim.engine.bits import members
from mazarbul.sim.engine.declared import spelled
from mazarbul.sim.notation.expectations import (
    check_field,
    check_pile,
    check_truth,
    check_value,
    decision_checks,
    expect,
    read_seat,
)  # fmt: skip
from mazarbul.sim.notation.lines import Line
from mazarbul.sim.notation.script import ScriptPlayer
from tests.courier import actions, ids
from tests.courier.kernel import DRIVER
from tests.courier.position import PHASES, PositionReader
from tests.courier.text import MOVES

ENDS = spelled(ids.END)


class Script(ScriptPlayer):
    """Carries out a script of this game."""

    reader_class = PositionReader
    aims = ("turn", "round")

    def build(self, reader: PositionReader) -> np.record:
        """Return a state made from a position, advanced to its first decision or to `halt`."""
        s = reader.state()
        s.is_logged = 1
        DRIVER.advance(s, self.names.tables, self.halt)
        return s

    def is_turn(self) -> bool:
        """Return whether a seat is on turn."""
        return self.s.decision == actions.TURN

    def least(self) -> int:
        """Return the action that does least: rest, else the first legal one."""
        options = [int(code) for code in self.s.options[: self.s.option_n]]
        return packed(actions.REST) if packed(actions.REST) in options else options[0]

    def aim(self, what: str, line: Line) -> Callable[[], bool]:
        """Return the condition that ends `auto until WHAT`."""
        s = self.s
        if what == "turn":
            seat = read_seat(self.names, line)
            return lambda: s.decision == actions.TURN and s.actor == seat
        number = line.number_of("the number of a round")
        return lambda: s.round_number >= number

    def expect(self, line: Line) -> None:
        """Check the rest of a line after `expect`."""
        expect(EXPECTATIONS, self.names, self.s, line)


def _place(field: str):
    def check(names, s, line: Line) -> None:
        here = "nowhere" if s[field] == ids.NONE else names.regions[s[field]]
        check_value(line, here, "region", [*names.regions, "nowhere"])

    return check


def _rider(names, s, line: Line) -> None:
    rider = names.find_rider(line, line.word("a rider"))
    check_value(line, names.regions[s.rider[rider]], "region", names.regions)


def _hand(names, s, line: Line) -> None:
    check_pile(line, names, members(s.hand[read_seat(names, line)]))


def _winner(names, s, line: Line) -> None:
    check_value(
        line, "nobody" if s.winner == ids.NONE else names.sides[s.winner], "winner", [*names.sides, "nobody"]
    )


def _end(_names, s, line: Line) -> None:
    check_value(line, ids.END_REASONS[s.end_reason], "end", ids.END_REASONS)


def _phase(_names, s, line: Line) -> None:
    check_value(line, next(word for word, phase in PHASES.items() if phase == s.phase), "phase", PHASES)


EXPECTATIONS = {
    "courier": _place("courier"),
    "seen": _place("seen"),
    "rider": _rider,
    "hand": _hand,
    "winner": _winner,
    "end": _end,
    "phase": _phase,
    "over": lambda _names, s, line: check_truth(line, s.phase == ids.PHASE.OVER),
    "round": check_field("round_number"),
    "steps": check_field("steps"),
    "rides": check_field("rides"),
    "searches": check_field("searches"),
    **decision_checks(MOVES),
}
