"""Whether an action, an optional effect or an event can be used at all (CG-13.6, AM-11)."""

import numpy as np

from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.effects import codes
from mazarbul.sim.engine.bits import has, lowest_bit, popcount
from mazarbul.sim.games.card_game.content import columns
from mazarbul.sim.games.card_game.content.vocabulary import (
    ACTIVATED_FROM,
    MOVE_TO,
    OPERATION,
    ORDER,
    PATH_CHOICE,
    TAKEN_FROM,
    TOKEN_ON,
)
from mazarbul.sim.games.card_game.ids import IN, NONE, PLACE_SOURCE, SIDE_CARDS, SIDE_N, TARGET
from mazarbul.sim.games.card_game.rules.conditions import cards_in, evaluate, holds_at
from mazarbul.sim.games.card_game.rules.elimination import forsakable_n
from mazarbul.sim.games.card_game.rules.modifiers import battlegrounds_for, may_be_on_path
from mazarbul.sim.games.card_game.rules.order import seat_of
from mazarbul.sim.games.card_game.rules.zones import can_draw, card_bit, is_in_play, side_of, whereabouts


@kernel
def eligible_paths(s, t, choice):
    """Return the unused paths with the active path's number, or with the next number (CG-5.13)."""
    if s.path == NONE:
        return np.int64(0)
    return paths_from(s, t, choice)


@kernel
def paths_from(s, t, choice):
    """Return the unused paths with the number of the last active path, or with the next number."""
    number = s.last_path + (1 if choice == PATH_CHOICE.NEXT else 0)
    if number > t.last_number:  # CG-5.14
        return np.int64(0)
    return t.numbered[number] & s.path_deck


@kernel
def eligible_battlegrounds(s, t, place_set, sources):
    """Return the matching battlegrounds that can be (re)activated from the sources (CG-5.3, CG-5.4)."""
    found = np.int64(0)
    if sources & ACTIVATED_FROM.DECK != 0:
        found |= s.bg_deck[0] | s.bg_deck[1]
    if sources & ACTIVATED_FROM.SCORING != 0:
        found |= s.bg_area[0] | s.bg_area[1]
    return found & t.place_sets[place_set]


@kernel
def takeable(s, t, seat, zones, card_set):
    """Return the cards of the set in the seat's own zones (TAKEN_FROM) (CG-9.12)."""
    if seat == NONE:
        return np.int64(0)
    found = np.int64(0)
    if zones & TAKEN_FROM.DRAW != 0:
        found |= s.in_zone[seat, IN.DECK]
    if zones & TAKEN_FROM.CYCLE != 0:
        found |= s.in_zone[seat, IN.CYCLE_PILE]
    return found & t.card_sets[card_set, t.seat_side[seat]]


@kernel
def carrier(s, what, source):
    """Return the card that `self` or `wielder` means, NONE in the text of a location."""
    if source >= PLACE_SOURCE:
        return np.int64(NONE)
    return np.int64(source if what == TARGET.SELF else s.wielder[source])


@kernel
def mover(s, t, what, source, you):
    """Return the card in a reserve of `you` that a `move` means, or NONE."""
    card = np.int64(NONE)
    if what == TARGET.SELF or what == TARGET.WIELDER:
        card = carrier(s, what, source)
    elif you != NONE:
        matches = s.in_zone[you, IN.RESERVE] & t.card_sets[what, t.seat_side[you]]
        if matches != 0:
            card = np.int64(t.seat_side[you]) * 64 + lowest_bit(matches)
    if card == NONE or s.zone[card] != IN.RESERVE:
        return np.int64(NONE)
    return card if t.owner[card] == you else np.int64(NONE)


@kernel
def can_move(s, t, what, to, source, you):
    """Return whether a `move` has a legal target; a battleground yet to be activated counts."""
    card = mover(s, t, what, source, you)
    if card == NONE:
        return False
    if to == MOVE_TO.PATH:
        return may_be_on_path(s, t, card)
    spots = battlegrounds_for(s, t, card)
    if to == MOVE_TO.BATTLEGROUND:
        return spots != 0
    that = s.activated[source]
    return that != NONE and has(spots, that)


