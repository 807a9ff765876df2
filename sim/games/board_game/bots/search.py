"""Search of this game's moves (see `mazarbul.sim.bots.search`). A round of a search is a turn."""

import numpy as np

from mazarbul.sim.bots.network import judging
from mazarbul.sim.bots.search import Rules, is_first, search_fields, searching, won
from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.games.board_game.bots.bound import is_avoided
from mazarbul.sim.games.board_game.bots.policies import choose, score
from mazarbul.sim.games.board_game.bots.worlds import determinise
from mazarbul.sim.games.board_game.ids import NONE, OPTIONS, SIDE, STREAM
from mazarbul.sim.games.board_game.kernel import MOVING, PLAYING

SEARCH = np.dtype(search_fields(OPTIONS), align=True)


@kernel
def result(s, t):  # noqa: ARG001  (the signature of `PracticeRules.result`)
    """Return what the end of a game is worth to the first side, 0 to 1."""
    return 0.5 if s.winner == NONE else np.float64(s.winner == SIDE.FREE_PEOPLES)


@kernel
def turn_of(s):
    """Return the number of the turn."""
    return np.int64(s.turn)


@kernel
def deal(world, s, t, seat, seed, w):  # noqa: ARG001  (the signature of `Rules.deal`)
    """Make a copy of a state a world that fits what a seat knows."""
    determinise(world, t, seat, seed)


RULES = Rules(
    choose=choose,
    playing=PLAYING,
    cap=MOVING.cap,
    is_avoided=is_avoided,
    blunders=STREAM.BLUNDER,
    deal=deal,
    value=won,
    won=won,
    round_of=turn_of,
    judge=judging(score, PLAYING.is_over, result, is_first),
)
search, weigh = searching(RULES, __name__)
