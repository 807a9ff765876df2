"""Events that are played, and cards on the table with the price to take them off (BG-7).

Who deals with the turn offers what is here with `offer_plays` and `offer_forces`, and begins it with
`start_play` and `start_force`; what is due after every step is `check_table`.
"""

import numpy as np

from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.effects import codes
from mazarbul.sim.engine.actions import NONE, ask, offer
from mazarbul.sim.engine.bits import bit, has, lowest_bit, popcount
from mazarbul.sim.engine.faults import Fault, fail
from mazarbul.sim.engine.log import note
from mazarbul.sim.engine.machine import AGREED
from mazarbul.sim.engine.stack import pop, push, top
from mazarbul.sim.games.board_game import actions, records
from mazarbul.sim.games.board_game.content import words
from mazarbul.sim.games.board_game.content.triggers import ON
from mazarbul.sim.games.board_game.frames import Played
from mazarbul.sim.games.board_game.ids import (
    BLOCK,
    DECK_N,
    EVENT,
    FACE,
    FACE_N,
    ICON,
    SIDE_N,
    ZONE,
)
from mazarbul.sim.games.board_game.rules import cards, columns, dice
from mazarbul.sim.games.board_game.rules.conditions import evaluate
from mazarbul.sim.games.board_game.rules.options import pays_as, pays_as_army, use_messenger
from mazarbul.sim.games.board_game.rules.piles import discardable, says
from mazarbul.sim.games.board_game.rules.repeats import uses_barred
from mazarbul.sim.games.board_game.rules.scopes import does_something, holds, try_scope
from mazarbul.sim.games.board_game.rules.seats import enemy_of, lead
from mazarbul.sim.games.board_game.rules.standing import leave_table
from mazarbul.sim.games.board_game.rules.windows import open_window, push_text

# Playing an event ----------------------------------------------------------------------------------


@kernel
def lasts(s, t, card):
    """Return whether a card may be on the table: no `while` of its static texts fails (BG-7.5)."""
    seat = lead(s, cards.side_of_card(card))
    for effect in range(t.effect_first[card], t.effect_first[card] + t.effect_n[card]):
        if t.effects[effect].on == ON.STATIC:
            f = try_scope(s, t, effect, card, NONE, seat)
            if evaluate(s, t, np.int64(t.effects[effect].lasts), f) == 0:
                return False
    return True


