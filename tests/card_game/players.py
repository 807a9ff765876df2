"""Bots for tests that play decision by decision."""

from __future__ import annotations

import numpy as np

from sim.games.card_game.bots import policies as bots
from sim.games.card_game.bots.restrictions import seated
from sim.games.card_game.content.catalogue import make_setup
from sim.games.card_game.content.tables import CardTables
from sim.games.card_game.game import GAME
from sim.games.card_game.ids import NONE

OF_ONE_DECISION = ("w", "margin", "value", "least", "second")  # what a bot works out anew each time


class Player:
    """A bot that sits on every seat."""

    def __init__(self, ct: CardTables, name: str) -> None:
        self.t = ct.record
        self.mind = seated([GAME.bot(name)] * int(self.t.seat_n), make_setup(GAME.name, ct))
        with np.errstate(over="ignore"):
            bots.prepare(self.t, self.mind)

    def __call__(self, s) -> int:
        """Return the action that the seat to decide takes; what an earlier decision left behind is wiped."""
        for field in OF_ONE_DECISION:
            self.mind[field] = np.nan
        self.mind.least_card = NONE
        with np.errstate(over="ignore"):
            return int(bots.choose(s, self.t, self.mind))
