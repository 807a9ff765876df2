"""Statements that fight: attacks by cards, direct damage, Armies that must retreat (BG-7.8, 7.9, 11.15)."""

import numpy as np

from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.engine import sets
from mazarbul.sim.engine.actions import NONE, ask, offer
from mazarbul.sim.engine.bits import bit
from mazarbul.sim.engine.faults import Fault, fail
from mazarbul.sim.engine.stack import pop, top
from mazarbul.sim.games.board_game import actions
from mazarbul.sim.games.board_game.content import words
from mazarbul.sim.games.board_game.content.layout import SPARES
from mazarbul.sim.games.board_game.effects.choosing import offer_found
from mazarbul.sim.games.board_game.effects.marching import offer_leaders, start_part
from mazarbul.sim.games.board_game.frames import Act, Compose
from mazarbul.sim.games.board_game.ids import FIGURE_N, PURPOSE, REGIONS, ROLE
from mazarbul.sim.games.board_game.rules import battle, columns, losses, politics, retreats
from mazarbul.sim.games.board_game.rules.attack import begin_battle
from mazarbul.sim.games.board_game.rules.campaign import is_named, strikes
from mazarbul.sim.games.board_game.rules.conditions import evaluate, figures_of, present
from mazarbul.sim.games.board_game.rules.seats import commander
from mazarbul.sim.games.board_game.rules.sets import find
from mazarbul.sim.games.board_game.rules.stands import eliminate_others

OPERATION = words.OPERATION
STEPS = sum(1 << code for code in (OPERATION.ATTACK, OPERATION.WOUND, OPERATION.ROUT))
BEGIN, LEADER, COMPOSE, DONE = range(4)  # steps of an `attack`; thing, other: who attacks whom


@kernel
def step(s, t, frame, code):
    """Ask, or carry out the statement and drop its frame."""
    row = frame[Act.row]
    f = frame[Act.context]
    if code == OPERATION.ATTACK:
        step_attack(s, t, frame, row, f)
    elif frame[Act.thing] == NONE:
        find(s, t, np.int64(t.rows[row, columns.ARMIES.ARMIES]), f)
        if sets.is_empty(s.found):
            pop(s)
        else:
            offer_found(s, frame[Act.seat], actions.ARMY)
    elif code == OPERATION.WOUND:
        wound(s, t, frame, row, f)
    else:
        rout(s, t, frame, np.int64(t.rows[row, columns.ROUT.HOW]))


@kernel
def answer(s, t, frame, kind, a, b):
    """Carry out the answer."""
    if kind == actions.STRIKE:
        frame[Act.thing] = a
        frame[Act.other] = b
        frame[Act.step] = LEADER
    elif kind == actions.RIDER:
        start_part(s, frame, bit(min(a, np.int64(FIGURE_N))))
        frame[Act.step] = DONE
    elif kind == actions.ARMY:
        frame[Act.thing] = a
    elif kind == actions.RETREAT:
        stand = frame[Act.thing]
        pop(s)
        retreats.retreat(s, t, stand, a)
    else:
        fail(s, Fault.ANSWER, kind)


# Attacks -------------------------------------------------------------------------------------------


@kernel
def step_attack(s, t, frame, row, f):
    """Ask who attacks whom, with which figure and part; the battle begins then (BD-17, BD-18)."""
    if frame[Act.step] == BEGIN:
        ask(s, frame[Act.seat], actions.STRIKE)
        if strikes(s, t, row, f, True) == 0:
            pop(s)
    elif frame[Act.step] == LEADER:
        frame[Act.step] = COMPOSE
        number = np.int64(t.rows[row, columns.ATTACK.MUST])
        if is_named(t, number):
            offer_leaders(s, t, frame, figures_of(s, t, number, f), PURPOSE.ATTACK)
    elif frame[Act.step] == COMPOSE:
        start_part(s, frame, np.int64(0))
        s.frames[s.frame_n - 2, Act.step] = DONE
    else:
        pop(s)


@kernel
def finish_attack(s, t):
    """Begin the battle of the part that was chosen, on the terms of the card (BG-11.4)."""
    stand = top(s)[Compose.stand]
    at = top(s)[Compose.to]
    pop(s)
    frame = top(s)
    row = frame[Act.row]
    f = frame[Act.context]
    begin_battle(s, t, stand, at)
    s.is_spared = np.int64(t.spares == SPARES.ALL_CARD_ATTACKS)
    if t.rows[row, 0] != OPERATION.ATTACK:
        return
    s.rounds_left = max(np.int64(0), evaluate(s, t, np.int64(t.rows[row, columns.ATTACK.ROUNDS]), f) - 1)
    s.always_fewer[ROLE.DEFENDER] = evaluate(s, t, np.int64(t.rows[row, columns.ATTACK.FEWER]), f)
    if t.rows[row, columns.ATTACK.CARDS] == words.ENEMY_CARDS.LOCKED:
        unless = figures_of(s, t, np.int64(t.rows[row, columns.ATTACK.UNLESS]), f)
        s.card_locked[ROLE.DEFENDER] = np.int64(present(s, ROLE.DEFENDER, unless) == 0)


@kernel
def goes_on(s, t):
    """Let a battle go on without a question if the march that led to it says so; return whether it does."""
    row = s.frames[s.frame_n - 2, Act.row]
    if (
        t.rows[row, 0] != OPERATION.MARCH
        or np.int64(t.rows[row, columns.MARCH.HOW]) & words.MARCHING.NO_CEASE == 0
    ):
        return False
    battle.answer_continue(s, 1)
    return True


# Direct damage -------------------------------------------------------------------------------------


@kernel
def dies_with_units(t, how):
    """Return whether Characters and Nazgûl die with the last unit of their Army (BG-7.9)."""
    return how & words.HARM.EVERYONE != 0 or t.spares == SPARES.NONE


@kernel
def destroy(s, t, stand, how):
    """Eliminate all units of an Army, and what falls with them."""
    side = np.int64(s.side_of[stand])
    losses.eliminate_units(s, stand)
    if dies_with_units(t, how):
        eliminate_others(s, stand, side)


@kernel
def wound(s, t, frame, row, f):
    """Let an Army take hits, after the politics of an attack if it counts as one (BG-7.8, BG-7.9)."""
    stand = frame[Act.thing]
    how = np.int64(t.rows[row, columns.WOUND.HOW])
    n = evaluate(s, t, np.int64(t.rows[row, columns.WOUND.N]), f)
    pop(s)
    if how & words.HARM.ATTACK != 0:
        politics.attacked(s, t, stand, np.int64(t.region_of[stand]))
    if n >= losses.hit_points(s, stand):
        destroy(s, t, stand, how)
    else:
        losses.take_hits(s, stand, n)


@kernel
def rout(s, t, frame, how):
    """Have an Army retreat where its owner says; one that cannot is destroyed (BG-11.15)."""
    stand = frame[Act.thing]
    side = np.int64(s.side_of[stand])
    region = np.int64(t.region_of[stand])
    ask(s, commander(s, t, stand, side), actions.RETREAT)
    if stand < REGIONS:
        for k in range(t.near_n[region]):
            to = np.int64(t.near[region, k])
            if retreats.can_retreat_to(s, t, side, to):
                offer(s, actions.RETREAT, to, 0)
    if s.option_n == 0:
        pop(s)
        destroy(s, t, stand, how)
