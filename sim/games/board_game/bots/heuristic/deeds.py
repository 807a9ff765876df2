"""What single statements of texts are worth now to the side whose text it is (BG-B15, BG-B31)."""

import numpy as np

from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.engine import sets
from mazarbul.sim.engine.bits import has, lowest_bit, popcount
from mazarbul.sim.games.board_game.bots.heuristic.army_deeds import (
    attack_worth,
    march_worth,
    recruit_worth,
    remove_worth,
    rout_worth,
    upgrade_worth,
    wound_worth,
)
from mazarbul.sim.games.board_game.bots.heuristic.fellowship import (
    leaving_cost,
    relief_of,
    separating,
    walking,
    way_from,
)
from mazarbul.sim.games.board_game.bots.heuristic.other_deeds import number_in, worth_of_rest
from mazarbul.sim.games.board_game.bots.heuristic.worths import (
    corrupting,
    damage_of_kind,
    figure_worth,
    mean_damage,
    member_worth,
    tile_damage_at,
)
from mazarbul.sim.games.board_game.bots.weights import W
from mazarbul.sim.games.board_game.content import words
from mazarbul.sim.games.board_game.content.triggers import ON
from mazarbul.sim.games.board_game.frames import Scope, Tile
from mazarbul.sim.games.board_game.ids import (
    AWAY,
    FIGURE_N,
    NONE,
    SIDE,
)
from mazarbul.sim.games.board_game.rules import columns, fellowship
from mazarbul.sim.games.board_game.rules.conditions import evaluate, figures_of, find_frame
from mazarbul.sim.games.board_game.rules.doable import OF_ARMIES, can_move_some, new_tiles
from mazarbul.sim.games.board_game.rules.sets import find
from mazarbul.sim.games.board_game.rules.standing import ignored_tiles

OPERATION = words.OPERATION
ON_FELLOWSHIP = sum(
    1 << code
    for code in (
        OPERATION.HIDE,
        OPERATION.WALK,
        OPERATION.REVEAL,
        OPERATION.HUNT,
        OPERATION.DRIFT,
        OPERATION.SEPARATE,
        OPERATION.SCATTER,
        OPERATION.DEPART,
    )
)
ON_TILES = sum(
    1 << code
    for code in (
        OPERATION.ADD_TILE,
        OPERATION.DRAW_TILE,
        OPERATION.PROBE_TILES,
        OPERATION.REDRAW,
        OPERATION.SKIP_TILE,
        OPERATION.REDUCE,
        OPERATION.HUNT_BONUS,
    )
)
ON_FIGURES = sum(
    1 << code for code in (OPERATION.MOVE_FIGURES, OPERATION.MOVE_TO, OPERATION.ENTER, OPERATION.ELIMINATE)
)


@kernel
def for_side(s, f, worth):
    """Return what a text's side has of something that is worth so much to the Free Peoples."""
    return worth if s.frames[f, Scope.side] == SIDE.FREE_PEOPLES else -worth


@kernel
def row_worth(s, t, m, row, code, f):
    """Return the worth of one statement that picks nothing; it fills the scope as the statement does."""
    if code == OPERATION.CORRUPT:
        n = number_in(s, t, m, row, columns.NUMBER.N, f)
        return for_side(s, f, -corrupting(s, t, m, max(n, -1.0 * s.corruption)))
    if code == OPERATION.ROLL:
        roll(s, t, m, row, f)
        return 0.0
    if code == OPERATION.CHOOSE_NUMBER:
        most = evaluate(s, t, np.int64(t.rows[row, columns.CHOOSE_NUMBER.MOST]), f)
        s.frames[f, Scope.x] = max(np.int64(0), most)
        return 0.0
    if code == OPERATION.RECRUIT or has(OF_ARMIES, code):
        return worth_of_armies(s, t, m, row, code, f)
    if has(ON_FELLOWSHIP, code):
        return for_side(s, f, worth_of_fellowship(s, t, m, row, code, f))
    if has(ON_TILES, code):
        return worth_of_tiles(s, t, m, row, code, f)
    if has(ON_FIGURES, code):
        return worth_of_figures(s, t, m, row, code, f)
    return worth_of_rest(s, t, m, row, code, f)


@kernel
def roll(s, t, m, row, f):
    """Put what a roll is expected to bring into the scope, and the share of it that is the mean."""
    dice = 1.0 * evaluate(s, t, np.int64(t.rows[row, columns.ROLL.DICE]), f)
    needed = evaluate(s, t, np.int64(t.rows[row, columns.ROLL.AT_LEAST]), f)
    put_rolled(s, m, f, dice * (7.0 - needed) / 6.0 if needed > 0 else 3.5 * dice)


@kernel
def put_rolled(s, m, f, mean):
    """Let the scope say that about so much was rolled."""
    n = max(np.int64(1), np.int64(mean + 0.5))
    s.frames[f, Scope.rolled] = n
    m.luck = mean / n


# The Fellowship and tiles --------------------------------------------------------------------------


