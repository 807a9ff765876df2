"""A board on which the heuristic bot thinks aloud."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import numpy as np

from sim.engine.actions import unpacked
from sim.games.board_game import actions
from sim.games.board_game.bots.heuristic.odds import ODDS_FIELDS
from sim.games.board_game.bots.heuristic.situation import prepare_situation
from sim.games.board_game.bots.policies import score
from sim.games.board_game.bots.restrictions import seated
from sim.games.board_game.game import GAME
from tests.board_game.acting import CardBoard
from tests.board_game.minds import odds


@cache
def mind(words: str = "heuristic") -> np.record:
    """Return the mind of a table of such bots without preferences; its odds of battles are not worked out."""
    setup = GAME.setup("two_player")
    bot = replace(GAME.bot(words, setup), preferences=None)
    made = seated([bot] * len(setup.seats), setup)
    prepare_situation(setup.tables, made)
    return made


def add_odds() -> None:
    """Add the odds of battles to the mind, for decisions that depend on them."""
    for name, *_ in ODDS_FIELDS:
        mind()[name] = odds()[name]


class ThinkingBoard(CardBoard):
    """A board whose pending decision a bot judges."""

    def scores(self) -> list[tuple[tuple[str, int, int], float]]:
        """Return each option with its score."""
        s, m = self.s, mind()
        with np.errstate(over="ignore"):
            score(s, self.t, m, int(s.actor))
        return list(zip(self.options, m.score[: s.option_n].tolist(), strict=True))

    def think(self) -> tuple[str, int, int]:
        """Take the option with the best score and return it."""
        scores = self.scores()
        best = max(range(len(scores)), key=lambda i: scores[i][1])
        chosen = scores[best][0]
        assert actions.KINDS[unpacked(int(self.s.options[best]))[0]].name == chosen[0]
        self.choose(*chosen)
        return chosen
