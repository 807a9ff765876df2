"""Hits that are taken, and units above the limits (BG-1.11, BG-7.9, BG-11.13)."""

import numpy as np

from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.engine.actions import NONE, ask, offer
from mazarbul.sim.engine.stack import pop, push, top
from mazarbul.sim.games.board_game import actions
from mazarbul.sim.games.board_game.frames import Losses, Trim
from mazarbul.sim.games.board_game.ids import LOSS, NATION_N, PIECE, PIECE_N, PLACES, REGIONS, UNIT_N
from mazarbul.sim.games.board_game.rules.seats import commander, lead, may_use, partner, strength
from mazarbul.sim.games.board_game.rules.stands import eliminate, reduce, retire

# Hits ----------------------------------------------------------------------------------------------


@kernel
def hit_points(s, stand):
    """Return how many hits the units at a stand can take: a Regular 1, an Elite 2 (BG-12.7)."""
    return np.int64(s.unit_n[stand]) + np.int64(s.elite_n[stand])


@kernel
def take_hits(s, stand, n):
    """Have the owner of an Army take n hits."""
    if n > 0 and s.unit_n[stand] > 0:
        push(s, Losses.kind, stand, n)


@kernel
def step_losses(s, t):
    """Take all hits if nothing is left then, otherwise ask for the next one (BD-37)."""
    frame = top(s)
    stand = frame[Losses.stand]
    left = frame[Losses.left]
    if left <= 0 or s.unit_n[stand] == 0:
        pop(s)
    elif left >= hit_points(s, stand):
        pop(s)
        eliminate_units(s, stand)
    else:
        ask(s, commander(s, t, stand, np.int64(s.side_of[stand])), actions.LOSE)
        for nation in range(NATION_N):
            if s.units[stand, nation, PIECE.REGULAR] > 0:
                offer(s, actions.LOSE, nation, LOSS.REGULAR)
            if s.units[stand, nation, PIECE.ELITE] > 0:
                offer(s, actions.LOSE, nation, LOSS.REDUCE)
                if left > 1:
                    offer(s, actions.LOSE, nation, LOSS.ELITE)


@kernel
def eliminate_units(s, stand):
    """Eliminate all units at a stand."""
    for nation in range(NATION_N):
        for piece in range(UNIT_N):
            n = np.int64(s.units[stand, nation, piece])
            if n > 0:
                eliminate(s, stand, nation, piece, n)


@kernel
def answer_lose(s, nation, loss):
    """Take a hit in the chosen way."""
    frame = top(s)
    stand = frame[Losses.stand]
    if loss == LOSS.REGULAR:
        eliminate(s, stand, nation, PIECE.REGULAR, 1)
    elif loss == LOSS.REDUCE:
        reduce(s, stand, nation)
    else:
        eliminate(s, stand, nation, PIECE.ELITE, 1)
        frame[Losses.left] -= 1
    frame[Losses.left] -= 1


# Stack limits --------------------------------------------------------------------------------------


@kernel
def overfull(s, t):
    """Return the first stand with more units than its limit, or NONE (BG-1.11, BG-19.4)."""
    for stand in range(PLACES):
        if s.unit_n[stand] > (t.field_limit if stand < REGIONS else t.box_limit):
            return np.int64(stand)
    return np.int64(NONE)


@kernel
def step_trim(s, t):
    """Ask which unit goes to the pool while there are too many at a stand (BD-30)."""
    stand = overfull(s, t)
    if stand == NONE:
        pop(s)
        return
    frame = top(s)
    if frame[Trim.stand] != stand:
        frame[Trim.stand] = stand
        frame[Trim.seat] = lead(s, s.side_of[stand])
    seat = who_trims(s, t, stand, frame[Trim.seat])
    frame[Trim.seat] = seat
    ask(s, seat, actions.TRIM)
    for nation in range(NATION_N):
        for piece in range(UNIT_N):
            if s.units[stand, nation, piece] > 0 and may_use(t, seat, nation):
                offer(s, actions.TRIM, nation * PIECE_N + piece, 0)


@kernel
def who_trims(s, t, stand, last):
    """Return the seat that removes the next unit: partners in turn, first the one not leading (BG-18.8).

    last: the seat before, at first the leading one.
    """
    other = partner(t, last)
    return last if other == NONE or strength(s, t, stand, other) == 0 else other


@kernel
def answer_trim(s, t, piece):
    """Put a unit above the limit into the pool."""
    retire(s, overfull(s, t), piece // PIECE_N, piece % PIECE_N, 1)
