"""Playing, paying and moving cards (CG-7, CG-8.1)."""

import numpy as np

from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.engine.actions import ask, offer, offer_each_b
from mazarbul.sim.engine.bits import lowest_bit
from mazarbul.sim.engine.log import note
from mazarbul.sim.engine.stack import pop, push, top
from mazarbul.sim.games.card_game import records
from mazarbul.sim.games.card_game.actions import CYCLE_HAND, ELIMINATE_HAND, MOVE_TO, PAY, offer_cards
from mazarbul.sim.games.card_game.frames import (
    ChooseMove,
    Counted,
    CycleHand,
    EliminateHand,
    Forsake,
    Moved,
    Pay,
    Played,
)
from mazarbul.sim.games.card_game.ids import AT, IN, LEFT, NONE, ON, SIDE_CARDS, SPOT, TYPE, E
from mazarbul.sim.games.card_game.rules.conditions import at_flag
from mazarbul.sim.games.card_game.rules.elimination import eliminate, fodder
from mazarbul.sim.games.card_game.rules.modifiers import battlegrounds_for, may_be_on_path, may_wield
from mazarbul.sim.games.card_game.rules.texts import start_text
from mazarbul.sim.games.card_game.rules.usable import is_usable
from mazarbul.sim.games.card_game.rules.zones import (
    card_bit,
    cycle_card,
    destroy,
    draw,
    give,
    put,
    side_of,
    whereabouts,
)


@kernel
def first_play_effect(t, card):
    """Return the first `play` effect of the card, or NONE."""
    first = np.int64(t.effect_first[card])
    for e in range(first, first + t.effect_n[card]):
        if t.effects[e].on == ON.PLAY:
            return np.int64(e)
    return np.int64(NONE)


@kernel
def is_spent(s, t, card):
    """Return whether the card was played this round and may not be played again (CG-7.22)."""
    return t.type[card] != TYPE.ARMY and s.played[side_of(card)] & card_bit(card) != 0


@kernel
def offer_spots(s, t, kind, card, seat):
    """Offer every spot that the card, in hand or limbo, may be played to (CG-7.6 to 7.18)."""
    if is_spent(s, t, card):
        return
    sort = t.type[card]
    if sort == TYPE.ITEM:
        side = side_of(card)
        rest = t.wielders[card] & s.in_play[side]
        while rest != 0:
            local = lowest_bit(rest)
            rest &= rest - 1
            if may_wield(s, t, card, side * SIDE_CARDS + local):
                offer(s, kind, card, SPOT.WIELDER + local)
    elif sort == TYPE.EVENT:
        e = first_play_effect(t, card)
        if e == NONE or is_usable(s, t, e, card, seat):
            offer(s, kind, card, SPOT.EVENT)
    else:
        offer(s, kind, card, SPOT.RESERVE)
        offer_locations(s, t, kind, card)


@kernel
def offer_locations(s, t, kind, card):
    """Offer the active path and battlegrounds where the army or character may be placed."""
    if t.type[card] == TYPE.CHARACTER and may_be_on_path(s, t, card):
        offer(s, kind, card, SPOT.PATH)
    offer_each_b(s, kind, card, SPOT.BATTLEGROUND, battlegrounds_for(s, t, card))


@kernel
def spot_zone(spot):
    """Return the zone of a spot."""
    if spot == SPOT.RESERVE:
        return np.int64(IN.RESERVE)
    if spot == SPOT.PATH:
        return np.int64(IN.PATH)
    if spot == SPOT.EVENT:
        return np.int64(IN.RESOLVING)
    if spot >= SPOT.WIELDER:
        return np.int64(IN.WIELDER)
    return np.int64(IN.BATTLEGROUND + spot - SPOT.BATTLEGROUND)


@kernel
def place_card(s, t, card, spot):
    """Put a card that is being played on its spot (CG-7.1 step 1)."""
    side = side_of(card)
    put(s, t, card, spot_zone(spot))
    if spot >= SPOT.WIELDER:
        give(s, card, side * SIDE_CARDS + spot - SPOT.WIELDER)
    elif spot == SPOT.RESERVE:
        s.fresh[side] |= card_bit(card)
    s.played[side] |= card_bit(card)
    s.activated[card] = NONE
    s.remembered[card] = 0
    records.played(s, card, spot)
    note(s, E.PUT, card, spot, 0)


@kernel
def play_card(s, t, card, spot):
    """Play a card from hand: put it on its spot, then pay, then resolve its texts (CG-7.1)."""
    place_card(s, t, card, spot)
    push(s, Played.kind, card, spot, 0, spot_flag(s, card, spot))
    push(s, Pay.kind, t.owner[card], 1, card)


