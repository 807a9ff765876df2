"""What a part of an Army can consist of: who may march, attack, besiege, advance (BG-9.1, BG-11.2, BG-18.8).

A part is chosen as a chain of numbers: units first, then Leaders, Nazgûl, Characters; each is a *step*.
"""

import numpy as np

from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.engine.bits import bit, has, lowest_bit
from mazarbul.sim.games.board_game.ids import (
    FIGURE_N,
    FREE_NATIONS,
    MOVED,
    MOVES,
    NATION,
    NATION_N,
    NONE,
    PIECE,
    PIECE_N,
    PURPOSE,
    SIDE,
    UNIT_N,
)
from mazarbul.sim.games.board_game.rules.politics import is_at_war
from mazarbul.sim.games.board_game.rules.repeats import is_barred_army, is_bound
from mazarbul.sim.games.board_game.rules.standing import leading_elites
from mazarbul.sim.games.board_game.rules.stands import count, figures_at, side_of_nation

# The order of the chain: units by nation, Leaders by nation, Nazgûl, Characters.
UNIT_STEPS = NATION_N * UNIT_N
LEADER_STEPS = UNIT_STEPS + FREE_NATIONS
FIGURE_STEPS = LEADER_STEPS + 1
STEPS = FIGURE_STEPS + FIGURE_N


@kernel
def nation_of(i):
    """Return the nation of a step of the chain; Characters have none."""
    if i < UNIT_STEPS:
        return np.int64(i) // UNIT_N
    if i < LEADER_STEPS:
        return np.int64(i) - UNIT_STEPS
    return np.int64(NATION.SAURON)


@kernel
def piece_of(i):
    """Return the piece of a step of the chain; Characters have none."""
    if i < UNIT_STEPS:
        return np.int64(i) % UNIT_N
    return np.int64(PIECE.LEADER) if i < LEADER_STEPS else np.int64(PIECE.NAZGUL)


@kernel
def slot_of(i):
    """Return the slot that actions name for a step of the chain."""
    if i >= FIGURE_STEPS:
        return np.int64(NATION_N * PIECE_N + i - FIGURE_STEPS)
    return nation_of(i) * PIECE_N + piece_of(i)


# What may go ---------------------------------------------------------------------------------------


@kernel
def may_go_abroad(s, t, nation, to):
    """Return whether units of a nation may enter a region by the border rule (BG-9.4)."""
    home = np.int64(t.region_nation[to])
    return is_at_war(s, nation) or home == NONE or home == nation


@kernel
def has_moved(s, stand, nation, piece):
    """Return how many figures of a piece at a stand have moved already in this action (BG-9.1)."""
    n = np.int64(0)
    for i in range(MOVES):
        if s.moved_at[i] == stand:
            n += count(s, MOVED + i, nation, piece)
    return n


@kernel
def available(s, t, purpose, stand, to, i, party):
    """Return how many figures of a step of the chain may be in the part.

    party: seat whose figures alone may be in it, or NONE for anybody's (BG-18.8).
    """
    side = np.int64(s.side_of[stand])
    if i >= FIGURE_STEPS:
        return np.int64(has(free_figures(s, t, purpose, stand, side, party), i - FIGURE_STEPS))
    nation = nation_of(i)
    piece = piece_of(i)
    is_own = party == NONE or piece == PIECE.NAZGUL or has(t.seat_nations[party], nation)
    if side_of_nation(nation) != side or not is_own:
        return np.int64(0)
    n = count(s, stand, nation, piece)
    if n == 0 or piece == PIECE.NAZGUL or purpose == PURPOSE.ADVANCE or purpose == PURPOSE.BESIEGE:
        is_allowed = True
    elif purpose == PURPOSE.ATTACK:
        is_allowed = is_at_war(s, nation)
    else:
        is_allowed = may_go_abroad(s, t, nation, np.int64(t.region_of[to]))
    if not is_allowed:
        return np.int64(0)
    if purpose == PURPOSE.MARCH:
        n -= has_moved(s, stand, nation, piece)
    return max(n, np.int64(0))