@kernel
def eliminable(s, t, zone, card_set, source, you):
    """Return the number of cards that an operation `eliminate` could pick."""
    total = np.int64(0)
    for side in range(SIDE_N):
        mask = t.card_sets[card_set, side]
        if mask != 0:
            total += popcount(cards_in(s, t, zone, side, source, you) & mask)
    return total


@kernel
def removable(s, t, card_set):
    """Return whether a card of the set is in the game and not yet eliminated (CG-9.9)."""
    for side in range(SIDE_N):
        rest = t.card_sets[card_set, side]
        while rest != 0:
            zone = s.zone[side * SIDE_CARDS + lowest_bit(rest)]
            rest &= rest - 1
            if zone != NONE and zone != IN.ELIMINATED:
                return True
    return False


@kernel
def is_order(code):
    """Return whether an operation tells a seat to do something (`vocabulary.ORDER`)."""
    return has(ORDER, code)


@kernel
def would_do(s, t, row, source, you, they):
    """Return whether one operation row would do something now (CG-13.6)."""
    code = t.rows[row, codes.CODE]
    if is_order(code):
        return could_order(s, t, row, code, source, you, they)
    if code == OPERATION.ACTIVATE_PATH:
        return eligible_paths(s, t, np.int64(t.rows[row, columns.ACTIVATE_PATH.NUMBER])) != 0
    if code == OPERATION.ACTIVATE_BATTLEGROUND:
        places = np.int64(t.rows[row, columns.ACTIVATE_BATTLEGROUND.PLACES])
        return eligible_battlegrounds(s, t, places, t.rows[row, columns.ACTIVATE_BATTLEGROUND.SOURCES]) != 0
    if code == OPERATION.TOKEN:
        target = t.rows[row, columns.TOKEN.TARGET]
        if target == TOKEN_ON.PATH:
            return s.path != NONE
        if target == TOKEN_ON.BATTLEGROUND:
            return s.active != 0
        return source < PLACE_SOURCE and is_in_play(s.zone[source])
    if code == OPERATION.CORRUPTION:
        n = evaluate(s, t, t.rows[row, columns.CORRUPTION.N], source, you)
        return n > 0 or (n < 0 and s.corruption > 0)
    if code == OPERATION.REMOVE:
        return removable(s, t, np.int64(t.rows[row, columns.REMOVE.CARDS]))
    if code == OPERATION.MOVE:
        what = np.int64(t.rows[row, columns.MOVE.WHAT])
        return can_move(s, t, what, np.int64(t.rows[row, columns.MOVE.TO]), source, you)
    return True


@kernel
def could_order(s, t, row, code, source, you, they):
    """Return whether an operation that is an order to a seat would do something now."""
    seat = seat_of(t, np.int64(t.rows[row, columns.ORDER.WHO]), you, they)
    if code == OPERATION.DRAW or code == OPERATION.DIG:
        return seat != NONE and (seat != you or can_draw(s, seat))
    if code == OPERATION.TAKE:
        zones, cards = np.int64(t.rows[row, columns.TAKE.ZONES]), t.rows[row, columns.TAKE.CARDS]
        return seat != NONE and (seat != you or takeable(s, t, seat, zones, cards) != 0)
    if code == OPERATION.ELIMINATE:
        if seat == NONE or evaluate(s, t, t.rows[row, columns.ELIMINATE.N], source, you) <= 0:
            return False
        zone, cards = t.rows[row, columns.ELIMINATE.ZONE], t.rows[row, columns.ELIMINATE.CARDS]
        return eliminable(s, t, zone, cards, source, you) > 0
    if code == OPERATION.FORSAKE or code == OPERATION.CYCLE:
        return seat != you or forsakable_n(s, t, seat) > 0
    return True