@kernel
def can_play(s, t, seat, card):
    """Return whether a seat may play the event of a card: its `if` holds and it does something (BG-7.2).

    The card itself is no longer in hand then; where it lets another follow, that must be playable too.
    """
    hand = np.int64(s.hand[seat])
    others = hand & ~bit(card % BLOCK)
    if says(t, card, words.OPERATION.PLAY_CARD):
        s.hand[seat] = 0
        rest = others
        while rest != 0:
            other = lowest_bit(rest)
            rest &= rest - 1
            if not is_playable(s, t, seat, card // BLOCK * BLOCK + other):
                others &= ~bit(other)
    s.hand[seat] = others
    found = is_playable(s, t, seat, card)
    s.hand[seat] = hand
    return found


@kernel
def is_playable(s, t, seat, card):
    """Return the same for a card that is not in hand, with the cards in hand that could follow it."""
    if not has(t.card_seats[card], seat):
        return False
    is_useful = t.stays[card] == 1 and lasts(s, t, card)
    for effect in range(t.effect_first[card], t.effect_first[card] + t.effect_n[card]):
        if t.effects[effect].on == ON.PLAY:
            if not holds(s, t, effect, card, NONE, seat):
                return False
            if uses_barred(s, t, np.int64(t.seat_side[seat]), np.int64(t.effects[effect].do), NONE, False):
                return False
            is_useful = is_useful or does_something(s, t, effect, card, NONE, seat)
    return is_useful or t.allow_null_plays == 1


@kernel
def pays_for(s, t, seat, card, face):
    """Return whether a die that shows `face` pays for an event of a seat (BG-7.1); a Will is an Event."""
    if face == FACE.EVENT or face == FACE.WILL:
        return True
    if t.icon[card] == ICON.ARMY:
        return pays_as_army(s, t, seat, face)
    return pays_as(t, face, FACE.CHARACTER if t.icon[card] == ICON.CHARACTER else FACE.MUSTER)


@kernel
def offer_plays(s, t, seat):
    """Offer every event of a seat's hand that can be played, with each die that pays (BD-10)."""
    side = np.int64(t.seat_side[seat])
    rest = np.int64(s.hand[seat])
    while rest != 0:
        card = side * BLOCK + lowest_bit(rest)
        rest &= rest - 1
        if can_play(s, t, seat, card):
            for face in range(FACE_N):
                is_paid = s.dice[side, face] > 0 and pays_for(s, t, seat, card, face)
                if is_paid and works_for(s, t, seat, card, face):
                    offer(s, actions.PLAY, card, face)


@kernel
def works_for(s, t, seat, card, face):
    """Return whether a card can still be played when the die that pays is used up (BG-4.2)."""
    if not (says(t, card, words.OPERATION.TURN_DICE) or says(t, card, words.OPERATION.PLAY_CARD)):
        return True
    side = np.int64(t.seat_side[seat])
    s.dice[side, face] -= 1
    found = can_play(s, t, seat, card)
    s.dice[side, face] += 1
    return found


@kernel
def ask_card(s, t, seat, among):
    """Ask a seat for a card of its hand, of a set, that it plays (BD-50)."""
    side = np.int64(t.seat_side[seat])
    ask(s, seat, actions.CARD)
    rest = np.int64(s.hand[seat]) & among
    while rest != 0:
        card = side * BLOCK + lowest_bit(rest)
        rest &= rest - 1
        if can_play(s, t, seat, card):
            offer(s, actions.CARD, card, 0)


@kernel
def start_play(s, t, seat, card, face):
    """Play the event of a card from hand. face: of the die that paid for it, or NONE."""
    if t.icon[card] == ICON.ARMY:
        use_messenger(s, cards.side_of_card(card), face)
    s.hand[seat] &= ~bit(card % BLOCK)
    s.zone[card] = ZONE.RESOLVING
    note(s, EVENT.PLAY, seat, card, face)
    records.played(s, card, face)
    push(s, Played.kind, 0, card, seat, face, 0)


@kernel
def step_played(s, t):
    """Carry out an event, put the card where it goes, then do what follows an Event die (BG-7.1, BG-7.4)."""
    frame = top(s)
    card = frame[Played.card]
    seat = frame[Played.seat]
    face = frame[Played.face]
    frame[Played.step] += 1
    if frame[Played.is_forced] == 1:
        pop(s)
        if s.zone[card] == ZONE.TABLE:
            leave_table(s, cards.side_of_card(card), card % BLOCK)
    elif frame[Played.step] == 1:
        last = np.int64(t.effect_first[card]) + np.int64(t.effect_n[card]) - 1
        for i in range(t.effect_n[card]):
            if t.effects[last - i].on == ON.PLAY:
                push_text(s, t, last - i, card, np.int64(NONE), seat, face, AGREED)
    elif frame[Played.step] == 2:
        put_away(s, t, card)
    else:
        pop(s)
        if face == FACE.EVENT or face == FACE.WILL:
            open_window(s, t, ON.EVENT_DIE_CARD, seat, card)


@kernel
def put_away(s, t, card):
    """Put a card that was played on the table or on the discard pile (BG-7.4, BG-7.5)."""
    side = cards.side_of_card(card)
    if t.stays[card] == 1:
        s.table[side] |= bit(card % BLOCK)
        s.zone[card] = ZONE.TABLE
        s.is_dirty = 1
        note(s, EVENT.TABLE, card, 0, 0)
    else:
        s.discard[side] |= bit(card % BLOCK)
        s.zone[card] = ZONE.DISCARD


@kernel
def check_table(s, t):
    """Discard the table cards whose `while` has failed (BG-7.5)."""
    for side in range(SIDE_N):
        rest = np.int64(s.table[side])
        while rest != 0:
            local = lowest_bit(rest)
            rest &= rest - 1
            if not lasts(s, t, side * BLOCK + local):
                leave_table(s, side, local)


# Prices of the enemy's table cards -----------------------------------------------------------------


@kernel
def pays_with(t, die, face):
    """Return whether an unused die pays what a text asks for (BG-4.3, BG-6.7)."""
    if face == FACE.EYE:
        return False
    if die == words.DIE.ANY:
        return True
    if die == words.DIE.WILL:
        return face == FACE.WILL
    if die == words.DIE.CHARACTER:
        return pays_as(t, face, FACE.CHARACTER)
    if die == words.DIE.ARMY:
        return pays_as(t, face, FACE.ARMY)
    if die == words.DIE.EVENT:
        return pays_as(t, face, FACE.EVENT)
    if die == words.DIE.MUSTER:
        return pays_as(t, face, FACE.MUSTER)
    return False


@kernel
def force_for(s, t, seat, card, face):
    """Return the text by which a seat can take an enemy card off the table for a die, or NONE."""
    side = np.int64(t.seat_side[seat])
    for effect in range(t.effect_first[card], t.effect_first[card] + t.effect_n[card]):
        row = t.effects[effect]
        if row.on != ON.FORCE or not pays_with(t, np.int64(row.die), face):
            continue
        is_free = row.ring == 0 or (s.rings[side] > 0 and s.done & dice.ring_flag(side) == 0)
        if is_free and holds(s, t, effect, card, NONE, seat) and can_pay(s, t, effect, card, seat):
            return np.int64(effect)
    return np.int64(NONE)


@kernel
def can_pay(s, t, effect, card, seat):
    """Return whether a seat has every card that the price of a text discards."""
    row = np.int64(t.effects[effect].cost)
    if row == NONE:
        return True
    f = try_scope(s, t, effect, card, NONE, seat)
    for deck in range(DECK_N):
        needed = 0
        at = row
        while t.rows[at, codes.CODE] != codes.END:
            if t.rows[at, codes.CODE] != words.OPERATION.DISCARD:
                fail(s, Fault.WORD, np.int64(t.rows[at, codes.CODE]))
            elif t.rows[at, columns.DISCARD.DECK] == deck:
                needed += 1
                if popcount(discardable(s, t, at, f)) < needed:
                    return False
            at += 1
    return True


@kernel
def offer_forces(s, t, seat):
    """Offer to take enemy cards off the table, with each die that pays (BD-49)."""
    side = np.int64(t.seat_side[seat])
    rest = np.int64(s.table[enemy_of(side)])
    while rest != 0:
        card = enemy_of(side) * BLOCK + lowest_bit(rest)
        rest &= rest - 1
        for face in range(FACE_N):
            if s.dice[side, face] > 0 and force_for(s, t, seat, card, face) != NONE:
                offer(s, actions.FORCE, card, face)


@kernel
def start_force(s, t, seat, card, face):
    """Pay the rest of a price, then take the card off the table (BG-7.5). face: of the die that is spent."""
    effect = force_for(s, t, seat, card, face)
    side = np.int64(t.seat_side[seat])
    if t.effects[effect].ring == 1:
        s.done |= dice.ring_flag(side)
        note(s, EVENT.RING, side, 0, 0)
        dice.give_ring(s, side)
    push(s, Played.kind, 0, card, seat, NONE, 1)
    push_text(s, t, effect, card, np.int64(NONE), seat, np.int64(NONE), AGREED)
