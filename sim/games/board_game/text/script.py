"""Scripts of this game: how they are set up, played and checked. See docs/play-script.md."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from mazarbul.sim.engine.actions import kind_of
from mazarbul.sim.games.board_game import actions
from mazarbul.sim.games.board_game.text.expectations import EXPECTATIONS
from mazarbul.sim.games.board_game.text.position_builder import build_state
from mazarbul.sim.games.board_game.text.position_reader import PositionReader
from mazarbul.sim.games.board_game.text.position_words import PHASES
from mazarbul.sim.notation.expectations import expect
from mazarbul.sim.notation.lines import Line
from mazarbul.sim.notation.script import ScriptPlayer

#: Actions that do the least: `auto` takes the first of them that is legal.
LEAST = (
    actions.PASS,
    actions.WASTE,
    actions.DECLINE,
)
#: Answers whose b says no.
NO = (actions.ENTER, actions.WITHDRAW, actions.CONTINUE, actions.USE_GUIDE, actions.MAY, actions.CONSENT)


class Script(ScriptPlayer[PositionReader]):
    """Carries out a script of this game."""

    reader_class = PositionReader
    aims = ("turn", "action", "decision", *PHASES)

    def build(self, reader: PositionReader) -> np.record:
        """Return a state made from a position, advanced to its first decision or to `halt`."""
        return build_state(reader)

    def is_turn(self) -> bool:
        """Return whether a seat is to choose an action."""
        return self.s.decision == actions.TURN

    def aim(self, what: str, line: Line) -> Callable[[], bool]:
        """Return the condition that ends `auto until WHAT`: a turn, a phase, an action or a decision."""
        s = self.s
        if what == "turn":
            number = line.number_of("the number of a turn")
            return lambda: s.turn >= number
        if what == "action":
            seat = self.names.find_seat(line, line.word("a seat"))
            return lambda: s.decision == actions.TURN and s.actor == seat
        if what == "decision":
            kind = actions.KINDS.names.index(line.choice("decision", actions.KINDS.names[1:]))
            return lambda: s.decision == kind
        now = max(int(s.turn), 1)
        target = (now if s.phase <= PHASES[what] else now + 1, PHASES[what])
        return lambda: (s.turn, s.phase) >= target

    def least(self) -> int:
        """Return the action that does least: pass, waste a die, decline, no; else the first legal one."""
        options = [int(code) for code in self.s.options[: self.s.option_n]]
        for kind in LEAST:
            for code in options:
                if kind_of(code) == kind:
                    return code
        is_no = (code for code in options if kind_of(code) in NO and code & 1 == 0)
        return next(is_no, options[0])

    def expect(self, line: Line) -> None:
        """Check the rest of a line after `expect`."""
        expect(EXPECTATIONS, self.names, self.s, line)
