"""The political track: Nations that become active and go to war (BG-10)."""

import numpy as np

from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.engine.bits import bit, has
from mazarbul.sim.engine.log import note
from mazarbul.sim.games.board_game import records
from mazarbul.sim.games.board_game.ids import (
    EVENT,
    FREE_NATIONS,
    NATION_N,
    NONE,
    ROUSED,
    SETTLEMENT,
    SIDE,
    UNTIL,
)
from mazarbul.sim.games.board_game.rules.seats import enemy_of
from mazarbul.sim.games.board_game.rules.standing import happens, is_guarded


@kernel
def is_active(s, nation):
    """Return whether a nation is active (BG-10.1)."""
    return has(s.active, nation)


@kernel
def is_at_war(s, nation):
    """Return whether a nation is At War (BG-10.1)."""
    return has(s.at_war, nation)


@kernel
def activate(s, t, nation, how, region):
    """Make a nation active, unless a card keeps it from that (BG-10.3).

    how: ROUSED. region: where, or NONE.
    """
    if not is_active(s, nation) and not is_guarded(s, t, nation, how, region):
        s.active |= bit(nation)
        s.is_dirty = 1
        records.woken(s, nation, how)
        note(s, EVENT.ACTIVE, nation, 0, 0)


@kernel
def can_advance(s, nation):
    """Return whether a step on the track is possible for a nation: no passive one goes to war (BG-10.1)."""
    return s.steps[nation] > (0 if is_active(s, nation) else 1)


@kernel
def advance(s, nation):
    """Bring a nation a step nearer to war; one that is not possible is lost (BG-10.1)."""
    if can_advance(s, nation):
        set_steps(s, nation, s.steps[nation] - 1)


@kernel
def set_steps(s, nation, steps):
    """Put a nation so many steps from war."""
    s.steps[nation] = steps
    if steps == 0:
        s.at_war |= bit(nation)
        records.at_war(s, nation)
    else:
        s.at_war &= ~bit(nation)
    s.is_dirty = 1
    note(s, EVENT.STEPS, nation, steps, 0)


@kernel
def attacked(s, t, stand, region):
    """Rouse every nation with a unit in an Army that is attacked (BG-10.3b, BG-10.4a, BG-10.5)."""
    is_free_advanced = False
    for nation in range(NATION_N):
        if has(s.nations[stand], nation):
            activate(s, t, nation, ROUSED.ATTACK, region)
            if nation < FREE_NATIONS or t.attacked_advances_shadow_nations == 1:
                before = s.steps[nation]
                advance(s, nation)
                is_free_advanced |= nation < FREE_NATIONS and s.steps[nation] < before
    if is_free_advanced:
        happens(s, t, UNTIL.ADVANCED_BY_ATTACK)


@kernel
def entered(s, t, region, side):
    """Activate the nation of a region that an enemy Army enters (BG-10.3a)."""
    nation = np.int64(t.region_nation[region])
    if nation != NONE and t.nation_side[nation] == enemy_of(side):
        activate(s, t, nation, ROUSED.ENTRY, region)


@kernel
def captured(s, t, region):
    """Advance the nation of a Settlement that its enemy captures (BG-10.4b)."""
    nation = np.int64(t.region_nation[region])
    if nation != NONE and (nation < FREE_NATIONS or t.attacked_advances_shadow_nations == 1):
        advance(s, nation)


@kernel
def visited(s, t, region, figures):
    """Activate the nation of an unconquered City or Stronghold where a Companion of it arrives (BG-8.5).

    figures: set of those who arrive.
    """
    nation = np.int64(t.region_nation[region])
    if nation == NONE or t.settlement[region] < SETTLEMENT.CITY or s.control[region] != SIDE.FREE_PEOPLES:
        return
    if t.owner[region] != SIDE.FREE_PEOPLES:
        return
    for figure in range(t.rouses.shape[0]):
        if has(figures, figure) and has(t.rouses[figure], nation):
            activate(s, t, nation, ROUSED.COMPANION, region)
            return
