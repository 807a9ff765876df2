"""The operations of the effect language: one small function for each (CG-13.4).

An operation either happens at once or pushes a frame that asks for decisions. `you` is the seat of the text,
`they` the current seat of a surrounding `each`; either may be NONE.
"""

import numpy as np

from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.effects import codes
from mazarbul.sim.engine.faults import Fault, fail
from mazarbul.sim.engine.log import note
from mazarbul.sim.engine.machine import (
    AGREED,
    BEGIN,
    Each,
    Text,
    ask_may,
    branch,
    carry_out_text,
    fetch,
    serve,
    skip_block,
    start_each,
)
from mazarbul.sim.engine.stack import pop, push, top
from mazarbul.sim.games.card_game.actions import MAY
from mazarbul.sim.games.card_game.content import columns
from mazarbul.sim.games.card_game.content.vocabulary import (
    MOVE_TO,
    OPERATION,
    PILE,
    TOKEN_ON,
)
from mazarbul.sim.games.card_game.frames import (
    ChooseBattleground,
    ChooseMove,
    ChoosePath,
    ChooseToken,
    CycleHand,
    Dig,
    Eliminate,
    Forsake,
    Scope,
    Take,
)
from mazarbul.sim.games.card_game.ids import BATTLEGROUNDS, BY, CARDS, LEFT, NONE, PLACES, SPOT, E
from mazarbul.sim.games.card_game.rules.conditions import evaluate
from mazarbul.sim.games.card_game.rules.elimination import eliminate, remove_matches
from mazarbul.sim.games.card_game.rules.locations import add_tokens
from mazarbul.sim.games.card_game.rules.order import first_slot_of_each, seat_in_order, seat_of
from mazarbul.sim.games.card_game.rules.play import move_card
from mazarbul.sim.games.card_game.rules.points import add_corruption
from mazarbul.sim.games.card_game.rules.usable import can_move, can_pay, carrier, is_order, is_usable, mover
from mazarbul.sim.games.card_game.rules.zones import cycle_from_play, draw, is_in_play, recycle
from mazarbul.sim.games.card_game.state import GRANT, GRANTS_LIST


@kernel
def step_text(s, t):
    """Continue a text: condition, option, cost, then its effect (CG-13.1)."""
    frame = top(s)
    e = frame[Scope.text]
    source = frame[Scope.source]
    you = frame[Scope.you]
    effect = t.effects[e]
    if frame[Text.stage] == BEGIN:
        if evaluate(s, t, effect.condition, source, you) == 0:
            pop(s)
            return
        if effect.may != NONE:
            seat = seat_of(t, effect.may, you, NONE)
            if seat == NONE or not is_usable(s, t, e, source, seat if you == NONE else you):
                pop(s)
                return
            ask_may(s, seat, MAY)
            return
        frame[Text.stage] = AGREED
    if frame[Text.stage] == AGREED:
        if effect.cost != NONE and not can_pay(s, t, np.int64(effect.cost), source, you):
            pop(s)
            return
        note(s, E.TEXT, source, 0, 0)
    carry_out_text(s, t)


@kernel
def step_rows(s, t):
    """Carry out rows until the list ends or a row has pushed a frame."""
    depth = s.frame_n
    frame = top(s)
    while s.frame_n == depth:
        row = fetch(s, t)
        if row == NONE:
            return
        code = t.rows[row, codes.CODE]
        source = frame[Scope.source]
        you = frame[Scope.you]
        if code == codes.IF:
            branch(s, t, row, evaluate(s, t, t.rows[row, codes.IF_VALUE], source, you))
        elif code == OPERATION.EACH:
            start_each(s, t, row, first_slot_of_each(s, t))
        elif code == OPERATION.GRANT:
            skip_block(s, t, row)
            grant(s, t, row, source)
        else:
            operate(s, t, row, code, source, you, frame[Scope.they])


@kernel
def step_each(s, t):
    """Carry out the list for the next seat of the side (CG-1.13), twice if it plays for two (CG-3.17)."""
    frame = top(s)
    seat = seat_in_order(t, frame[Each.first], frame[Each.index])
    if seat == NONE:
        pop(s)
        return
    if t.seat_side[seat] != t.rows[frame[Each.row], columns.EACH.SIDE]:
        frame[Each.index] += 1
        return
    frame[Each.times] += 1
    if frame[Each.times] > t.doubles[seat]:
        frame[Each.index] += 1
        frame[Each.times] = 0
    serve(s, t, Scope.they, seat)


@kernel
def grant(s, t, row, source):
    """Apply the modifiers between the grant's row and its end until the end of the round."""
    for i in range(row + 1, t.rows[row, columns.BLOCK.END]):
        if s.grant_n >= s.grants.shape[0]:
            fail(s, Fault.LIST, GRANTS_LIST)
            return
        s.grants[s.grant_n, GRANT.MODIFIER] = t.grant_row[i]
        s.grants[s.grant_n, GRANT.SOURCE] = source
        s.grant_n += 1


