"""The rules of the Courier except its texts: setup, rounds, turns and the end (CO-1 to CO-5, CO-7)."""

import numpy as np

from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.engine import sets
from mazarbul.sim.engine.actions import ask, offer
from mazarbul.sim.engine.bits import bit, lowest_bit, popcount
from mazarbul.sim.engine.dice import roll_die
from mazarbul.sim.engine.log import note
from mazarbul.sim.engine.piles import shuffle_keys, shuffled
from mazarbul.sim.engine.rng import stream
from mazarbul.sim.engine.stack import pop, push, top
from tests.courier import actions, records
from tests.courier.frames import Discard, Draw, Turn
from tests.courier.ids import (
    COURIER,
    END,
    EVENT,
    FACES,
    PHASE,
    PILES,
    STREAM_DICE,
    STREAM_SHUFFLE,
)  # fmt: skip
from tests.courier.moves import (
    SIDE_HUNTERS,
    arrive,
    draw,
    end_game,
    is_guarded,
    measure,
    show,
)  # fmt: skip
from tests.courier.texts import is_playable, play_card

# Setup --------------------------------------------------------------------------------------------


@kernel
def deal(s, t):
    """Shuffle every pile and put the riders on the map (CO-1.3)."""
    for seat in range(t.seat_n):
        for pile in range(PILES):
            shuffle(s, t, seat, pile)
    for i in range(t.rider_n):
        s.rider[i] = t.rider_start[i]
    s.phase = PHASE.SETUP


@kernel
def shuffle(s, t, seat, pile):
    """Shuffle a pile of a seat."""
    cards = np.int64(0)
    for card in range(t.card_n):
        if t.owner[card] == seat and t.pile[card] == pile:
            cards |= bit(card)
    base = stream(s.seed, STREAM_SHUFFLE + PILES * seat + pile, 0)
    n = shuffle_keys(s, t, base, 0, cards)
    for i in range(n):
        s.order[seat, pile, i] = shuffled(s, i)
    s.deck_n[seat, pile] = n


@kernel
def ask_start(s, t):
    """Ask for the courier's starting town (CO-1.2)."""
    ask(s, COURIER, actions.START)
    for region in sets.members(t.starts):
        offer(s, actions.START, region, 0)


@kernel
def set_out(s, region):
    """Put the courier on the map."""
    s.courier = region
    s.phase = PHASE.START


# A round ------------------------------------------------------------------------------------------


@kernel
def step_phase(s, t):
    """Continue the round: it makes progress, pushes a frame, or asks (CO-2)."""
    if s.phase == PHASE.SETUP:
        ask_start(s, t)
    elif s.phase == PHASE.START:
        begin_round(s, t)
    elif s.phase == PHASE.DRAW:
        step_draw(s, t)
    elif s.phase == PHASE.COURIER:
        step_turn(s, t, PHASE.HUNT)
    else:
        step_turn(s, t, PHASE.START)


@kernel
def begin_round(s, t):
    """Begin a round, or end the game after the last (CO-2.1, CO-7.3)."""
    if s.round_number > 0:
        measure(s, t)
    if s.round_number == t.last:
        end_game(s, SIDE_HUNTERS, END.LATE)
        return
    s.round_number += 1
    note(s, EVENT.ROUND, s.round_number, 0, 0)
    sets.clear(s.warded)
    if s.round_number % t.sight == 0 or (s.round_number == 1 and t.first_sight == 1):
        show(s)
    s.phase = PHASE.DRAW
    s.cursor = 0


@kernel
def step_draw(s, t):
    """Let the next seat draw a card, the courier from a pile of its choice (CO-2.2)."""
    if s.cursor == t.seat_n:
        s.phase = PHASE.COURIER
        s.cursor = COURIER
        s.is_begun = 0
        return
    seat = np.int64(s.cursor)
    s.cursor += 1
    push(s, Discard.kind, seat)
    if s.deck_n[seat, 0] > 0 and s.deck_n[seat, 1] > 0:
        push(s, Draw.kind, seat)
    else:
        draw(s, t, seat, np.int64(s.deck_n[seat, 0] == 0), 1)


@kernel
def ask_draw(s):
    """Ask for the pile to draw from."""
    seat = top(s)[Draw.seat]
    ask(s, seat, actions.DRAW)
    for pile in range(PILES):
        offer(s, actions.DRAW, pile, 0)


