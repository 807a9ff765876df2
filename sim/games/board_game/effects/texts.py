"""Texts at work: the frames of texts, lists, choices and repetitions, and the answers to what they ask.

The game's kernel gives every frame and answer to `step_text_frame` and `answer_text` first.
"""

import numpy as np

from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.effects import codes
from mazarbul.sim.engine import sets
from mazarbul.sim.engine.actions import NONE, ask, offer
from mazarbul.sim.engine.bits import has
from mazarbul.sim.engine.faults import Fault, fail
from mazarbul.sim.engine.frames import KIND
from mazarbul.sim.engine.log import note
from mazarbul.sim.engine.machine import (
    AGREED,
    BEGIN,
    Choose,
    Rows,
    Text,
    answer_may,
    ask_may,
    branch,
    carry_out_block,
    carry_out_text,
    fetch,
    next_option,
    skip_block,
    start_choose,
    take_option,
)
from mazarbul.sim.engine.stack import pop, top
from mazarbul.sim.games.board_game import actions
from mazarbul.sim.games.board_game.content import words
from mazarbul.sim.games.board_game.content.triggers import ON
from mazarbul.sim.games.board_game.effects import (
    choosing,
    fighting,
    manoeuvres,
    moving,
    operations,
    recruiting,
)
from mazarbul.sim.games.board_game.frames import Act, Battle, Compose, Deed, Played, Scope, Tile
from mazarbul.sim.games.board_game.ids import BATTLE_STEP, BLOCK, EVENT, ON_TILE, PURPOSE, WORDS, ZONE
from mazarbul.sim.games.board_game.rules import columns, compose, plays
from mazarbul.sim.games.board_game.rules.conditions import evaluate, find_frame, seat_meant
from mazarbul.sim.games.board_game.rules.feasible import is_option_possible
from mazarbul.sim.games.board_game.rules.manoeuvres import has_manoeuvres, is_bargain_of
from mazarbul.sim.games.board_game.rules.scopes import is_usable
from mazarbul.sim.games.board_game.rules.sets import find
from mazarbul.sim.games.board_game.rules.standing import leave_table

OPERATION = words.OPERATION


@kernel
def step_text_frame(s, t):
    """Continue the frame on top if it belongs to a text; return whether it does."""
    frame = top(s)
    kind = frame[KIND]
    if kind == Rows.kind:
        step_rows(s, t)
    elif kind == Text.kind:
        step_text(s, t)
    elif kind == Choose.kind:
        step_choose(s, t)
    elif kind == Act.kind:
        step_act(s, t, frame, np.int64(t.rows[frame[Act.row], codes.CODE]))
    elif kind == Deed.kind:
        manoeuvres.step_deed(s, t)
    elif kind == Played.kind:
        plays.step_played(s, t)
    else:
        return step_above_act(s, t, kind)
    return True


@kernel
def step_above_act(s, t, kind):
    """Continue a part of an Army that is chosen, or a battle that goes on, for a text; return whether it is.

    A text's march or attack lies right below them.
    """
    if s.frame_n < 2 or s.frames[s.frame_n - 2, KIND] != Act.kind:
        return False
    frame = top(s)
    if kind == Battle.kind and frame[Battle.step] == BATTLE_STEP.CONTINUE:
        return fighting.goes_on(s, t)
    if kind != Compose.kind:
        return False
    if compose.step_compose(s, t):
        if frame[Compose.purpose] == PURPOSE.MARCH:
            moving.finish_march(s, t)
        elif frame[Compose.purpose] == PURPOSE.ATTACK:
            fighting.finish_attack(s, t)
        else:
            fail(s, Fault.STEP, frame[Compose.purpose])
    return True


@kernel
def answer_text(s, t, kind, a, b):
    """Carry out the answer to what a text asked; return whether one did."""
    frame = top(s) if s.frame_n > 0 else s.frames[0]
    if s.decision == actions.TURN or s.frame_n == 0:
        return False
    if frame[KIND] == Choose.kind:
        take_option(s, t, a)
    elif frame[KIND] == Text.kind:
        answer_may(s, b)
    elif frame[KIND] == Act.kind:
        answer_act(s, t, frame, np.int64(t.rows[frame[Act.row], codes.CODE]), kind, a, b)
    elif frame[KIND] == Deed.kind:
        manoeuvres.answer_deed(s, t, kind, a, b)
    else:
        return False
    return True


# Texts and lists -----------------------------------------------------------------------------------


