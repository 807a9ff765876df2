"""Scripts of this game: how they are set up, played and checked. See docs/play-script.md."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import cast

import numpy as np

from mazarbul.sim.engine.actions import unpacked
from mazarbul.sim.games.lotr_lcg import actions, ids
from mazarbul.sim.games.lotr_lcg.driver import DRIVER
from mazarbul.sim.games.lotr_lcg.frames import Window
from mazarbul.sim.games.lotr_lcg.kit import Kit
from mazarbul.sim.games.lotr_lcg.text.expectations import EXPECTATIONS
from mazarbul.sim.games.lotr_lcg.text.position_builder import build_state
from mazarbul.sim.games.lotr_lcg.text.position_reader import PositionReader, read_point
from mazarbul.sim.games.lotr_lcg.text.position_words import PHASES
from mazarbul.sim.notation.expectations import expect
from mazarbul.sim.notation.held import Held, Scripted
from mazarbul.sim.notation.lines import Line, Token
from mazarbul.sim.notation.script import Command, ScriptPlayer

LEAST = (actions.DONE, actions.PASS, actions.STAY, actions.STOP, actions.NO_DEFENDER)


class Script(ScriptPlayer[PositionReader]):
    """Carries out a script of this game."""

    reader_class = PositionReader
    aims = ("round", "window", "decision", *PHASES)

    def __init__(self, game: Scripted, file: str | Path) -> None:
        super().__init__(game, file)
        self.header_kit: Held | None = None  # of the game in the header, which a position may change

    def build(self, reader: PositionReader) -> np.record:
        """Return a state made from a position, advanced to its first decision or to `halt`.

        The kit becomes that of a game that has every card of the position.
        """
        self.halt = reader.points.get("halt")
        self.header_kit = self.kit
        names, s = build_state(reader)
        self._kit = cast("Kit", self.kit).named(names)
        self._story = self._kit.story()
        return s

    def is_turn(self) -> bool:
        """Return whether a player is free to act: in a window or on the turn of the planning phase."""
        return self.s.decision in (actions.WINDOW, actions.PLANNING)

    def aim(self, what: str, line: Line) -> Callable[[], bool]:
        """Return the condition that ends `auto until WHAT`: a round, a phase, a window or a decision."""
        s = self.s
        if what == "round":
            number = line.number_of("the number of a round")
            return lambda: s.round_number >= number
        if what == "window":
            window = ids.WINDOW_NAMES.index(line.choice("window", ids.WINDOW_NAMES))
            return lambda: s.decision == actions.WINDOW and s.frames[s.frame_n - 1, Window.window] == window
        if what == "decision":
            kind = actions.KINDS.names.index(line.choice("decision", actions.KINDS.names[1:]))
            return lambda: s.decision == kind
        now = max(int(s.round_number), 1)
        target = (now if s.phase <= PHASES[what] else now + 1, PHASES[what])
        return lambda: (s.round_number, s.phase) >= target

    def least(self) -> int:
        """Return the action that does least: pass, be done, stay; otherwise the first legal one."""
        options = [int(code) for code in self.s.options[: self.s.option_n]]
        return next((code for code in options if unpacked(code)[0] in LEAST), options[0])

    def expect(self, line: Line) -> None:
        """Check the rest of a line after `expect`."""
        expect(EXPECTATIONS, self.names, self.s, line)

    def own_commands(self) -> dict[str, Command]:
        """Return this game's own command, which continues to the next halt."""
        return {"halt": self._halt}

    def _position(self, line: Line, token: Token) -> None:
        """Begin a position, again from the game in the header."""
        if self._kit is not None and self.header_kit is not None:
            self._kit = self.header_kit
        super()._position(line, token)

    def _halt(self, line: Line, _token: Token) -> None:
        """Set the next halt; in a position this is a statement, afterwards the game continues to it."""
        if self.reader is not None:
            line.next_i = 0
            self.reader.read(line)
            return
        self.start()
        self.halt = read_point(line)
        line.end()
        if self.s.actor == ids.NONE and not self.is_over():
            DRIVER.advance(self.s, self.names.tables, self.halt)
            self.tell()
