"""The situation: strength on the map, targets, and how the Ring fares. Filled once for a decision."""

import numpy as np

from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.engine import sets
from mazarbul.sim.engine.bits import has, lowest_bit, popcount
from mazarbul.sim.games.board_game import actions
from mazarbul.sim.games.board_game.bots.features import (
    CORRUPTION,
    HEALING,
    IN_MORDOR,
    MILITARY,
    REACHES,
    SNEAKING,
    WALKING,
)
from mazarbul.sim.games.board_game.bots.heuristic.campaign import find_targets, prepare_campaign
from mazarbul.sim.games.board_game.bots.heuristic.numbers import expit
from mazarbul.sim.games.board_game.bots.heuristic.seen import is_new, prepare_seen
from mazarbul.sim.games.board_game.bots.heuristic.worths import damage_of_kind
from mazarbul.sim.games.board_game.bots.weights import W
from mazarbul.sim.games.board_game.ids import (
    FIGURE_N,
    NATION_N,
    NONE,
    PLACES,
    REGIONS,
    SETTLEMENT,
    SIDE,
    SIDE_N,
)
from mazarbul.sim.games.board_game.rules.control import is_safe_haven, is_shadow_stronghold
from mazarbul.sim.games.board_game.rules.seats import enemy_of

FAR = 99  # more than any distance


#: Decisions for which the map does not matter.
AT_HAND = sum(
    1 << kind
    for kind in (
        actions.LOSE,
        actions.TRIM,
        actions.CONTINUE,
        actions.WITHDRAW,
        actions.PRESS,
        actions.CASUALTY,
    )
)


@kernel
def look(s, t, m, seat):
    """Fill the situation of the deciding seat (`bots.features.SITUATION`); it reads nothing hidden."""
    look_ahead(s, t, m, seat)
    if not has(AT_HAND, np.int64(s.decision)) and is_new(s, m):
        look_at_map(s, t, m)
        find_targets(s, t, m)


@kernel
def look_ahead(s, t, m, seat):
    """Fill who decides, points that are lacking, and how the Ring fares: all but what is on the map."""
    m.seat = seat
    m.side = t.seat_side[seat]
    m.enemy = enemy_of(m.side)
    for side in range(SIDE_N):
        m.lacking[side] = max(np.float64(t.points_to_win[side] - s.points[side]), 0.0)
    weigh_hunt(s, t, m)
    weigh_way(s, t, m)
    choose_plans(s, t, m)


@kernel
def prepare_situation(t, m):
    """Fill what is the same for all games of these tables, such as the regions around each one."""
    prepare_campaign(t, m)
    prepare_seen(t, m)
    for origin in range(t.region_n):
        n = 0
        m.around_n[origin, 0] = 0
        for k in range(REACHES):
            for region in range(t.region_n):
                if t.distance[origin, region] == k + 1:
                    m.around[origin, n] = region
                    n += 1
            m.around_n[origin, k + 1] = n


# Strength ------------------------------------------------------------------------------------------


@kernel
def leadership_at(s, t, stand):
    """Return the Leadership at a stand, without that of Elites (BG-11.9)."""
    total = np.int64(s.leader_n[stand]) + np.int64(s.nazgul[stand])
    rest = np.int64(s.who[stand])
    while rest != 0:
        total += np.int64(t.leadership[lowest_bit(rest)])
        rest &= rest - 1
    return total


@kernel
def strength_at(s, t, m, stand):
    """Return the strength of an Army: its units, with Elites and Leadership weighed."""
    n = np.float64(s.unit_n[stand])
    lead = min(np.float64(leadership_at(s, t, stand)), n)
    return n + m.w[W.ELITE] * s.elite_n[stand] + m.w[W.LEADERSHIP] * lead


@kernel
def warring_at(s, t, m, stand):
    """Return the strength of those of an Army that are At War and so may attack (BG-11.2)."""
    if s.nations[stand] & ~np.int64(s.at_war) == 0:
        return strength_at(s, t, m, stand)
    total = 0.0
    for nation in range(NATION_N):
        if has(s.nations[stand] & np.int64(s.at_war), nation):
            total += s.units[stand, nation, 0] + (1.0 + m.w[W.ELITE]) * s.units[stand, nation, 1]
    return total


@kernel
def look_at_map(s, t, m):
    """Fill the strength of both sides everywhere, and what threatens each Settlement."""
    m.there[:] = 0.0
    m.reach[:] = 0.0
    m.nearest[:] = FAR
    for side in range(SIDE_N):
        for stand in sets.members(s.armies[side]):
            if stand < PLACES:
                m.there[side, t.region_of[stand]] += strength_at(s, t, m, stand)
                if stand < REGIONS:
                    spread(s, t, m, side, np.int64(stand))
    for region in range(t.region_n):
        side = np.int64(s.control[region])
        m.threat[region] = 0.0
        if side != NONE:
            needed = m.there[side, region] * (1.0 if t.settlement[region] == SETTLEMENT.TOWN else 1.5)
            m.threat[region] = m.reach[enemy_of(side), 1, region] - needed