@kernel
def step_text(s, t):
    """Continue a text: whether it is used, its price, then what it does."""
    frame = top(s)
    effect = t.effects[frame[Scope.text]]
    if frame[Text.stage] == BEGIN:
        if not is_usable(s, t):
            pop(s)
        elif effect.may == 1:
            ask_may(s, frame[Scope.seat], actions.USE_GUIDE if is_of_guide(t, frame) else actions.MAY)
        else:
            frame[Text.stage] = AGREED
        return
    if frame[Text.stage] == AGREED:
        card = frame[Scope.card]  # beside a Character's text the card that was used before it
        figure = frame[Scope.figure_of]
        note(s, EVENT.TEXT, card if figure == NONE else np.int64(NONE), figure, 0)
        if effect.on == ON.TILE_DRAWN:
            mark_tile(s)
        if effect.spends == 1 and card != NONE and s.zone[card] == ZONE.TABLE:
            leave_table(s, card // BLOCK, card % BLOCK)
    carry_out_text(s, t)


@kernel
def is_of_guide(t, frame):
    """Return whether a text is what the Guide does about the damage of a tile (BD-43)."""
    return t.effects[frame[Scope.text]].on == ON.DAMAGE and frame[Scope.figure_of] != NONE


@kernel
def mark_tile(s):
    """Note that a card is used on the tile at work: there is one a tile (BG-14.9, step 1)."""
    at = find_frame(s, Tile.kind)
    if at != NONE:
        s.frames[at, Tile.used] |= ON_TILE.CARD


@kernel
def step_rows(s, t):
    """Carry out rows until the list ends, pushes a frame, or something must be checked first (BG-3.9)."""
    depth = s.frame_n
    f = np.int64(depth - 1)
    while s.frame_n == depth and s.is_dirty == 0 and s.fault == Fault.NONE:
        row = fetch(s, t)
        if row == NONE:
            return
        code = np.int64(t.rows[row, codes.CODE])
        if code == codes.IF:
            branch(s, t, row, evaluate(s, t, np.int64(t.rows[row, codes.IF_VALUE]), f))
        elif has_manoeuvres(t, s.frames[f, Scope.text]):
            step_manoeuvre(s, t, row, code, f)
        elif has(words.BLOCKS, code):
            open_block(s, t, row, code, f)
        else:
            operations.operate(s, t, row, code, f)


@kernel
def step_manoeuvre(s, t, row, code, f):
    """Carry out a row of a text of battles."""
    if has(words.MANOEUVRE_BLOCKS, code):
        manoeuvres.open_block(s, t, row, code, f)
    else:
        manoeuvres.operate(s, t, row, code, f)


@kernel
def open_block(s, t, row, code, f):
    """Carry out a statement that has its own list."""
    if code == OPERATION.CHOOSE:
        start_choose(s, t, row)
        return
    skip_block(s, t, row)
    if code == OPERATION.OPTION:  # outside a choice it is carried out
        carry_out_block(s, t, row, f)
    elif code == OPERATION.EACH_REGION:
        find(s, t, np.int64(t.rows[row, columns.EACH_REGION.REGIONS]), f)
        operations.start_act(s, row, f)
        sets.assign(top(s)[Act.these : Act.these + WORDS], s.found)
    elif code == OPERATION.MAY or code == OPERATION.PROBE_TILES:
        operations.start_act(s, row, f)
    else:
        fail(s, Fault.WORD, code)


@kernel
def step_choose(s, t):
    """Ask which option to carry out; those that can do nothing are not offered (BD-47)."""
    frame = top(s)
    row = frame[Choose.row]
    f = frame[Choose.context]
    ask(s, seat_meant(s, np.int64(t.rows[row, columns.CHOOSE.WHO]), f), actions.OPTION)
    option = next_option(t, row, NONE)
    number = 0
    while option != NONE:
        if is_offered(s, t, option, f):
            offer(s, actions.OPTION, number, 0)
        option = next_option(t, row, option)
        number += 1
    if s.option_n == 0:
        pop(s)


@kernel
def is_offered(s, t, option, f):
    """Return whether an option can do something, or in battles each of its statements can."""
    if has_manoeuvres(t, s.frames[f, Scope.text]):
        return is_bargain_of(s, t, option, f)
    return is_option_possible(s, t, option, f)


# Statements in steps -------------------------------------------------------------------------------


@kernel
def step_act(s, t, frame, code):
    """Continue a statement."""
    if code == OPERATION.EACH_REGION:
        step_each_region(s, t, frame)
    elif code == OPERATION.MAY:
        step_may(s, t, frame)
    elif has(choosing.STEPS, code):
        choosing.step(s, t, frame, code)
    elif has(recruiting.STEPS, code):
        recruiting.step(s, t, frame, code)
    elif has(moving.STEPS, code):
        moving.step(s, t, frame, code)
    elif has(fighting.STEPS, code):
        fighting.step(s, t, frame, code)
    elif code == OPERATION.DRAW_TILE or code == OPERATION.PROBE_TILES:
        operations.step_tiles(s, t, frame, code)
    else:
        fail(s, Fault.WORD, code)


@kernel
def answer_act(s, t, frame, code, kind, a, b):
    """Carry out the answer to what a statement asked."""
    if code == OPERATION.MAY:
        answer_list(s, t, frame, b)
    elif has(choosing.STEPS, code):
        choosing.answer(s, t, frame, code, kind, a, b)
    elif has(recruiting.STEPS, code):
        recruiting.answer(s, t, frame, code, kind, a, b)
    elif has(moving.STEPS, code):
        moving.answer(s, t, frame, code, kind, a, b)
    elif has(fighting.STEPS, code):
        fighting.answer(s, t, frame, kind, a, b)
    else:
        fail(s, Fault.ANSWER, kind)


@kernel
def step_each_region(s, t, frame):
    """Carry out the list for the next region of the set (BG-19.4)."""
    region = sets.first(frame[Act.these : Act.these + WORDS])
    if region == NONE:
        pop(s)
        return
    sets.remove(frame[Act.these : Act.these + WORDS], region)
    carry_out_block(s, t, frame[Act.row], frame[Act.context])
    top(s)[Scope.place] = region


@kernel
def step_may(s, t, frame):
    """Ask whether the list is carried out, if it could do anything."""
    if is_option_possible(s, t, frame[Act.row], frame[Act.context]):
        ask(s, frame[Act.seat], actions.MAY)
        offer(s, actions.MAY, 0, 1)
        offer(s, actions.MAY, 0, 0)
    else:
        pop(s)


@kernel
def answer_list(s, t, frame, is_used):
    """Carry out the list, or not."""
    row = frame[Act.row]
    f = frame[Act.context]
    pop(s)
    if is_used == 1:
        carry_out_block(s, t, row, f)