@kernel
def step_played(s, t):
    """Resolve the next `play` effect, then the `enter` effects, then drop an event (CG-7.1 step 3, 4).

    For the `enter` effects, the slot `next` continues from the card's number of effects.
    """
    frame = top(s)
    card = frame[Played.card]
    spot = frame[Played.spot]
    n = t.effect_n[card]
    flag = frame[Played.flag]
    while frame[Played.next] < 2 * n:
        i = frame[Played.next]
        frame[Played.next] += 1
        trigger = ON.PLAY if i < n else ON.ENTER
        if trigger == ON.ENTER and spot == SPOT.RESERVE:
            continue
        effect = t.effects[t.effect_first[card] + i % n]
        if effect.on == trigger and (flag & effect.at != 0 or spot == SPOT.EVENT):
            start_text(s, t.effect_first[card] + i % n, card, t.owner[card])
            return
    pop(s)
    if s.zone[card] == IN.RESOLVING:
        destroy(s, t, card, LEFT.RESOLVED, True)


@kernel
def spot_flag(s, card, spot):
    """Return the flag of AT of a spot; for an item, that of its wielder at that time."""
    if spot == SPOT.RESERVE:
        return AT.RESERVE
    if spot == SPOT.PATH:
        return AT.PATH
    if spot >= SPOT.WIELDER:
        return at_flag(whereabouts(s, card))
    return AT.BATTLEGROUND


@kernel
def move_card(s, t, card, spot):
    """Move an army or character and its items from reserve to a location (CG-8.1, CG-9.17)."""
    put(s, t, card, spot_zone(spot))
    records.moved(s, card, spot)
    note(s, E.PUT, card, spot, 1)
    push(s, Moved.kind, card, spot)


@kernel
def step_moved(s, t):
    """Resolve the next `enter` effect of a moved card."""
    frame = top(s)
    card = frame[Moved.card]
    flag = spot_flag(s, card, frame[Moved.spot])
    while frame[Moved.next] < t.effect_n[card]:
        e = t.effect_first[card] + frame[Moved.next]
        frame[Moved.next] += 1
        if t.effects[e].on == ON.ENTER and flag & t.effects[e].at != 0:
            start_text(s, e, card, t.owner[card])
            return
    pop(s)


@kernel
def ask_move(s, t):
    """Offer the battlegrounds a moving card may go to (DP-21)."""
    frame = top(s)
    spots = battlegrounds_for(s, t, frame[ChooseMove.card])
    if spots == 0 or s.zone[frame[ChooseMove.card]] != IN.RESERVE:
        pop(s)
        return
    ask(s, frame[ChooseMove.seat], MOVE_TO)
    offer_each_b(s, MOVE_TO, frame[ChooseMove.card], 0, spots)


@kernel
def ask_pay(s, t):
    """Ask for the next card cycled as payment; forsake instead if the hand is empty (CG-7.2, CG-7.3)."""
    frame = top(s)
    seat = frame[Pay.seat]
    if frame[Pay.left] <= 0:
        pop(s)
    elif s.in_zone[seat, IN.HAND] == 0:
        card = frame[Pay.played]
        n = frame[Pay.left]
        pop(s)
        push(s, Forsake.kind, seat, n, card)
    else:
        ask(s, seat, PAY)
        offer_cards(s, t, PAY, s.in_zone[seat, IN.HAND], np.int64(t.seat_side[seat]))


@kernel
def ask_cycle_hand(s, t):
    """Ask for the next card that an effect cycles from hand; forsake any shortfall (CG-9.11)."""
    frame = top(s)
    seat = frame[CycleHand.seat]
    if frame[CycleHand.left] <= 0:
        pop(s)
    elif s.in_zone[seat, IN.HAND] == 0:
        n = frame[CycleHand.left]
        pop(s)
        push(s, Forsake.kind, seat, n, NONE)
    else:
        ask(s, seat, CYCLE_HAND)
        offer_cards(s, t, CYCLE_HAND, s.in_zone[seat, IN.HAND], np.int64(t.seat_side[seat]))


@kernel
def cycle_from_hand(s, t, card):
    """Cycle a card of the hand for a frame that counts them."""
    top(s)[Counted.left] -= 1
    cycle_card(s, t, card, LEFT.DISCARDED)


@kernel
def ask_eliminate_hand(s, t):
    """Ask for the next card eliminated from hand (DP-6, DP-12)."""
    frame = top(s)
    seat = frame[EliminateHand.seat]
    hand = fodder(s, t, seat, s.in_zone[seat, IN.HAND], frame[EliminateHand.cause])
    if frame[EliminateHand.left] <= 0 or hand == 0:
        n = frame[EliminateHand.draws]
        pop(s)
        draw(s, t, seat, n)
        return
    ask(s, seat, ELIMINATE_HAND)
    offer_cards(s, t, ELIMINATE_HAND, hand, np.int64(t.seat_side[seat]))


@kernel
def eliminate_from_hand(s, t, card):
    """Eliminate a card of the hand for a frame that counts them."""
    frame = top(s)
    frame[EliminateHand.left] -= 1
    eliminate(s, t, card, frame[EliminateHand.cause])
