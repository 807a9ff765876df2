"""Scripts of this game: how they are set up, played and judged. See docs/play-script.md."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import numpy as np

from sim.data.book import Book
from sim.engine.actions import unpacked
from sim.games.lotr_lcg import actions, driver, ids
from sim.games.lotr_lcg.driver import Point
from sim.games.lotr_lcg.expectations import EXPECTATIONS
from sim.games.lotr_lcg.loading import load_data, printed
from sim.games.lotr_lcg.names import Names
from sim.games.lotr_lcg.position import position_text
from sim.games.lotr_lcg.position_builder import build_state
from sim.games.lotr_lcg.position_fit import make_names
from sim.games.lotr_lcg.position_reader import PositionReader, read_point
from sim.games.lotr_lcg.position_words import PHASES
from sim.games.lotr_lcg.reasons import MOVES
from sim.games.lotr_lcg.state import empty_state
from sim.games.lotr_lcg.story import Story
from sim.notation.expectations import expect
from sim.notation.lines import Line, Token
from sim.notation.script import Command, ScriptPlayer

LEAST = (actions.DONE, actions.PASS, actions.STAY, actions.STOP, actions.NO_DEFENDER)


class LotrLcgScript(ScriptPlayer):
    """Carries out a script of this game."""

    moves = MOVES
    reader_class = PositionReader
    aims = ("round", "window", "decision", *PHASES)
    names: Names
    halt: Point | None

    def __init__(self, file: str | Path) -> None:
        super().__init__(Path(file), "passage_through_mirkwood")
        self.header_names: Names | None = None  # of the game the header names, which a position may change

    @classmethod
    def printed(cls) -> Book:
        """Return the game as printed."""
        return printed()

    @classmethod
    def make_names(
        cls,
        scenario: str | Path,
        switches: Mapping[str, object],
        overlay: Path | None,
        decks: Mapping[str, str | Path],
    ) -> Names:
        """Compile a scenario and return its names."""
        return make_names(load_data(scenario, switches, overlay, decks))

    def make_story(self) -> Story:
        """Return what tells the events of the game."""
        return Story(self.names)

    def build(self, reader: PositionReader) -> np.record:
        """Return a state made of a position, gone on to its first decision or to `halt`.

        The names become those of a game that has every card of the position.
        """
        self.halt = reader.points.get("halt")
        self.header_names = reader.names
        self.names, s = build_state(reader)
        self.story = self.make_story()
        return s

    def deal(self) -> np.record:
        """Return a new game at its first decision."""
        s = empty_state()
        s.is_logged = 1
        driver.new_game(s, self.names.tables, self.seed, self.game)
        return s

    def apply(self, code: int) -> None:
        """Apply an action and go on to the next decision or to `halt`."""
        self.s.decisions += 1
        driver.answer(self.s, self.names.tables, code, self.halt)

    def is_over(self) -> bool:
        """Tell whether the game has ended."""
        return self.s.phase == ids.OVER

    def is_turn(self) -> bool:
        """Tell whether a player is free to act: in a window or on the turn of the planning phase."""
        return self.s.decision in (actions.WINDOW, actions.PLANNING)

    def aim(self, what: str, line: Line) -> Callable[[], bool]:
        """Return the condition that ends `auto until WHAT`: a round, a phase, a window or a decision."""
        s = self.s
        if what == "round":
            number = line.number_of("the number of a round")
            return lambda: s.round_number >= number
        if what == "window":
            window = ids.WINDOW_NAMES.index(line.choice("window", ids.WINDOW_NAMES))
            return lambda: s.decision == actions.WINDOW and s.frames[s.frame_n - 1, 1] == window
        if what == "decision":
            kind = actions.KIND_NAMES.index(line.choice("decision", actions.KIND_NAMES[1:]))
            return lambda: s.decision == kind
        now = max(int(s.round_number), 1)
        target = (now if s.phase <= PHASES[what] else now + 1, PHASES[what])
        return lambda: (s.round_number, s.phase) >= target

    def least(self) -> int:
        """Return the action that does least: pass, be done, stay; elsewhere the first legal one."""
        options = [int(code) for code in self.s.options[: self.s.option_n]]
        return next((code for code in options if unpacked(code)[0] in LEAST), options[0])

    def expect(self, line: Line) -> None:
        """Check what comes after `expect`."""
        expect(EXPECTATIONS, self.names, self.s, line)

    def position_text(self) -> str:
        """Return the position as text; raises ValueError where it has none."""
        return position_text(self.names, self.s)

    def own_commands(self) -> dict[str, Command]:
        """Return the command of this game: to go on to where it halts next."""
        return {"halt": self._halt}

    def _position(self, line: Line, token: Token) -> None:
        """Begin a position, anew from the game that the header names."""
        if self.names is not None and self.header_names is not None:
            self.names = self.header_names
        super()._position(line, token)

    def _halt(self, line: Line, _token: Token) -> None:
        """Say where the game halts next; in a position it is a statement, afterwards the game goes on."""
        if self.reader is not None:
            line.next_i = 0
            self.reader.read(line)
            return
        self.start()
        self.halt = read_point(line)
        line.end()
        if self.s.actor == ids.NONE and not self.is_over():
            driver.advance(self.s, self.names.tables, self.halt)
            self.tell()
