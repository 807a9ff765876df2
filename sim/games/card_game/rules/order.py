"""The order of seats, and the seat that a player word means."""

import numpy as np

from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.engine.bits import bit, has
from mazarbul.sim.games.card_game.content.vocabulary import (
    FIRST_FACTION,
    PLAYER,
)
from mazarbul.sim.games.card_game.ids import NONE, PHASE


@kernel
def seat_in_order(t, slot, i):
    """Return the i-th distinct seat of the turn order, counted from `slot`, or NONE after the last."""
    seen = np.int64(0)
    for k in range(t.slot_n):
        seat = np.int64(t.slots[(slot + k) % t.slot_n])
        if has(seen, seat):
            continue
        if i == 0:
            return seat
        seen |= bit(seat)
        i -= 1
    return np.int64(NONE)


@kernel
def first_slot_of_each(s, t):
    """Return the slot from which `each` counts the seats (CG-1.13, AM-2)."""
    if t.each_from_active != 0 and s.phase == PHASE.ACTION and s.slot != NONE:
        return np.int64(s.slot)
    return np.int64(s.start_slot)


@kernel
def seat_of(t, player, you, they):
    """Return the seat that a player word means, or NONE (CG-13.3)."""
    if player == PLAYER.YOU:
        return np.int64(you)
    if player == PLAYER.THEY:
        return np.int64(they)
    return np.int64(t.faction_seat[player - FIRST_FACTION])
