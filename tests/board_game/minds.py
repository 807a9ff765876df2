"""Boards on which a heuristic bot decides."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import numpy as np

from mazarbul.sim.engine.actions import unpacked
from mazarbul.sim.engine.records import empty_record
from mazarbul.sim.games.board_game import actions, ids
from mazarbul.sim.games.board_game.bots.features import MIND
from mazarbul.sim.games.board_game.bots.heuristic.cards import forget_cards
from mazarbul.sim.games.board_game.bots.heuristic.odds import ODDS_FIELDS, prepare_odds
from mazarbul.sim.games.board_game.bots.heuristic.situation import look, prepare_situation
from mazarbul.sim.games.board_game.bots.policies import choose
from mazarbul.sim.games.board_game.bots.restrictions import seated
from mazarbul.sim.games.board_game.game import GAME
from tests.board_game.acting import CardBoard
from tests.board_game.board import tables

ADVISED = Path(__file__).parent / "advised.toml"


@cache
def odds() -> np.record:
    """Return a mind with nothing but the tables of odds, computed once."""
    mind = empty_record(MIND)
    prepare_odds(tables().record, mind)
    return mind


@cache
def setup_of(scenario: str):
    """Return a scenario prepared for play."""
    return GAME.setup(scenario)


def mind_of(scenario: str = "two_player") -> np.record:
    """Return the mind of a table of bots that judge as the rules advise, without trained weights."""
    setup = setup_of(scenario)
    bot = GAME.bot(str(ADVISED), setup)
    mind = seated([bot] * len(setup.seats), setup)
    prepare_situation(setup.tables, mind)
    for field in ODDS_FIELDS:
        mind[field[0]] = odds()[field[0]]
    return mind


class BotBoard(CardBoard):
    """A board on which a bot chooses."""

    def __init__(self, scenario: str = "two_player", **given) -> None:
        super().__init__(scenario, **given)
        self.mind = mind_of(scenario)

    def look(self, seat: int) -> np.record:
        """Let the mind see the situation of a seat; return the mind."""
        self.mind.w[:] = self.mind.weights[seat]
        with np.errstate(all="ignore"):
            look(self.s, self.t, self.mind, seat)
        forget_cards(self.mind)
        return self.mind

    @property
    def choice(self) -> tuple[str, int, int]:
        """The option that the bot chooses: name, a and b."""
        with np.errstate(all="ignore"):
            kind, a, b = unpacked(int(choose(self.s, self.t, self.mind)))
        return actions.KINDS[kind].name, a, b

    @property
    def place(self) -> str:
        """The region that the bot chooses."""
        return self.name(self.choice[1])

    def recover(self, turn: int = 2) -> None:
        """Stand at the beginning of the phase of the Fellowship."""
        self.s.turn, self.s.phase, self.s.step = turn, ids.PHASE.FELLOWSHIP, ids.STEP.BEGIN
        self.run()
