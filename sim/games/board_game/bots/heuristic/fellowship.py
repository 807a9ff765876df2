"""The Fellowship: when it walks, hides and declares, who leaves it and who is lost (BG-B20 to BG-B27)."""

import numpy as np

from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.engine import sets
from mazarbul.sim.engine.actions import a_of
from mazarbul.sim.engine.bits import bit, has, popcount
from mazarbul.sim.engine.stack import top
from mazarbul.sim.games.board_game import actions
from mazarbul.sim.games.board_game.bots.features import HEALING
from mazarbul.sim.games.board_game.bots.heuristic.worths import (
    burden,
    corrupting,
    damage_of_kind,
    is_awaited,
    member_worth,
    tile_damage_at,
)
from mazarbul.sim.games.board_game.bots.weights import W
from mazarbul.sim.games.board_game.content.layout import FIGURE_SOURCE
from mazarbul.sim.games.board_game.content.triggers import ON, TEXT_PART
from mazarbul.sim.games.board_game.frames import Separate, Tile
from mazarbul.sim.games.board_game.ids import (
    CASUALTY,
    COMPANIONS,
    FIGURE,
    NATION,
    NONE,
    ONCE,
    PARTING,
    SETTLEMENT,
    SIDE,
)
from mazarbul.sim.games.board_game.rules.control import is_safe_haven, is_shadow_stronghold, is_unconquered
from mazarbul.sim.games.board_game.rules.hunt import has_nazgul
from mazarbul.sim.games.board_game.rules.politics import is_active
from mazarbul.sim.games.board_game.rules.riders import level_of
from mazarbul.sim.games.board_game.rules.stands import box_of, units_of
from mazarbul.sim.games.board_game.rules.ways import FAR, TILE_COST, measure_costs

NO = -1e3  # of what should not be done


@kernel
def score_fellowship(s, t, m, seat, kind, a, b):  # noqa: ARG001  (the signature of all scores)
    """Return the score of an action or answer about the Fellowship; a is NONE where it is declined."""
    if kind == actions.WALK:
        return walking(s, t, m)
    if kind == actions.HIDE:
        return m.w[W.HIDE]
    if kind == actions.SEPARATE:
        return separating(s, t, m, np.int64(0))
    if kind == actions.CROWN:
        return m.w[W.CROWN]
    if kind == actions.DECLARE:
        return declaring(s, t, m, a) if a != NONE else 0.0
    if kind == actions.ENTER:
        return entering(s, m) if b == 1 else 0.0
    if kind == actions.GUIDE:
        return guiding(s, t, m, a)
    if kind == actions.CASUALTY:
        return casualty(s, t, m, a)
    if kind == actions.REVEAL:
        return revealing(s, t, m, a)
    if kind == actions.JOIN:
        return joining(s, t, m, a)
    if kind == actions.GO:
        return going(s, t, m, a)
    return 0.0


# Walking -------------------------------------------------------------------------------------------


@kernel
def walking(s, t, m):
    """Return the score of a step of the Fellowship (BG-B21)."""
    if s.mordor != NONE:
        return walking_in_mordor(s, t, m)
    score = m.w[W.WALK] - m.w[W.WALK_TIRED] * s.corruption
    score -= m.w[W.WALK_RISK] * tile_damage_at(s, t, m, m.step_damage)
    score -= m.w[W.WALK_SEEN] * m.hunt_chance * m.tile_reveals
    if m.hunt_level <= 1:
        score += m.w[W.WALK_FREE]
    if m.hunt_level >= 3:
        score -= m.w[W.WALK_AGAIN] * m.hunt_bonus
    if m.ring_plan == HEALING:
        score -= m.w[W.WALK_RESTING]
    return max(score, m.w[W.WALK_LEAST])


@kernel
def walking_in_mordor(s, t, m):
    """Return the score of a step on the Mordor Track: at least one a turn, more while Corruption is low."""
    eye = np.float64(s.box[0]) + np.float64(s.box[1])
    score = m.w[W.WALK_MORDOR] - m.w[W.WALK_FATAL] * fatal_share(s, t, eye)
    if s.done & ONCE.STROVE != 0:
        score -= m.w[W.WALK_MORE] * max(0.0, s.corruption - m.w[W.WALK_BOLD])
        score -= 0.3 * tile_damage_at(s, t, m, m.tile_damage)
    return score


@kernel
def fatal_share(s, t, eye):
    """Return the share of the tiles of the pool that would bring Corruption to its end."""
    left = 1.0 * t.most_corruption - s.corruption
    for figure in range(COMPANIONS):
        if has(s.members, figure) and (s.guide == figure or popcount(np.int64(s.members)) == 1):
            left += 1.0 * t.level[figure]
    pool = np.int64(s.tiles)
    if pool == 0:
        pool = np.int64(s.drawn) & np.int64(t.standard_tiles)
    fatal = 0.0
    for kind in range(t.kind_n):
        n = 1.0 * popcount(pool & np.int64(t.tiles_of_kind[kind]))
        if n > 0.0 and damage_of_kind(t, np.int64(kind), eye) >= left:
            fatal += n
    return fatal / max(1, popcount(pool))


