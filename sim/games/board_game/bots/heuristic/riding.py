"""Characters that travel (BG-B16, BG-B25)."""

import numpy as np

from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.engine import sets
from mazarbul.sim.engine.bits import bit, has, lowest_bit
from mazarbul.sim.engine.stack import top
from mazarbul.sim.games.board_game.bots.heuristic.situation import leadership_at
from mazarbul.sim.games.board_game.bots.weights import W
from mazarbul.sim.games.board_game.frames import Riders
from mazarbul.sim.games.board_game.ids import (
    AWAY,
    COMPANIONS,
    FIGURE,
    FIGURE_N,
    NATION,
    NONE,
    PLACES,
    REGIONS,
    SETTLEMENT,
    SIDE,
)
from mazarbul.sim.games.board_game.rules.control import is_safe_haven
from mazarbul.sim.games.board_game.rules.politics import is_active, is_at_war
from mazarbul.sim.games.board_game.rules.riders import may_fly_to, may_ride

FEW = 3  # units that are worth leading
LARGE = 5
NEVER = -1000.0  # worth of what cannot be done

# Nazgûl and Minions --------------------------------------------------------------------------------


@kernel
def lead_worth(s, t, m, region, others):
    """Return the worth of one more who leads a Shadow Army, beside others (BG-B16)."""
    if s.side_of[region] != SIDE.SHADOW or s.unit_n[region] < FEW or s.nations[region] & s.at_war == 0:
        return 0.0
    if others >= min(np.int64(s.unit_n[region]), np.int64(t.most_combat_dice)):
        return 0.0
    worth = m.w[W.NAZGUL_LEAD] if others == 0 else m.w[W.NAZGUL_MORE]
    if s.unit_n[region] < LARGE:
        worth *= 0.5
    ready = m.pull[SIDE.SHADOW, region] - 0.5 * m.w[W.POINT]
    return worth if ready > 0.0 else 0.3 * worth


@kernel
def watch_worth(s, m):
    """Return the worth of a Nazgûl with the Fellowship: the Hunt rolls once more (BG-14.5)."""
    return m.w[W.NAZGUL_WATCH] if s.is_hidden == 1 else m.w[W.NAZGUL_HUNT]


@kernel
def watchers(s, t, region):
    """Return how many Nazgûl are in the field of a region, the Witch-king among them."""
    n = np.int64(s.nazgul[region])
    return n + np.int64(s.who[region] & np.int64(t.flyers) != 0)


@kernel
def find_flights(s, t, m):
    """Fill `fly`: what one more Nazgûl is worth in each region."""
    m.fly[:] = 0.0
    for stand in sets.members(s.armies[SIDE.SHADOW]):
        if stand < REGIONS:
            m.fly[stand] = lead_worth(s, t, m, np.int64(stand), leadership_at(s, t, np.int64(stand)))
    here = np.int64(s.bearers)
    if here != NONE and watchers(s, t, here) == 0 and may_fly_to(s, t, here):
        m.fly[here] += watch_worth(s, m)


@kernel
def stay_worth(s, t, m, stand, lead):
    """Return what somebody with some Leadership is worth where he stands; there must be one."""
    region = np.int64(t.region_of[stand])
    if stand >= REGIONS:
        return 0.5 * m.w[W.NAZGUL_LEAD]
    worth = lead_worth(s, t, m, region, leadership_at(s, t, stand) - lead)
    if s.bearers == region and watchers(s, t, region) == 1:
        worth += watch_worth(s, m)
    return worth


@kernel
def flight_worth(s, t, m, stand, lead):
    """Return the worth of the best flight of a Nazgûl from a stand; `fly` must be filled."""
    here = np.int64(t.region_of[stand])
    best = 0.0
    for region in range(t.region_n):
        if region != here and m.fly[region] > best:
            best = m.fly[region]
    return best - stay_worth(s, t, m, stand, lead)


# Companions ----------------------------------------------------------------------------------------


