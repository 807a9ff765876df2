"""How a game ends, and Corruption, which can end it (BG-17)."""

import numpy as np

from sim.engine.jit import kernel
from sim.engine.log import note
from sim.games.board_game.ids import ENDED, EVENT, PHASE, SIDE


@kernel
def end_game(s, winner, reason):
    """End the game. winner: SIDE or NONE. reason: ENDED."""
    if s.phase == PHASE.OVER:
        return
    s.winner = winner
    s.end_reason = reason
    s.phase = PHASE.OVER
    s.frame_n = 0
    note(s, EVENT.END, winner, reason, 0)


@kernel
def corrupt(s, t, n):
    """Add n to Corruption, or heal if n is negative; at its most the Shadow wins (BG-17.1)."""
    before = np.int64(s.corruption)
    now = max(np.int64(0), min(before + n, np.int64(t.most_corruption)))
    if now == before:
        return
    s.corruption = now
    note(s, EVENT.CORRUPTION, now - before, now, 0)
    if now == t.most_corruption:
        end_game(s, SIDE.SHADOW, ENDED.CORRUPTED)


@kernel
def check_conquest(s, t):
    """End the game if a side has enough points in phase 6: the Shadow's come first (BG-17.3 to BG-17.5)."""
    if s.points[SIDE.SHADOW] >= t.points_to_win[SIDE.SHADOW]:
        end_game(s, SIDE.SHADOW, ENDED.SHADOW_MILITARY)
    elif s.points[SIDE.FREE_PEOPLES] >= t.points_to_win[SIDE.FREE_PEOPLES]:
        end_game(s, SIDE.FREE_PEOPLES, ENDED.FREE_MILITARY)
