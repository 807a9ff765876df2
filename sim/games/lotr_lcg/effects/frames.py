"""Texts at work: the frames of effects, lists, choices and of what is done for each (LCG-22.1)."""

import numpy as np

from sim.effects import codes
from sim.engine.actions import ask, offer
from sim.engine.bits import has, lowest_bit
from sim.engine.jit import kernel
from sim.engine.log import note
from sim.engine.stack import pop, push, top
from sim.games.lotr_lcg import actions, words
from sim.games.lotr_lcg.effects.granting import grant_rows
from sim.games.lotr_lcg.effects.operations import operate
from sim.games.lotr_lcg.ids import (
    BLOCK,
    BLOCKS,
    CANCEL_SLOT,
    E_TEXT,
    F_CHOOSE,
    F_EACH,
    F_EACH_CARD,
    F_EFFECT,
    F_OPERATIONS,
    NONE,
)
from sim.games.lotr_lcg.rules.conditions import (
    C_CHOSEN,
    C_FRAME,
    C_IT,
    C_OTHER,
    C_SOURCE,
    C_THEY,
    C_X,
    C_YOU,
    evaluate,
    first_of,
    player_of_word,
    set_it,
)
from sim.games.lotr_lcg.rules.delayed import add_later
from sim.games.lotr_lcg.rules.feasible import is_branch_possible
from sim.games.lotr_lcg.rules.triggers import E_EFFECT, E_STAGE
from sim.games.lotr_lcg.rules.zones import block_of, card_bit

# Stages of a F_EFFECT frame
BEGIN = 0
PAID = 1

# Slots of a F_OPERATIONS frame: 1 next row, 2 row to stop before, 3 .. 17 the context; 18 the text
O_ROW = 1
O_STOP = 2


@kernel
def step_effect(s, t):
    """Carry on with a text: its `if`, its cost, then what it does (LCG-22.1)."""
    frame = top(s)
    effect = t.effects[frame[E_EFFECT]]
    if frame[E_STAGE] == BEGIN:
        condition = np.int64(effect.condition)
        if condition != 1:
            f = np.int64(s.frame_n - 1)
            if evaluate(s, t, condition, frame[C_SOURCE], frame[C_YOU], f) == 0:
                pop(s)
                return
        frame[E_STAGE] = PAID
        note(s, E_TEXT, frame[C_SOURCE], 0, 0)
        if effect.cost != NONE:
            push_rows(s, np.int64(effect.cost), NONE, np.int64(s.frame_n - 1))
            return
    if effect.do == NONE:
        pop(s)
        return
    frame[0] = F_OPERATIONS  # the frame of the text becomes that of its operations
    frame[O_ROW] = effect.do
    frame[O_STOP] = NONE


@kernel
def push_rows(s, row, stop, f):
    """Push the frame that carries out rows in the context of frame `f`, to before `stop` if it is no NONE."""
    push(s, F_OPERATIONS, 0, 0, 0, 0)
    s.frames[s.frame_n - 1] = s.frames[f]
    frame = top(s)
    frame[0] = F_OPERATIONS
    frame[O_ROW] = row
    frame[O_STOP] = stop
    frame[CANCEL_SLOT] = 0


@kernel
def close_rows(s):
    """Drop a finished list; a cost leaves what it picked to the text it belongs to."""
    n = s.frame_n
    if n >= 2 and s.frames[n - 2, 0] == F_EFFECT:
        for slot in range(C_CHOSEN, C_X + 1):
            s.frames[n - 2, slot] = s.frames[n - 1, slot]
        for b in range(BLOCKS):
            s.frames[n - 2, C_IT + b] = s.frames[n - 1, C_IT + b]
    pop(s)


@kernel
def step_operations(s, t):
    """Carry out rows until the list ends, pushes a frame, or something happened that comes first."""
    depth = s.frame_n
    frame = top(s)
    while s.frame_n == depth and s.is_dirty == 0 and s.pending_n == s.pending_base:
        row = frame[O_ROW]
        code = np.int64(t.rows[row, 0])
        if row == frame[O_STOP] or code == codes.END:
            close_rows(s)
            return
        f = np.int64(s.frame_n - 1)
        if code == codes.JUMP:
            frame[O_ROW] = t.rows[row, 1]
        elif code == codes.IF:
            is_true = evaluate(s, t, np.int64(t.rows[row, 1]), frame[C_SOURCE], frame[C_YOU], f) != 0
            frame[O_ROW] = row + 1 if is_true else np.int64(t.rows[row, 2])
        elif code >= words.UNTIL:
            frame[O_ROW] = t.rows[row, 1]
            open_block(s, t, row, code, f)
        else:
            frame[O_ROW] = row + 1
            operate(s, t, row, code, f)