@kernel
def free_figures(s, t, purpose, stand, side, party):
    """Return the set of the Characters at a stand that may be in the part; Level 0 never moves (BG-8.2)."""
    figures = figures_at(s, stand, side)
    if party != NONE and t.seats_of[side] > 1:
        figures &= np.int64(t.seat_figures[party])
    if purpose == PURPOSE.ATTACK:
        return figures
    figures &= np.int64(t.movers)
    if purpose == PURPOSE.MARCH:
        for i in range(MOVES):
            if s.moved_at[i] == stand:
                figures &= ~np.int64(s.who[MOVED + i])
    return figures


@kernel
def leads(i, elites):
    """Return whether figures of a step of the chain lead an Army (BG-6.2, BG-6.9).

    elites: set of the nations whose Elites are Leaders.
    """
    return i >= UNIT_STEPS or (piece_of(i) == PIECE.ELITE and has(elites, nation_of(i)))


@kernel
def must_leave(s, t, purpose, stand, to, party):
    """Return whether a unit must stay behind: with a Leader who cannot go along (BG-1.12, BG-9.1)."""
    if s.leader_n[stand] == 0 or s.side_of[stand] != SIDE.FREE_PEOPLES:
        return False
    n = np.int64(0)
    for i in range(UNIT_STEPS, LEADER_STEPS):
        n += available(s, t, purpose, stand, to, i, party)
    return n < s.leader_n[stand]


@kernel
def room(s, t, purpose, to):
    """Return how many units may go where they go; too many is legal unless a switch forbids it (BG-1.11)."""
    if purpose == PURPOSE.ATTACK or t.overstack_forbidden == 0:
        return np.int64(t.field_limit) * 8
    return np.int64(t.field_limit) - np.int64(s.unit_n[to])


@kernel
def might_be_led(s, stand):
    """Return whether a stand has more than Regulars, who never lead an Army (BG-6.2, BG-6.9)."""
    others = s.elite_n[stand] + s.leader_n[stand] + s.nazgul[stand]
    return others > 0 or s.who[stand] != 0


@kernel
def can_compose(s, t, purpose, stand, to, is_led, party):
    """Return whether some legal part of the Army at a stand could go (BG-9.1, BG-9.2, BG-18.9)."""
    if is_led == 1 and not might_be_led(s, stand):
        return False
    nations = np.int64(0)
    units = np.int64(0)
    is_lead = is_led == 0
    elites = leading_elites(s, t) if is_led == 1 and s.elite_n[stand] > 0 else np.int64(0)
    rest = np.int64(s.nations[stand])
    while rest != 0:
        nation = lowest_bit(rest)
        rest &= rest - 1
        for i in range(nation * UNIT_N, (nation + 1) * UNIT_N):
            n = available(s, t, purpose, stand, to, i, party)
            units += n
            if n > 0:
                nations |= bit(nation)
            is_lead |= n > 0 and leads(i, elites)
    if units == 0 or room(s, t, purpose, to) < 1:
        return False
    if party != NONE and is_used_up(s, t, party, stand, nations):
        return False
    if not is_lead:
        for i in range(UNIT_STEPS, STEPS):
            is_lead |= available(s, t, purpose, stand, to, i, party) > 0
    return is_lead and (s.unit_n[stand] > 1 or not must_leave(s, t, purpose, stand, to, party))


@kernel
def is_used_up(s, t, party, stand, nations):
    """Return whether no part of the Army at a stand, of these Nations, may act again (BG-18.9)."""
    return is_barred_army(s, t, np.int64(t.seat_side[party]), stand) or is_spent(s, t, party, nations)


@kernel
def is_spent(s, t, party, nations):
    """Return whether a part of these Nations is barred: it is of a single one, used just before (BG-18.9)."""
    side = np.int64(t.seat_side[party])
    return nations & (nations - 1) == 0 and nations & np.int64(s.barred[side]) != 0 and is_bound(s, t, side)
