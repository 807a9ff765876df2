"""Marches and attacks by cards: which there are (BG-7.7, BG-7.8; words_of_events.py)."""

import numpy as np

from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.engine import sets
from mazarbul.sim.engine.actions import offer
from mazarbul.sim.engine.bits import bit, has
from mazarbul.sim.games.board_game import actions
from mazarbul.sim.games.board_game.content import words
from mazarbul.sim.games.board_game.frames import Scope
from mazarbul.sim.games.board_game.ids import (
    MOVED,
    MOVES,
    NATION_N,
    NONE,
    PIECE,
    PIECE_N,
    PLACES,
    PURPOSE,
    REGIONS,
    UNIT_N,
    WORDS,
)
from mazarbul.sim.games.board_game.rules import attack, columns, parts
from mazarbul.sim.games.board_game.rules.conditions import evaluate, figures_of
from mazarbul.sim.games.board_game.rules.control import is_open_to_march
from mazarbul.sim.games.board_game.rules.seats import enemy_of
from mazarbul.sim.games.board_game.rules.sets import NAZGUL, find
from mazarbul.sim.games.board_game.rules.standing import is_barred
from mazarbul.sim.games.board_game.rules.stands import change, count, side_of_nation
from mazarbul.sim.games.board_game.rules.ways import FAR

SET_A = 0  # sets in the workspace `s.keys`, which nothing uses but the shuffling of a deck
SET_B = WORDS


@kernel
def keep_found(s, at):
    """Keep the set that was computed last in the workspace."""
    for w in range(WORDS):
        s.keys[at + w] = s.found[w]


@kernel
def is_kept(s, at, i):
    """Return whether a thing is in a set of the workspace."""
    return has(s.keys[at + (i >> 6)], i & 63)


# Who must go along ---------------------------------------------------------------------------------


@kernel
def leaders_for(s, t, must, purpose, stand):
    """Return which figures of a set could be the one that must go along (plain Nazgûl as one)."""
    side = np.int64(s.side_of[stand])
    here = parts.free_figures(s, t, purpose, stand, side, np.int64(NONE))
    nazgul = parts.available(s, t, purpose, stand, stand, parts.LEADER_STEPS, np.int64(NONE))
    return must & (here | (bit(NAZGUL) if nazgul > 0 else np.int64(0)))


# Marches -------------------------------------------------------------------------------------------


@kernel
def may_start(s, t, seat, stand, how):
    """Return whether an Army at a stand may march by a card: in a box only if the card says so (BG-7.7)."""
    side = np.int64(t.seat_side[seat])
    is_out = stand < REGIONS or how & words.MARCHING.FROM_SIEGE != 0
    return s.side_of[stand] == side and is_out


@kernel
def may_pass(s, t, side, nations, region):
    """Return whether an Army with units of some Nations may enter a region (BG-9.3, BG-9.4)."""
    if not is_open_to_march(s, side, region) or is_barred(s, t, side, region):
        return False
    for nation in range(NATION_N):
        if has(nations, nation) and not parts.may_go_abroad(s, t, nation, region):
            return False
    return True


@kernel
def is_end(s, side, origin, region, how, number):
    """Return whether a march may end in a region (of those in SET_A); where it joins, an Army is there.

    number: of the march if it is under way, or NONE: the part that marches is no other Army.
    """
    if not is_kept(s, SET_A, region):
        return False
    if how & words.MARCHING.JOINS == 0:
        return True
    others = np.int64(s.unit_n[region])
    if number != NONE and s.moved_at[number] == region:
        others -= s.unit_n[MOVED + number]
    return s.side_of[region] == side and region != origin and others > 0


@kernel
def reaches_end(s, t, side, nations, origin, start, steps, how, number):
    """Return whether an Army with these Nations that is in `start` can still come to a legal end."""
    s.reach[0] = FAR
    s.reach[0, start] = 0
    if is_end(s, side, origin, start, how, number):
        return True
    for step in range(steps):
        for region in range(t.region_n):
            if s.reach[0, region] == step:
                for k in range(t.near_n[region]):
                    other = np.int64(t.near[region, k])
                    if s.reach[0, other] == FAR and may_pass(s, t, side, nations, other):
                        s.reach[0, other] = step + 1
                        if is_end(s, side, origin, other, how, number):
                            return True
    return False


@kernel
def has_fresh_units(s, t, stand, to, nation):
    """Return whether units of a Nation at a stand have not moved yet and may go to a region (BG-9.1)."""
    for i in range(nation * UNIT_N, (nation + 1) * UNIT_N):
        if parts.available(s, t, PURPOSE.MARCH, stand, to, i, np.int64(NONE)) > 0:
            return True
    return False


@kernel
def able_nations(s, t, side, origin, first, steps, how):
    """Return the Nations whose units in an Army could begin with a region and come to a legal end."""
    able = np.int64(0)
    for nation in range(NATION_N):
        one = bit(nation)
        is_able = has_fresh_units(s, t, origin, first, nation) and may_pass(s, t, side, one, first)
        if is_able and reaches_end(s, t, side, one, origin, first, steps - 1, how, NONE):
            able |= one
    return able