@kernel
def goal_worth(s, t, m, group, region):
    """Return what a region is worth as the goal of Companions (BG-B25)."""
    if not is_safe_haven(s, t, region):
        return 0.0
    nation = np.int64(t.region_nation[region])
    worth = 0.0
    rest = np.int64(group)
    while rest != 0:
        figure = lowest_bit(rest)
        rest &= rest - 1
        if has(t.rouses[figure], nation) and not is_active(s, nation):
            worth = max(worth, m.w[W.COMPANION_WAKE] + (m.w[W.ALARM] if m.threat[region] > 0.0 else 0.0))
        if figure == FIGURE.STRIDER and nation == NATION.GONDOR and s.stand[FIGURE.ARAGORN] == AWAY.UNUSED:
            worth += m.w[W.COMPANION_CROWN]
        if not is_at_war(s, nation) and has(own_nation(t, figure), nation):
            worth += m.w[W.COMPANION_LEAD]
    if s.side_of[region] == SIDE.FREE_PEOPLES and s.unit_n[region] > 1:
        threatened = 1.0 if m.threat[region] > 0.0 or m.nearest[SIDE.SHADOW, region] <= 2 else 0.3
        lead = m.w[W.COMPANION_LEAD] * threatened
        if leadership_at(s, t, region) >= min(np.int64(s.unit_n[region]), np.int64(t.most_combat_dice)):
            lead *= 0.3
        worth += lead
    return worth


@kernel
def own_nation(t, figure):
    """Return the set of the one Nation that a Companion brings nearer to war (BG-6.7), empty of others."""
    speaks = figure == FIGURE.BOROMIR or figure == FIGURE.LEGOLAS or figure == FIGURE.GIMLI
    return np.int64(t.rouses[figure]) if speaks else np.int64(0)


@kernel
def journey_worth(s, t, m, group, region, level):
    """Return what it is worth to Companions to be in a region: as a goal, or on the way to one.

    level: how far they can go from there at once.
    """
    best = 0.0
    for goal in range(t.region_n):
        if t.settlement[goal] >= SETTLEMENT.CITY and t.distance[region, goal] < 12:
            worth = goal_worth(s, t, m, group, goal)
            if worth > 0.0:
                far = max(np.int64(t.distance[region, goal]) - level, np.int64(0))
                best = max(best, worth - m.w[W.COMPANION_FAR] * far)
    return best


# Answers -------------------------------------------------------------------------------------------


@kernel
def rider_worth(s, t, m, figure):
    """Return the worth of moving a Character; `fly` must be filled for those of the Shadow."""
    stand = np.int64(s.stand[figure])
    if stand < 0 or stand >= PLACES:
        return NEVER
    if figure < COMPANIONS:
        here = np.int64(t.region_of[stand])
        best = journey_worth(s, t, m, bit(figure), here, np.int64(t.level[figure]))
        return best - goal_worth(s, t, m, bit(figure), here)
    return flight_worth(s, t, m, stand, np.int64(t.leadership[figure]))


@kernel
def score_rider(s, t, m, rider):
    """Return the worth of moving a Character or Nazgûl; NONE: of nobody more."""
    if rider == NONE:
        return m.w[W.FLY]
    if rider >= FIGURE_N:
        return flight_worth(s, t, m, rider - FIGURE_N, np.int64(1))
    return rider_worth(s, t, m, np.int64(rider))


@kernel
def ride_worth(s, t, m, seat):
    """Return the worth of moving Characters: the sum over all for whom it is worth it."""
    total = 0.0
    if t.seat_side[seat] == SIDE.SHADOW:
        find_flights(s, t, m)
        for stand in range(PLACES):
            if s.nazgul[stand] > 0:
                total = max(total, flight_worth(s, t, m, np.int64(stand), np.int64(1)))
    for figure in range(FIGURE_N):
        if s.stand[figure] >= 0 and may_ride(t, seat, figure) and t.level[figure] > 0:
            total = max(total, rider_worth(s, t, m, np.int64(figure)))
    return total


@kernel
def score_number(n):
    """Return the worth of moving so many Nazgûl together: one after the other."""
    return -np.float64(n)


@kernel
def score_join(figure):
    """Return the worth of taking a Companion along; each finds his own way."""
    return 0.0 if figure == NONE else -1.0


@kernel
def score_go(s, t, m, region):
    """Return the worth of sending the figures to a region."""
    frame = top(s)
    group = np.int64(frame[Riders.group])
    if frame[Riders.side] == SIDE.SHADOW:
        return m.fly[region]
    level = np.int64(0)
    for figure in range(COMPANIONS):
        if has(group, figure):
            level = max(level, np.int64(t.level[figure]))
    here = goal_worth(s, t, m, group, np.int64(region))
    return max(here, journey_worth(s, t, m, group, np.int64(region), np.int64(0)) - 0.5)
