"""Conditions and numbers in texts as they are now (words_of_values.py); nothing changes when they are read.

A text is read in a *scope*: a frame `f` of the work stack with the slots of `frames.Scope`, or NONE for texts
without a user and without picks.
"""

import numpy as np

from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.effects import codes
from mazarbul.sim.engine import sets
from mazarbul.sim.engine.bits import has
from mazarbul.sim.engine.faults import Fault, fail
from mazarbul.sim.engine.machine import first_row, is_constant, walk
from mazarbul.sim.games.board_game.content import words
from mazarbul.sim.games.board_game.frames import Scope, Tile
from mazarbul.sim.games.board_game.ids import (
    BATTLE,
    FIGURE_N,
    NATION_N,
    NONE,
    ROLE,
    SIDE,
    UNIT_N,
)
from mazarbul.sim.games.board_game.rules import columns, combat, tiles
from mazarbul.sim.games.board_game.rules.losses import hit_points
from mazarbul.sim.games.board_game.rules.seats import enemy_of, lead
from mazarbul.sim.games.board_game.rules.sets import LEADER, NAZGUL, find, found_n, register
from mazarbul.sim.games.board_game.rules.stands import count, figures_at, nation_units

KIND = 0

# Sides and Nations -----------------------------------------------------------------------------------


@kernel
def side_meant(s, code, f):
    """Return the side that a name means (SIDE, SIDES or CHOOSER but `both` and `random`)."""
    if code == words.SIDE.OWN:
        return register(s, f, Scope.side)
    if code == words.SIDE.ENEMY:
        return enemy_of(register(s, f, Scope.side))
    if code != words.SIDE.FREE_PEOPLES and code != words.SIDE.SHADOW:
        fail(s, Fault.NAME, code)
    return np.int64(code)


@kernel
def seat_meant(s, code, f):
    """Return the seat that decides for the side that a name means: the user, or the enemy's leading one."""
    side = side_meant(s, code, f)
    return register(s, f, Scope.seat) if side == register(s, f, Scope.side) else lead(s, side)


@kernel
def nations_meant(s, code, f):
    """Return the set of Nations that a name means: one, all for `any`, the one picked for `picked`."""
    if code == words.ANY_NATION.ANY:
        return (np.int64(1) << NATION_N) - 1
    nation = np.int64(code)
    if code == words.ANY_NATION.PICKED:
        nation = register(s, f, Scope.nation)
    return np.int64(0) if nation == NONE else np.int64(1) << nation


# Counting --------------------------------------------------------------------------------------------


@kernel
def units_at(s, stand, nations):
    """Return the number of units of some Nations at a stand."""
    n = np.int64(0)
    for nation in range(NATION_N):
        if has(nations, nation):
            n += nation_units(s, stand, nation)
    return n


@kernel
def figures_standing(s, stand, figures):
    """Return how many figures of a set are at a stand, each plain Nazgûl and Leader counted."""
    n = np.int64(0)
    for figure in range(FIGURE_N):
        n += np.int64(has(figures & np.int64(s.who[stand]), figure))
    if has(figures, NAZGUL):
        n += np.int64(s.nazgul[stand])
    if has(figures, LEADER):
        n += np.int64(s.leader_n[stand])
    return n


@kernel
def highest_level_of(t, figures):
    """Return the highest Level among the Characters of a set."""
    best = np.int64(0)
    for figure in range(FIGURE_N):
        if has(figures, figure):
            best = max(best, np.int64(t.level[figure]))
    return best


@kernel
def figures_of(s, t, number, f):
    """Return a set of figures as bits."""
    find(s, t, number, f)
    return np.int64(s.found[0])


# Words -----------------------------------------------------------------------------------------------


@kernel
def evaluate(s, t, value, f):
    """Return the int64 value of an encoded condition or number. f: frame with the scope, or NONE."""
    if is_constant(value):
        return np.int64(value)
    row, height = walk(s, t, first_row(value), 0)
    while t.expressions[row, codes.CODE] != codes.END:
        if t.expressions[row, codes.CODE] == words.VALUE.MIN:
            height -= 2
            s.stack[height] = min(s.stack[height], s.stack[height + 1])
        else:
            s.stack[height] = word(s, t, row, f)
        row, height = walk(s, t, row + 1, height + 1)
    return s.stack[height - 1]


@kernel
def word(s, t, row, f):
    """Return the value of a word of this game; truth is 1 or 0."""
    code = np.int64(t.expressions[row, codes.CODE])
    if code == words.VALUE.REGIONS or code == words.VALUE.ARMIES:
        find(s, t, np.int64(t.expressions[row, columns.OF_REGIONS.REGIONS]), f)
        return found_n(s)
    if code == words.VALUE.FIGURES or code == words.VALUE.NATIONS:
        find(s, t, np.int64(t.expressions[row, columns.OF_NATIONS.NATIONS]), f)
        return found_n(s)
    if code == words.VALUE.X:
        return register(s, f, Scope.x)
    if code == words.VALUE.ROLLED:
        return register(s, f, Scope.rolled)
    if code == words.VALUE.DRAWN:
        return register(s, f, Scope.last)
    if code == words.VALUE.CORRUPTION:
        return np.int64(s.corruption)
    if code == words.VALUE.PROGRESS:
        return np.int64(s.progress)
    if code == words.VALUE.HIDDEN:
        return np.int64(s.is_hidden == 1)
    if code == words.VALUE.ON_MORDOR_TRACK:
        return np.int64(s.mordor != NONE)
    if has(words.OF_BATTLES, code):
        return word_of_battle(s, t, row, code, f)
    return word_of_figures(s, t, row, code, f)