@kernel
def can_pay(s, t, row, source, you):
    """Return whether the cost program at `row` can be carried out in full now."""
    while t.rows[row, codes.CODE] != codes.END:
        code = t.rows[row, codes.CODE]
        if code == OPERATION.FORSAKE:
            seat = seat_of(t, np.int64(t.rows[row, columns.ORDER.WHO]), you, NONE)
            if seat == NONE:
                return False
            n = evaluate(s, t, t.rows[row, columns.SIZED_ORDER.N], source, you)
            if forsakable_n(s, t, seat) - spoken_for(s, t, seat, source) < n:
                return False
        elif code == OPERATION.CYCLE:
            seat = seat_of(t, np.int64(t.rows[row, columns.ORDER.WHO]), you, NONE)
            n = evaluate(s, t, t.rows[row, columns.SIZED_ORDER.N], source, you)
            if not can_cycle(s, t, seat, n, source):
                return False
        elif code == OPERATION.LEAVE:
            card = carrier(s, np.int64(t.rows[row, columns.LEAVE.WHAT]), source)
            if card == NONE or not is_in_play(s.zone[card]):
                return False
        elif not would_do(s, t, row, source, you, NONE):
            return False
        row += 1
    return True


@kernel
def spoken_for(s, t, seat, source):
    """Return the number of the seat's cards used up by playing the event `source` from hand (CG-7.1, CG-7.3).

    These are the event itself and, if it is the last card of the hand, the card forsaken as its payment.
    """
    if source >= PLACE_SOURCE or s.zone[source] != IN.HAND or t.owner[source] != seat:
        return 0
    return 2 if popcount(s.in_zone[seat, IN.HAND]) == 1 else 1


@kernel
def can_cycle(s, t, seat, n, source):
    """Return whether the seat can cycle `n` from hand, with any shortfall forsaken if allowed (AM-12)."""
    if seat == NONE:
        return False
    spent = spoken_for(s, t, seat, source)
    missing = n - popcount(s.in_zone[seat, IN.HAND])
    if spent > 0:
        missing += 2  # the event and its payment
    if missing <= 0:
        return True
    return t.optional_forsake != 0 and forsakable_n(s, t, seat) - spent >= n


@kernel
def has_result(s, t, row, source, you, may_be_empty):
    """Return whether the program at `row` would do something now (CG-13.6) and requires nothing impossible.

    Activating a used path (CG-5.14) and a mandatory take without a match (AM-34) are impossible. If the
    program may be empty (AM-11), only a used path prevents it.
    """
    found = may_be_empty
    while True:
        code = t.rows[row, codes.CODE]
        if code == codes.END:
            return found
        if code == codes.JUMP:
            row = np.int64(t.rows[row, codes.JUMP_ROW])
            continue
        if code == codes.IF:
            is_true = evaluate(s, t, t.rows[row, codes.IF_VALUE], source, you) != 0
            row = row + 1 if is_true else np.int64(t.rows[row, codes.IF_ELSE])
            continue
        if would_do(s, t, row, source, you, NONE):
            found = True
        elif code == OPERATION.ACTIVATE_PATH or (
            code == OPERATION.TAKE
            and not may_be_empty
            and evaluate(s, t, t.rows[row, columns.TAKE.LEAST], source, you) > 0
        ):
            return False
        is_block = code == OPERATION.EACH or code == OPERATION.GRANT
        row = np.int64(t.rows[row, columns.BLOCK.END]) if is_block else row + 1


@kernel
def is_usable(s, t, e, source, you):
    """Return whether effect `e` of `source` can be used by seat `you`: condition, cost and some result."""
    effect = t.effects[e]
    if effect.condition != 1 and evaluate(s, t, effect.condition, source, you) == 0:
        return False
    if effect.cost != NONE and not can_pay(s, t, np.int64(effect.cost), source, you):
        return False
    if effect.do == NONE:
        return True
    may_be_empty = t.empty_actions != 0 and effect.may == NONE  # the switch only covers actions and events
    return has_result(s, t, np.int64(effect.do), source, you, may_be_empty)


@kernel
def is_action_usable(s, t, e, card, seat):
    """Return whether the action effect `e` of a card in play can be used by the seat now (CG-8.4)."""
    effect = t.effects[e]
    if not holds_at(whereabouts(s, card), effect.at):
        return False
    if effect.per_round != 0 and s.used[side_of(card)] & card_bit(card) != 0:
        return False
    user = np.int64(t.owner[card]) if effect.by == NONE else seat_of(t, effect.by, t.owner[card], NONE)
    return user == seat and is_usable(s, t, e, card, t.owner[card])
