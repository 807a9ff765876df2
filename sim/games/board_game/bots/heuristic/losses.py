"""Which units an Army loses (BG-B3)."""

import numpy as np

from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.engine.bits import has
from mazarbul.sim.engine.stack import top
from mazarbul.sim.games.board_game.bots.heuristic.odds import might_of
from mazarbul.sim.games.board_game.bots.heuristic.worths import piece_worth
from mazarbul.sim.games.board_game.bots.weights import W
from mazarbul.sim.games.board_game.frames import Losses
from mazarbul.sim.games.board_game.ids import FREE_NATIONS, LOSS, PIECE, PIECE_N
from mazarbul.sim.games.board_game.rules.stands import side_of_nation


@kernel
def score_lose(s, m, nation, loss):
    """Return the score of a way to take a hit: the Army that is left, and which Nation pays."""
    stand = np.int64(top(s)[Losses.stand])
    units = np.int64(s.unit_n[stand])
    elites = np.int64(s.elite_n[stand])
    score = m.w[W.PAID_BY] * preference(s, stand, nation)
    if loss == LOSS.REGULAR:
        return score + might_of(m, units - 1, elites)
    if loss == LOSS.REDUCE and has_regular(s, nation):
        return score + might_of(m, units, elites - 1) - m.w[W.SPARE_ELITE]
    score += might_of(m, units - 1, elites - 1) - m.w[W.SPARE_ELITE]
    return score + 1.0 if loss == LOSS.ELITE else score  # the second hit is worth a hit point


@kernel
def has_regular(s, nation):
    """Return whether a Regular is to be had for a reduced Elite of a Nation (BG-11.13)."""
    return s.pool[nation, PIECE.REGULAR] > 0 or (nation < FREE_NATIONS and s.dead[nation, PIECE.REGULAR] > 0)


@kernel
def preference(s, stand, nation):
    """Return how readily units of a Nation at a stand are lost: those not At War, then those of many."""
    n = 1.0 * s.units[stand, nation, PIECE.REGULAR] + s.units[stand, nation, PIECE.ELITE]
    return n / 10.0 + (0.0 if has(s.at_war, nation) else 1.0)


@kernel
def score_trim(s, t, m, seat, piece):
    """Return the score of the figure that is removed: the least of an own Army, the best of an enemy's."""
    nation = np.int64(piece // PIECE_N)
    worth = piece_worth(m, nation, np.int64(piece % PIECE_N))
    if side_of_nation(nation) != t.seat_side[seat]:
        return worth
    return -worth if has(s.at_war, nation) else m.w[W.PAID_BY] - worth
