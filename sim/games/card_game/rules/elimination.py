"""Elimination with its replacements, forsaking and removal (CG-9.5 to 9.9, CG-13.8, CG-13.9)."""

import numpy as np

from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.engine.actions import ask, offer, offer_each
from mazarbul.sim.engine.bits import bit, lowest_bit, popcount
from mazarbul.sim.engine.log import note
from mazarbul.sim.engine.stack import pop, top
from mazarbul.sim.games.card_game.actions import FORSAKE, FORSAKE_TOP, offer_cards
from mazarbul.sim.games.card_game.content.vocabulary import PILE, REPLACED
from mazarbul.sim.games.card_game.frames import Forsake
from mazarbul.sim.games.card_game.ids import BY, IN, LEFT, NONE, ON, SIDE_CARDS, SIDE_N, TYPE, E
from mazarbul.sim.games.card_game.rules.conditions import evaluate
from mazarbul.sim.games.card_game.rules.zones import (
    can_draw,
    card_bit,
    cause_name,
    cycle_card,
    destroy,
    is_in_play,
    items_on,
    pop_top,
    recycle_if_empty,
    send_items,
    side_of,
    with_items,
)

NOT_REPLACED = -1
PLENTY = 9  # more cards than any text makes a seat forsake


@kernel
def replacement(s, t, card, by, who):
    """Return what a `replace` text of `card` does with items (PILE), or NOT_REPLACED.

    by: flag of BY of the elimination. who: the eliminated card, REPLACED.SELF or REPLACED.WIELDER.
    """
    found = NOT_REPLACED
    if t.replacers[side_of(card)] & card_bit(card) == 0:
        return found
    first = t.effect_first[card]
    for e in range(first, first + t.effect_n[card]):
        effect = t.effects[e]
        if effect.on != ON.REPLACE or effect.who != who or effect.when & by == 0:
            continue
        if evaluate(s, t, effect.condition, card, t.owner[card]) == 0:
            continue
        if effect.items == PILE.CYCLE:
            return PILE.CYCLE
        found = PILE.ELIMINATE
    return found


@kernel
def replacement_of(s, t, card, by):
    """Return the pile that the items go to if the card is cycled instead, or NOT_REPLACED (CG-13.9)."""
    found = replacement(s, t, card, by, REPLACED.SELF)
    if t.type[card] != TYPE.CHARACTER or not is_in_play(s.zone[card]):
        return found
    side = side_of(card)
    rest = items_on(s, t, card) & t.replacers[side]
    while rest != 0:
        item = side * SIDE_CARDS + lowest_bit(rest)
        rest &= rest - 1
        other = replacement(s, t, item, by, REPLACED.WIELDER)
        if other == PILE.CYCLE or found == NOT_REPLACED:
            found = other
    return found


@kernel
def eliminate(s, t, card, by):
    """Eliminate a card and its items, wherever it is, unless a text makes it cycled instead (CG-9.8).

    by: the cause of the elimination, a flag of BY.
    """
    was_in_play = is_in_play(s.zone[card])
    instead = replacement_of(s, t, card, by)
    if instead == NOT_REPLACED:
        if was_in_play:
            send_items(s, t, card, IN.ELIMINATED)
        is_seen = was_in_play or by == BY.REMOVAL or has_shown_text(t, card)
        destroy(s, t, card, cause_name(by), is_seen)
        return
    note(s, E.REPLACED, card, 0, 0)
    if was_in_play:
        send_items(s, t, card, IN.CYCLE_PILE if instead == PILE.CYCLE else IN.ELIMINATED)
    cycle_card(s, t, card, LEFT.RETURNED)


@kernel
def has_shown_text(t, card):
    """Return whether the card has a text about its elimination, which shows it to both sides (CG-2.6)."""
    return t.replacers[side_of(card)] & card_bit(card) != 0


@kernel
def remove_matches(s, t, card_set):
    """Remove every card of the set from the game, wherever it is (CG-9.9)."""
    for side in range(SIDE_N):
        rest = t.card_sets[card_set, side]
        while rest != 0:
            card = side * SIDE_CARDS + lowest_bit(rest)
            rest &= rest - 1
            if s.zone[card] == NONE or s.zone[card] == IN.ELIMINATED:
                continue
            was_in_deck = s.zone[card] == IN.DECK
            eliminate(s, t, card, BY.REMOVAL)
            if was_in_deck:
                recycle_if_empty(s, t, t.owner[card])


@kernel
def fodder(s, t, seat, mask, by):
    """Return the cards of `mask` that may be given up: all, unless replaced cards do not count (AM-25)."""
    if t.replaced_counts != 0:
        return mask
    side = np.int64(t.seat_side[seat])
    allowed = mask
    rest = mask & (t.replacers[side] | s.bearers[side])
    while rest != 0:
        local = lowest_bit(rest)
        rest &= rest - 1
        if replacement_of(s, t, side * SIDE_CARDS + local, by) != NOT_REPLACED:
            allowed &= ~bit(local)
    return allowed


@kernel
def forsakable_n(s, t, seat):
    """Return how many cards the seat could forsake one after another; PLENTY at most."""
    n = np.int64(s.deck_n[seat])
    if n < PLENTY:
        side = np.int64(t.seat_side[seat])
        cards = fodder(s, t, seat, s.in_zone[seat, IN.HAND], BY.FORSAKE_HAND)
        cards |= fodder(s, t, seat, with_items(s, t, s.in_zone[seat, IN.RESERVE], side), BY.FORSAKE_RESERVE)
        n += popcount(cards | s.in_zone[seat, IN.CYCLE_PILE])
    return min(n, PLENTY)


@kernel
def ask_forsake(s, t):
    """Ask for the next forsaken card (CG-9.5, CG-9.6); if there is none, the rest is skipped (CG-9.7)."""
    frame = top(s)
    seat = frame[Forsake.seat]
    if frame[Forsake.left] <= 0:
        pop(s)
        return
    ask(s, seat, FORSAKE)
    side = np.int64(t.seat_side[seat])
    hand = fodder(s, t, seat, s.in_zone[seat, IN.HAND], BY.FORSAKE_HAND)
    offer_cards(s, t, FORSAKE, hand, side)
    reserve = with_items(s, t, s.in_zone[seat, IN.RESERVE], side)
    rest = fodder(s, t, seat, reserve, BY.FORSAKE_RESERVE)
    if frame[Forsake.spared] != NONE:
        rest &= ~card_bit(frame[Forsake.spared])
    offer_each(s, FORSAKE, side * SIDE_CARDS, rest)
    if can_draw(s, seat):
        offer(s, FORSAKE_TOP, 0, 0)
    if s.option_n == 0:
        pop(s)


@kernel
def forsake(s, t, card):
    """Forsake a card of hand or reserve for the top frame."""
    top(s)[Forsake.left] -= 1
    in_hand = s.zone[card] == IN.HAND
    eliminate(s, t, card, BY.FORSAKE_HAND if in_hand else BY.FORSAKE_RESERVE)


@kernel
def forsake_top(s, t, seat):
    """Forsake the top card of the seat's draw deck, unseen before (CG-9.5)."""
    top(s)[Forsake.left] -= 1
    card = pop_top(s, t, seat, IN.LIMBO)
    if card != NONE:
        eliminate(s, t, card, BY.FORSAKE_TOP)
        recycle_if_empty(s, t, seat)
