"""Where cards are, and how they move between zones (CG-2, CG-9.8 to 9.10)."""

import numpy as np

from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.engine.bits import bit, lowest_bit, popcount
from mazarbul.sim.engine.log import note
from mazarbul.sim.engine.piles import shuffle_keys, shuffled
from mazarbul.sim.engine.rng import stream
from mazarbul.sim.games.card_game import records
from mazarbul.sim.games.card_game.ids import (
    AS_ATTACKER,
    BY,
    IN,
    LEFT,
    NONE,
    SIDE_CARDS,
    SIDE_SHIFT,
    STREAM,
    TYPE,
    E,
)


@kernel
def side_of(card):
    """Return the side of a card."""
    return np.int64(card) >> SIDE_SHIFT


@kernel
def card_bit(card):
    """Return the bit of a card within its side."""
    return bit(np.int64(card) & (SIDE_CARDS - 1))


@kernel
def side_cards(s, t, side, zone):
    """Return the set of the side's cards in a zone, of both seats."""
    return s.in_zone[t.first_seat[side], zone] | s.in_zone[t.second_seat[side], zone]


@kernel
def put(s, t, card, zone):
    """Move a card to a zone of its owner or of the table; nothing else changes."""
    seat = t.owner[card]
    side = side_of(card)
    mask = card_bit(card)
    s.in_zone[seat, s.zone[card]] &= ~mask
    s.in_zone[seat, zone] |= mask
    s.zone[card] = zone
    if is_in_play(zone):
        s.in_play[side] |= mask
    else:
        s.in_play[side] &= ~mask


@kernel
def whereabouts(s, card):
    """Return the zone of a card; for an item in play, that of its wielder."""
    zone = np.int64(s.zone[card])
    if zone == IN.WIELDER:
        return np.int64(s.zone[s.wielder[card]])
    return zone


@kernel
def is_on_table(zone):
    """Return whether a zone is in play or that of an event being resolved, not one of the owner's piles."""
    return zone >= IN.RESERVE


@kernel
def is_at_place(zone):
    """Return whether a zone is that of the path or a battleground."""
    return zone >= IN.PATH


@kernel
def is_in_play(zone):
    """Return whether a zone is in play (CG-1.14)."""
    return zone == IN.RESERVE or zone == IN.WIELDER or is_at_place(zone)


@kernel
def items_on(s, t, card):
    """Return the set of items that the character wields."""
    side = side_of(card)
    found = np.int64(0)
    if s.bearers[side] & card_bit(card) == 0:
        return found
    rest = side_cards(s, t, side, IN.WIELDER)
    while rest != 0:
        local = lowest_bit(rest)
        rest &= rest - 1
        if s.wielder[side * SIDE_CARDS + local] == card:
            found |= bit(local)
    return found


@kernel
def give(s, item, character):
    """Make an item that comes into play the character's."""
    s.wielder[item] = character
    s.bearers[side_of(character)] |= card_bit(character)


@kernel
def take_away(s, t, item):
    """Leave an item that has left play without its wielder, if it has one."""
    character = np.int64(s.wielder[item])
    if character != NONE:
        s.wielder[item] = NONE
        if items_on(s, t, character) == 0:
            s.bearers[side_of(character)] &= ~card_bit(character)


@kernel
def with_items(s, t, mask, side):
    """Return the set of cards `mask` together with the items on them."""
    if s.bearers[side] & mask == 0:
        return mask
    rest = side_cards(s, t, side, IN.WIELDER)
    found = np.int64(0)
    while rest != 0:
        local = lowest_bit(rest)
        rest &= rest - 1
        if card_bit(s.wielder[side * SIDE_CARDS + local]) & mask != 0:
            found |= bit(local)
    return mask | found


@kernel
def shuffle_deck(s, t, seat):
    """Order the seat's draw deck by keys hashed from (game, seat, shuffle number, card)."""
    s.shuffle_n[seat] += 1
    base = stream(s.seed, STREAM.DECK + seat, s.shuffle_n[seat])
    first = np.int64(t.seat_side[seat]) * SIDE_CARDS
    n = shuffle_keys(s, t, base, first, s.in_zone[seat, IN.DECK])
    for i in range(n):
        s.order[seat, i] = first + shuffled(s, i)
    s.deck_n[seat] = n