@kernel
def unable_list(s, origin, able):
    """Make the last list of what has moved hold the units and Leaders at a stand that cannot go along."""
    last = np.int64(MOVED + MOVES - 1)
    for nation in range(NATION_N):
        for piece in range(PIECE_N):
            n = -count(s, last, nation, piece)
            is_own = side_of_nation(nation) == s.side_of[origin] and piece != PIECE.NAZGUL
            if is_own and not has(able, nation):
                n += count(s, origin, nation, piece)
            change(s, last, nation, piece, n)
    s.who[last] = 0
    s.moved_at[MOVES - 1] = origin


@kernel
def forget_unable(s):
    """Forget that list: who could not go along may march elsewhere."""
    s.moved_at[MOVES - 1] = NONE


@kernel
def can_leave(s, t, side, origin, first, steps, how):
    """Return whether some part of an Army can march off to a region, and come to a legal end."""
    if how & words.MARCHING.DIRECT != 0 or steps == 1:
        is_fight = s.side_of[first] == enemy_of(side)
        if not is_end(s, side, origin, first, how, NONE) or is_barred(s, t, side, first) or first == origin:
            return False
        if is_fight:
            is_allowed = how & words.MARCHING.FIGHTS != 0
            return is_allowed and parts.can_compose(s, t, PURPOSE.ATTACK, origin, first, 0, NONE)
        return parts.can_compose(s, t, PURPOSE.MARCH, origin, first, 0, NONE)
    able = able_nations(s, t, side, origin, first, steps, how)
    return able != 0 and parts.can_compose(s, t, PURPOSE.MARCH, origin, first, 0, NONE)


@kernel
def marches(s, t, row, f, is_offering):
    """Offer each (Army, first region) of a `march`, and return how many; or only look for one.

    SET_A are then the regions where it may end.
    """
    seat = s.frames[f, Scope.seat]
    side = np.int64(t.seat_side[seat])
    how = np.int64(t.rows[row, columns.MARCH.HOW])
    steps = evaluate(s, t, np.int64(t.rows[row, columns.MARCH.STEPS]), f)
    must_set = np.int64(t.rows[row, columns.MARCH.MUST])
    must = figures_of(s, t, must_set, f)
    is_bound = is_named(t, must_set)
    find(s, t, np.int64(t.rows[row, columns.MARCH.TO]), f)
    keep_found(s, SET_A)
    find(s, t, np.int64(t.rows[row, columns.MARCH.ARMIES]), f)
    keep_found(s, SET_B)
    n = np.int64(0)
    for origin in range(PLACES):
        if not is_kept(s, SET_B, origin) or not may_start(s, t, seat, origin, how):
            continue
        if is_bound and leaders_for(s, t, must, PURPOSE.MARCH, origin) == 0:
            continue
        region = np.int64(t.region_of[origin])
        is_direct = how & words.MARCHING.DIRECT != 0
        for k in range(t.region_n if is_direct else t.near_n[region]):
            first = np.int64(k) if is_direct else np.int64(t.near[region, k])
            if can_leave(s, t, side, origin, first, steps, how):
                if not is_offering:
                    return np.int64(1)
                n += 1
                offer(s, actions.MARCH, origin, first)
    return n


@kernel
def is_named(t, number):
    """Return whether a set is other than `nothing`."""
    return t.set_start[number] != 0 or not sets.is_empty(t.set_words[number])


# Attacks -------------------------------------------------------------------------------------------


@kernel
def strikes(s, t, row, f, is_offering):
    """Offer each (Army, enemy Army) of an `attack`, and return how many; or only look for one (BG-7.8)."""
    seat = s.frames[f, Scope.seat]
    side = np.int64(t.seat_side[seat])
    must_set = np.int64(t.rows[row, columns.ATTACK.MUST])
    must = figures_of(s, t, must_set, f)
    is_bound = is_named(t, must_set)
    find(s, t, np.int64(t.rows[row, columns.ATTACK.TARGET]), f)
    keep_found(s, SET_A)
    find(s, t, np.int64(t.rows[row, columns.ATTACK.ARMIES]), f)
    keep_found(s, SET_B)
    n = np.int64(0)
    for stand in range(PLACES):
        if not is_kept(s, SET_B, stand) or s.side_of[stand] != side:
            continue
        if is_bound and leaders_for(s, t, must, PURPOSE.ATTACK, stand) == 0:
            continue
        for k in range(t.near_n[t.region_of[stand]] + 1):
            at = attack.target(t, stand, k)
            if at != NONE and is_kept(s, SET_A, at) and attack.can_attack(s, t, stand, at, 0, NONE):
                if not is_offering:
                    return np.int64(1)
                n += 1
                offer(s, actions.STRIKE, stand, at)
    return n
