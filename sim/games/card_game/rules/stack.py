"""The work stack: what is still to be done, innermost frame last; and the order of seats."""

import numpy as np

from sim.engine.bits import bit, has
from sim.engine.jit import kernel
from sim.games.card_game.ids import ACTION, NONE
from sim.games.card_game.vocabulary import FIRST_FACTION, THEY, YOU


@kernel
def push(s, kind, a, b, c, d):
    """Push a frame with up to four arguments; the other slots are 0."""
    frame = s.frames[s.frame_n]
    frame[:] = 0
    frame[0] = kind
    frame[1] = a
    frame[2] = b
    frame[3] = c
    frame[4] = d
    s.frame_n += 1


@kernel
def pop(s):
    """Drop the top frame."""
    s.frame_n -= 1


@kernel
def top(s):
    """Return the top frame, an int64 array view."""
    return s.frames[s.frame_n - 1]


@kernel
def seat_in_order(t, slot, i):
    """Return the i-th different seat of the turn order counted from `slot`, or NONE after the last."""
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
    if t.each_from_active != 0 and s.phase == ACTION and s.slot != NONE:
        return np.int64(s.slot)
    return np.int64(s.start_slot)


@kernel
def seat_of(t, player, you, they):
    """Return the seat that a player word means, or NONE (CG-13.3)."""
    if player == YOU:
        return np.int64(you)
    if player == THEY:
        return np.int64(they)
    return np.int64(t.faction_seat[player - FIRST_FACTION])