@kernel
def recycle(s, t, seat):
    """Shuffle the seat's cycle pile into its draw deck (CG-9.2, CG-9.4)."""
    pile = s.in_zone[seat, IN.CYCLE_PILE]
    first = np.int64(t.seat_side[seat]) * SIDE_CARDS
    rest = pile
    while rest != 0:
        s.zone[first + lowest_bit(rest)] = IN.DECK
        rest &= rest - 1
    s.in_zone[seat, IN.CYCLE_PILE] = 0
    s.in_zone[seat, IN.DECK] |= pile
    shuffle_deck(s, t, seat)
    note(s, E.RECYCLE, seat, popcount(pile), 0)


@kernel
def recycle_if_empty(s, t, seat):
    """Recycle if the draw deck is empty and the cycle pile is not (CG-9.2, CG-9.3)."""
    if s.deck_n[seat] == 0 and s.in_zone[seat, IN.CYCLE_PILE] != 0:
        recycle(s, t, seat)


@kernel
def can_draw(s, seat):
    """Return whether a card is left in the seat's draw deck or cycle pile (CG-13.6)."""
    return s.deck_n[seat] > 0 or s.in_zone[seat, IN.CYCLE_PILE] != 0


@kernel
def pop_top(s, t, seat, zone):
    """Move the top card of the seat's draw deck to `zone`; return it, or NONE if there is none."""
    recycle_if_empty(s, t, seat)
    n = s.deck_n[seat]
    if n == 0:
        return np.int64(NONE)
    card = np.int64(s.order[seat, n - 1])
    s.deck_n[seat] = n - 1
    put(s, t, card, zone)
    return card


@kernel
def draw(s, t, seat, n):
    """Draw `n` cards into the seat's hand, or as many as there are (CG-9.1)."""
    for _ in range(n):
        card = pop_top(s, t, seat, IN.HAND)
        if card == NONE:
            return
        records.drawn(s, card)
        note(s, E.DRAW, seat, card, 0)
        recycle_if_empty(s, t, seat)


@kernel
def cycle_card(s, t, card, cause):
    """Put a card (an item in play: without a wielder) on its owner's cycle pile (CG-9.10)."""
    note(s, E.CYCLE, card, cause, 0)
    leave(s, t, card, IN.CYCLE_PILE, cause)
    if t.recycles_at_once != 0:
        recycle_if_empty(s, t, t.owner[card])


@kernel
def leave(s, t, card, zone, cause):
    """Move a card to its owner's pile `zone`, clear its marks in play, and shuffle a deck that it leaves."""
    records.left(s, card, cause)
    was_in_deck = s.zone[card] == IN.DECK
    put(s, t, card, zone)
    if was_in_deck:
        shuffle_deck(s, t, t.owner[card])
    take_away(s, t, card)
    s.support[card] = NONE
    s.attack_tokens[card] = 0
    s.defense_tokens[card] = 0
    s.with_tokens[side_of(card)] &= ~card_bit(card)
    s.fresh[side_of(card)] &= ~card_bit(card)


@kernel
def cycle_from_play(s, t, card, cause):
    """Cycle a card in play and its items (CG-9.10)."""
    send_items(s, t, card, IN.CYCLE_PILE)
    cycle_card(s, t, card, cause)


@kernel
def send_items(s, t, card, zone):
    """Send the items of a character to their owners' cycle or eliminated piles (CG-7.14)."""
    if t.type[card] != TYPE.CHARACTER:
        return
    side = side_of(card)
    rest = items_on(s, t, card)
    while rest != 0:
        item = side * SIDE_CARDS + lowest_bit(rest)
        rest &= rest - 1
        if zone == IN.CYCLE_PILE:
            cycle_card(s, t, item, LEFT.WITH_WIELDER)
        else:
            destroy(s, t, item, LEFT.WITH_WIELDER, True)


@kernel
def destroy(s, t, card, cause, is_seen):
    """Put a card on its owner's eliminated pile permanently, without checking for replacements."""
    note(s, E.ELIMINATE, card, cause, 0)
    if is_seen:
        s.gone[side_of(card)] |= card_bit(card)
    leave(s, t, card, IN.ELIMINATED, cause)


@kernel
def cause_name(by):
    """Return the code of LEFT that records an elimination by `by` (a flag of BY)."""
    if by & AS_ATTACKER != 0:
        return LEFT.ATTACKED
    if by & (BY.PATH_COMBAT | BY.BATTLEGROUND_COMBAT) != 0:
        return LEFT.CASUALTY
    if by & (BY.FORSAKE_HAND | BY.FORSAKE_TOP | BY.FORSAKE_RESERVE) != 0:
        return LEFT.FORSAKEN
    if by == BY.COST:
        return LEFT.SACRIFICED
    if by == BY.WINNOW:
        return LEFT.WINNOWED
    if by == BY.REMOVAL:
        return LEFT.REMOVED
    return LEFT.ELIMINATED
