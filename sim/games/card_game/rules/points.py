"""The corruption counter, and the factions that earned or lost a location's points (for the analysis)."""

import numpy as np

from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.engine.bits import lowest_bit
from mazarbul.sim.engine.log import note
from mazarbul.sim.games.card_game.ids import BATTLEGROUNDS, LOCATION_KIND, NONE, SIDE, SIDE_CARDS, E


@kernel
def share_points(s, t, place, attackers, defenders, side, winner):
    """Record the points of the location for the factions that fought there, in proportion to their icons.

    side: the attacking side. winner: side, or NONE if nobody scores.
    """
    if winner == NONE:
        return
    if place < BATTLEGROUNDS:
        kind = (
            LOCATION_KIND.FREE_PEOPLES_BATTLEGROUND
            if t.bg_side[place] == SIDE.FREE_PEOPLES
            else LOCATION_KIND.SHADOW_BATTLEGROUND
        )
        points = np.float64(t.place_points[place])
    elif winner == SIDE.FREE_PEOPLES:
        kind = LOCATION_KIND.PATH
        points = np.float64(t.place_points[place])
    else:
        kind = LOCATION_KIND.PATH
        points = np.float64(s.attack - s.defense)
    share(s, t, attackers, side, kind, winner == side, points)
    share(s, t, defenders, 1 - side, kind, winner != side, points)


@kernel
def share(s, t, cards, side, kind, is_won, points):
    """Share the points among the factions of the side's cards, in proportion to their icons."""
    total = 0
    rest = cards
    while rest != 0:
        total += s.cancel[side * SIDE_CARDS + lowest_bit(rest)]
        rest &= rest - 1
    if total == 0:
        return
    rest = cards
    while rest != 0:
        card = side * SIDE_CARDS + lowest_bit(rest)
        rest &= rest - 1
        s.points[t.faction[card], kind, 1 if is_won else 0] += np.float32(points * s.cancel[card] / total)


@kernel
def add_corruption(s, n):
    """Move the corruption counter, never below 0 (CG-9.20)."""
    before = np.int64(s.corruption)
    s.corruption = max(before + n, 0)
    if s.corruption != before:
        note(s, E.CORRUPTION, s.corruption - before, s.corruption, 0)
