"""Figures on the map and off it: the only functions that write where figures are (BG-1.8 to BG-1.13).

They keep the counts of every stand, and note which stands have changed for the checks after each step.
"""

import numpy as np

from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.engine import sets
from mazarbul.sim.engine.bits import bit, lowest_bit
from mazarbul.sim.engine.log import note
from mazarbul.sim.games.board_game import records
from mazarbul.sim.games.board_game.ids import (
    AWAY,
    BOX,
    COMPANIONS,
    EVENT,
    FIGURES_OF,
    FREE_NATIONS,
    NATION,
    NATION_N,
    NONE,
    PIECE,
    PIECE_N,
    PLACES,
    REARGUARD,
    SIDE,
    UNIT_N,
)

# Reading -------------------------------------------------------------------------------------------


@kernel
def side_of_nation(nation):
    """Return the side of a nation (BG-1.1)."""
    return np.int64(SIDE.FREE_PEOPLES) if nation < FREE_NATIONS else np.int64(SIDE.SHADOW)


@kernel
def count(s, stand, nation, piece):
    """Return how many figures of a piece are at a stand."""
    if piece < UNIT_N:
        return np.int64(s.units[stand, nation, piece])
    if piece == PIECE.LEADER:
        return np.int64(s.leaders[stand, nation]) if nation < FREE_NATIONS else np.int64(0)
    return np.int64(s.nazgul[stand]) if nation == NATION.SAURON else np.int64(0)


@kernel
def nation_units(s, stand, nation):
    """Return the number of units of a nation at a stand."""
    return np.int64(s.units[stand, nation, PIECE.REGULAR]) + np.int64(s.units[stand, nation, PIECE.ELITE])


@kernel
def units_of(s, stand, side):
    """Return the number of units of a side at a stand."""
    return np.int64(s.unit_n[stand]) if s.side_of[stand] == side else np.int64(0)


@kernel
def box_of(t, region):
    """Return the stand of the box of a region, or NONE (BG-1.9)."""
    stronghold = np.int64(t.stronghold[region])
    return np.int64(NONE) if stronghold == NONE else BOX + stronghold


@kernel
def figures_at(s, stand, side):
    """Return the set of a side's Characters at a stand."""
    return np.int64(s.who[stand]) & np.int64(FIGURES_OF[0] if side == SIDE.FREE_PEOPLES else FIGURES_OF[1])


@kernel
def where_is(s, figure):
    """Return the stand of a figure on the map, or NONE; the rearguard of a battle counts as on the map."""
    stand = np.int64(s.stand[figure])
    return stand if stand >= 0 else np.int64(NONE)


# Counting ------------------------------------------------------------------------------------------


@kernel
def change(s, stand, nation, piece, n):
    """Add n figures of a piece to a stand (fewer if n is negative), and keep its counts."""
    if n == 0:
        return
    if piece < UNIT_N:
        s.units[stand, nation, piece] += n
        s.unit_n[stand] += n
        if piece == PIECE.ELITE:
            s.elite_n[stand] += n
        recount(s, stand, nation)
    elif piece == PIECE.LEADER:
        s.leaders[stand, nation] += n
        s.leader_n[stand] += n
    else:
        s.nazgul[stand] += n
    if stand <= REARGUARD:
        touch(s, stand)


@kernel
def touch(s, stand):
    """Note that the figures of a stand have changed."""
    sets.add(s.dirty, stand)
    s.is_dirty = 1


@kernel
def recount(s, stand, nation):
    """Keep whose Army is at a stand after units of a nation have come or gone (BG-1.10)."""
    if nation_units(s, stand, nation) > 0:
        s.nations[stand] |= bit(nation)
    else:
        s.nations[stand] &= ~bit(nation)
    side = side_of_nation(nation) if s.nations[stand] != 0 else np.int64(NONE)
    if side != NONE and s.nations[stand] & bit(nation) == 0:
        side = side_of_nation(lowest_bit(np.int64(s.nations[stand])))
    before = np.int64(s.side_of[stand])
    s.side_of[stand] = side
    if stand < PLACES and side != before:
        if before != NONE:
            sets.remove(s.armies[before], stand)
        if side != NONE:
            sets.add(s.armies[side], stand)


# Figures that come, go and change ------------------------------------------------------------------


@kernel
def add(s, stand, nation, piece, n):
    """Put up to n figures of a piece from the pool on a stand; return how many there were."""
    n = min(np.int64(n), np.int64(s.pool[nation, piece]))
    if n > 0:
        s.pool[nation, piece] -= n
        change(s, stand, nation, piece, n)
        note(s, EVENT.ADD, stand, nation * PIECE_N + piece, n)
        if piece < UNIT_N:
            records.mustered(s, nation, n)
    return n


@kernel
def retire(s, stand, nation, piece, n):
    """Move n figures of a piece from a stand to the pool, as stack limits do (BG-1.11)."""
    change(s, stand, nation, piece, -n)
    s.pool[nation, piece] += n
    note(s, EVENT.REMOVE, stand, nation * PIECE_N + piece, n)


@kernel
def eliminate(s, stand, nation, piece, n):
    """Eliminate n figures of a piece: to the pool or the casualties (BG-1.13)."""
    change(s, stand, nation, piece, -n)
    bury(s, nation, piece, n)
    note(s, EVENT.REMOVE, stand, nation * PIECE_N + piece, n)
    if piece < UNIT_N:
        records.units_lost(s, stand, nation, n)


