"""A board on which the heuristic bot thinks aloud."""

from __future__ import annotations

import numpy as np

from mazarbul.sim.engine.actions import unpacked
from mazarbul.sim.games.board_game import actions
from mazarbul.sim.games.board_game.bots.policies import score
from tests.board_game.minds import BotBoard


class ThinkingBoard(BotBoard):
    """A board whose pending decision a bot judges."""

    def scores(self) -> list[tuple[tuple[str, int, int], float]]:
        """Return each option with its score."""
        s, m = self.s, self.mind
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