@kernel
def ask_discard(s, t):
    """Ask for a card to discard while there are too many in hand (CO-2.3)."""
    seat = top(s)[Discard.seat]
    if popcount(s.hand[seat]) <= t.hand:
        pop(s)
        return
    ask(s, seat, actions.DISCARD)
    offer_cards(s, t, actions.DISCARD, s.hand[seat])


@kernel
def offer_cards(s, t, kind, cards):
    """Offer every card, but only one of identical copies."""
    rest = cards
    while rest != 0:
        card = lowest_bit(rest)
        rest &= rest - 1
        if t.twins[card] & cards == 0:
            offer(s, kind, card, 0)


@kernel
def discard(s, card, seat):
    """Remove a card from the game."""
    s.hand[seat] &= ~bit(card)


# Turns --------------------------------------------------------------------------------------------


@kernel
def step_turn(s, t, following):
    """Begin the turn of the seat at the cursor, continue it, or pass to the next (CO-3, CO-4)."""
    seat = np.int64(s.cursor)
    if s.is_begun == 0:
        s.is_begun = 1
        s.turns += 1
        if seat == COURIER:
            s.steps = 1
        else:
            roll_dice(s, t, seat)
        push(s, Turn.kind, seat)
        return
    if seat == COURIER:
        sets.clear(s.closed)
    s.is_begun = 0
    s.cursor += 1
    if seat == COURIER or s.cursor == t.seat_n:
        s.phase = following


@kernel
def roll_dice(s, t, seat):
    """Roll the dice of a hunter: a 1 or 2 is a search, anything else a ride (CO-4.1)."""
    s.rides = 0
    s.searches = 0
    for i in range(t.dice):
        face = roll_die(s.seed, STREAM_DICE + seat, s.round_number, i, FACES)
        s.face_record[face - 1] += np.uint32(1)
        if face <= 2:
            s.searches += 1
        else:
            s.rides += 1
    note(s, EVENT.DICE, seat, s.rides, s.searches)


@kernel
def ask_turn(s, t):
    """Ask the seat on turn for an action (CO-3.1, CO-4.2)."""
    seat = top(s)[Turn.seat]
    ask(s, seat, actions.TURN)
    offer(s, actions.REST, 0, 0)
    if seat == COURIER:
        if s.steps > 0:
            for region in sets.members(t.beside[s.courier]):
                if not sets.has(s.closed, region) and not is_guarded(s, t, region):
                    offer(s, actions.STEP, region, 0)
    else:
        offer_riders(s, t, seat)
    rest = s.hand[seat]
    while rest != 0:
        card = lowest_bit(rest)
        rest &= rest - 1
        if t.twins[card] & s.hand[seat] == 0 and is_playable(s, t, card, seat):
            offer(s, actions.PLAY, card, 0)


@kernel
def offer_riders(s, t, seat):
    """Offer the actions of a seat's riders (CO-4.3, CO-4.4)."""
    for rider in range(t.rider_n):
        if t.rider_seat[rider] != seat:
            continue
        if s.searches > 0:
            offer(s, actions.SEARCH, rider, 0)
        if s.rides > 0:
            for region in sets.members(t.beside[s.rider[rider]]):
                if not sets.has(s.warded, region):
                    offer(s, actions.RIDE, rider, region)


@kernel
def take_turn(s, t, kind, a, b):
    """Carry out one action of a turn."""
    seat = top(s)[Turn.seat]
    if kind == actions.REST:
        pop(s)
    elif kind == actions.STEP:
        s.steps -= 1
        arrive(s, t, a)
    elif kind == actions.PLAY:
        s.hand[seat] &= ~bit(a)
        records.played(s, a)
        note(s, EVENT.PLAY, seat, a, 0)
        play_card(s, t, a, seat)
    elif kind == actions.RIDE:
        s.rides -= 1
        s.rider[a] = b
        note(s, EVENT.RIDE, a, b, 0)
    else:
        s.searches -= 1
        search(s, t, a)


@kernel
def search(s, t, rider):
    """Let a rider search: the courier is caught in its region, seen beside it (CO-4.4, CO-7.2)."""
    region = np.int64(s.rider[rider])
    records.searched(s, region)
    note(s, EVENT.SEARCH, rider, region, 0)
    if region == s.courier:
        end_game(s, SIDE_HUNTERS, END.CAUGHT)
    elif t.way[region, s.courier] == 1:
        show(s)
