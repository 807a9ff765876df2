"""Statements that move figures: Characters who travel or enter, groups, Armies that march (BG-7.7, BG-8)."""

import numpy as np

from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.engine import sets
from mazarbul.sim.engine.actions import NONE, ask, offer
from mazarbul.sim.engine.bits import bit, has, lowest_bit
from mazarbul.sim.engine.faults import Fault, fail
from mazarbul.sim.engine.stack import pop
from mazarbul.sim.games.board_game import actions, records
from mazarbul.sim.games.board_game.content import words
from mazarbul.sim.games.board_game.effects.choosing import offer_found
from mazarbul.sim.games.board_game.effects.marching import answer_march, step_march
from mazarbul.sim.games.board_game.effects.marching import finish_march as finish_march
from mazarbul.sim.games.board_game.frames import Act
from mazarbul.sim.games.board_game.ids import (
    AWAY,
    COMPANIONS,
    FIGURE_N,
    NATION,
    PIECE,
    PLACES,
    SIDE,
)
from mazarbul.sim.games.board_game.rules import columns
from mazarbul.sim.games.board_game.rules.conditions import evaluate, figures_of
from mazarbul.sim.games.board_game.rules.doable import any_on_map, entering, is_everything, travellers
from mazarbul.sim.games.board_game.rules.riders import arrive, can_ride, level_of, may_ride, place_in
from mazarbul.sim.games.board_game.rules.separate import start_separate
from mazarbul.sim.games.board_game.rules.sets import find, found_n
from mazarbul.sim.games.board_game.rules.stands import move, put_figure
from mazarbul.sim.games.board_game.rules.ways import FAR, measure_steps

OPERATION = words.OPERATION
STEPS = sum(1 << code for code in (OPERATION.MOVE_TO, OPERATION.ENTER, OPERATION.SEPARATE, OPERATION.MARCH))


@kernel
def step(s, t, frame, code):
    """Ask, or carry out the statement and drop its frame."""
    row = frame[Act.row]
    f = frame[Act.context]
    if code == OPERATION.MARCH:
        step_march(s, t, frame, row, f)
    elif code == OPERATION.SEPARATE:
        step_separate(s, t, frame, row, f)
    elif code == OPERATION.ENTER:
        step_enter(s, t, frame, row, f)
    elif code == OPERATION.MOVE_TO:
        step_move_to(s, t, frame, row, f)
    else:
        fail(s, Fault.WORD, code)


@kernel
def answer(s, t, frame, code, kind, a, b):
    """Carry out the answer."""
    if code == OPERATION.MARCH:
        answer_march(s, t, frame, kind, a, b)
    elif code == OPERATION.SEPARATE:
        answer_separate(s, t, frame, kind, a)
    elif kind == actions.REGION:
        frame[Act.thing] = a
    elif kind == actions.JOIN:
        frame[Act.left] |= bit(a)
    elif kind == actions.DECLINE:
        frame[Act.step] = DECIDED
    else:
        fail(s, Fault.ANSWER, kind)


# Characters who go somewhere -------------------------------------------------------------------------

DECIDED = 1  # step: who goes along is known


@kernel
def step_move_to(s, t, frame, row, f):
    """Ask for the region, then who goes along; then all go there (BG-7.7). left: the escort so far."""
    figures = travellers(s, t, row, figures_of(s, t, np.int64(t.rows[row, columns.MOVE_TO.FIGURES]), f), f)
    if frame[Act.thing] == NONE:
        find(s, t, np.int64(t.rows[row, columns.MOVE_TO.TO]), f)
        if figures == 0 or found_n(s) == 0:
            pop(s)
        else:
            offer_found(s, frame[Act.seat], actions.REGION)
        return
    if frame[Act.step] != DECIDED and offer_escort(s, t, frame, row, figures, f):
        return
    region = frame[Act.thing]
    group = figures | frame[Act.left]
    number = np.int64(t.rows[row, columns.MOVE_TO.OF])
    find(s, t, number, f)
    pop(s)
    if has(group, FIGURE_N):
        move_wraiths(s, t, region, is_everything(t, number))
    send(s, t, group & (bit(FIGURE_N) - 1), region)


@kernel
def offer_escort(s, t, frame, row, figures, f):
    """Ask who of the escort goes along, one by one in their order; return whether there is a question."""
    escort = figures_of(s, t, np.int64(t.rows[row, columns.MOVE_TO.ESCORT]), f)
    ask(s, frame[Act.seat], actions.JOIN)
    for figure in range(FIGURE_N):
        is_new = has(escort & ~figures, figure) and bit(figure) > frame[Act.left]
        if is_new and s.stand[figure] >= 0 and s.who[s.stand[figure]] & figures != 0:
            offer(s, actions.JOIN, figure, 0)
    if s.option_n == 0:
        return False
    offer(s, actions.DECLINE, 0, 0)
    return True


@kernel
def move_wraiths(s, t, region, is_anywhere):
    """Move the plain Nazgûl in the Armies of `s.found`, or all on the map, to a region."""
    to = place_in(s, t, region, SIDE.SHADOW)
    for stand in range(PLACES):
        if stand != to and (is_anywhere or sets.has(s.found, stand)):
            move(s, stand, to, NATION.SAURON, PIECE.NAZGUL, np.int64(s.nazgul[stand]))


@kernel
def send(s, t, group, region):
    """Put Characters into a region, where Companions may wake its Nation (BG-8.5, BG-8.7)."""
    s.reach[0] = FAR  # they pass through nothing
    companions = group & (bit(COMPANIONS) - 1)
    if companions != 0:
        arrive(s, t, companions, region)
    rest = group & ~companions
    while rest != 0:
        figure = lowest_bit(rest)
        put_figure(s, figure, place_in(s, t, region, np.int64(t.figure_side[figure])))
        rest &= rest - 1


