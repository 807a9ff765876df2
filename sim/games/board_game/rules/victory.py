"""How a game ends, and Corruption, which can end it (BG-17)."""

import numpy as np

from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.engine.log import note
from mazarbul.sim.games.board_game.ids import ENDED, EVENT, NONE, PHASE, SIDE
from mazarbul.sim.games.board_game.rules.seats import lead, partner


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


@kernel
def partner_score(s, t, seat):
    """Return the points of what a seat's Nations have taken, less what they have lost (BG-18.11).

    Of the Free Peoples only what was lost counts.
    """
    n = np.int64(0)
    for region in range(t.region_n):
        nation = np.int64(t.region_nation[region])
        if s.taker[region] == seat and t.seat_side[seat] == SIDE.SHADOW:
            n += np.int64(t.value[region])
        elif s.taker[region] != NONE and nation != NONE and t.nation_seat[nation] == seat:
            n -= np.int64(t.value[region])
    return n


@kernel
def best_partner(s, t):
    """Return the seat that did better in a winning team of two, NONE without one or in a tie (BG-18.11)."""
    if s.winner == NONE or t.seats_of[s.winner] < 2:
        return np.int64(NONE)
    first = lead(s, s.winner)
    second = partner(t, first)
    lead_by = partner_score(s, t, first) - partner_score(s, t, second)
    if lead_by == 0:
        return np.int64(NONE)
    return first if lead_by > 0 else second
