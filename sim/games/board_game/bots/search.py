"""Search of this game's moves (see `mazarbul.sim.bots.search`). A round of a search is a turn."""

import numpy as np

from mazarbul.sim.bots.network import judging
from mazarbul.sim.bots.sampling import sampling
from mazarbul.sim.bots.search import Rules, no_plans, same, search_fields, searching
from mazarbul.sim.engine.jit import kernel
from mazarbul.sim.games.board_game.batch import DECISION_CAP
from mazarbul.sim.games.board_game.bots.bound import is_avoided
from mazarbul.sim.games.board_game.bots.looks import FEATURES, TURNS, look, turn_of
from mazarbul.sim.games.board_game.bots.policies import choose, score
from mazarbul.sim.games.board_game.bots.worlds import determinise
from mazarbul.sim.games.board_game.ids import NONE, OPTIONS, SIDE, STREAM
from mazarbul.sim.games.board_game.kernel import advance, decide, is_over, new_game

SEARCH = np.dtype(search_fields(OPTIONS, TURNS + 1, FEATURES), align=True)


@kernel
def value(s, t, seat):
    """Return what the end of a game is worth to a seat's side: 1 if it has won, one half if nobody has."""
    return 0.5 if s.winner == NONE else np.float64(s.winner == t.seat_side[seat])


@kernel
def is_first(t, seat):
    """Return whether a seat is of the first side."""
    return t.seat_side[seat] == SIDE.FREE_PEOPLES


@kernel
def result(s, t):  # noqa: ARG001  (the signature of `PracticeRules.result`)
    """Return what the end of a game is worth to the first side, 0 to 1."""
    return 0.5 if s.winner == NONE else np.float64(s.winner == SIDE.FREE_PEOPLES)


@kernel
def deal(world, s, t, seat, seed, w):  # noqa: ARG001  (the signature of `Rules.deal`)
    """Make a copy of a state a world that fits what a seat knows."""
    determinise(world, t, seat, seed)


RULES = Rules(
    choose=choose,
    decide=decide,
    advance=advance,
    is_over=is_over,
    cap=DECISION_CAP,
    is_avoided=is_avoided,
    blunders=STREAM.BLUNDER,
    deal=deal,
    value=value,
    won=value,
    renamed=same,
    round_of=turn_of,
    look=look,
    plans=no_plans,
    judge=judging(score, is_over, result, is_first),
)
_searched, _weighed = searching(RULES)
_sampled = sampling(RULES, new_game)


@kernel
def search(s, t, m, w, states):
    """Return the action of the deciding seat (see `mazarbul.sim.bots.search.searching`)."""
    return _searched(s, t, m, w, states)


@kernel
def weigh(s, t, m, w, states, n):
    """Play the chosen arm and the quicker bot's own in n new worlds.

    See `mazarbul.sim.bots.search.Kernels`.
    """
    _weighed(s, t, m, w, states, n)


@kernel
def sample(s, t, m, seed, first, seat, looks, seen, ends):
    """Play games and note their positions and ends (see `mazarbul.sim.bots.sampling.sampling`)."""
    _sampled(s, t, m, seed, first, seat, looks, seen, ends)
