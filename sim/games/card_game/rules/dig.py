"""Digging, taking and eliminating by choice (CG-9.12 to 9.16, DP-14 to DP-17, DP-22)."""

import numpy as np

from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.engine.actions import ask, offer, offer_each
from mazarbul.sim.engine.bits import has, lowest_bit
from mazarbul.sim.engine.log import note
from mazarbul.sim.engine.stack import pop, push, top
from mazarbul.sim.games.card_game import records
from mazarbul.sim.games.card_game.actions import (
    DIG_CYCLE,
    DIG_ELIMINATE,
    DIG_PLAY,
    ELIMINATE_PLAY,
    STOP,
    TAKE,
    offer_cards,
)
from mazarbul.sim.games.card_game.content.vocabulary import (
    DIG_REST,
    DIG_TO,
)
from mazarbul.sim.games.card_game.frames import Dig, Eliminate, Pay, Played, Take
from mazarbul.sim.games.card_game.ids import (
    ANY_NUMBER,
    BY,
    CARDS,
    IN,
    LEFT,
    NONE,
    PLACE_SOURCE,
    SIDE_CARDS,
    SIDE_N,
    SPOT,
    TYPE,
    E,
)
from mazarbul.sim.games.card_game.rules.conditions import cards_in
from mazarbul.sim.games.card_game.rules.elimination import eliminate
from mazarbul.sim.games.card_game.rules.modifiers import battlegrounds_for
from mazarbul.sim.games.card_game.rules.play import is_spent, offer_spots, place_card, spot_flag
from mazarbul.sim.games.card_game.rules.usable import takeable
from mazarbul.sim.games.card_game.rules.zones import (
    card_bit,
    cycle_card,
    pop_top,
    put,
    recycle_if_empty,
    shuffle_deck,
)

PACK = 15  # bits of one played card: card << 8 | spot


@kernel
def dig_cards(s, t, frame):
    """Draw the frame's number of cards into limbo (CG-9.14)."""
    seat = frame[Dig.seat]
    for _ in range(frame[Dig.draws]):
        card = pop_top(s, t, seat, IN.LIMBO)
        if card == NONE:
            break
        frame[Dig.limbo] |= card_bit(card)
        records.drawn(s, card)
        note(s, E.DIG, seat, card, 0)
        recycle_if_empty(s, t, seat)
    frame[Dig.draws] = 0


@kernel
def offer_dig_plays(s, t, frame, side):
    """Offer the matching limbo cards on the spots the text allows (CG-9.16)."""
    rest = frame[Dig.limbo] & t.card_sets[frame[Dig.cards], side]
    while rest != 0:
        card = side * SIDE_CARDS + lowest_bit(rest)
        rest &= rest - 1
        if t.twins[card] & frame[Dig.limbo] != 0:
            continue
        if frame[Dig.to] == DIG_TO.ANYWHERE:
            offer_spots(s, t, DIG_PLAY, card, frame[Dig.seat])
        elif t.type[card] == TYPE.ITEM or t.type[card] == TYPE.EVENT or is_spent(s, t, card):
            continue
        elif frame[Dig.to] == DIG_TO.RESERVE:
            offer(s, DIG_PLAY, card, SPOT.RESERVE)
        else:
            b = frame[Dig.source] - PLACE_SOURCE
            if b >= 0 and has(battlegrounds_for(s, t, card), b):
                offer(s, DIG_PLAY, card, SPOT.BATTLEGROUND + b)


@kernel
def step_dig(s, t):
    """Continue a dig: draw, eliminate, play, cycle by choice, then the rest (CG-9.14)."""
    frame = top(s)
    side = np.int64(t.seat_side[frame[Dig.seat]])
    if frame[Dig.draws] > 0:
        dig_cards(s, t, frame)
    frame[Dig.limbo] &= s.in_zone[frame[Dig.seat], IN.LIMBO]
    if frame[Dig.eliminations] > 0 and frame[Dig.limbo] != 0:
        ask(s, frame[Dig.seat], DIG_ELIMINATE)
        offer_cards(s, t, DIG_ELIMINATE, frame[Dig.limbo], side)
        return
    if frame[Dig.plays] > 0:
        ask(s, frame[Dig.seat], DIG_PLAY)
        offer_dig_plays(s, t, frame, side)
        if s.option_n > 0:
            offer(s, STOP, 0, 0)
            return
        frame[Dig.plays] = 0
    if frame[Dig.cycles] > 0 and frame[Dig.limbo] != 0:
        ask(s, frame[Dig.seat], DIG_CYCLE)
        offer_cards(s, t, DIG_CYCLE, frame[Dig.limbo], side)
        return
    finish_dig(s, t, frame, side)


