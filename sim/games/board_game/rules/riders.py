"""Characters on the move: Companions, Nazgûl and Minions (BG-8.1 to BG-8.7, BG-8.11)."""

import numpy as np

from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.engine.actions import ask, offer
from mazarbul.sim.engine.bits import bit, has, lowest_bit, popcount
from mazarbul.sim.engine.stack import pop, push, top
from mazarbul.sim.games.board_game import actions
from mazarbul.sim.games.board_game.content.layout import FIGURE_SOURCE
from mazarbul.sim.games.board_game.frames import Riders
from mazarbul.sim.games.board_game.ids import (
    COMPANIONS,
    FIGURE_N,
    NATION,
    NONE,
    PIECE,
    PLACES,
    RULE,
    SIDE,
)
from mazarbul.sim.games.board_game.rules import politics
from mazarbul.sim.games.board_game.rules.control import besieger, is_besieged
from mazarbul.sim.games.board_game.rules.standing import is_in_force
from mazarbul.sim.games.board_game.rules.stands import box_of, move, put_figure
from mazarbul.sim.games.board_game.rules.ways import FAR, measure_steps

WHO, GROUP, NUMBER, WHERE = range(4)  # steps of a Riders frame


# Levels and places ---------------------------------------------------------------------------------


@kernel
def level_of(s, t, group):
    """Return how far a group of Companions goes: the highest Level, or by horse (BG-8.3, BG-8.11)."""
    best = np.int64(0)
    for figure in range(FIGURE_N):
        if has(group, figure):
            best = max(best, np.int64(t.level[figure]))
    for i in range(t.modifier_n):
        m = t.modifiers[i]
        if m.rule == RULE.RIDE and has(group, np.int64(m.source) - FIGURE_SOURCE):
            others = group & ~bit(np.int64(m.source) - FIGURE_SOURCE)
            is_alone = others == 0 or (popcount(others) == 1 and others & t.hobbits != 0)
            if is_alone and is_in_force(s, m):
                best = max(best, np.int64(m.n))
    return best


@kernel
def place_in(s, t, region, side):
    """Return the stand of a region where an arriving Character of a side stands (BG-8.4, BG-8.7)."""
    is_inside = is_besieged(s, t, region) and s.control[region] == side
    return box_of(t, region) if is_inside else np.int64(region)


@kernel
def arrive(s, t, group, region):
    """Put Companions who have travelled into a region; they may wake its nation (BG-8.5)."""
    stand = place_in(s, t, region, SIDE.FREE_PEOPLES)
    start = np.int64(NONE)
    for figure in range(COMPANIONS):
        if has(group, figure):
            start = np.int64(s.stand[figure])
            put_figure(s, figure, stand)
    politics.visited(s, t, region, group)
    if t.companion_activates_passing == 1 and start >= 0:
        wake_on_way(s, t, group, region)


@kernel
def wake_on_way(s, t, group, region):
    """Let Companions wake nations on their way too, back along the steps in `s.reach` (BG-8.5)."""
    steps = np.int64(s.reach[0, region])
    at = np.int64(region)
    while steps > 0 and steps < FAR:
        steps -= 1
        for k in range(t.near_n[at]):
            if s.reach[0, t.near[at, k]] == steps:
                at = np.int64(t.near[at, k])
                break
        politics.visited(s, t, at, group)


# Which figures can move ----------------------------------------------------------------------------


@kernel
def has_way(s, t, start):
    """Return whether some region but the first is in the reach that was measured."""
    found = False
    for region in range(t.region_n):
        found |= region != start and s.reach[0, region] < FAR
    return found


@kernel
def can_ride(s, t, figure):
    """Return whether a Character on the map can move anywhere (BG-8.3, BG-8.4)."""
    stand = np.int64(s.stand[figure])
    if stand < 0 or stand >= PLACES or not has(t.movers, figure):
        return False
    if has(t.flyers, figure):
        return True
    region = np.int64(t.region_of[stand])
    side = np.int64(t.figure_side[figure])
    level = level_of(s, t, bit(figure)) if side == SIDE.FREE_PEOPLES else np.int64(t.level[figure])
    measure_steps(s, t, region, level, side, 0)
    return has_way(s, t, region)


@kernel
def may_ride(t, seat, figure):
    """Return whether a seat moves a Character: its own Minions, any Companion of its side (BG-18.6)."""
    return t.figure_side[figure] == t.seat_side[seat] and (
        t.figure_side[figure] == SIDE.FREE_PEOPLES
        or t.seats_of[SIDE.SHADOW] == 1
        or has(t.seat_figures[seat], figure)
    )


@kernel
def any_rider(s, t, seat):
    """Return whether a seat could move any Character."""
    if t.seat_side[seat] == SIDE.SHADOW:
        for stand in range(PLACES):
            if s.nazgul[stand] > 0:
                return True
    found = False
    for figure in range(FIGURE_N):
        found = found or (may_ride(t, seat, figure) and can_ride(s, t, figure))
    return found


@kernel
def may_fly_to(s, t, region):
    """Return whether Nazgûl may fly to a region: not to an unbesieged Stronghold of the enemy (BG-8.4)."""
    if t.stronghold[region] == NONE or s.control[region] != SIDE.FREE_PEOPLES:
        return True
    return besieger(s, t, region) == SIDE.SHADOW


