"""Cards that are drawn, held and discarded (BG-3.2, BG-6.1, BG-18.3)."""

import numpy as np

from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.engine.actions import NONE, ask, offer, offer_each
from mazarbul.sim.engine.bits import bit, popcount
from mazarbul.sim.engine.log import note
from mazarbul.sim.engine.stack import pop, push, top
from mazarbul.sim.games.board_game import actions, records
from mazarbul.sim.games.board_game.frames import Discard, Draw
from mazarbul.sim.games.board_game.ids import BLOCK, DECK_N, EVENT, ZONE


@kernel
def side_of_card(card):
    """Return the side of a card."""
    return np.int64(card) // BLOCK


@kernel
def has_cards(s, t, seat, deck):
    """Return whether a deck of a seat's side has a card left."""
    return s.deck_n[t.seat_side[seat] * DECK_N + deck] > 0


@kernel
def draw(s, t, seat, deck):
    """Move the top card of a deck of its side to a seat's hand; an empty deck gives nothing (BG-3.2)."""
    pile = np.int64(t.seat_side[seat]) * DECK_N + deck
    n = np.int64(s.deck_n[pile])
    if n == 0:
        return
    card = np.int64(s.deck[pile, n - 1])
    s.deck_n[pile] = n - 1
    s.in_deck[pile] &= ~bit(card % BLOCK)
    s.hand[seat] |= bit(card % BLOCK)
    s.zone[card] = ZONE.HAND
    records.drawn(s, card)
    note(s, EVENT.DRAW, seat, card, 0)


@kernel
def draw_and_limit(s, t, seat, deck):
    """Draw a card and have the hand limit checked (BG-6.1)."""
    draw(s, t, seat, deck)
    check_limit(s, t, seat)


@kernel
def check_limit(s, t, seat):
    """Have a seat discard down to its hand limit (BG-3.2, BG-18.3)."""
    if popcount(s.hand[seat]) > t.hand_limit[seat]:
        push(s, Discard.kind, seat)


@kernel
def discard(s, seat, card):
    """Discard a card from a seat's hand, by a text or otherwise."""
    records.left(s, card, records.LEFT.TEXT)
    side = side_of_card(card)
    s.hand[seat] &= ~bit(card % BLOCK)
    s.discard[side] |= bit(card % BLOCK)
    s.zone[card] = ZONE.DISCARD
    note(s, EVENT.DISCARD, card, seat, 0)


@kernel
def offer_hand(s, t, seat, kind):
    """Offer every card of a seat's hand."""
    first = np.int64(t.seat_side[seat]) * BLOCK
    offer_each(s, kind, first, np.int64(s.hand[seat]))


@kernel
def step_discard(s, t):
    """Ask for a card to discard while there are too many (BD-01)."""
    seat = top(s)[Discard.seat]
    if popcount(s.hand[seat]) <= t.hand_limit[seat]:
        pop(s)
        return
    ask(s, seat, actions.DISCARD)
    offer_hand(s, t, seat, actions.DISCARD)


@kernel
def answer_discard(s, card):
    """Discard the chosen card, face down (BG-3.2)."""
    seat = top(s)[Discard.seat]
    discard(s, seat, card)
    s.face_down[seat] |= bit(card % BLOCK)
    records.left(s, card, records.LEFT.LIMIT)


@kernel
def step_draw(s, t):
    """Let a seat draw cards from decks of its choice (BD-02, BD-11)."""
    frame = top(s)
    seat = frame[Draw.seat]
    has_any = has_cards(s, t, seat, 0) or has_cards(s, t, seat, 1)
    if frame[Draw.left] == 0 or not has_any:
        pop(s)
        check_limit(s, t, seat)
        return
    ask(s, seat, actions.DRAW_FROM)
    for deck in range(DECK_N):
        if has_cards(s, t, seat, deck):
            offer(s, actions.DRAW_FROM, deck, 0)


@kernel
def answer_draw_from(s, t, deck):
    """Draw from the chosen deck."""
    frame = top(s)
    frame[Draw.left] -= 1
    draw(s, t, frame[Draw.seat], deck)


@kernel
def exchange(s, seat, other):
    """Exchange the cards that two seats have offered (BG-18.3)."""
    mine = np.int64(s.swap[seat])
    yours = np.int64(s.swap[other])
    s.hand[seat] ^= bit(mine % BLOCK) | bit(yours % BLOCK)
    s.hand[other] ^= bit(mine % BLOCK) | bit(yours % BLOCK)
    s.swap[seat] = NONE
    s.swap[other] = NONE
    note(s, EVENT.EXCHANGE, seat, other, 0)
