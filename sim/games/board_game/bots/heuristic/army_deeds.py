"""What statements of texts about Armies and recruits are worth to the side of the text (BG-B15, BG-B31)."""

import numpy as np

from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.engine import sets
from mazarbul.sim.engine.bits import has, lowest_bit
from mazarbul.sim.games.board_game.bots.heuristic.battle import battle_worth
from mazarbul.sim.games.board_game.bots.heuristic.worths import (
    army_worth,
    hit_worth,
    need_at,
    piece_worth,
    prize,
)
from mazarbul.sim.games.board_game.bots.weights import W
from mazarbul.sim.games.board_game.content import words
from mazarbul.sim.games.board_game.frames import Scope
from mazarbul.sim.games.board_game.ids import NATION_N, NONE, PIECE, PIECE_N, PLACES, REGIONS
from mazarbul.sim.games.board_game.rules import attack, columns
from mazarbul.sim.games.board_game.rules.campaign import SET_A, SET_B, is_kept, keep_found
from mazarbul.sim.games.board_game.rules.conditions import evaluate, nations_meant, side_meant
from mazarbul.sim.games.board_game.rules.doable import removable, upgradable
from mazarbul.sim.games.board_game.rules.losses import hit_points
from mazarbul.sim.games.board_game.rules.recruits import can_capture, recruits, recruits_of
from mazarbul.sim.games.board_game.rules.seats import enemy_of
from mazarbul.sim.games.board_game.rules.sets import find
from mazarbul.sim.games.board_game.rules.stands import side_of_nation

# Recruits ------------------------------------------------------------------------------------------


@kernel
def recruit_worth(s, t, m, row, f):
    """Return what a `recruit` is worth: figures where they are needed most."""
    nation = np.int64(t.rows[row, columns.RECRUIT.NATION])
    pieces = np.int64(t.rows[row, columns.RECRUIT.PIECE])
    how = np.int64(t.rows[row, columns.RECRUIT.HOW])
    n = evaluate(s, t, np.int64(t.rows[row, columns.RECRUIT.N]), f)
    places = evaluate(s, t, np.int64(t.rows[row, columns.RECRUIT.PLACES]), f)
    find(s, t, np.int64(t.rows[row, columns.RECRUIT.AT]), f)
    total = 0.0
    best = 0.0
    able = 0
    for region in sets.members(s.found):
        most = min(n, recruits(s, t, nation, pieces, np.int64(region), how))
        if most > 0:
            worth = recruits_worth(s, t, m, nation, pieces, np.int64(region), how, most)
            total += worth
            best = max(best, worth)
            able += 1
    if places >= able:
        return total
    return best * places


@kernel
def recruits_worth(s, t, m, nation, pieces, region, how, n):
    """Return what n figures of some sorts are worth that a Nation recruits in a region."""
    side = side_of_nation(nation)
    need = max(0.0, need_at(s, t, m, side, region))
    worth = n * recruit_each(s, t, m, nation, pieces, region) + min(n, m.w[W.NEEDED]) * need
    if how & words.RECRUITING.CAPTURE != 0 and can_capture(s, t, side, region):
        worth += prize(s, t, m, side, region)
    return worth


@kernel
def recruit_each(s, t, m, nation, pieces, region):
    """Return what a figure is worth that is recruited: the best of the sorts that are to be had."""
    best = 0.0
    for piece in range(PIECE_N):
        if has(pieces, piece) and recruits_of(s, t, nation, piece, region, np.int64(0)) > 0:
            best = max(best, piece_worth(m, nation, np.int64(piece)))
    return best * m.w[W.RECRUITED]


# Attacks and marches ---------------------------------------------------------------------------------


@kernel
def attack_worth(s, t, m, row, f):
    """Return what the best attack of an `attack` is worth, 0 if there is none; its terms make it better."""
    seat = np.int64(s.frames[f, Scope.seat])
    side = np.int64(t.seat_side[seat])
    find(s, t, np.int64(t.rows[row, columns.ATTACK.TARGET]), f)
    keep_found(s, SET_A)
    find(s, t, np.int64(t.rows[row, columns.ATTACK.ARMIES]), f)
    keep_found(s, SET_B)
    best = 0.0
    is_first = True
    for stand in range(PLACES):
        if not is_kept(s, SET_B, stand) or s.side_of[stand] != side:
            continue
        for k in range(t.near_n[t.region_of[stand]] + 1):
            at = attack.target(t, np.int64(stand), np.int64(k))
            if at != NONE and is_kept(s, SET_A, at) and s.side_of[at] == enemy_of(side):
                worth = battle_worth(s, t, m, seat, np.int64(stand), at)
                if is_first or worth > best:
                    best = worth
                is_first = False
    if is_first:
        return 0.0
    return best + terms_worth(s, t, m, row, f)


@kernel
def terms_worth(s, t, m, row, f):
    """Return what the terms of an attack by a card are worth: rounds, dice that the enemy lacks, no cards."""
    rounds = evaluate(s, t, np.int64(t.rows[row, columns.ATTACK.ROUNDS]), f)
    worth = m.w[W.NEXT_ASSAULT] * max(np.int64(0), rounds - 1)
    worth += m.w[W.FEWER] * evaluate(s, t, np.int64(t.rows[row, columns.ATTACK.FEWER]), f)
    if t.rows[row, columns.ATTACK.CARDS] == words.ENEMY_CARDS.LOCKED:
        worth += m.w[W.CANCELLED]
    return worth