# The frame -----------------------------------------------------------------------------------------


@kernel
def start_riders(s, t, seat):
    """Let a seat move Characters (BG-6.3g, BG-6.4h)."""
    s.flown[:] = 0
    push(s, Riders.kind, seat, np.int64(t.seat_side[seat]), WHO)


@kernel
def step_riders(s, t):
    """Ask who moves next, or where to (BD-23, BD-24)."""
    step = top(s)[Riders.step]
    if step == WHO:
        ask_rider(s, t, top(s))
    elif step == GROUP:
        ask_join(s, top(s))
    elif step == NUMBER:
        ask_number(s, top(s))
    else:
        ask_where(s, t, top(s))


@kernel
def ask_rider(s, t, frame):
    """Ask for the next Character or stack of Nazgûl; nobody more may move too, but not nobody at all."""
    seat = frame[Riders.seat]
    ask(s, seat, actions.RIDER)
    if frame[Riders.side] == SIDE.SHADOW:
        for stand in range(PLACES):
            if s.nazgul[stand] > s.flown[stand]:
                offer(s, actions.RIDER, FIGURE_N + stand, 0)
    for figure in range(FIGURE_N):
        if not has(frame[Riders.moved], figure) and may_ride(t, seat, figure) and can_ride(s, t, figure):
            offer(s, actions.RIDER, figure, 0)
    if s.option_n == 0:
        pop(s)
    elif frame[Riders.moved] != 0:
        offer(s, actions.DECLINE, 0, 0)


@kernel
def answer_rider(s, rider):
    """Take the chosen Character, or a stack of Nazgûl."""
    frame = top(s)
    if rider >= FIGURE_N:
        frame[Riders.stand] = rider - FIGURE_N
        frame[Riders.group] = 0
        frame[Riders.step] = NUMBER
        return
    frame[Riders.stand] = s.stand[rider]
    frame[Riders.group] = bit(rider)
    frame[Riders.step] = GROUP if rider < COMPANIONS else WHERE


@kernel
def ask_join(s, frame):
    """Ask which other Companions of the same place go along (BD-23)."""
    group = frame[Riders.group]
    ask(s, frame[Riders.seat], actions.JOIN)
    for figure in range(COMPANIONS):
        is_new = bit(figure) > group and not has(frame[Riders.moved], figure)  # in their order
        if is_new and s.stand[figure] == frame[Riders.stand]:
            offer(s, actions.JOIN, figure, 0)
    if s.option_n == 0:
        frame[Riders.step] = WHERE
    else:
        offer(s, actions.DECLINE, 0, 0)


@kernel
def ask_number(s, frame):
    """Ask how many Nazgûl of a stack fly together (BD-24)."""
    stand = frame[Riders.stand]
    ask(s, frame[Riders.seat], actions.NUMBER)
    for n in range(1, s.nazgul[stand] - s.flown[stand] + 1):
        offer(s, actions.NUMBER, 0, n)


@kernel
def ask_where(s, t, frame):
    """Ask where the figures go (BD-23)."""
    group = frame[Riders.group]
    start = np.int64(t.region_of[frame[Riders.stand]])
    side = frame[Riders.side]
    is_flying = group == 0 or group & t.flyers != 0
    if not is_flying:
        level = level_of(s, t, group) if side == SIDE.FREE_PEOPLES else lone_level(t, group)
        measure_steps(s, t, start, level, side, 0)
    ask(s, frame[Riders.seat], actions.GO)
    for region in range(t.region_n):
        is_near = may_fly_to(s, t, region) if is_flying else s.reach[0, region] < FAR
        if region != start and is_near:
            offer(s, actions.GO, region, 0)


@kernel
def lone_level(t, group):
    """Return the Level of the one figure of a group."""
    return np.int64(t.level[lowest_bit(group)])


@kernel
def answer_go(s, t, region):
    """Move the figures to a region."""
    frame = top(s)
    group = frame[Riders.group]
    frame[Riders.step] = WHO
    if group == 0:
        to = place_in(s, t, region, SIDE.SHADOW)
        move(s, frame[Riders.stand], to, NATION.SAURON, PIECE.NAZGUL, frame[Riders.number])
        s.flown[to] += frame[Riders.number]
        frame[Riders.moved] |= bit(FIGURE_N)  # a mark: somebody has moved
        return
    frame[Riders.moved] |= group
    if frame[Riders.side] == SIDE.FREE_PEOPLES:
        arrive(s, t, group, region)
    else:
        put_figure(s, lowest_bit(group), place_in(s, t, region, SIDE.SHADOW))


@kernel
def answer_decline(s):
    """Let nobody more move, or nobody more go along."""
    frame = top(s)
    if frame[Riders.step] == WHO:
        pop(s)
    else:
        frame[Riders.step] = WHERE


@kernel
def answer_join(s, figure):
    """Let another Companion go along."""
    top(s)[Riders.group] |= bit(figure)


@kernel
def answer_number(s, n):
    """Let so many Nazgûl of the stack fly."""
    frame = top(s)
    frame[Riders.number] = n
    frame[Riders.step] = WHERE