@kernel
def worth_of_fellowship(s, t, m, row, code, f):
    """Return what a statement about the Fellowship is worth to the Free Peoples."""
    if code == OPERATION.HIDE:
        return m.w[W.HIDE] if s.is_hidden == 0 else 0.0
    if code == OPERATION.WALK:
        return walking(s, t, m) if fellowship.can_walk(s, t) else 0.0
    if code == OPERATION.REVEAL:
        return -revealed_cost(s, m)
    if code == OPERATION.HUNT:
        if s.mordor != NONE:
            return 0.0
        return -m.hunt_chance * (
            tile_damage_at(s, t, m, m.tile_damage) + m.tile_reveals * revealed_cost(s, m)
        )
    if code == OPERATION.DRIFT:
        return drift_worth(s, t, m, row, f)
    if code == OPERATION.SEPARATE:
        extra = evaluate(s, t, np.int64(t.rows[row, columns.SEPARATE.EXTRA]), f)
        worth = separating(s, t, m, extra) if s.members != 0 and s.mordor == NONE else 0.0
        is_on_map = np.int64(t.rows[row, columns.SEPARATE.HOW]) & words.PARTING.ON_MAP != 0
        if is_on_map and can_move_some(s, t, np.int64(t.companions), f):
            worth = max(worth, m.w[W.TRAVEL])
        return worth
    if code == OPERATION.SCATTER:
        n = number_in(s, t, m, row, columns.NUMBER.N, f)
        return -m.w[W.SCATTERED] * min(n, 1.0 * popcount(np.int64(s.members)))
    figures = figures_of(s, t, np.int64(t.rows[row, columns.FIGURES.FIGURES]), f)
    return departing(s, t, m, figures & np.int64(s.members), f)


@kernel
def departing(s, t, m, figures, f):
    """Return what it is worth that Companions leave the Fellowship; those who would be lost are saved."""
    worth = 0.0
    is_saved = t.effects[s.frames[f, Scope.text]].on == ON.ELIMINATED_IN_FELLOWSHIP
    rest = figures
    while rest != 0:
        figure = np.int64(lowest_bit(rest))
        rest &= rest - 1
        if is_saved:
            worth += m.w[W.LEADER]
        elif s.mordor != NONE:
            worth -= member_worth(s, t, m, figure)
        else:
            worth -= leaving_cost(s, t, m, figure)
    return worth


@kernel
def revealed_cost(s, m):
    """Return what it costs the Free Peoples to be revealed now: a die to hide, and regions that are lost."""
    if s.is_hidden == 0:
        return 0.0
    return m.w[W.REVEALED] + (0.0 if s.mordor != NONE else m.w[W.REVEALED_FAR] * s.progress)


@kernel
def drift_worth(s, t, m, row, f):
    """Return what it is worth to the Free Peoples that the Shadow puts their figure where it likes."""
    if s.mordor != NONE:
        return 0.0
    find(s, t, np.int64(t.rows[row, columns.DRIFT.REGIONS]), f)
    most = 0.0
    for region in sets.members(s.found):
        most = max(most, drift_to(t, m, np.int64(s.bearers), np.int64(region)))
    return -most


@kernel
def drift_to(t, m, start, region):
    """Return what the Shadow has of moving the figure of the Ring-bearers from one region to another."""
    return m.w[W.DETOUR] * (1.0 * way_from(t, region) - way_from(t, start))


@kernel
def worth_of_tiles(s, t, m, row, code, f):
    """Return what a statement about Hunt tiles is worth to the side of its text."""
    if code == OPERATION.ADD_TILE:
        return added_tiles(s, t, m, row, f)
    if code == OPERATION.DRAW_TILE:
        return drawn_tile(s, t, m, row, f)
    if code == OPERATION.PROBE_TILES:
        n = number_in(s, t, m, row, columns.PROBE_TILES.N, f)
        pool = np.int64(s.tiles) if s.tiles != 0 else np.int64(s.drawn)
        eyes = 1.0 * popcount(pool & np.int64(t.eye_tiles)) / max(1, popcount(pool))
        return for_side(s, f, m.w[W.EYE_GONE] * n * eyes * (1.0 - eyes * eyes) - m.w[W.HEIR] * eyes * eyes)
    if code == OPERATION.HUNT_BONUS:
        n = number_in(s, t, m, row, columns.NUMBER.N, f)
        return n * (m.w[W.BONUS] + m.w[W.BONUS_DIE] * m.hunt_level * m.w[W.BONUS] / 10.0)
    at = find_frame(s, Tile.kind)
    if code == OPERATION.SKIP_TILE:
        return for_side(s, f, tile_damage_at(s, t, m, m.tile_damage) + m.tile_reveals * revealed_cost(s, m))
    damage = 1.0 * s.frames[at, Tile.damage] if at != NONE else m.tile_damage
    if code == OPERATION.REDUCE:
        return for_side(s, f, relief_of(s, t, m, damage, number_in(s, t, m, row, columns.NUMBER.N, f)))
    worth = tile_damage_at(s, t, m, damage) - tile_damage_at(s, t, m, m.tile_damage)
    if at != NONE and s.frames[at, Tile.tile] != NONE:
        kind = np.int64(t.tile_kind[s.frames[at, Tile.tile]])
        seen = np.float64(t.tile_reveals[kind] == 1 and not has(ignored_tiles(s, t), kind))
        worth += (seen - m.tile_reveals) * revealed_cost(s, m)
    return for_side(s, f, worth)