# Companions who leave ------------------------------------------------------------------------------


@kernel
def visit_worth(s, t, m, figure, region):
    """Return what a Companion is worth in a region: for Nations that wake, crowns, Armies to lead."""
    worth = 0.0
    nation = np.int64(t.region_nation[region])
    is_place = t.settlement[region] >= SETTLEMENT.CITY and nation != NONE and is_unconquered(s, t, region)
    if is_place and has(t.rouses[figure], nation) and not is_active(s, nation):
        worth += m.w[W.COMPANION_WAKE]
    if figure == FIGURE.STRIDER and is_place and nation == NATION.GONDOR:
        worth += m.w[W.COMPANION_CROWN]
    box = box_of(t, region)
    has_army = units_of(s, region, SIDE.FREE_PEOPLES) > 0
    has_army |= box != NONE and units_of(s, box, SIDE.FREE_PEOPLES) > 0
    if has_army and s.control[region] == SIDE.FREE_PEOPLES:
        share = 1.0 if m.threat[region] > 0.0 else 0.5
        worth += m.w[W.COMPANION_LEAD] * share * min(1.0, 1.0 * t.leadership[figure])
    if figure == FIGURE.GANDALF_GREY and is_awaited(s):
        worth += m.w[W.GAMBIT]
    return worth


@kernel
def leaving_cost(s, t, m, figure):
    """Return what it costs that a Companion leaves alive; those who stay must be enough (BG-B25)."""
    cost = m.w[W.LEAVING] * member_worth(s, t, m, figure)
    if figure == FIGURE.STRIDER:
        cost -= m.w[W.LEAVING] * m.w[W.HEIR]
    if has(t.hobbits, figure):
        cost += m.w[W.HOBBIT]
    few = m.w[W.COMPANY] - popcount(np.int64(s.members))
    return cost + m.w[W.LONELY] * max(0.0, few + 1.0)


@kernel
def best_visit(s, t, m, figure, extra):
    """Return the worth of the best region that a Companion could go to (see `best_region`)."""
    region = best_region(s, t, m, bit(figure), extra)
    return visit_worth(s, t, m, figure, region) if region != NONE else 0.0


@kernel
def best_region(s, t, m, group, extra):
    """Return the region in range of a group that is worth most to visit, or NONE. extra: range."""
    if s.bearers == NONE:
        return np.int64(NONE)
    most = np.int64(s.progress) + level_of(s, t, group) + extra
    best = np.int64(NONE)
    best_worth = 0.0
    for region in range(t.region_n):
        if t.distance[s.bearers, region] > most or t.settlement[region] == SETTLEMENT.NONE:
            continue
        worth = 0.0
        for figure in range(COMPANIONS):
            if has(group, figure):
                worth += visit_worth(s, t, m, np.int64(figure), np.int64(region))
        if worth > best_worth:
            best = np.int64(region)
            best_worth = worth
    return best


@kernel
def separating(s, t, m, extra):
    """Return the score of letting a Companion leave the Fellowship (BG-B25). extra: range."""
    if s.mordor != NONE:
        return NO
    best = m.w[W.SEPARATE_LEAST]
    for figure in range(COMPANIONS):
        if has(s.members, figure):
            worth = best_visit(s, t, m, np.int64(figure), extra) - leaving_cost(s, t, m, np.int64(figure))
            best = max(best, worth)
    if s.corruption >= m.w[W.SEPARATE_TIRED] or m.way <= 2:
        best *= m.w[W.SEPARATE_LATE]
    return best


@kernel
def joining(s, t, m, figure):
    """Return the score of a Companion who leaves with the group, with NONE that nobody else does (BD-25)."""
    if figure == NONE:
        return 0.0
    frame = top(s)
    group = np.int64(frame[Separate.group])
    extra = np.int64(frame[Separate.extra])
    if group == 0:
        return best_visit(s, t, m, figure, extra) - leaving_cost(s, t, m, figure)
    region = best_region(s, t, m, group, extra)
    worth = visit_worth(s, t, m, figure, region) if region != NONE else 0.0
    return worth - leaving_cost(s, t, m, figure)


@kernel
def going(s, t, m, region):
    """Return the score of a region for the Companions who leave: what they do there, or are near to."""
    frame = top(s)
    group = np.int64(frame[Separate.group])
    if frame[Separate.flags] & PARTING.STAYS != 0:
        return 0.0
    score = 0.0
    for figure in range(COMPANIONS):
        if has(group, figure):
            score += visit_worth(s, t, m, np.int64(figure), region)
            score += approach(s, t, m, np.int64(figure), region)
    return score


