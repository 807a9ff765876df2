"""A turn of the action step: the seat's options, and carrying them out (CG-6, CG-8)."""

import numpy as np

from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.engine.actions import ask, offer
from mazarbul.sim.engine.bits import lowest_bit, popcount
from mazarbul.sim.engine.stack import pop, push, top
from mazarbul.sim.games.card_game.actions import (
    CYCLE,
    MOVE,
    PASS,
    PLAY,
    RING,
    TRIM,
    TURN,
    USE,
    WINNOW,
    offer_cards,
)
from mazarbul.sim.games.card_game.frames import CycleHand, EliminateHand, Trim, Turn
from mazarbul.sim.games.card_game.ids import BY, IN, ON, RING_MODE, SIDE_CARDS, TYPE
from mazarbul.sim.games.card_game.rules.elimination import fodder
from mazarbul.sim.games.card_game.rules.modifiers import carryover_limit
from mazarbul.sim.games.card_game.rules.play import offer_locations, offer_spots
from mazarbul.sim.games.card_game.rules.texts import start_text
from mazarbul.sim.games.card_game.rules.usable import is_action_usable
from mazarbul.sim.games.card_game.rules.zones import can_draw, card_bit, draw, side_of


@kernel
def hand_size(s, seat):
    """Return the number of cards in the seat's hand."""
    return popcount(s.in_zone[seat, IN.HAND])


@kernel
def may_pass(s, t, seat):
    """Return whether the seat may pass (CG-6.5)."""
    n = hand_size(s, seat)
    if n <= carryover_limit(s, t, seat):
        return True
    for other in range(t.seat_n):
        if t.seat_side[other] != t.seat_side[seat] and n >= hand_size(s, other):
            return False
    return True


@kernel
def ask_turn(s, t):
    """Offer everything the seat on turn may do (CG-6.2, DP-2 to DP-8)."""
    seat = np.int64(top(s)[Turn.seat])
    side = np.int64(t.seat_side[seat])
    ask(s, seat, TURN)
    hand = s.in_zone[seat, IN.HAND]
    rest = hand
    while rest != 0:
        card = side * SIDE_CARDS + lowest_bit(rest)
        rest &= rest - 1
        if t.twins[card] & hand == 0:
            offer_spots(s, t, PLAY, card, seat)
    offer_moves(s, t, seat, side)
    offer_uses(s, t, seat, side)
    offer_cards(s, t, CYCLE, hand, side)
    fuel = fodder(s, t, seat, hand, BY.WINNOW)
    if fuel & (fuel - 1) != 0:
        offer(s, WINNOW, 0, 0)
    if s.ring[seat] > 0 and can_draw(s, seat):
        offer(s, RING, 0, 0)
    if may_pass(s, t, seat):
        offer(s, PASS, 0, 0)


@kernel
def offer_moves(s, t, seat, side):
    """Offer the moves from reserve of cards that are not fresh (CG-8.1)."""
    ready = s.in_zone[seat, IN.RESERVE] & ~s.fresh[side]
    rest = ready
    while rest != 0:
        card = side * SIDE_CARDS + lowest_bit(rest)
        rest &= rest - 1
        if t.twins[card] & ready == 0 or t.type[card] == TYPE.CHARACTER:  # twins may have other items
            offer_locations(s, t, MOVE, card)


@kernel
def offer_uses(s, t, seat, side):
    """Offer the usable actions of cards in play (CG-8.4)."""
    rest = t.actors[seat] & s.in_play[side]
    while rest != 0:
        card = side * SIDE_CARDS + lowest_bit(rest)
        rest &= rest - 1
        first = t.effect_first[card]
        for i in range(t.effect_n[card]):
            if t.effects[first + i].on == ON.ACTION and is_action_usable(s, t, first + i, card, seat):
                offer(s, USE, card, i)


@kernel
def use_action(s, t, card, i):
    """Use an action of a card in play (CG-8.4)."""
    e = np.int64(t.effect_first[card]) + i
    if t.effects[e].per_round != 0:
        s.used[side_of(card)] |= card_bit(card)
    start_text(s, e, card, t.owner[card])


@kernel
def use_ring(s, t, seat):
    """Use the Ring token (CG-3.11, CG-3.14)."""
    s.ring[seat] = 0
    if s.ring_record[seat] == 0:
        s.ring_record[seat] = s.round_number
    if t.ring_mode[seat] == RING_MODE.ONCE:
        draw(s, t, seat, 2)
        return
    draw(s, t, seat, 3)
    push(s, CycleHand.kind, seat, 1)
    push(s, EliminateHand.kind, seat, 1, BY.TEXT)


@kernel
def winnow(s, seat):
    """Eliminate two cards from hand, then draw one (CG-8.3)."""
    push(s, EliminateHand.kind, seat, 2, BY.WINNOW, 1)


@kernel
def ask_trim(s, t):
    """Ask for the next card to cycle down to the limit (CG-6.9, DP-27)."""
    seat = np.int64(top(s)[Trim.seat])
    if hand_size(s, seat) <= carryover_limit(s, t, seat):
        pop(s)
        return
    ask(s, seat, TRIM)
    offer_cards(s, t, TRIM, s.in_zone[seat, IN.HAND], np.int64(t.seat_side[seat]))