@kernel
def step_enter(s, t, frame, row, f):
    """Bring a Character into play: in the Fellowship, as another stands, or in a region that is asked for."""
    figure = entering(s, figures_of(s, t, np.int64(t.rows[row, columns.ENTER.FIGURES]), f))
    replaced = figures_of(s, t, np.int64(t.rows[row, columns.ENTER.REPLACING]), f) & (bit(FIGURE_N) - 1)
    at = np.int64(t.rows[row, columns.ENTER.AT])
    if figure == NONE:
        pop(s)
        return
    if replaced != 0:
        old = lowest_bit(replaced)
        stand = np.int64(s.stand[old])
        pop(s)
        put_figure(s, old, AWAY.DEAD)
        records.replaced(s, old)
        if stand >= 0:
            put_figure(s, figure, stand)
            send(s, t, bit(figure), np.int64(t.region_of[stand]))
            if s.stand[figure] != stand:
                put_figure(s, figure, stand)
        return
    find(s, t, at, f)
    if frame[Act.thing] != NONE:
        region = frame[Act.thing]
        pop(s)
        send(s, t, bit(figure), region)
    elif found_n(s) > 0:
        offer_found(s, frame[Act.seat], actions.REGION)
    else:
        pop(s)
        if t.set_start[at] == 0 and sets.is_empty(t.set_words[at]):
            put_figure(s, figure, AWAY.FELLOWSHIP)


# Groups that separate or travel ----------------------------------------------------------------------

ASKED, WHO, WITH, WHERE = range(4)  # steps of a `separate`


@kernel
def step_separate(s, t, frame, row, f):
    """Separate Companions, or where the text allows it let a group on the map move (BG-8.6)."""
    how = np.int64(t.rows[row, columns.SEPARATE.HOW])
    if frame[Act.step] == WHO:
        ask_first(s, t, frame)
    elif frame[Act.step] == WITH:
        ask_others(s, frame)
    elif frame[Act.step] == WHERE:
        ask_where(s, t, frame, row, f)
    elif how & words.PARTING.ON_MAP != 0 and any_on_map(s, t, f):
        ask(s, frame[Act.seat], actions.OPTION)
        if s.members != 0:
            offer(s, actions.OPTION, 0, 0)
        offer(s, actions.OPTION, 1, 0)
    else:
        leave(s, t, frame, row, f)


@kernel
def leave(s, t, frame, row, f):
    """Let one Companion or group leave the Fellowship, if there is any."""
    extra = evaluate(s, t, np.int64(t.rows[row, columns.SEPARATE.EXTRA]), f)
    level = evaluate(s, t, np.int64(t.rows[row, columns.SEPARATE.LEVEL]), f)
    how = np.int64(t.rows[row, columns.SEPARATE.HOW])
    seat = frame[Act.seat]
    pop(s)
    if s.members != 0:
        start_separate(s, seat, extra, level, how)


@kernel
def ask_first(s, t, frame):
    """Ask for the first Companion of a group on the map."""
    ask(s, frame[Act.seat], actions.FIGURE)
    for figure in range(COMPANIONS):
        if may_ride(t, frame[Act.seat], figure) and can_ride(s, t, figure):
            offer(s, actions.FIGURE, figure, 0)
    if s.option_n == 0:
        pop(s)


@kernel
def ask_others(s, frame):
    """Ask who of the same place goes along, in their order."""
    ask(s, frame[Act.seat], actions.JOIN)
    for figure in range(COMPANIONS):
        is_new = not has(frame[Act.left], figure) and figure > frame[Act.n]
        if is_new and s.stand[figure] == frame[Act.thing]:
            offer(s, actions.JOIN, figure, 0)
    if s.option_n == 0:
        frame[Act.step] = WHERE
    else:
        offer(s, actions.DECLINE, 0, 0)


@kernel
def ask_where(s, t, frame, row, f):
    """Ask where the group goes: as far as its Level, or that of the text, and what is added."""
    group = frame[Act.left]
    level = evaluate(s, t, np.int64(t.rows[row, columns.SEPARATE.LEVEL]), f)
    most = level if level > 0 else level_of(s, t, group)
    most += evaluate(s, t, np.int64(t.rows[row, columns.SEPARATE.EXTRA]), f)
    how = np.int64(t.rows[row, columns.SEPARATE.HOW])
    start = np.int64(t.region_of[frame[Act.thing]])
    into_siege = np.int64(how & words.PARTING.INTO_SIEGE != 0)
    measure_steps(s, t, start, most, SIDE.FREE_PEOPLES, into_siege)
    ask(s, frame[Act.seat], actions.GO)
    for region in range(t.region_n):
        if region != start and s.reach[0, region] < FAR:
            offer(s, actions.GO, region, 0)
    if s.option_n == 0:
        pop(s)


@kernel
def answer_separate(s, t, frame, kind, a):
    """Carry out the answer about a group."""
    if kind == actions.OPTION:
        if a == 1:
            frame[Act.step] = WHO
        else:
            leave(s, t, frame, frame[Act.row], frame[Act.context])
    elif kind == actions.FIGURE:
        frame[Act.left] = bit(a)
        frame[Act.n] = NONE  # others are asked for in their order
        frame[Act.thing] = s.stand[a]
        frame[Act.step] = WITH
    elif kind == actions.JOIN:
        frame[Act.left] |= bit(a)
        frame[Act.n] = a
    elif kind == actions.DECLINE:
        frame[Act.step] = WHERE
    elif kind == actions.GO:
        group = frame[Act.left]
        pop(s)
        arrive(s, t, group, a)
    else:
        fail(s, Fault.ANSWER, kind)