@kernel
def word_of_figures(s, t, row, code, f):
    """Return the value of a word about units, figures or a Hunt tile."""
    n = np.int64(0)
    if code == words.VALUE.UNITS:
        nations = nations_meant(s, np.int64(t.expressions[row, columns.UNITS.NATION]), f)
        find(s, t, np.int64(t.expressions[row, columns.UNITS.ARMIES]), f)
        for stand in sets.members(s.found):
            n += units_at(s, stand, nations)
    elif code == words.VALUE.STANDING:
        figures = figures_of(s, t, np.int64(t.expressions[row, columns.STANDING.FIGURES]), f)
        find(s, t, np.int64(t.expressions[row, columns.STANDING.ARMIES]), f)
        for stand in sets.members(s.found):
            n += figures_standing(s, stand, figures)
    elif code == words.VALUE.LEVEL:
        n = highest_level_of(t, figures_of(s, t, np.int64(t.expressions[row, columns.OF_FIGURES.FIGURES]), f))
    elif code == words.VALUE.REVEALING:
        at = find_frame(s, Tile.kind)
        if at != NONE:
            n = np.int64(tiles.reveals(s, t, s.frames[at]) and s.is_hidden == 1)
    else:
        fail(s, Fault.VALUE, code)
    return n


@kernel
def find_frame(s, kind):
    """Return the number of the innermost frame of a kind, or NONE."""
    for i in range(s.frame_n - 1, -1, -1):
        if s.frames[i, KIND] == kind:
            return np.int64(i)
    return np.int64(NONE)


# Words about a battle --------------------------------------------------------------------------------


@kernel
def role_meant(s, code, f):
    """Return the role of the side that a name means in the battle."""
    return np.int64(ROLE.ATTACKER if side_meant(s, code, f) == s.battle_side else ROLE.DEFENDER)


@kernel
def word_of_battle(s, t, row, code, f):
    """Return the value of a word about the battle; 0 without one."""
    if s.battle == NONE:
        return np.int64(0)
    if code == words.VALUE.ATTACKING:
        return np.int64(register(s, f, Scope.side) == s.battle_side)
    if code == words.VALUE.IN_SIEGE:
        return np.int64(s.battle == BATTLE.ASSAULT)
    if code == words.VALUE.NAZGUL_LEADERSHIP:
        return combat.nazgul_leadership(s, t, role_meant(s, words.SIDE.SHADOW, f))
    if code == words.VALUE.PRESENT:
        role = role_meant(s, np.int64(t.expressions[row, columns.PRESENT.WHO]), f)
        figures = figures_of(s, t, np.int64(t.expressions[row, columns.PRESENT.FIGURES]), f)
        return present(s, role, figures)
    if code == words.VALUE.FIGHTING:
        nations = nations_meant(s, np.int64(t.expressions[row, columns.FIGHTING.NATION]), f)
        role = role_meant(s, np.int64(t.expressions[row, columns.FIGHTING.WHO]), f)
        return fighting(s, role, np.int64(t.expressions[row, columns.FIGHTING.PIECES]), nations)
    role = role_meant(s, np.int64(t.expressions[row, columns.OF_SIDE.WHO]), f)
    if code == words.VALUE.HIT_POINTS:
        return hit_points(s, np.int64(s.battle_stand[role]))
    if code == words.VALUE.LEADERSHIP:
        return combat.leadership(s, t, role)
    if code == words.VALUE.PLAYED_CARD:
        return np.int64(s.combat_card[role] != NONE)
    if code == words.VALUE.HITS:
        return hits(s, role, np.int64(t.expressions[row, columns.HITS.PART]))
    fail(s, Fault.VALUE, code)
    return np.int64(0)


@kernel
def present(s, role, figures):
    """Return how many figures of a set take part in a role."""
    stand = np.int64(s.battle_stand[role])
    side = combat.side_of_role(s, role)
    mine = figures & ~np.int64((1 << FIGURE_N) - 1) | figures & figures_at(s, stand, side)
    kinds = np.int64(1) << (NAZGUL if side == SIDE.FREE_PEOPLES else LEADER)
    return figures_standing(s, stand, mine & ~kinds)


@kernel
def fighting(s, role, pieces, nations):
    """Return how many units of these sorts and Nations take part in a role."""
    stand = np.int64(s.battle_stand[role])
    n = np.int64(0)
    for nation in range(NATION_N):
        for piece in range(UNIT_N):
            if has(nations, nation) and has(pieces, piece):
                n += count(s, stand, nation, piece)
    return n


@kernel
def hits(s, role, part):
    """Return the hits that a role has scored in this round, in a part of it (BG-11.6)."""
    dice = np.int64(s.roll_hits[role]) + np.int64(s.again_hits[role])
    if part == words.PART.ROLL:
        return np.int64(s.roll_hits[role])
    if part == words.PART.REROLL:
        return np.int64(s.again_hits[role])
    if part == words.PART.DICE:
        return dice
    if part == words.PART.EXTRA:
        return np.int64(s.extra_hits[role])
    if part == words.PART.TOTAL:
        return max(np.int64(0), dice + np.int64(s.extra_hits[role]) + np.int64(s.more_hits[role]))
    if part != words.PART.WAITING:
        fail(s, Fault.NAME, part)
    return combat.waiting_hits(s, role)
