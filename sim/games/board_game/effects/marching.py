"""Armies that march by a card (BG-7.7): where from and to, who goes, and on from region to region."""

import numpy as np

from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.engine.actions import NONE, ask, offer
from mazarbul.sim.engine.bits import bit, has, popcount
from mazarbul.sim.engine.faults import Fault, fail
from mazarbul.sim.engine.stack import pop, top
from mazarbul.sim.games.board_game import actions
from mazarbul.sim.games.board_game.content import words
from mazarbul.sim.games.board_game.frames import Act, Compose
from mazarbul.sim.games.board_game.ids import (
    COMPANIONS,
    FIGURE_N,
    MOVED,
    MOVES,
    NATION_N,
    PART,
    PURPOSE,
    SIDE,
)
from mazarbul.sim.games.board_game.rules import columns, compose, politics
from mazarbul.sim.games.board_game.rules.campaign import (
    SET_A,
    able_nations,
    forget_unable,
    is_end,
    is_named,
    keep_found,
    leaders_for,
    marches,
    may_pass,
    reaches_end,
    unable_list,
)
from mazarbul.sim.games.board_game.rules.conditions import evaluate, figures_of
from mazarbul.sim.games.board_game.rules.control import enter_region
from mazarbul.sim.games.board_game.rules.march import clear_moves
from mazarbul.sim.games.board_game.rules.repeats import note_use
from mazarbul.sim.games.board_game.rules.seats import enemy_of
from mazarbul.sim.games.board_game.rules.sets import find
from mazarbul.sim.games.board_game.rules.stands import clear_list, list_more, move_part

#: Steps. thing: where the march began. other: where the part is, or goes first. left: marches left. n: those
#: made. these: Nations that stay, and above their bits how many regions the part has entered.
BEGIN, CHOOSE, NATIONS, LEADER, COMPOSE, ON = range(6)


@kernel
def step_march(s, t, frame, row, f):
    """Continue a march by a card."""
    if frame[Act.step] == BEGIN:
        clear_moves(s)
        n = evaluate(s, t, np.int64(t.rows[row, columns.MARCH.N]), f)
        frame[Act.left] = min(n, np.int64(MOVES))
        frame[Act.step] = CHOOSE
    elif frame[Act.step] == CHOOSE:
        ask(s, frame[Act.seat], actions.MARCH)
        if frame[Act.left] <= 0 or marches(s, t, row, f, True) == 0:
            pop(s)
        elif frame[Act.n] > 0 and np.int64(t.rows[row, columns.MARCH.HOW]) & words.MARCHING.UP_TO != 0:
            offer(s, actions.DECLINE, 0, 0)
    elif frame[Act.step] == NATIONS:
        step_nations(s, t, frame, row, f)
    elif frame[Act.step] == LEADER:
        ask_leader(s, t, frame, row, f)
    elif frame[Act.step] == COMPOSE:
        start_part(s, frame, np.int64(0))
    elif frame[Act.step] == ON:
        step_on(s, t, frame, row, f)
    else:
        fail(s, Fault.STEP, frame[Act.step])


@kernel
def answer_march(s, t, frame, kind, a, b):
    """Carry out the answer about a march."""
    if kind == actions.MARCH and frame[Act.step] == CHOOSE:
        frame[Act.thing] = a
        frame[Act.other] = b
        frame[Act.these] = 0
        frame[Act.left] -= 1
        frame[Act.step] = NATIONS
    elif kind == actions.MARCH:
        go_on(s, t, frame, b)
    elif kind == actions.DECLINE and frame[Act.step] == CHOOSE:
        pop(s)
    elif kind == actions.DECLINE:
        end_march(s, t, frame)
    elif kind == actions.NATION:
        frame[Act.these] |= bit(a)
    elif kind == actions.RIDER:
        start_part(s, frame, bit(min(a, np.int64(FIGURE_N))))
    else:
        fail(s, Fault.ANSWER, kind)


@kernel
def steps_of(s, t, row, f):
    """Return the regions that a march may enter one after the other, and whether it is direct."""
    is_direct = np.int64(t.rows[row, columns.MARCH.HOW]) & words.MARCHING.DIRECT != 0
    steps = evaluate(s, t, np.int64(t.rows[row, columns.MARCH.STEPS]), f)
    return np.int64(1) if is_direct else steps


@kernel
def step_nations(s, t, frame, row, f):
    """Find the Nations whose units can go; if they cannot go together, ask who stays (BG-9.4)."""
    frame[Act.step] = LEADER
    steps = steps_of(s, t, row, f)
    if steps == 1:
        return
    origin = frame[Act.thing]
    first = frame[Act.other]
    side = np.int64(s.side_of[origin])
    how = np.int64(t.rows[row, columns.MARCH.HOW])
    keep_ends(s, t, row, f)
    able = able_nations(s, t, side, origin, first, steps, how) & ~frame[Act.these]
    if popcount(able) > 1 and not reaches_end(s, t, side, able, origin, first, steps - 1, how, NONE):
        frame[Act.step] = NATIONS
        ask(s, frame[Act.seat], actions.NATION)
        for nation in range(NATION_N):
            if has(able, nation) and not politics.is_at_war(s, nation):
                offer(s, actions.NATION, nation, 0)
        return
    unable_list(s, origin, able)


