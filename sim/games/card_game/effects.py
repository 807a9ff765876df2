"""The operations of the effect language: one small function for each (CG-13.4).

An operation either happens at once or pushes a frame that asks for what it needs. `you` is the
seat whose text it is, `they` the seat served by a surrounding `each`; either may be NONE.
"""

import numpy as np

from sim.effects import codes
from sim.engine.actions import ask, offer
from sim.engine.jit import kernel
from sim.engine.log import note
from sim.engine.stack import pop, push, top
from sim.games.card_game.actions import MAY
from sim.games.card_game.ids import (
    BATTLEGROUNDS,
    BY_COST,
    CARDS,
    E_CORRUPTION,
    E_TEXT,
    F_CHOOSE_BATTLEGROUND,
    F_CHOOSE_MOVE,
    F_CHOOSE_PATH,
    F_CHOOSE_TOKEN,
    F_CYCLE_HAND,
    F_DIG,
    F_EACH,
    F_ELIMINATE,
    F_FORSAKE,
    F_OPERATIONS,
    F_TAKE,
    GRANTS,
    LEFT_USED,
    NONE,
    PLACES,
    SPOT_BATTLEGROUND,
    SPOT_PATH,
)
from sim.games.card_game.rules.conditions import evaluate
from sim.games.card_game.rules.elimination import eliminate, remove_matches
from sim.games.card_game.rules.locations import add_tokens
from sim.games.card_game.rules.order import first_slot_of_each, seat_in_order, seat_of
from sim.games.card_game.rules.play import move_card
from sim.games.card_game.rules.usable import can_move, can_pay, carrier, is_usable, mover
from sim.games.card_game.rules.zones import cycle_from_play, draw, is_in_play, recycle
from sim.games.card_game.vocabulary import (
    ACTIVATE_BATTLEGROUND,
    ACTIVATE_PATH,
    CORRUPTION,
    CYCLE,
    DIG,
    DRAW,
    EACH,
    ELIMINATE,
    FORSAKE,
    GRANT,
    LEAVE,
    MOVE,
    MOVE_BATTLEGROUND,
    MOVE_PATH,
    RECYCLE,
    REMOVE,
    TAKE,
    TO_CYCLE,
    TOKEN,
    TOKEN_ON_BATTLEGROUND,
    TOKEN_ON_PATH,
)

# Stages of a F_EFFECT frame
BEGIN = 0
ASKED = 1
PAID = 2


@kernel
def start_operations(s, row, stop, source, you, they):
    """Push the frame that carries out the rows from `row` to END, or to before `stop` if it is not NONE."""
    push(s, F_OPERATIONS, row, source, you, they)
    top(s)[5] = stop


@kernel
def step_effect(s, t):
    """Carry on with an effect: condition, option, cost, then what it does (CG-13.1).

    Frame: effect, source, you, stage.
    """
    frame = top(s)
    e = frame[1]
    source = frame[2]
    you = frame[3]
    effect = t.effects[e]
    if frame[4] == BEGIN:
        if evaluate(s, t, effect.condition, source, you) == 0:
            pop(s)
            return
        if effect.may != NONE:
            seat = seat_of(t, effect.may, you, NONE)
            if seat == NONE or not is_usable(s, t, e, source, seat if you == NONE else you):
                pop(s)
                return
            ask(s, seat, MAY)
            offer(s, MAY, 0, 1)
            offer(s, MAY, 0, 0)
            return
        frame[4] = ASKED
    if frame[4] == ASKED and effect.cost != NONE:
        if not can_pay(s, t, np.int64(effect.cost), source, you):
            pop(s)
            return
        frame[4] = PAID
        note(s, E_TEXT, source, 0, 0)
        start_operations(s, effect.cost, NONE, source, you, NONE)
        return
    if frame[4] != PAID:
        note(s, E_TEXT, source, 0, 0)
    pop(s)
    if effect.do != NONE:
        start_operations(s, effect.do, NONE, source, you, NONE)


@kernel
def answer_may(s, is_wanted):
    """Go on with an optional effect, or drop it (DP-13)."""
    if is_wanted:
        top(s)[4] = ASKED
    else:
        pop(s)


@kernel
def step_operations(s, t):
    """Carry out rows until the program ends or one of them has pushed a frame.

    Frame: row, source, you, they, row to stop before or NONE.
    """
    depth = s.frame_n
    frame = top(s)
    while s.frame_n == depth:
        row = frame[1]
        code = t.rows[row, 0]
        if row == frame[5] or code == codes.END:
            pop(s)
            return
        if code == codes.JUMP:
            frame[1] = t.rows[row, 1]
        elif code == codes.IF:
            is_true = evaluate(s, t, t.rows[row, 1], frame[2], frame[3]) != 0
            frame[1] = row + 1 if is_true else np.int64(t.rows[row, 2])
        elif code == EACH or code == GRANT:
            frame[1] = t.rows[row, 1]
            if code == GRANT:
                grant(s, t, row, frame[2])
            else:
                push(s, F_EACH, row, frame[2], frame[3], 0)
        else:
            frame[1] = row + 1
            operate(s, t, row, code, frame[2], frame[3], frame[4])


