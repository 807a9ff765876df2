"""The kit for playing a set-up of the Courier step by step (see `mazarbul.sim.games.kit`)."""

from __future__ import annotations

import numpy as np

from mazarbul.sim.games import kit
from mazarbul.sim.games.searching import Searcher
from tests.courier import kernel
from tests.courier.bots import choose, prepare
from tests.courier.kernel import DRIVER, play_batch
from tests.courier.position import PositionReader, position_text
from tests.courier.restrictions import seated
from tests.courier.results import Records
from tests.courier.search import SEARCH, search, weigh
from tests.courier.sight import SIGHT
from tests.courier.state import STATE
from tests.courier.text import MOVES, Names, Story, view


class Kit(kit.Kit):
    """The kit for playing one set-up."""

    state = STATE
    moving = kernel.MOVING
    moves = MOVES
    driver = DRIVER
    steps = kit.Steps(prepare, choose, play_batch)
    parts = kit.Parts(Names, Records, Story, seated, view, position_text)
    searcher = Searcher(search, weigh, SEARCH)
    sight = SIGHT
    names: Names

    def read_position(self, text: str, file: str | None = None) -> tuple[Kit, np.record]:
        """Return this kit and the state of a position."""
        reader = PositionReader(self.names)
        reader.read_text(text, file)
        s = reader.state()
        DRIVER.advance(s, self.tables)
        return self, s
