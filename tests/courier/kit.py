"""The kit for playing a set-up of the Courier step by step (see `sim.games.kit`)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from sim.bots.bot import Bot
from sim.data.setup import Setup
from sim.engine.faults import run_kernel
from sim.games import kit
from tests.courier import ids, kernel
from tests.courier.bots import choose, prepare
from tests.courier.kernel import DEAL, DECIDE, DECISION_CAP, GO_ON, drive
from tests.courier.moves import end_game
from tests.courier.position import PositionReader, position_text
from tests.courier.restrictions import seated
from tests.courier.results import Records
from tests.courier.state import STATE
from tests.courier.text import MOVES, Names, Story, view


class Kit(kit.Kit):
    """The kit for playing one set-up."""

    state = STATE
    moves = MOVES
    cap = DECISION_CAP
    steps = kit.Steps(kernel.new_game, kernel.decide, kernel.advance, kernel.is_over, prepare, choose)
    names: Names

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.tables = setup.tables
        self.names = Names(setup)

    def deal(self, s: np.record, seed: int, index: int) -> None:
        """Set up game `index` of the run with `seed` and continue to its first decision."""
        self._drive(s, DEAL, seed, index)

    def apply(self, s: np.record, code: int, halt: int | None = None) -> None:
        """Apply a legal action and continue to the next decision or the end."""
        self._drive(s, DECIDE, code, halt=halt)

    def go_on(self, s: np.record, halt: int | None = None) -> None:
        """Continue to the next decision, or to the start of the phase `halt`."""
        self._drive(s, GO_ON, halt=halt)

    def _drive(self, s: np.record, step: int, a: int = 0, b: int = 0, halt: int | None = None) -> None:
        run_kernel(drive, "courier", s, self.tables, step, a, b, ids.NONE if halt is None else halt)

    def is_over(self, s: np.record) -> bool:
        """Return whether the game has ended."""
        return bool(s.phase == ids.PHASE.OVER)

    def give_up(self, s: np.record) -> None:
        """End a game that has reached `cap` decisions."""
        end_game(s, ids.NONE, ids.END.CAPPED)

    def recorder(self, n: int) -> Records:
        """Return the recorder of n games of the set-up."""
        return Records(self.setup, n)

    def mind(self, bots: Sequence[Bot]) -> np.record:
        """Return the record that the kernels of bots read."""
        return seated(bots, self.setup)

    def view(self, s: np.record, seat: int) -> dict[str, Any]:
        """Return what a seat may know about the state."""
        return view(self.names, s, seat)

    def story(self) -> Story:
        """Return the storyteller of a game."""
        return Story(self.names)

    def result(self, s: np.record, record: dict[str, Any]) -> Iterator[str]:
        """Yield the lines that end a trace."""
        yield f"{record['rounds']} rounds, {record['decisions']} decisions; {record['end_reason']}"

    def position_text(self, s: np.record) -> str:
        """Return the position as text."""
        return position_text(self.names, s)

    def read_position(self, text: str, file: str | None = None) -> tuple[Kit, np.record]:
        """Return this kit and the state of a position."""
        reader = PositionReader(self.names)
        reader.read_text(text, file)
        s = reader.state()
        self.go_on(s)
        return self, s
