"""Digging, taking and eliminating by choice (CG-9.12 to 9.16, DP-14 to DP-17, DP-22).

Slots of a F_DIG frame: 1 seat, 2 cards to draw, 3 set of limbo cards, 4 to eliminate, 5 plays left,
6 card set, 7 destination (TO_*), 8 to cycle by choice, 9 what becomes of the rest (REST_*), 10 source,
11 number of cards played, 12 those cards and spots, 15 bits each.
"""

import numpy as np

from sim.engine.actions import ask, offer
from sim.engine.bits import has, lowest_bit
from sim.engine.jit import kernel
from sim.engine.log import note
from sim.engine.stack import pop, push, top
from sim.games.card_game import records
from sim.games.card_game.actions import (
    DIG_CYCLE,
    DIG_ELIMINATE,
    DIG_PLAY,
    ELIMINATE_PLAY,
    STOP,
    TAKE,
    offer_cards,
)
from sim.games.card_game.ids import (
    ANY_NUMBER,
    BY_TEXT,
    CARDS,
    CHARACTER,
    DECK,
    E_DIG,
    E_REMAIN,
    E_TAKE,
    F_PAY,
    F_PLAYED,
    HAND,
    LEFT_DISCARDED,
    LIMBO,
    NONE,
    PLACE_SOURCE,
    SIDE_CARDS,
    SIDES,
    SPOT_BATTLEGROUND,
    SPOT_RESERVE,
)
from sim.games.card_game.rules.conditions import cards_in
from sim.games.card_game.rules.elimination import eliminate
from sim.games.card_game.rules.modifiers import battlegrounds_for
from sim.games.card_game.rules.play import is_spent, offer_spots, place_card, spot_flag
from sim.games.card_game.rules.usable import takeable
from sim.games.card_game.rules.zones import card_bit, cycle_card, pop_top, put, recycle_if_empty, shuffle_deck
from sim.games.card_game.vocabulary import REST_HAND, TO_ANYWHERE, TO_RESERVE

PACK = 15  # bits of one played card: card << 8 | spot


@kernel
def dig_cards(s, t, frame):
    """Draw the frame's number of cards into limbo (CG-9.14)."""
    seat = frame[1]
    for _ in range(frame[2]):
        card = pop_top(s, t, seat, LIMBO)
        if card == NONE:
            break
        frame[3] |= card_bit(card)
        records.drawn(s, card)
        note(s, E_DIG, seat, card, 0)
        recycle_if_empty(s, t, seat)
    frame[2] = 0


@kernel
def offer_dig_plays(s, t, frame, side):
    """Offer the matching limbo cards on the spots the text allows (CG-9.16)."""
    rest = frame[3] & t.card_sets[frame[6], side]
    while rest != 0:
        card = side * SIDE_CARDS + lowest_bit(rest)
        rest &= rest - 1
        if t.twins[card] & frame[3] != 0:
            continue
        if frame[7] == TO_ANYWHERE:
            offer_spots(s, t, DIG_PLAY, card, frame[1])
        elif t.type[card] > CHARACTER or is_spent(s, t, card):
            continue
        elif frame[7] == TO_RESERVE:
            offer(s, DIG_PLAY, card, SPOT_RESERVE)
        elif frame[10] >= PLACE_SOURCE and has(battlegrounds_for(s, t, card), frame[10] - PLACE_SOURCE):
            offer(s, DIG_PLAY, card, SPOT_BATTLEGROUND + frame[10] - PLACE_SOURCE)


@kernel
def step_dig(s, t):
    """Carry on with a dig: draw, eliminate, play, cycle by choice, then the rest (CG-9.14)."""
    frame = top(s)
    side = np.int64(t.seat_side[frame[1]])
    if frame[2] > 0:
        dig_cards(s, t, frame)
    frame[3] &= s.in_zone[frame[1], LIMBO]
    if frame[4] > 0 and frame[3] != 0:
        ask(s, frame[1], DIG_ELIMINATE)
        offer_cards(s, t, DIG_ELIMINATE, frame[3], side)
        return
    if frame[5] > 0:
        ask(s, frame[1], DIG_PLAY)
        offer_dig_plays(s, t, frame, side)
        if s.option_n > 0:
            offer(s, STOP, 0, 0)
            return
        frame[5] = 0
    if frame[8] > 0 and frame[3] != 0:
        ask(s, frame[1], DIG_CYCLE)
        offer_cards(s, t, DIG_CYCLE, frame[3], side)
        return
    finish_dig(s, t, frame, side)