@kernel
def keep_ends(s, t, row, f):
    """Keep the regions where the march may end in SET_A."""
    find(s, t, np.int64(t.rows[row, columns.MARCH.TO]), f)
    keep_found(s, SET_A)


@kernel
def purpose_of(s, frame):
    """Return what the part is for: a march into a field with an enemy Army is an attack."""
    is_fight = s.side_of[frame[Act.other]] == enemy_of(s.side_of[frame[Act.thing]])
    return np.int64(PURPOSE.ATTACK if is_fight else PURPOSE.MARCH)


@kernel
def ask_leader(s, t, frame, row, f):
    """Ask which of the figures that must go along is the one that certainly does."""
    number = np.int64(t.rows[row, columns.MARCH.MUST])
    frame[Act.step] = COMPOSE
    if is_named(t, number):
        offer_leaders(s, t, frame, figures_of(s, t, number, f), purpose_of(s, frame))


@kernel
def offer_leaders(s, t, frame, must, purpose):
    """Offer those of some figures who can go along with the Army."""
    found = leaders_for(s, t, must, purpose, frame[Act.thing])
    ask(s, frame[Act.seat], actions.RIDER)
    for figure in range(FIGURE_N):
        if has(found, figure):
            offer(s, actions.RIDER, figure, 0)
    if has(found, FIGURE_N):
        offer(s, actions.RIDER, FIGURE_N + frame[Act.thing], 0)


@kernel
def start_part(s, frame, must):
    """Have the part chosen that goes (BD-14)."""
    origin = frame[Act.thing]
    purpose = purpose_of(s, frame)
    frame[Act.step] = ON if purpose == PURPOSE.MARCH else CHOOSE
    compose.start_compose(s, frame[Act.seat], purpose, origin, frame[Act.other], 0, frame[Act.n], NONE, NONE)
    top(s)[Compose.must] = must


@kernel
def finish_march(s, t):
    """Let the chosen part enter the first region (BG-9.6). Its Companions arrive when the march ends."""
    compose_frame = top(s)
    origin = compose_frame[Compose.stand]
    to = compose_frame[Compose.to]
    number = compose_frame[Compose.number]
    pop(s)
    frame = top(s)
    frame[Act.n] += 1
    frame[Act.these] &= (1 << NATION_N) - 1
    clear_list(s, MOVED + number)
    list_more(s, MOVED + number, PART)
    enter(s, t, frame, origin, to)


@kernel
def enter(s, t, frame, origin, to):
    """Let the part that marches enter a region. other: where it is now. step: how far it has come."""
    side = np.int64(s.side_of[MOVED + frame[Act.n] - 1])
    frame[Act.other] = to
    s.moved_at[frame[Act.n] - 1] = to
    move_part(s, origin, to, MOVED + frame[Act.n] - 1)
    note_use(s, t, side, np.int64(s.nations[MOVED + frame[Act.n] - 1]), to)
    enter_region(s, t, to, side)
    frame[Act.these] += 1 << NATION_N
    if t.companion_activates_passing == 1:
        wake(s, t, frame)


@kernel
def wake(s, t, frame):
    """Let the Companions of the part wake the Nation of the region where it is (BG-8.5)."""
    companions = np.int64(s.who[MOVED + frame[Act.n] - 1]) & ((1 << COMPANIONS) - 1)
    if companions != 0:
        politics.visited(s, t, frame[Act.other], companions)


@kernel
def step_on(s, t, frame, row, f):
    """Ask whether and where the part goes on; every region can still lead to a legal end."""
    number = frame[Act.n] - 1
    how = np.int64(t.rows[row, columns.MARCH.HOW])
    left = steps_of(s, t, row, f) - (frame[Act.these] >> NATION_N)
    at = frame[Act.other]
    side = np.int64(s.side_of[MOVED + number])
    nations = np.int64(s.nations[MOVED + number])
    keep_ends(s, t, row, f)
    ask(s, frame[Act.seat], actions.MARCH)
    if left > 0:
        for k in range(t.near_n[at]):
            to = np.int64(t.near[at, k])
            is_legal = may_pass(s, t, side, nations, to)
            if is_legal and reaches_end(s, t, side, nations, frame[Act.thing], to, left - 1, how, number):
                offer(s, actions.MARCH, at, to)
    if s.option_n == 0:
        end_march(s, t, frame)
    elif is_end(s, side, frame[Act.thing], at, how, number):
        offer(s, actions.DECLINE, 0, 0)


@kernel
def go_on(s, t, frame, to):
    """Let the part enter the next region."""
    enter(s, t, frame, frame[Act.other], to)


@kernel
def end_march(s, t, frame):
    """End the march of the part: its Companions arrive (BG-8.5); then the next Army may march."""
    if s.side_of[MOVED + frame[Act.n] - 1] == SIDE.FREE_PEOPLES and t.companion_activates_passing == 0:
        wake(s, t, frame)
    forget_unable(s)
    frame[Act.step] = CHOOSE