@kernel
def march_worth(s, t, m, row, f):
    """Return what a `march` is worth: for each Army that may go, a share of what its best place adds."""
    side = np.int64(s.frames[f, Scope.side])
    n = evaluate(s, t, np.int64(t.rows[row, columns.MARCH.N]), f)
    steps = evaluate(s, t, np.int64(t.rows[row, columns.MARCH.STEPS]), f)
    is_direct = np.int64(t.rows[row, columns.MARCH.HOW]) & words.MARCHING.DIRECT != 0
    find(s, t, np.int64(t.rows[row, columns.MARCH.TO]), f)
    keep_found(s, SET_A)
    find(s, t, np.int64(t.rows[row, columns.MARCH.ARMIES]), f)
    total = 0.0
    best = 0.0
    for stand in sets.members(s.found):
        if s.side_of[stand] == side:
            gain = gain_of_march(s, t, m, side, np.int64(stand), steps, is_direct)
            total += gain
            best = max(best, gain)
    return min(total, best * n)


@kernel
def gain_of_march(s, t, m, side, stand, steps, is_direct):
    """Return what an Army has of marching by a card, to the best of the regions in SET_A."""
    origin = np.int64(t.region_of[stand])
    here = max(0.0, m.pull[side, origin])
    needed = max(0.0, need_at(s, t, m, side, origin) - m.w[W.WITH_ARMY])
    best = 0.0
    for region in range(t.region_n):
        is_near = is_direct or t.distance[origin, region] <= steps
        if region == origin or not is_near or not is_kept(s, SET_A, region):
            continue
        gain = max(0.0, m.pull[side, region]) - here
        if s.side_of[region] == side and s.unit_n[region] + s.unit_n[stand] > t.field_limit:
            continue
        gain += m.w[W.NEEDED] * (max(0.0, need_at(s, t, m, side, np.int64(region))) - needed)
        if s.side_of[region] == NONE:
            gain += prize(s, t, m, side, np.int64(region))
        best = max(best, gain)
    size = min(1.0, 0.2 * s.unit_n[stand])
    return size * (m.w[W.MARCH] + m.w[W.MARCH_TEXT] * best) if best > 0.0 else 0.0


# Losses --------------------------------------------------------------------------------------------


@kernel
def wound_worth(s, t, m, row, n, f):
    """Return what n hits on an Army of a set are worth; its box may fall."""
    find(s, t, np.int64(t.rows[row, columns.ARMIES.ARMIES]), f)
    side = np.int64(s.frames[f, Scope.side])
    best = 0.0
    for stand in sets.members(s.found):
        best = max(best, wound_at(s, t, m, side, np.int64(stand), n))
    return best


@kernel
def wound_at(s, t, m, side, stand, n):
    """Return what n hits on an Army are worth to a side."""
    if s.side_of[stand] == side or s.side_of[stand] == NONE:
        return -n * hit_worth(m, side)
    points = 1.0 * hit_points(s, stand)
    worth = min(n, points) * hit_worth(m, enemy_of(side))
    region = np.int64(t.region_of[stand])
    if stand >= REGIONS:
        worth *= m.w[W.HIT_IN_BOX]
        if n >= points:
            worth += prize(s, t, m, side, region)
    elif max(m.threat[region], 0.0) > 0.0:
        worth *= m.w[W.HIT_IN_BOX]
    return worth


@kernel
def rout_worth(s, t, m, row, f):
    """Return what it is worth that an Army of a set must retreat."""
    find(s, t, np.int64(t.rows[row, columns.ARMIES.ARMIES]), f)
    best = 0.0
    for stand in sets.members(s.found):
        if s.side_of[stand] == enemy_of(np.int64(s.frames[f, Scope.side])):
            best = max(best, m.w[W.ROUTED] * army_worth(s, t, m, np.int64(stand)))
    return best


@kernel
def upgrade_worth(s, t, m, row, n, f):
    """Return what n Elites are worth for Regulars."""
    nations = nations_meant(s, np.int64(t.rows[row, columns.UPGRADE.NATION]), f)
    find(s, t, np.int64(t.rows[row, columns.ARMIES.ARMIES]), f)
    able = np.int64(0)
    for stand in sets.members(s.found):
        able |= upgradable(s, np.int64(stand), nations)
    if able == 0:
        return 0.0
    nation = np.int64(lowest_bit(able))
    more = piece_worth(m, nation, np.int64(PIECE.ELITE)) - piece_worth(m, nation, np.int64(PIECE.REGULAR))
    return n * more * m.w[W.RECRUITED]


@kernel
def remove_worth(s, t, m, row, n, f):
    """Return what it is worth that n figures are eliminated; who picks them, picks for himself."""
    pieces = np.int64(t.rows[row, columns.REMOVE.PIECE])
    nations = nations_meant(s, np.int64(t.rows[row, columns.REMOVE.NATION]), f)
    side = np.int64(s.frames[f, Scope.side])
    is_own = side_meant(s, np.int64(t.rows[row, columns.REMOVE.WHO]), f) == side
    find(s, t, np.int64(t.rows[row, columns.ARMIES.ARMIES]), f)
    able = 0.0
    for stand in sets.members(s.found):
        able += 1.0 * removable(s, np.int64(stand), nations, pieces)
    if able == 0.0:
        return 0.0
    best = 0.0
    is_first = True
    for nation in range(NATION_N):
        for piece in range(PIECE_N):
            if has(nations, nation) and has(pieces, piece):
                worth = piece_worth(m, np.int64(nation), np.int64(piece))
                worth = worth if side_of_nation(nation) != side else -worth
                if is_first or (worth > best if is_own else worth < best):
                    best = worth
                is_first = False
    return min(n, able) * best