@kernel
def spread(s, t, m, side, origin):
    """Add the warring strength of an Army in a field to all regions that it can reach in a few moves."""
    strength = warring_at(s, t, m, origin)
    if strength <= 0.0:
        return
    for region in range(REGIONS):  # without a branch, so that LLVM can vectorise it
        m.nearest[side, region] = min(m.nearest[side, region], t.distance[origin, region])
    for k in range(REACHES):
        for j in range(m.around_n[origin, k], m.around_n[origin, k + 1]):
            region = m.around[origin, j]
            for reach in range(k, REACHES):
                m.reach[side, reach, region] += strength


# The Ring ------------------------------------------------------------------------------------------


@kernel
def hunt_again_n(s, t):
    """Return how many failed Hunt dice may be rolled again (BG-14.5)."""
    if s.bearers == NONE:
        return np.int64(0)
    region = np.int64(s.bearers)
    n = np.int64(is_shadow_stronghold(s, t, region))
    n += np.int64(s.side_of[region] == SIDE.SHADOW)
    return n + np.int64(s.nazgul[region] > 0 or s.who[region] & t.flyers != 0)


@kernel
def weigh_hunt(s, t, m):
    """Fill what the next step of the Fellowship would cost it (BG-14, BG-16)."""
    level = np.int64(s.box[SIDE.SHADOW])
    bonus = np.int64(s.box[SIDE.FREE_PEOPLES])
    dice = min(level, np.int64(t.most_hunt_dice))
    chance = min(5.0, 7.0 - t.hunts_on + bonus) / 6.0
    m.hunt_level = level
    m.hunt_bonus = bonus
    if s.mordor != NONE:
        m.hunt_chance = 1.0
        eye = np.float64(level + bonus)
    else:
        rolls = dice + (hunt_again_n(s, t) if dice > 0 else 0)
        missed = 1.0
        for _ in range(rolls):
            missed *= 1.0 - chance
        m.hunt_chance = 1.0 - missed
        eye = dice * chance / m.hunt_chance if dice > 0 else 0.0
    weigh_tiles(s, t, m, eye)
    m.step_damage = m.hunt_chance * m.tile_damage


@kernel
def weigh_tiles(s, t, m, eye):
    """Fill the mean damage of a tile of the pool, and how many reveal. eye: damage of an Eye."""
    total = 0.0
    reveals = 0.0
    pool = np.int64(s.tiles)
    if pool == 0:
        pool = np.int64(s.drawn) & np.int64(t.standard_tiles)
    n = popcount(pool)
    for kind in range(t.kind_n):
        share = popcount(pool & np.int64(t.tiles_of_kind[kind]))
        total += share * damage_of_kind(t, kind, eye)
        reveals += share * np.float64(t.tile_reveals[kind])
    m.tile_damage = total / max(n, 1)
    m.tile_reveals = reveals / max(n, 1)


@kernel
def weigh_way(s, t, m):
    """Fill the steps that are left, and a rough chance that they are made in time."""
    if s.mordor != NONE:
        m.way = 0
        m.steps = t.crack - s.mordor
    else:
        least = np.int64(FAR)
        for gate in sets.members(t.gates):
            least = min(least, np.int64(t.distance[s.bearers, gate]))
        m.way = max(least - np.int64(s.progress), np.int64(0))
        m.steps = m.way + t.crack
    shields = 0.0  # damage that Companions can take
    for figure in range(FIGURE_N):
        if has(np.int64(s.members), figure):
            shields += 0.7 * t.level[figure]
    outside = 0.7 * m.way
    inside = 1.9 * (m.steps - m.way)
    taken = s.corruption + max(outside + inside - shields, 0.0)
    in_time = expit((8.0 * m.lacking[SIDE.SHADOW] - 4.0 * m.steps) / 10.0)
    m.ring_odds = expit((t.most_corruption - 1.0 - taken) / 2.0) * in_time


@kernel
def choose_plans(s, t, m):
    """Fill the plans of both sides (BG-B10, BG-B20)."""
    points = s.points[SIDE.SHADOW]
    is_near = s.mordor != NONE or m.way <= m.w[W.HUNT_STEPS]
    is_tired = s.corruption >= m.w[W.HUNT_CORRUPTION]
    m.shadow_plan = MILITARY
    if (is_near or is_tired) and points < m.w[W.CONQUER_POINTS]:
        m.shadow_plan = CORRUPTION
    m.ring_plan = WALKING
    if s.mordor != NONE:
        m.ring_plan = IN_MORDOR
    elif may_rest(s, t, m):
        m.ring_plan = HEALING
    elif m.hunt_level >= m.w[W.SNEAK_FROM]:
        m.ring_plan = SNEAKING


@kernel
def may_rest(s, t, m):
    """Return whether the Fellowship rests: it stands where it can heal, and needs it (BG-B20)."""
    is_home = s.mordor == NONE and s.progress == 0 and is_safe_haven(s, t, np.int64(s.bearers))
    return is_home and s.corruption >= m.w[W.HEAL_FROM]
