"""Scripts of this game: how they are set up, played and checked. See docs/play-script.md."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from mazarbul.sim.engine.actions import unpacked
from mazarbul.sim.engine.stack import push
from mazarbul.sim.games.card_game import actions, ids
from mazarbul.sim.games.card_game.frames import EnterPath
from mazarbul.sim.games.card_game.kernel import DRIVER
from mazarbul.sim.games.card_game.rules.locations import activate_battleground
from mazarbul.sim.games.card_game.text.expectations import EXPECTATIONS
from mazarbul.sim.games.card_game.text.position_builder import build_state
from mazarbul.sim.games.card_game.text.position_reader import PHASES, PositionReader
from mazarbul.sim.notation.expectations import expect
from mazarbul.sim.notation.lines import Line, Token
from mazarbul.sim.notation.script import Command, ScriptPlayer


class Script(ScriptPlayer[PositionReader]):
    """Carries out a script of this game."""

    reader_class = PositionReader
    aims = ("turn", "round", *(phase for phase in PHASES if phase != "round_start"))

    def build(self, reader: PositionReader) -> np.record:
        """Return a state made from a position, advanced to its first decision or to `halt`."""
        return build_state(reader)

    def is_turn(self) -> bool:
        """Return whether a seat is on turn."""
        return self.s.decision == actions.TURN

    def aim(self, what: str, line: Line) -> Callable[[], bool]:
        """Return the condition that ends `auto until WHAT`: a turn, a round or a phase."""
        s = self.s
        if what == "turn":
            before = int(s.turns)
            if line.is_done:
                return lambda: s.decision == actions.TURN and s.turns > before
            seat = self.names.find_seat(line, line.word("a seat"))
            return lambda: s.decision == actions.TURN and s.actor == seat
        if what == "round":
            number = line.number_of("the number of a round")
            return lambda: s.round_number >= number
        now = max(int(s.round_number), 1)
        target = (now if s.phase <= PHASES[what] else now + 1, PHASES[what])
        return lambda: (s.round_number, s.phase) >= target

    def least(self) -> int:
        """Return the action that does least: pass, else cycle a card; otherwise the first legal one."""
        options = [int(code) for code in self.s.options[: self.s.option_n]]
        if self.s.decision == actions.TURN:
            for kind in (actions.PASS, actions.CYCLE):
                for code in options:
                    if unpacked(code)[0] == kind:
                        return code
        return options[0]

    def expect(self, line: Line) -> None:
        """Check the rest of a line after `expect`."""
        expect(EXPECTATIONS, self.names, self.s, line)

    def own_commands(self) -> dict[str, Command]:
        """Return this game's own command, which activates a location."""
        return {"activate": self._activate}

    def _activate(self, line: Line, _token: Token) -> None:
        """Activate a location now and resolve its text, whatever else is pending."""
        self.start()
        token = line.word("a location")
        place = self.names.find_place(line, token)
        line.end()
        s, t = self.s, self.names.tables
        if s.phase == ids.PHASE.OVER:
            raise line.error("the game is over", token)
        if place >= ids.BATTLEGROUNDS:
            if not s.path_deck >> (place - ids.BATTLEGROUNDS) & 1:
                what = f"{token.text} is not in the path deck: a path can only be active once"
                raise line.error(what, token)
            push(s, EnterPath.kind, place - ids.BATTLEGROUNDS)
        elif s.active >> place & 1:
            raise line.error(f"{token.text} is already active", token)
        else:
            activate_battleground(s, t, place, ids.HOW.ACTIVATED)
        self.report.append(f"  activate {token.text}")
        DRIVER.advance(s, t, self.halt)
        self.tell()