@kernel
def finish_dig(s, t, frame, side):
    """Cycle or take the rest, then pay any shortfall and resolve the played cards (CG-9.15, AM-8).

    Recycling waits until a card is needed (AM-22); the card played last cannot pay for itself (AM-9).
    """
    rest = frame[3]
    seat = frame[1]
    cycled = np.int64(0)
    while rest != 0:
        card = side * SIDE_CARDS + lowest_bit(rest)
        rest &= rest - 1
        if frame[9] == REST_HAND:
            put(s, t, card, HAND)
            note(s, E_REMAIN, seat, card, 0)
        else:
            cycle_card(s, t, card, LEFT_DISCARDED)
            cycled += 1
    played_n = frame[11]
    played = frame[12]
    last = (played >> np.int64(PACK) * max(played_n - 1, 0) & np.int64((1 << PACK) - 1)) >> np.int64(8)
    pop(s)
    if t.plays_before_rest == 0:
        resolve_played(s, played, played_n)
    if played_n > cycled:
        push(s, F_PAY, seat, played_n - cycled, last, 0)


@kernel
def resolve_played(s, played, n):
    """Queue the texts of the cards a dig has played, in the order played."""
    for i in range(n - 1, -1, -1):
        packed = (played >> np.int64(PACK * i)) & np.int64((1 << PACK) - 1)
        card = packed >> np.int64(8)
        spot = packed & np.int64(255)
        push(s, F_PLAYED, card, spot, 0, spot_flag(s, card, spot))


@kernel
def dig_eliminate(s, t, card):
    """Eliminate a limbo card (DP-14)."""
    frame = top(s)
    frame[4] -= 1
    frame[3] &= ~card_bit(card)
    eliminate(s, t, card, BY_TEXT)


@kernel
def dig_play(s, t, card, spot):
    """Play a limbo card to a spot (DP-15)."""
    frame = top(s)
    frame[5] -= 1
    frame[3] &= ~card_bit(card)
    place_card(s, t, card, spot)
    frame[12] |= (card << np.int64(8) | spot) << np.int64(PACK) * frame[11]
    frame[11] += 1
    if t.plays_before_rest != 0:
        push(s, F_PLAYED, card, spot, 0, spot_flag(s, card, spot))


@kernel
def dig_cycle(s, t, card):
    """Cycle a limbo card of the seat's choice (DP-16)."""
    frame = top(s)
    frame[8] -= 1
    frame[3] &= ~card_bit(card)
    cycle_card(s, t, card, LEFT_DISCARDED)


@kernel
def stop_dig(s):
    """Play no more limbo cards."""
    top(s)[5] = 0


@kernel
def ask_take(s, t):
    """Offer the cards that can be taken (DP-17). Frame: seat, zones, set, cards left, least left."""
    frame = top(s)
    found = takeable(s, t, frame[1], frame[2], frame[3])
    if frame[4] <= 0 or found == 0:
        pop(s)
        return
    ask(s, frame[1], TAKE)
    side = np.int64(t.seat_side[frame[1]])
    rest = found
    while rest != 0:
        card = side * SIDE_CARDS + lowest_bit(rest)
        rest &= rest - 1
        if t.twins[card] & found & s.in_zone[frame[1], s.zone[card]] == 0:
            offer(s, TAKE, card, 0)
    if frame[5] <= 0:
        offer(s, STOP, 0, 0)


@kernel
def take_card(s, t, card):
    """Take a card from the own draw deck, shuffled afterwards, or cycle pile into hand (CG-9.12)."""
    frame = top(s)
    seat = frame[1]
    frame[4] -= 1
    frame[5] -= 1
    was_in_deck = s.zone[card] == DECK
    put(s, t, card, HAND)
    records.drawn(s, card)
    note(s, E_TAKE, seat, card, 0)
    if was_in_deck:
        shuffle_deck(s, t, seat)
        recycle_if_empty(s, t, seat)


@kernel
def ask_eliminate(s, t):
    """Offer the cards an `eliminate` may pick (DP-22).

    Frame: seat, cards left (ANY_NUMBER at first if free), zone, set, source, you, number picked.
    """
    frame = top(s)
    ask(s, frame[1], ELIMINATE_PLAY)
    if frame[2] > 0:
        for side in range(SIDES):
            mask = t.card_sets[frame[4], side]
            if mask == 0:
                continue
            rest = cards_in(s, t, frame[3], side, frame[5], frame[6]) & mask
            while rest != 0:
                offer(s, ELIMINATE_PLAY, side * SIDE_CARDS + lowest_bit(rest), 0)
                rest &= rest - 1
    if s.option_n == 0:
        stop_eliminating(s)
    elif frame[2] > ANY_NUMBER // 2 and frame[7] > 0:
        offer(s, STOP, 0, 0)


@kernel
def eliminate_pick(s, t, card):
    """Eliminate the card picked for the frame."""
    frame = top(s)
    frame[2] -= 1
    frame[7] += 1
    eliminate(s, t, card, BY_TEXT)


@kernel
def stop_eliminating(s):
    """End the picking and remember how many were picked for the card whose text it is (CG-13.5)."""
    frame = top(s)
    if frame[5] < CARDS:
        s.remembered[frame[5]] = frame[7]
    pop(s)