@kernel
def approach(s, t, m, figure, region):
    """Return what a region is worth to a Companion as a stage on his way."""
    best = 0.0
    for other in range(t.region_n):
        d = np.int64(t.distance[region, other])
        if 0 < d <= t.level[figure] + 2 and t.settlement[other] >= SETTLEMENT.CITY:
            worth = visit_worth(s, t, m, figure, np.int64(other)) - m.w[W.COMPANION_FAR] * (d + 2.0)
            best = max(best, worth)
    return 0.5 * best


# Declaring and Mordor ------------------------------------------------------------------------------


@kernel
def way_from(t, region):
    """Return how far a region is from the next way into Mordor."""
    least = np.int64(FAR)
    for gate in sets.members(t.gates):
        least = min(least, np.int64(t.distance[region, gate]))
    return least


@kernel
def danger_at(s, t, region):
    """Return how many re-rolls the Hunt has in a region (BG-14.5)."""
    n = np.float64(is_shadow_stronghold(s, t, region)) + np.float64(units_of(s, region, SIDE.SHADOW) > 0)
    return n + np.float64(has_nazgul(s, region))


@kernel
def declaring(s, t, m, region):
    """Return the score of declaring the Fellowship in a region rather than staying undeclared (BG-B23)."""
    score = -m.w[W.DECLARE] if s.progress > 0 else -0.5
    score -= m.w[W.DETOUR] * max(0, way_from(t, region) - m.way)
    score -= m.w[W.WATCHED] * (danger_at(s, t, region) - danger_at(s, t, np.int64(s.bearers)))
    if s.progress >= t.most_progress - 1:
        score += m.w[W.TOO_FAR]
    if is_safe_haven(s, t, region):
        score -= corrupting(s, t, m, -1.0) * m.w[W.DECLARE_HEALS]
        if not is_active(s, np.int64(t.region_nation[region])):
            score += m.w[W.COMPANION_WAKE]
    if sets.has(t.gates, region):
        score += max(0.0, entering(s, m))
    return score


@kernel
def entering(s, m):
    """Return the score of entering Mordor now (BG-B23)."""
    is_urgent = m.lacking[SIDE.SHADOW] <= m.w[W.ENTER_LACKING]
    fresh = m.w[W.ENTER_CORRUPTION] - s.corruption
    return m.w[W.ENTER_MORDOR] if is_urgent else m.w[W.ENTER_MORDOR] + m.w[W.ENTER_TIRED] * min(0.0, fresh)


@kernel
def guiding(s, t, m, figure):
    """Return the score of a Guide: by what his ability as Guide does (BG-B24)."""
    score = 0.0
    for i in range(t.modifier_n):
        if t.modifiers[i].source == FIGURE_SOURCE + figure and t.modifiers[i].is_guide == 1:
            score += m.w[W.GUIDE_RULE]
    source = FIGURE_SOURCE + figure
    for effect in range(t.effect_first[source], t.effect_first[source] + t.effect_n[source]):
        if t.effects[effect].part == TEXT_PART.GUIDE and t.effects[effect].on != ON.STATIC:
            score += m.w[W.GUIDE_TEXT]
    return score - 0.01 * member_worth(s, t, m, figure)


# Hunt tiles ----------------------------------------------------------------------------------------


@kernel
def casualty(s, t, m, how):
    """Return the score of a way to take damage: minus Corruption and the Companion lost (BG-B24)."""
    damage = 1.0 * top(s)[Tile.damage]
    if how == CASUALTY.NOBODY:
        return -corrupting(s, t, m, damage)
    if how == CASUALTY.GUIDE:
        return -lost_for(s, t, m, np.int64(s.guide), damage)
    total = 0.0
    for figure in range(COMPANIONS):
        if has(s.members, figure):
            total += lost_for(s, t, m, np.int64(figure), damage)
    return -total / max(1, popcount(np.int64(s.members)))


@kernel
def lost_for(s, t, m, figure, damage):
    """Return what it costs to lose a Companion for the damage of a tile."""
    left = max(0.0, damage - t.level[figure])
    return corrupting(s, t, m, left) + member_worth(s, t, m, figure)


@kernel
def revealing(s, t, m, region):
    """Return the score of a region for the figure of a Fellowship that is revealed (BG-14.14)."""
    if region == a_of(np.int64(s.options[0])):  # once for all options
        measure_costs(s, t, np.int64(s.bearers), np.int64(s.progress), True)
    cost = np.int64(FAR)
    for steps in range(s.progress + 1):
        cost = min(cost, np.int64(s.reach[steps, region]))
    tiles = 1.0 * cost / TILE_COST
    score = -m.w[W.DETOUR] * way_from(t, region) - m.w[W.WATCHED] * danger_at(s, t, region)
    return score - tiles * tile_damage_at(s, t, m, m.tile_damage) - 0.01 * cost


@kernel
def relief_of(s, t, m, damage, n):
    """Return what it is worth that the damage of a tile is n less."""
    left = max(0.0, damage - n)
    now = 1.0 * s.corruption
    return burden(t, m, now + damage) - burden(t, m, now + left)
