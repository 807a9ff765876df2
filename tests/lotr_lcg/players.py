"""Bots for tests that play decision by decision."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from sim.games.lotr_lcg import kernel
from sim.games.lotr_lcg.bots import policies as bots
from sim.games.lotr_lcg.bots.restrictions import seated
from sim.games.lotr_lcg.content.catalogue import make_setup
from sim.games.lotr_lcg.content.tables import QuestTables
from sim.games.lotr_lcg.game import GAME
from tests.lotr_lcg.games import MOST_DECISIONS, do, start


class Player:
    """A bot that sits on every seat of a quest."""

    def __init__(self, ct: QuestTables, name: str) -> None:
        self.t = ct.records[0]
        self.mind = seated([GAME.bot(name)] * int(self.t.player_n), make_setup(GAME.name, ct))[0]
        with np.errstate(over="ignore"):
            bots.prepare(self.t, self.mind)

    def __call__(self, s) -> int:
        """Return the action that the player to decide takes."""
        with np.errstate(over="ignore"):
            return int(bots.choose(s, self.t, self.mind))


def bot_game(ct: QuestTables, name: str, seed: int, game: int = 0) -> Iterator:
    """Play a game with one bot on every seat and yield its state at every decision and at the end."""
    player = Player(ct, name)
    s = start(ct, seed, game)
    while not kernel.is_over(s):
        yield s
        assert s.decisions < MOST_DECISIONS, "the game does not end"
        do(s, ct, player(s))
    yield s