@kernel
def open_block(s, t, row, code, f):
    """Carry out a statement that has a list of its own."""
    if code == words.UNTIL:
        grant_rows(s, t, row, f)
    elif code == words.LATER:
        add_later(s, row, np.int64(t.rows[row, 2]), f)
    elif code == words.EACH:
        push(s, F_EACH, row, f, 0, s.first_player)
    elif code == words.EACH_CARD:
        push(s, F_EACH_CARD, row, f, 0, 0)
        for b in range(BLOCKS):
            top(s)[C_IT + b] = s.frames[f, C_IT + b]
    elif code == words.CHOOSE:
        push(s, F_CHOOSE, row, f, 0, 0)
    else:  # an option that stands by itself is carried out
        push_rows(s, row + 1, np.int64(t.rows[row, 1]), f)


@kernel
def step_each(s, t):
    """Serve the next player in the game (LCG-2.5). Slots: row, context frame, seats served, first of them.

    Seats are counted, not players, so that an elimination in between leaves nobody out.
    """
    frame = top(s)
    row = frame[1]
    f = frame[2]
    if frame[3] >= t.player_n:
        pop(s)
        return
    player = (frame[4] + frame[3]) % np.int64(t.player_n)
    frame[3] += 1
    is_left_out = t.rows[row, 2] == words.EVERY_OTHER and player == s.frames[f, C_YOU]
    if not has(s.in_game, player) or is_left_out:
        return
    push_rows(s, row + 1, np.int64(t.rows[row, 1]), f)
    top(s)[C_THEY] = player


@kernel
def step_each_card(s, t):
    """Serve the next card in the first player's order (LCG-25.1). Slots: row, context; cards 13 .. 17."""
    frame = top(s)
    for b in range(BLOCKS):
        s.found[b] = frame[C_IT + b]
    if first_of(s, np.int64(s.frame_n - 1), C_IT) == NONE:
        pop(s)
        return
    ask(s, np.int64(s.first_player), actions.ENCOUNTER_TARGET)
    for b in range(BLOCKS):
        rest = frame[C_IT + b]
        while rest != 0:
            i = lowest_bit(rest)
            rest &= rest - 1
            card = np.int64(b) * BLOCK + i
            if t.twins[card] & frame[C_IT + b] == 0:
                offer(s, actions.ENCOUNTER_TARGET, card, 0)


@kernel
def answer_each_card(s, t, card, target):  # noqa: ARG001  (the contract of answers)
    """Carry out the list for the card that was chosen to be next."""
    frame = top(s)
    frame[C_IT + block_of(card)] &= ~card_bit(card)
    push_rows(s, frame[1] + 1, np.int64(t.rows[frame[1], 1]), frame[2])
    set_it(s, np.int64(s.frame_n - 1), card)


@kernel
def step_choose(s, t):
    """Ask which option is carried out (D-08); options that cannot be are not offered. Slots: row, context."""
    frame = top(s)
    row = frame[1]
    f = frame[2]
    player = player_of_word(s, np.int64(t.rows[row, 2]), s.frames[f, C_SOURCE], s.frames[f, C_YOU], f)
    if player == NONE or not has(s.in_game, player):
        pop(s)
        return
    ask(s, player, actions.MODE)
    end = np.int64(t.rows[row, 1])
    option = row + 1
    number = 0
    while option < end:
        if is_branch_possible(s, t, option, f):
            offer(s, actions.MODE, 0, number)
        option = np.int64(t.rows[option, 1])
        number += 1
    if s.option_n == 0:
        pop(s)


@kernel
def answer_mode(s, t, card, target):  # noqa: ARG001  (the contract of answers)
    """Carry out the chosen option."""
    frame = top(s)
    option = frame[1] + 1
    for _ in range(target):
        option = np.int64(t.rows[option, 1])
    f = frame[2]
    pop(s)
    push_rows(s, option + 1, np.int64(t.rows[option, 1]), f)


@kernel
def step_delayed(s, t):
    """Carry out a delayed list. Slot: its entry in `state.later`."""
    i = top(s)[1]
    pop(s)
    entry = s.later[i]
    row = np.int64(entry.row)
    entry.row = NONE
    push(s, F_OPERATIONS, row + 1, t.rows[row, 1], entry.source, entry.you)
    frame = top(s)
    for slot in (C_THEY, C_CHOSEN, C_OTHER, C_FRAME, 8, 9):
        frame[slot] = NONE
    for b in range(BLOCKS):
        frame[C_IT + b] = entry.it[b]
