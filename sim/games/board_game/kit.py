"""The kit of this game: what it takes to play a set-up step by step (see `mazarbul.sim.games.kit`)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from mazarbul.sim.games import kit
from mazarbul.sim.games.board_game import actions, ids, kernel
from mazarbul.sim.games.board_game.batch import play_batch
from mazarbul.sim.games.board_game.bots.inputs import INPUTS
from mazarbul.sim.games.board_game.bots.policies import choose, prepare
from mazarbul.sim.games.board_game.bots.practice import PRACTICE, imitate, practise
from mazarbul.sim.games.board_game.bots.restrictions import seated
from mazarbul.sim.games.board_game.bots.search import SEARCH, search, weigh
from mazarbul.sim.games.board_game.bots.sight import SIGHT
from mazarbul.sim.games.board_game.content.catalogue import FACE_NAMES
from mazarbul.sim.games.board_game.kernel import DRIVER
from mazarbul.sim.games.board_game.results import Records
from mazarbul.sim.games.board_game.state import STATE
from mazarbul.sim.games.board_game.text.names import Names
from mazarbul.sim.games.board_game.text.position import parse_position, position_text
from mazarbul.sim.games.board_game.text.reasons import MOVES
from mazarbul.sim.games.board_game.text.scene import SCENERY
from mazarbul.sim.games.board_game.text.story import Story
from mazarbul.sim.games.board_game.text.view import view
from mazarbul.sim.games.searching import Practice, Searcher


class Kit(kit.Kit):
    """What it takes to play one set-up."""

    state = STATE
    moving = kernel.MOVING
    moves = MOVES
    driver = DRIVER
    steps = kit.Steps(prepare, choose, play_batch)
    parts = kit.Parts(Names, Records, Story, seated, view, position_text, parse_position)
    searcher = Searcher(search, weigh, SEARCH)
    #: A war is won by many right moves in a row: with more noise only the Hunt is learnt.
    practice: Practice | None = Practice(practise, imitate, PRACTICE, INPUTS, 400, heat=(0.75, 0.3))
    sight = SIGHT
    scenery = SCENERY
    names: Names

    def before(self, s: np.record, seat: int) -> Iterator[str]:
        """Yield the unused dice of the side on turn."""
        if s.decision == actions.TURN:
            side = int(self.tables.seat_side[seat])
            dice = [f"{n} {FACE_NAMES[face]}" for face, n in enumerate(s.dice[side]) if n]
            yield f"{Story(self.names).seats[seat]}: {', '.join(dice)}"

    def result(self, s: np.record, record: dict[str, Any]) -> Iterator[str]:
        """Yield where the Ring-bearers are, and the points of each side."""
        story = Story(self.names)
        if s.mordor == ids.NONE:
            where = f"in {story.region(s.bearers)}, Progress {s.progress}"
        else:
            where = f"on step {s.mordor} of the Mordor Track"
        yield f"The Ring-bearers are {where}; Corruption {s.corruption}"
        for side, name in enumerate(story.sides):
            yield f"{name}: {s.points[side]} points"
        yield f"{record['rounds']} turns, {record['decisions']} decisions"
