"""My Game as mazarbul sees it: all of it put together (see `mazarbul.sim.games.contract`)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from mazarbul.sim.bots.choosing import POLICIES, nothing_to_prepare
from mazarbul.sim.bots.files import BotSpec
from mazarbul.sim.games import kit
from mazarbul.sim.games.base import DataGame
from mazarbul.sim.games.contract import Labelled
from mazarbul.sim.games.ends import EndStates
from mazarbul.sim.notation.names import Names
from mazarbul.sim.notation.script import ScriptPlayer
from my_game.bots import DECISION_CAP, WEIGHTS, choose, play_batch, seated
from my_game.content import CONTENT, DATA, GameData
from my_game.ids import ENDS, PHASE, SIDES
from my_game.rules import DRIVER, PLAYING, give_up
from my_game.shown import SCENERY, SIGHT
from my_game.state import STATE
from my_game.text import MOVES, POSITIONS, Script, Story, view


class Records(EndStates):
    """What is recorded of n games."""

    state, sides, ends, packed = STATE, SIDES, ENDS, {"cards": "card_record"}

    def columns(self) -> dict[str, np.ndarray | Labelled]:
        """Return the scores, and North's lead after each round."""
        s = self.states
        found = {f"score_{side}": s.score[:, i].astype(np.int16) for i, side in enumerate(SIDES)}
        for i in range(int(self.setup.tables.hand)):
            lead = s.lead[:, i].astype(np.int8)
            found[f"lead_round_{i + 1}"] = np.ma.MaskedArray(lead, s.round_number <= i)
        return found


class Kit(kit.Kit):
    """What it takes to play a set-up step by step."""

    state, over, cap = STATE, PHASE.OVER, DECISION_CAP
    moves, positions, driver = MOVES, POSITIONS, DRIVER
    steps = kit.Steps.of(PLAYING, nothing_to_prepare, choose, play_batch)
    parts = kit.Parts(Names, Records, Story, seated, view, POSITIONS.text)
    sight, scenery = SIGHT, SCENERY

    def give_up(self, s: np.record) -> None:
        """End a game that has reached `cap` decisions."""
        give_up(s)

    def result(self, s: np.record, record: dict[str, Any]) -> Iterator[str]:
        """Yield the lines that end a trace."""
        yield f"{s.score[0]} to {s.score[1]} points after {record['rounds']} rounds"


class MyGame(DataGame[GameData]):
    """Two seats play cards against each other, and the stronger one takes the round."""

    name, title = "my_game", "My Game"
    content = CONTENT
    bot_spec = BotSpec("my_game", POLICIES, WEIGHTS, SIDES, DATA / "bots")

    def kit_class(self) -> type[Kit]:
        """Return the class of its kits."""
        return Kit

    def script(self, file: Path) -> ScriptPlayer:
        """Return the player of a script file."""
        return Script(self, file)


GAME = MyGame()
