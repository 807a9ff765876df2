"""How many dice the Shadow puts into the Hunt Box (BG-B11)."""

import numpy as np

from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.games.board_game.bots.features import CORRUPTION
from mazarbul.sim.games.board_game.bots.weights import W
from mazarbul.sim.games.board_game.ids import FACE, NONE, SIDE

OFF = 10.0  # cost of each die more or fewer than wanted


@kernel
def score_allocate(s, t, m, n):
    """Return the score of n dice for the Hunt."""
    return -OFF * abs(n - wanted_dice(s, t, m))


@kernel
def wanted_dice(s, t, m):
    """Return how many dice are wanted for the Hunt; Eyes come on top."""
    if s.points[SIDE.SHADOW] >= m.w[W.CONQUER_POINTS]:
        return m.w[W.HUNT_CONQUERING]
    if s.mordor != NONE:
        return np.float64(t.most_hunt_dice)
    if m.shadow_plan == CORRUPTION:
        return np.floor(t.most_hunt_dice - eyes_expected(s, t) + 0.5)
    if s.turn <= 3:
        return m.w[W.HUNT_EARLY] + (m.w[W.HUNT_MORE] if s.corruption > 0 else 0.0)
    return m.w[W.HUNT_DICE] + (1.0 if m.way <= 4 and s.is_hidden == 1 else 0.0)


@kernel
def eyes_expected(s, t):
    """Return how many Eyes the dice of the Shadow are expected to show."""
    eyes = 0.0
    for i in range(t.faces.shape[1]):
        eyes += 1.0 if t.faces[SIDE.SHADOW, i] == FACE.EYE else 0.0
    return eyes / t.faces.shape[1] * s.pool_dice[SIDE.SHADOW]
