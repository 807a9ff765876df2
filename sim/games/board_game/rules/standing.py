"""What cards on the table and Characters change about the rules while they are there (BG-7.5, BG-8.1).

A card's rules hold while it is on the table, a Character's while he is on the map, those of a Guide while he
is the Guide (BG-15.6).
"""

import numpy as np

from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.engine import sets
from mazarbul.sim.engine.bits import bit, has, lowest_bit
from mazarbul.sim.engine.log import note
from mazarbul.sim.games.board_game.content.layout import FIGURE_SOURCE
from mazarbul.sim.games.board_game.ids import AWAY, BLOCK, EVENT, NONE, ROUSED, RULE, SIDE_N, ZONE


@kernel
def is_in_force(s, m):
    """Return whether the source of a modifier is there now."""
    source = np.int64(m.source)
    if source < FIGURE_SOURCE:
        return s.zone[source] == ZONE.TABLE
    figure = source - FIGURE_SOURCE
    if m.is_guide == 1:
        return s.guide == figure and s.stand[figure] == AWAY.FELLOWSHIP
    return s.stand[figure] >= 0


@kernel
def find_rule(s, t, rule, side, region):
    """Return the number of a modifier in force for a side and region (NONE: any), or NONE."""
    for i in range(t.modifier_n):
        m = t.modifiers[i]
        if (
            m.rule == rule
            and (side == NONE or m.side == side)
            and (region == NONE or sets.has(m.regions, region))
            and is_in_force(s, m)
        ):
            return np.int64(i)
    return np.int64(NONE)


@kernel
def is_changed(s, t, rule):
    """Return whether a rule without a side and place is changed."""
    return find_rule(s, t, rule, NONE, NONE) != NONE


@kernel
def is_barred(s, t, side, region):
    """Return whether Armies of a side may not enter a region nor attack there (BG-9.3)."""
    return find_rule(s, t, RULE.BARRED, side, region) != NONE


@kernel
def is_guarded(s, t, nation, how, region):
    """Return whether a card keeps a Nation from being activated in this way, in this region (BG-10.3)."""
    if how == ROUSED.COMPANION:
        return False
    for i in range(t.modifier_n):
        m = t.modifiers[i]
        if m.rule == RULE.GUARDED and has(m.nations, nation) and is_in_force(s, m):
            is_allowed = how == ROUSED.DECLARED or how == ROUSED.ATTACK
            if not (is_allowed and region != NONE and sets.has(m.regions, region)):
                return True
    return False


@kernel
def leading_elites(s, t):
    """Return the set of nations whose Elites are Leaders too (BG-6.9, BG-18.10)."""
    nations = np.int64(0)
    for i in range(t.modifier_n):
        m = t.modifiers[i]
        if m.rule == RULE.ELITES_LEAD and is_in_force(s, m):
            nations |= np.int64(m.nations)
    return nations


@kernel
def ignored_tiles(s, t):
    """Return the set of kinds of tiles whose Reveal is ignored (BG-14.14)."""
    kinds = np.int64(0)
    for i in range(t.modifier_n):
        m = t.modifiers[i]
        if m.rule == RULE.NO_REVEAL and is_in_force(s, m):
            kinds |= np.int64(m.tiles)
    return kinds


@kernel
def happens(s, t, until):
    """Discard the table cards whose time ends with an event, one of UNTIL (BG-7.5)."""
    for side in range(SIDE_N):
        rest = np.int64(s.table[side])
        while rest != 0:
            local = lowest_bit(rest)
            rest &= rest - 1
            card = side * BLOCK + local
            if t.until[card] & until != 0:
                leave_table(s, side, local)


@kernel
def leave_table(s, side, local):
    """Discard a card from the table."""
    card = side * BLOCK + local
    s.table[side] &= ~bit(local)
    s.discard[side] |= bit(local)
    s.zone[card] = ZONE.DISCARD
    s.is_dirty = 1
    note(s, EVENT.OFF_TABLE, card, 0, 0)
