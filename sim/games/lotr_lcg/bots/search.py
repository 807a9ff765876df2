"""Search of this game's moves. In a campaign a simulated game ends with its quest.

See `mazarbul.sim.bots.search`.
"""

import numpy as np

from mazarbul.sim.bots.network import judging
from mazarbul.sim.bots.search import ARMS, Rules, search_fields, searching
from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.games.lotr_lcg.bots import worlds
from mazarbul.sim.games.lotr_lcg.bots.bound import is_avoided
from mazarbul.sim.games.lotr_lcg.bots.plans import plans
from mazarbul.sim.games.lotr_lcg.bots.policies import choose
from mazarbul.sim.games.lotr_lcg.bots.policies import score as score_moves
from mazarbul.sim.games.lotr_lcg.ids import CARDS, OPTIONS, SIDE, STREAM
from mazarbul.sim.games.lotr_lcg.kernel import MOVING, PLAYING

SEARCH = np.dtype(
    [
        *search_fields(OPTIONS),
        ("names", "i8", (CARDS,)),  # [card] its name in the world
        ("sets", "i8", (ARMS,)),  # [arm] characters to commit, numbers in `char` of the mind
        ("worth", "f8", (ARMS,)),  # [arm] its gain over the first set, as the heuristic bot judges
    ],
    align=True,
)

HOPE = 0.1  # the same where networks learn: more of it teaches to run
LOST = 0.5  # value of a quest lost at its very end; less progress is worth less


@kernel
def won(s, t, seat):  # noqa: ARG001  (the signature of `Rules.won`)
    """Return 1 if the players have won, else 0."""
    return np.float64(s.winner == SIDE.PLAYERS)


@kernel
def value(s, t, seat):  # noqa: ARG001  (the signature of `Rules.value`)
    """Return what the end of a quest is worth to the players, 0 to 1: the victory, else the progress made."""
    if s.winner == SIDE.PLAYERS:
        return 1.0
    points = np.int64(s.past_points) + min(np.int64(s.quest_progress), np.int64(t.stage_points[s.stage]))
    return LOST * min(points / max(np.float64(t.quest_length), 1.0), 1.0)


@kernel
def is_first(t, seat):  # noqa: ARG001  (the signature of `Rules.is_first`)
    """Return that a seat is of the players' side."""
    return True


@kernel
def result(s, t):
    """Return what the end of a quest is worth to the players, 0 to 1."""
    return 1.0 if s.winner == SIDE.PLAYERS else value(s, t, 0) * (HOPE / LOST)


@kernel
def deal(world, s, t, seat, seed, w):
    """Make a copy of a state a world that fits what a player knows, and keep its names of cards."""
    worlds.determinise(world, s, t, seat, seed, w.names)


@kernel
def renamed(action, w):
    """Return an action under the names of cards in the world."""
    return worlds.renamed(action, w.names)


RULES = Rules(
    choose=choose,
    playing=PLAYING,
    cap=MOVING.cap,
    is_avoided=is_avoided,
    blunders=STREAM.BLUNDER,
    deal=deal,
    value=value,
    won=won,
    renamed=renamed,
    plans=plans,
    judge=judging(score_moves, PLAYING.is_over, result, is_first),
)
search, weigh = searching(RULES, __name__)