@kernel
def finish_dig(s, t, frame, side):
    """Cycle or take the rest, then pay any shortfall and resolve the played cards (CG-9.15, AM-8).

    Recycling waits until a card is needed (AM-22); the card played last cannot pay for itself (AM-9).
    """
    rest = frame[Dig.limbo]
    seat = frame[Dig.seat]
    cycled = np.int64(0)
    while rest != 0:
        card = side * SIDE_CARDS + lowest_bit(rest)
        rest &= rest - 1
        if frame[Dig.rest] == DIG_REST.HAND:
            put(s, t, card, IN.HAND)
            note(s, E.REMAIN, seat, card, 0)
        else:
            cycle_card(s, t, card, LEFT.DISCARDED)
            cycled += 1
    played_n = frame[Dig.played_n]
    played = frame[Dig.played]
    last = (played >> np.int64(PACK) * max(played_n - 1, 0) & np.int64((1 << PACK) - 1)) >> np.int64(8)
    pop(s)
    if t.plays_before_rest == 0:
        resolve_played(s, played, played_n)
    if played_n > cycled:
        push(s, Pay.kind, seat, played_n - cycled, last)


@kernel
def resolve_played(s, played, n):
    """Queue the texts of the cards played by a dig, in the order played."""
    for i in range(n - 1, -1, -1):
        packed = (played >> np.int64(PACK * i)) & np.int64((1 << PACK) - 1)
        card = packed >> np.int64(8)
        spot = packed & np.int64(255)
        push(s, Played.kind, card, spot, 0, spot_flag(s, card, spot))


@kernel
def dig_eliminate(s, t, card):
    """Eliminate a limbo card (DP-14)."""
    frame = top(s)
    frame[Dig.eliminations] -= 1
    frame[Dig.limbo] &= ~card_bit(card)
    eliminate(s, t, card, BY.TEXT)


@kernel
def dig_play(s, t, card, spot):
    """Play a limbo card to a spot (DP-15)."""
    frame = top(s)
    frame[Dig.plays] -= 1
    frame[Dig.limbo] &= ~card_bit(card)
    place_card(s, t, card, spot)
    frame[Dig.played] |= (card << np.int64(8) | spot) << np.int64(PACK) * frame[Dig.played_n]
    frame[Dig.played_n] += 1
    if t.plays_before_rest != 0:
        push(s, Played.kind, card, spot, 0, spot_flag(s, card, spot))


@kernel
def dig_cycle(s, t, card):
    """Cycle a limbo card of the seat's choice (DP-16)."""
    frame = top(s)
    frame[Dig.cycles] -= 1
    frame[Dig.limbo] &= ~card_bit(card)
    cycle_card(s, t, card, LEFT.DISCARDED)


@kernel
def stop_dig(s):
    """Stop playing limbo cards."""
    top(s)[Dig.plays] = 0


@kernel
def ask_take(s, t):
    """Offer the cards that the seat can take (DP-17)."""
    frame = top(s)
    found = takeable(s, t, frame[Take.seat], frame[Take.zones], frame[Take.cards])
    if frame[Take.left] <= 0 or found == 0:
        pop(s)
        return
    ask(s, frame[Take.seat], TAKE)
    side = np.int64(t.seat_side[frame[Take.seat]])
    rest = found
    while rest != 0:
        card = side * SIDE_CARDS + lowest_bit(rest)
        rest &= rest - 1
        if t.twins[card] & found & s.in_zone[frame[Take.seat], s.zone[card]] == 0:
            offer(s, TAKE, card, 0)
    if frame[Take.least] <= 0:
        offer(s, STOP, 0, 0)


@kernel
def take_card(s, t, card):
    """Take a card from the own draw deck, shuffled afterwards, or cycle pile into hand (CG-9.12)."""
    frame = top(s)
    seat = frame[Take.seat]
    frame[Take.left] -= 1
    frame[Take.least] -= 1
    was_in_deck = s.zone[card] == IN.DECK
    put(s, t, card, IN.HAND)
    records.drawn(s, card)
    note(s, E.TAKE, seat, card, 0)
    if was_in_deck:
        shuffle_deck(s, t, seat)
        recycle_if_empty(s, t, seat)


@kernel
def ask_eliminate(s, t):
    """Offer the cards an `eliminate` may pick (DP-22)."""
    frame = top(s)
    ask(s, frame[Eliminate.seat], ELIMINATE_PLAY)
    if frame[Eliminate.left] > 0:
        for side in range(SIDE_N):
            mask = t.card_sets[frame[Eliminate.cards], side]
            if mask == 0:
                continue
            zone = frame[Eliminate.zone]
            rest = cards_in(s, t, zone, side, frame[Eliminate.source], frame[Eliminate.you]) & mask
            offer_each(s, ELIMINATE_PLAY, side * SIDE_CARDS, rest)
    if s.option_n == 0:
        stop_eliminating(s)
    elif frame[Eliminate.left] > ANY_NUMBER // 2 and frame[Eliminate.picked_n] > 0:
        offer(s, STOP, 0, 0)


@kernel
def eliminate_pick(s, t, card):
    """Eliminate the card picked for the frame."""
    frame = top(s)
    frame[Eliminate.left] -= 1
    frame[Eliminate.picked_n] += 1
    eliminate(s, t, card, BY.TEXT)


@kernel
def stop_eliminating(s):
    """Stop picking and remember the number picked for the card with the text (CG-13.5)."""
    frame = top(s)
    if frame[Eliminate.source] < CARDS:
        s.remembered[frame[Eliminate.source]] = frame[Eliminate.picked_n]
    pop(s)