@kernel
def added_tiles(s, t, m, row, f):
    """Return what special tiles in the pool are worth: what they do beside a usual tile in Mordor."""
    find(s, t, np.int64(t.rows[row, columns.ADD_TILE.TILES]), f)
    rest = new_tiles(s, t)
    worth = 0.0
    while rest != 0:
        kind = np.int64(t.tile_kind[lowest_bit(rest)])
        rest &= rest - 1
        harm = damage_of_kind(t, kind, m.w[W.EYE_IN_MORDOR]) + m.w[W.STOP] * t.tile_stops[kind]
        worth += for_side(s, f, m.w[W.USUAL_TILE] - harm)
    near = m.w[W.TILE_FAR] if m.steps > m.w[W.TILE_STEPS] else 1.0
    return near * m.w[W.TILE] * worth


@kernel
def drawn_tile(s, t, m, row, f):
    """Return what a tile that is drawn for a text is worth; its number may be all that counts."""
    find(s, t, np.int64(t.rows[row, columns.DRAW_TILE.VOID]), f)
    void = np.int64(s.found[0])
    how = np.int64(t.rows[row, columns.DRAW_TILE.HOW])
    damage = mean_damage(s, t, void, 0.0)
    s.frames[f, Scope.last] = 1
    put_rolled(s, m, f, damage)
    if how & words.DRAWING.NUMBER != 0:
        return 0.0
    cost = corrupting(s, t, m, damage)
    if how & words.DRAWING.UNREDUCED == 0:
        cost = tile_damage_at(s, t, m, damage)
    if how & words.DRAWING.RANDOM_CASUALTY != 0:
        cost += m.w[W.SCATTERED] * min(1.0, damage)
    return for_side(s, f, -cost - 0.3 * m.tile_reveals * revealed_cost(s, m))


# Figures -------------------------------------------------------------------------------------------


@kernel
def worth_of_figures(s, t, m, row, code, f):
    """Return what a statement about Characters is worth to the side of its text."""
    figures = figures_of(s, t, np.int64(t.rows[row, columns.FIGURES.FIGURES]), f)
    side = s.frames[f, Scope.side]
    if code == OPERATION.MOVE_FIGURES:
        if not can_move_some(s, t, figures, f):
            return 0.0
        if side == SIDE.FREE_PEOPLES:
            return m.w[W.TRAVEL]
        return m.w[W.FLIGHT] + (m.w[W.FLIGHT_SEEN] if s.is_hidden == 0 and s.mordor == NONE else 0.0)
    worth = 0.0
    for figure in range(FIGURE_N):
        if has(figures, figure):
            worth += worth_of_figure(s, t, m, code, np.int64(figure), side)
    if code == OPERATION.MOVE_TO and has(figures, FIGURE_N) and side == SIDE.FREE_PEOPLES:
        worth += m.w[W.DRIVEN]
    return worth


@kernel
def worth_of_figure(s, t, m, code, figure, side):
    """Return what it is worth that a Character enters, goes somewhere or is lost."""
    if code == OPERATION.ENTER:
        return m.w[W.CROWN] if s.stand[figure] == AWAY.UNUSED else 0.0
    if code == OPERATION.MOVE_TO or (s.stand[figure] < 0 and s.stand[figure] != AWAY.FELLOWSHIP):
        return 0.0
    worth = figure_worth(s, t, m, figure)
    if s.stand[figure] == AWAY.FELLOWSHIP:
        worth = member_worth(s, t, m, figure)
    return worth if t.figure_side[figure] != side else -worth


# Armies --------------------------------------------------------------------------------------------


@kernel
def worth_of_armies(s, t, m, row, code, f):
    """Return what a statement about Armies is worth to the side of its text."""
    if code == OPERATION.RECRUIT:
        return recruit_worth(s, t, m, row, f)
    if code == OPERATION.ATTACK:
        return attack_worth(s, t, m, row, f)
    if code == OPERATION.MARCH:
        return march_worth(s, t, m, row, f)
    if code == OPERATION.GATHER:
        return m.w[W.GATHERED]
    if code == OPERATION.WOUND:
        return wound_worth(s, t, m, row, number_in(s, t, m, row, columns.WOUND.N, f), f)
    if code == OPERATION.ROUT:
        return rout_worth(s, t, m, row, f)
    if code == OPERATION.UPGRADE:
        return upgrade_worth(s, t, m, row, number_in(s, t, m, row, columns.UPGRADE.N, f), f)
    return remove_worth(s, t, m, row, number_in(s, t, m, row, columns.REMOVE.N, f), f)
