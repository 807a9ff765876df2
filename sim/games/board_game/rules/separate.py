"""Companions who leave the Fellowship (BG-8.6, BG-14.13, BG-16.7)."""

import numpy as np

from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.engine.actions import ask, offer
from mazarbul.sim.engine.bits import bit, has
from mazarbul.sim.engine.stack import pop, push, top
from mazarbul.sim.games.board_game import actions
from mazarbul.sim.games.board_game.frames import Separate
from mazarbul.sim.games.board_game.ids import COMPANIONS, NONE, PARTING, SIDE
from mazarbul.sim.games.board_game.rules.riders import arrive, level_of
from mazarbul.sim.games.board_game.rules.stands import eliminate_figures
from mazarbul.sim.games.board_game.rules.ways import FAR, measure_steps

GROUP, WHERE = range(2)  # steps of a Separate frame


@kernel
def start_separate(s, seat, extra, level, flags):
    """Let a seat separate one Companion or group. extra: range. level: instead of the group's, or 0."""
    push(s, Separate.kind, seat, GROUP, 0, extra, level, np.int64(s.members), flags)


@kernel
def step_separate(s, t):
    """Ask who leaves, then where to (BD-25, BD-26)."""
    if top(s)[Separate.step] == GROUP:
        ask_member(s, top(s))
    else:
        ask_where(s, t, top(s))


@kernel
def ask_member(s, frame):
    """Ask for the next Companion of the group, in their order."""
    group = frame[Separate.group]
    ask(s, frame[Separate.seat], actions.JOIN)
    for figure in range(COMPANIONS):
        is_allowed = has(s.members, figure) and has(frame[Separate.who], figure)
        if is_allowed and bit(figure) > group:
            offer(s, actions.JOIN, figure, 0)
    if s.option_n == 0:
        end_group(s, frame)
    elif group != 0:
        offer(s, actions.DECLINE, 0, 0)


@kernel
def end_group(s, frame):
    """Go on to the group's destination; nobody can leave if there is nobody."""
    if frame[Separate.group] == 0:
        pop(s)
    else:
        frame[Separate.step] = WHERE


@kernel
def answer_decline(s):
    """Let nobody more leave."""
    end_group(s, top(s))


@kernel
def answer_join(s, figure):
    """Let a Companion leave with the group."""
    top(s)[Separate.group] |= bit(figure)


@kernel
def ask_where(s, t, frame):
    """Ask where the group goes; in Mordor it is lost instead (BG-16.7)."""
    group = frame[Separate.group]
    if s.mordor != NONE:
        pop(s)
        eliminate_figures(s, group)
        return
    start = np.int64(s.bearers)
    level = frame[Separate.level] if frame[Separate.level] > 0 else level_of(s, t, group)
    most = np.int64(s.progress) + level + frame[Separate.extra]
    if frame[Separate.flags] & PARTING.STAYS != 0:
        most = np.int64(0)
    into_siege = np.int64(frame[Separate.flags] & PARTING.INTO_SIEGE != 0)
    measure_steps(s, t, start, most, SIDE.FREE_PEOPLES, into_siege)
    ask(s, frame[Separate.seat], actions.GO)
    for region in range(t.region_n):
        if s.reach[0, region] < FAR:
            offer(s, actions.GO, region, 0)


@kernel
def answer_go(s, t, region):
    """Put the group on the map (BG-8.6)."""
    frame = top(s)
    group = frame[Separate.group]
    pop(s)
    arrive(s, t, group, region)
