"""Control of Settlements, captures, sieges and points; which regions are free (BG-1.7, 1.14, 13, 17.6)."""

import numpy as np

from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.engine.bits import bit, has
from mazarbul.sim.engine.log import note
from mazarbul.sim.games.board_game import records
from mazarbul.sim.games.board_game.ids import AWAY, EVENT, FIGURE, NONE, SETTLEMENT, SIDE
from mazarbul.sim.games.board_game.rules import politics
from mazarbul.sim.games.board_game.rules.seats import commander, enemy_of
from mazarbul.sim.games.board_game.rules.stands import box_of, move_all, put_figure, touch, units_of, where_is

EVERYBODY = -1  # the set of all figures

# Free regions --------------------------------------------------------------------------------------


@kernel
def is_besieged(s, t, region):
    """Return whether the Stronghold of a region is under siege (BG-13.6)."""
    return t.stronghold[region] != NONE and has(s.sieges, t.stronghold[region])


@kernel
def besieger(s, t, region):
    """Return the side that besieges the Stronghold of a region, or NONE."""
    return np.int64(s.side_of[region]) if is_besieged(s, t, region) else np.int64(NONE)


@kernel
def is_open_to_march(s, side, region):
    """Return whether a region is free for the movement of a side's Armies (BG-1.14a)."""
    return s.side_of[region] != enemy_of(side)


@kernel
def is_free(s, t, side, region):
    """Return whether a region is free for a side's retreats and for cards (BG-1.14b)."""
    enemy = enemy_of(side)
    if s.side_of[region] == enemy:
        return False
    return s.control[region] != enemy or besieger(s, t, region) == side


@kernel
def is_open_to_muster(s, t, nation, region):
    """Return whether a nation can muster in a region (BG-1.14c)."""
    side = np.int64(t.nation_side[nation])
    return (
        t.region_nation[region] == nation
        and t.settlement[region] != SETTLEMENT.NONE
        and s.control[region] == side
        and not is_besieged(s, t, region)
        and s.side_of[region] != enemy_of(side)
    )


@kernel
def is_unconquered(s, t, region):
    """Return whether a Settlement is controlled by its original side, besieged or not (BG-1.7)."""
    return t.settlement[region] != SETTLEMENT.NONE and s.control[region] == t.owner[region]


@kernel
def is_safe_haven(s, t, region):
    """Return whether a region has an unconquered City or Stronghold of the Free Peoples (BG-15.4)."""
    return (
        t.settlement[region] >= SETTLEMENT.CITY
        and t.owner[region] == SIDE.FREE_PEOPLES
        and is_unconquered(s, t, region)
    )


@kernel
def is_shadow_stronghold(s, t, region):
    """Return whether a region has a Stronghold that the Shadow controls (BG-8.3, BG-14.5)."""
    return t.stronghold[region] != NONE and s.control[region] == SIDE.SHADOW


# Captures ------------------------------------------------------------------------------------------


@kernel
def set_control(s, t, region, side):
    """Give control of a Settlement to a side and keep the points (BG-1.7, BG-17.6)."""
    before = np.int64(s.control[region])
    if before == side:
        return
    owner = np.int64(t.owner[region])
    if side != owner:
        s.points[side] += t.value[region]
    elif before != NONE:
        s.points[before] -= t.value[region]
    s.control[region] = side
    s.taker[region] = commander(s, t, region, side) if side != owner else np.int64(NONE)
    s.is_dirty = 1
    note(s, EVENT.CONTROL, region, side, 0)


@kernel
def capture(s, t, region, side):
    """Let a side's Army capture or retake a Settlement (BG-13.13); Orthanc takes Saruman along (BG-8.10)."""
    set_control(s, t, region, side)
    records.captured(s, region, side, commander(s, t, region, side))
    note(s, EVENT.POINTS, side, np.int64(s.points[side]), 0)
    if side != t.owner[region]:
        politics.captured(s, t, region)
    if region == t.orthanc and side == SIDE.FREE_PEOPLES and t.saruman_dies_alone == 1:
        stand = where_is(s, FIGURE.SARUMAN)
        if stand != NONE and t.region_of[stand] == region:
            put_figure(s, FIGURE.SARUMAN, AWAY.DEAD)


@kernel
def enter_region(s, t, region, side):
    """Let the entry of a side's Army into the field of a region have its effects (BG-9.6, BG-13.13).

    An enemy Settlement without a garrison is captured; the enemy's nation becomes active before that.
    """
    politics.entered(s, t, region, side)
    enemy = enemy_of(side)
    if s.control[region] != enemy or t.settlement[region] == SETTLEMENT.NONE:
        return
    box = box_of(t, region)
    if box == NONE or units_of(s, box, enemy) == 0:
        capture(s, t, region, side)


# Sieges --------------------------------------------------------------------------------------------


@kernel
def begin_siege(s, t, region):
    """Put the Stronghold of a region under siege: its garrison is in the box (BG-13.4)."""
    s.sieges |= bit(t.stronghold[region])
    records.siege_begins(s, region)
    note(s, EVENT.SIEGE, region, 1, 0)


@kernel
def end_siege(s, t, region, side):
    """End a siege; the garrison of a side returns to the field (BG-13.12)."""
    s.sieges &= ~bit(t.stronghold[region])
    note(s, EVENT.SIEGE, region, 0, 0)
    move_all(s, box_of(t, region), region, side, EVERYBODY)
    touch(s, region)


@kernel
def check_siege(s, t, region):
    """End the siege of a region if a side of it is gone: the besieger captures an empty Stronghold.

    (BG-13.9, BG-13.10, BG-13.12, BG-7.9.) Not while a battle is fought there.
    """
    if not is_besieged(s, t, region) or s.battle_region == region:
        return
    if s.rear_from != NONE and t.region_of[s.rear_from] == region:
        return
    defender = np.int64(s.control[region])
    attacker = enemy_of(defender)
    has_garrison = units_of(s, box_of(t, region), defender) > 0
    is_beset = units_of(s, region, attacker) > 0
    if has_garrison and is_beset:
        return
    end_siege(s, t, region, defender)
    if is_beset:
        note(s, EVENT.FALL, region, 0, 0)
        capture(s, t, region, attacker)
