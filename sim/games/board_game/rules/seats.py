"""Who decides: seats, leading partners, and who commands an Army (BG-18)."""

import numpy as np

from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.engine.bits import has
from mazarbul.sim.games.board_game.ids import NATION_N, NONE, PIECE, SIDE
from mazarbul.sim.games.board_game.rules.stands import nation_units

UNIT_WEIGHT = 128  # of a unit where partners compare theirs; an Elite counts 1 more


@kernel
def enemy_of(side):
    """Return the other side."""
    return np.int64(SIDE.SHADOW) if side == SIDE.FREE_PEOPLES else np.int64(SIDE.FREE_PEOPLES)


@kernel
def lead(s, side):
    """Return the seat that leads a side (BG-18.1, BG-18.4)."""
    return np.int64(s.leading[side])


@kernel
def partner(t, seat):
    """Return the other seat of a team of two, or NONE."""
    for other in range(t.seat_n):
        if other != seat and t.seat_side[other] == t.seat_side[seat]:
            return np.int64(other)
    return np.int64(NONE)


@kernel
def commander(s, t, stand, side):
    """Return the seat that commands a side's Army at a stand (BG-18.8).

    With two partners the one with more units, then with more Elites, then the one who leads.
    """
    best = lead(s, side)
    if t.seats_of[side] < 2 or s.side_of[stand] != side:
        return best
    most = strength(s, t, stand, best)
    other = partner(t, best)
    return other if strength(s, t, stand, other) > most else best


@kernel
def strength(s, t, stand, seat):
    """Return a number by which partners compare their units at a stand: first units, then Elites."""
    total = np.int64(0)
    for nation in range(NATION_N):
        if has(t.seat_nations[seat], nation):
            total += UNIT_WEIGHT * nation_units(s, stand, nation) + np.int64(
                s.units[stand, nation, PIECE.ELITE]
            )
    return total


@kernel
def may_use(t, seat, nation):
    """Return whether a seat uses dice, recruits and political steps for a nation (BG-18.6)."""
    return has(t.seat_nations[seat], nation)