@kernel
def step_each(s, t):
    """Serve the next seat of the side (CG-1.13, CG-3.17). Frame: row, source, you, index, times served."""
    frame = top(s)
    row = frame[1]
    seat = seat_in_order(t, first_slot_of_each(s, t), frame[4])
    if seat == NONE:
        pop(s)
        return
    if t.seat_side[seat] != t.rows[row, 2]:
        frame[4] += 1
        return
    frame[5] += 1
    if frame[5] > t.doubles[seat]:
        frame[4] += 1
        frame[5] = 0
    start_operations(s, row + 1, t.rows[row, 1], frame[2], frame[3], seat)


@kernel
def grant(s, t, row, source):
    """Let the modifiers between the grant's row and its end hold until the end of the round."""
    for i in range(row + 1, t.rows[row, 1]):
        if s.grant_n < GRANTS:
            s.grants[s.grant_n, 0] = t.grant_row[i]
            s.grants[s.grant_n, 1] = source
            s.grant_n += 1


@kernel
def operate(s, t, row, code, source, you, they):
    """Carry out one operation row."""
    a = np.int64(t.rows[row, 1])
    b = np.int64(t.rows[row, 2])
    if code <= ELIMINATE or code == TAKE or code == RECYCLE or code == DIG:
        seat = seat_of(t, a, you, they)
        if seat != NONE:
            operate_on_seat(s, t, row, code, source, you, seat)
    elif code == REMOVE:
        remove_matches(s, t, a)
    elif code == LEAVE:
        leave_play(s, t, a, b, source)
    elif code == ACTIVATE_PATH:
        push(s, F_CHOOSE_PATH, you, a, 0, 0)
    elif code == ACTIVATE_BATTLEGROUND:
        push(s, F_CHOOSE_BATTLEGROUND, you, a, b, source)
    elif code == MOVE:
        move(s, t, a, b, source, you)
    elif code == TOKEN:
        token(s, t, a, b, evaluate(s, t, t.rows[row, 3], source, you), source, you)
    elif code == CORRUPTION:
        add_corruption(s, evaluate(s, t, a, source, you))


@kernel
def operate_on_seat(s, t, row, code, source, you, seat):
    """Carry out an operation that tells a seat to do something."""
    b = np.int64(t.rows[row, 2])
    if code == DRAW:
        draw(s, t, seat, evaluate(s, t, b, source, you))
    elif code == CYCLE:
        push(s, F_CYCLE_HAND, seat, evaluate(s, t, b, source, you), 0, 0)
    elif code == FORSAKE:
        push(s, F_FORSAKE, seat, evaluate(s, t, b, source, you), NONE, 0)
    elif code == RECYCLE:
        recycle(s, t, seat)
    elif code == ELIMINATE:
        push(s, F_ELIMINATE, seat, evaluate(s, t, b, source, you), t.rows[row, 3], t.rows[row, 4])
        frame = top(s)
        frame[5] = source
        frame[6] = you
    elif code == TAKE:
        push(s, F_TAKE, seat, b, t.rows[row, 3], evaluate(s, t, t.rows[row, 4], source, you))
        top(s)[5] = evaluate(s, t, t.rows[row, 5], source, you)
    else:
        start_dig(s, t, row, source, you, seat)


@kernel
def start_dig(s, t, row, source, you, seat):
    """Push the frame of a dig (CG-9.13); its slots are described in rules/dig.py."""
    push(s, F_DIG, seat, evaluate(s, t, t.rows[row, 2], source, you), 0, 0)
    frame = top(s)
    frame[4] = evaluate(s, t, t.rows[row, 3], source, you)
    frame[5] = evaluate(s, t, t.rows[row, 4], source, you)
    frame[6] = t.rows[row, 5]
    frame[7] = t.rows[row, 6]
    frame[8] = evaluate(s, t, t.rows[row, 7], source, you)
    frame[9] = t.rows[row, 8]
    frame[10] = source


@kernel
def leave_play(s, t, what, pile, source):
    """Send the card with the text, or its wielder, to a pile, items with it."""
    card = carrier(s, what, source)
    if card == NONE or not is_in_play(s.zone[card]):
        return
    if pile == TO_CYCLE:
        cycle_from_play(s, t, card, LEFT_USED)
    else:
        eliminate(s, t, card, BY_COST)


@kernel
def move(s, t, what, to, source, you):
    """Move a card of your reserve as far as placement allows (CG-9.17)."""
    if not can_move(s, t, what, to, source, you):
        return
    card = mover(s, t, what, source, you)
    if to == MOVE_PATH:
        move_card(s, t, card, SPOT_PATH)
    elif to == MOVE_BATTLEGROUND:
        push(s, F_CHOOSE_MOVE, you, card, 0, 0)
    else:
        move_card(s, t, card, SPOT_BATTLEGROUND + s.activated[source])


@kernel
def token(s, t, target, kind, n, source, you):
    """Put tokens on the active path, a battleground to be chosen, or the card itself."""
    if target == TOKEN_ON_PATH:
        if s.path != NONE:
            add_tokens(s, BATTLEGROUNDS + np.int64(s.path), kind, n)
    elif target == TOKEN_ON_BATTLEGROUND:
        seat = you if you != NONE else np.int64(t.slots[s.start_slot])
        push(s, F_CHOOSE_TOKEN, seat, kind, n, 0)
    elif source < CARDS and is_in_play(s.zone[source]):
        add_tokens(s, PLACES + source, kind, n)


@kernel
def add_corruption(s, n):
    """Move the corruption counter, never below 0 (CG-9.20)."""
    before = np.int64(s.corruption)
    s.corruption = max(before + n, 0)
    if s.corruption != before:
        note(s, E_CORRUPTION, s.corruption - before, s.corruption, 0)