@kernel
def operate(s, t, row, code, source, you, they):
    """Carry out one operation row."""
    if is_order(code):
        seat = seat_of(t, np.int64(t.rows[row, columns.ORDER.WHO]), you, they)
        if seat != NONE:
            operate_on_seat(s, t, row, code, source, you, seat)
    elif code == OPERATION.REMOVE:
        remove_matches(s, t, np.int64(t.rows[row, columns.REMOVE.CARDS]))
    elif code == OPERATION.LEAVE:
        what = np.int64(t.rows[row, columns.LEAVE.WHAT])
        leave_play(s, t, what, np.int64(t.rows[row, columns.LEAVE.PILE]), source)
    elif code == OPERATION.ACTIVATE_PATH:
        push(s, ChoosePath.kind, you, np.int64(t.rows[row, columns.ACTIVATE_PATH.NUMBER]))
    elif code == OPERATION.ACTIVATE_BATTLEGROUND:
        places = np.int64(t.rows[row, columns.ACTIVATE_BATTLEGROUND.PLACES])
        sources = np.int64(t.rows[row, columns.ACTIVATE_BATTLEGROUND.SOURCES])
        push(s, ChooseBattleground.kind, you, places, sources, source)
    elif code == OPERATION.MOVE:
        what = np.int64(t.rows[row, columns.MOVE.WHAT])
        move(s, t, what, np.int64(t.rows[row, columns.MOVE.TO]), source, you)
    elif code == OPERATION.TOKEN:
        token(s, t, row, source, you)
    elif code == OPERATION.CORRUPTION:
        add_corruption(s, evaluate(s, t, t.rows[row, columns.CORRUPTION.N], source, you))
    else:
        fail(s, Fault.WORD, code)


@kernel
def operate_on_seat(s, t, row, code, source, you, seat):
    """Carry out an operation that is an order to a seat."""
    if code == OPERATION.RECYCLE:
        recycle(s, t, seat)
    elif code == OPERATION.TAKE:
        start_take(s, t, row, source, you, seat)
    elif code == OPERATION.DIG:
        start_dig(s, t, row, source, you, seat)
    else:
        n = evaluate(s, t, t.rows[row, columns.SIZED_ORDER.N], source, you)
        if code == OPERATION.DRAW:
            draw(s, t, seat, n)
        elif code == OPERATION.CYCLE:
            push(s, CycleHand.kind, seat, n)
        elif code == OPERATION.FORSAKE:
            push(s, Forsake.kind, seat, n, NONE)
        elif code == OPERATION.ELIMINATE:
            start_eliminate(s, t, row, n, source, you, seat)
        else:
            fail(s, Fault.WORD, code)


@kernel
def start_eliminate(s, t, row, n, source, you, seat):
    """Push the frame in which a seat eliminates `n` cards of its choice (CG-9.8)."""
    zone = t.rows[row, columns.ELIMINATE.ZONE]
    push(s, Eliminate.kind, seat, n, zone, t.rows[row, columns.ELIMINATE.CARDS], source, you)


@kernel
def start_take(s, t, row, source, you, seat):
    """Push the frame in which a seat takes cards by name (CG-9.12)."""
    most = evaluate(s, t, t.rows[row, columns.TAKE.MOST], source, you)
    zones = np.int64(t.rows[row, columns.TAKE.ZONES])
    least = evaluate(s, t, t.rows[row, columns.TAKE.LEAST], source, you)
    push(s, Take.kind, seat, zones, t.rows[row, columns.TAKE.CARDS], most, least)


@kernel
def start_dig(s, t, row, source, you, seat):
    """Push the frame of a dig (CG-9.13)."""
    push(s, Dig.kind, seat, evaluate(s, t, t.rows[row, columns.DIG.N], source, you))
    frame = top(s)
    frame[Dig.eliminations] = evaluate(s, t, t.rows[row, columns.DIG.ELIMINATE], source, you)
    frame[Dig.plays] = evaluate(s, t, t.rows[row, columns.DIG.PLAY], source, you)
    frame[Dig.cards] = t.rows[row, columns.DIG.CARDS]
    frame[Dig.to] = t.rows[row, columns.DIG.TO]
    frame[Dig.cycles] = evaluate(s, t, t.rows[row, columns.DIG.CYCLE], source, you)
    frame[Dig.rest] = t.rows[row, columns.DIG.REST]
    frame[Dig.source] = source


@kernel
def leave_play(s, t, what, pile, source):
    """Send the card with the text, or its wielder, to a pile, with its items."""
    card = carrier(s, what, source)
    if card == NONE or not is_in_play(s.zone[card]):
        return
    if pile == PILE.CYCLE:
        cycle_from_play(s, t, card, LEFT.USED)
    else:
        eliminate(s, t, card, BY.COST)


@kernel
def move(s, t, what, to, source, you):
    """Move a card of your reserve as far as placement allows (CG-9.17)."""
    if not can_move(s, t, what, to, source, you):
        return
    card = mover(s, t, what, source, you)
    if to == MOVE_TO.PATH:
        move_card(s, t, card, SPOT.PATH)
    elif to == MOVE_TO.BATTLEGROUND:
        push(s, ChooseMove.kind, you, card)
    else:
        move_card(s, t, card, SPOT.BATTLEGROUND + s.activated[source])


@kernel
def token(s, t, row, source, you):
    """Put tokens on the active path, a chosen battleground, or the card itself."""
    target = t.rows[row, columns.TOKEN.TARGET]
    kind = np.int64(t.rows[row, columns.TOKEN.KIND])
    n = evaluate(s, t, t.rows[row, columns.TOKEN.N], source, you)
    if target == TOKEN_ON.PATH:
        if s.path != NONE:
            add_tokens(s, BATTLEGROUNDS + np.int64(s.path), kind, n)
    elif target == TOKEN_ON.BATTLEGROUND:
        seat = you if you != NONE else np.int64(t.slots[s.start_slot])
        push(s, ChooseToken.kind, seat, kind, n)
    elif source < CARDS and is_in_play(s.zone[source]):
        add_tokens(s, PLACES + source, kind, n)
