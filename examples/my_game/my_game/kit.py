"""The kit for playing a set-up of My Game step by step (see `mazarbul.sim.games.kit`)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from mazarbul.sim.games import kit
from mazarbul.sim.notation.names import Names
from my_game import ids, kernel
from my_game.bots import choose, prepare, seated
from my_game.kernel import DECISION_CAP, DRIVER, play_batch
from my_game.position import PositionReader, position_text
from my_game.results import Records
from my_game.rules import end_game
from my_game.scene import SCENERY
from my_game.sight import SIGHT
from my_game.state import STATE
from my_game.text import MOVES, Story, view


class Kit(kit.Kit):
    """The kit for playing one set-up."""

    state = STATE
    over = ids.PHASE.OVER
    cap = DECISION_CAP
    moves = MOVES
    driver = DRIVER
    steps = kit.Steps(
        kernel.new_game, kernel.decide, kernel.advance, kernel.is_over, prepare, choose, play_batch
    )
    parts = kit.Parts(Names, Records, Story, seated, view, position_text)
    sight = SIGHT
    scenery = SCENERY

    def give_up(self, s: np.record) -> None:
        """End a game that has reached `cap` decisions."""
        end_game(s, ids.NONE, ids.END.CAPPED)

    def result(self, s: np.record, record: dict[str, Any]) -> Iterator[str]:
        """Yield the lines that end a trace."""
        yield f"{s.score[0]} to {s.score[1]} points after {record['rounds']} rounds"

    def read_position(self, text: str, file: str | None = None) -> tuple[Kit, np.record]:
        """Return this kit and the state of a position."""
        reader = PositionReader(self.names)
        reader.read_text(text, file)
        s = reader.state()
        DRIVER.advance(s, self.tables)
        return self, s