@kernel
def bury(s, nation, piece, n):
    """Put n eliminated figures of a piece where they go (BG-1.13)."""
    if nation < FREE_NATIONS:
        s.dead[nation, piece] += n
    else:
        s.pool[nation, piece] += n


@kernel
def reduce(s, stand, nation):
    """Reduce an Elite to a Regular of its nation, or remove it if there is none (BG-11.13)."""
    change(s, stand, nation, PIECE.ELITE, -1)
    if nation < FREE_NATIONS and s.dead[nation, PIECE.REGULAR] > 0:
        s.dead[nation, PIECE.REGULAR] -= 1
        change(s, stand, nation, PIECE.REGULAR, 1)
    elif s.pool[nation, PIECE.REGULAR] > 0:
        s.pool[nation, PIECE.REGULAR] -= 1
        change(s, stand, nation, PIECE.REGULAR, 1)
    else:
        records.units_lost(s, stand, nation, 1)
    bury(s, nation, PIECE.ELITE, 1)
    note(s, EVENT.REDUCE, stand, nation, 0)


@kernel
def upgrade(s, stand, nation):
    """Turn a Regular into an Elite of its nation from the pool, as cards do (BG-7.6); both must be there."""
    eliminate(s, stand, nation, PIECE.REGULAR, 1)
    add(s, stand, nation, PIECE.ELITE, 1)
    records.not_lost(s, stand, nation)


@kernel
def put_figure(s, figure, where):
    """Put a figure on a stand, or off the map: `where` is a stand or a code of AWAY."""
    before = np.int64(s.stand[figure])
    if before >= 0:
        s.who[before] &= ~bit(figure)
        touch(s, before)
    if before == AWAY.FELLOWSHIP:
        s.members &= ~bit(figure)
    elif where == AWAY.FELLOWSHIP and figure < COMPANIONS:
        s.members |= bit(figure)
    s.stand[figure] = where
    if where >= 0:
        s.who[where] |= bit(figure)
        touch(s, where)
    s.is_dirty = 1
    records.figure_moves(s, figure, np.int64(before), np.int64(where))
    note(s, EVENT.FIGURE, figure, where, 0)


@kernel
def eliminate_others(s, stand, side):
    """Eliminate all Leaders, Nazgûl and Characters of a side at a stand (BG-11.14)."""
    if side == SIDE.FREE_PEOPLES:
        eliminate_leaders(s, stand)
    elif s.nazgul[stand] > 0:
        eliminate(s, stand, NATION.SAURON, PIECE.NAZGUL, np.int64(s.nazgul[stand]))
    eliminate_figures(s, figures_at(s, stand, side))


@kernel
def eliminate_figures(s, figures):
    """Eliminate a set of figures for good (BG-1.13)."""
    rest = np.int64(figures)
    while rest != 0:
        put_figure(s, lowest_bit(rest), AWAY.DEAD)
        rest &= rest - 1


@kernel
def eliminate_leaders(s, stand):
    """Eliminate all Leaders at a stand (BG-1.12)."""
    for nation in range(FREE_NATIONS):
        n = np.int64(s.leaders[stand, nation])
        if n > 0:
            eliminate(s, stand, nation, PIECE.LEADER, n)


# Figures that move ---------------------------------------------------------------------------------


@kernel
def move(s, origin, to, nation, piece, n):
    """Move n figures of a piece from one stand to another."""
    if n != 0:
        change(s, origin, nation, piece, -n)
        change(s, to, nation, piece, n)


@kernel
def move_part(s, origin, to, part):
    """Move the figures that the stand `part` lists from one stand to another."""
    note(s, EVENT.MARCH, origin, to, 0)
    for nation in range(NATION_N):
        for piece in range(PIECE_N):
            n = count(s, part, nation, piece)
            if n > 0:
                move(s, origin, to, nation, piece, n)
                note(s, EVENT.GOES, nation * PIECE_N + piece, n, 0)
    rest = np.int64(s.who[part])
    while rest != 0:
        put_figure(s, lowest_bit(rest), to)
        rest &= rest - 1


@kernel
def move_all(s, origin, to, side, figures):
    """Move all that a side has at a stand to another; of its Characters only those of the set `figures`."""
    for nation in range(NATION_N):
        if side_of_nation(nation) == side:
            for piece in range(PIECE_N):
                move(s, origin, to, nation, piece, count(s, origin, nation, piece))
    rest = figures_at(s, origin, side) & figures
    while rest != 0:
        put_figure(s, lowest_bit(rest), to)
        rest &= rest - 1


# Lists of figures that stand elsewhere --------------------------------------------------------------


@kernel
def clear_list(s, listing):
    """Empty a stand that only lists figures."""
    for nation in range(NATION_N):
        for piece in range(PIECE_N):
            change(s, listing, nation, piece, -count(s, listing, nation, piece))
    s.who[listing] = 0


@kernel
def list_more(s, listing, part):
    """Add to a list what another lists."""
    for nation in range(NATION_N):
        for piece in range(PIECE_N):
            change(s, listing, nation, piece, count(s, part, nation, piece))
    s.who[listing] |= s.who[part]
