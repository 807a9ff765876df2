"""What each side fights for: Settlements as targets, and how good a place is for Armies (BG-B6, BG-B14)."""

import numpy as np

from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.engine.bits import has
from mazarbul.sim.games.board_game.bots.heuristic.numbers import clamp
from mazarbul.sim.games.board_game.bots.weights import W
from mazarbul.sim.games.board_game.ids import NONE, REGIONS, SETTLEMENT, SIDE_N
from mazarbul.sim.games.board_game.rules.seats import enemy_of

NEVER = 99  # more than any distance
FARTHEST = 12  # regions that count as far, where no Army can go yet
ROUNDING = 1e-6  # more than what sums of weights lose
NO_PULL = -200.0  # less than any place is worth for targets


@kernel
def find_targets(s, t, m):
    """Fill the targets of both sides, the best of each, and what each region is worth for them."""
    for side in range(SIDE_N):
        for i in range(m.valued_n):
            region = np.int64(m.valued[i])
            m.campaign[side, region] = target_worth(s, t, m, side, region)
        choose_target(m, side)
        draw_towards_targets(t, m, side)


@kernel
def prepare_campaign(t, m):
    """Fill what is the same for all games of these tables: the regions that are worth points."""
    m.campaign[:] = 0.0
    m.valued_n = 0
    for region in range(t.region_n):
        if t.value[region] != 0:
            m.valued[m.valued_n] = region
            m.valued_n += 1


@kernel
def target_worth(s, t, m, side, region):
    """Return the worth of a Settlement as a target of a side, apart from the way there; 0 if it is none."""
    if s.control[region] != side:
        return conquest_worth(s, t, m, side, region)
    if m.threat[region] <= 0.0:
        return 0.0
    return m.w[W.DEFENCE] * (m.w[W.POINT] * t.value[region] + m.w[W.SURPLUS] * min(m.threat[region], 4.0))


@kernel
def conquest_worth(s, t, m, side, region):
    """Return the worth of an enemy Settlement as a target: points, and units to spare (BG-B6)."""
    there = m.there[enemy_of(side), region]
    needed = there * m.w[W.STORM] if t.settlement[region] >= SETTLEMENT.CITY else there
    spare = clamp(m.reach[side, 2, region] + m.there[side, region] - needed, -8.0, 4.0)
    worth = m.w[W.POINT] * t.value[region] + m.w[W.SURPLUS] * spare
    if t.stronghold[region] != NONE and has(s.sieges, t.stronghold[region]):
        worth += m.w[W.SIEGE]
    if t.owner[region] != side and t.value[region] >= m.lacking[side]:
        worth += m.w[W.LAST_POINT]
    return m.w[W.OFFENCE] * max(worth, 0.0)


@kernel
def choose_target(m, side):
    """Choose the best target of a side; it stays the best while its Armies come nearer (BG-B6)."""
    m.target[side] = NONE
    m.target_worth[side] = 0.0
    m.target_distance[side] = NEVER
    for i in range(m.valued_n):
        region = np.int64(m.valued[i])
        if m.campaign[side, region] > 0.0:
            worth = m.campaign[side, region] - m.w[W.DISTANCE] * min(m.nearest[side, region], FARTHEST)
            if m.target[side] == NONE or worth > m.target_worth[side]:
                m.target[side] = region
                m.target_worth[side] = worth
                m.target_distance[side] = m.nearest[side, region]


@kernel
def draw_towards_targets(t, m, side):
    """Let all targets of a side draw its Armies, the best one first.

    A target that is worth less than the place it has on the way to another one draws nothing: by the triangle
    inequality of distances the other one draws more strongly from everywhere.
    """
    m.pull[side] = NO_PULL
    best = np.int64(0)
    for i in range(m.valued_n):
        region = np.int64(m.valued[i])
        if m.campaign[side, region] > m.campaign[side, best]:
            best = region
    if m.campaign[side, best] <= 0.0:
        return
    draw_towards(t, m, side, best)
    for i in range(m.valued_n):
        region = np.int64(m.valued[i])
        worth = m.campaign[side, region]
        if worth > 0.0 and worth > m.pull[side, region] - ROUNDING:
            draw_towards(t, m, side, region)


@kernel
def draw_towards(t, m, side, target):
    """Let a target draw Armies of a side: each region is worth the best target's worth less the way."""
    worth = m.campaign[side, target]
    step = m.w[W.DISTANCE]
    for region in range(REGIONS):  # with all else read before it, so that LLVM can vectorise it
        there = worth - step * np.float64(t.distance[target, region])
        m.pull[side, region] = max(m.pull[side, region], there)
