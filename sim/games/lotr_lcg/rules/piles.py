"""Decks, hands and discard piles: shuffling, drawing, putting back (LCG-2.6)."""

import numpy as np

from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.engine import sets
from mazarbul.sim.engine.bits import lowest_bit
from mazarbul.sim.engine.faults import Fault, fail
from mazarbul.sim.engine.log import note
from mazarbul.sim.engine.piles import shuffle_keys, shuffled
from mazarbul.sim.engine.rng import key, stream
from mazarbul.sim.games.lotr_lcg.ids import BLOCK, ENCOUNTER, NONE, SEATS, STREAM, ZONE, E
from mazarbul.sim.games.lotr_lcg.rules.zones import block_of, card_bit


@kernel
def shuffle(s, t, block):
    """Order a deck by keys hashed from (game, block, shuffle number, card); no player knows its order."""
    s.shuffle_n[block] += 1
    base = stream(s.seed, STREAM.DECK + block, s.shuffle_n[block])
    first = np.int64(block) * BLOCK
    n = shuffle_keys(s, t, base, first, s.in_deck[block])
    s.deck_n[block] = n
    for i in range(n):
        s.deck[block, i] = first + shuffled(s, i)
    forget(s, block)
    note(s, E.SHUFFLE, block, 0, 0)


@kernel
def forget(s, block):
    """Make all players forget the top cards of a deck."""
    for p in range(SEATS):
        s.known[p, block] = 0


@kernel
def random_index(s, n):
    """Return a random number from 0 to n - 1 from the game's stream of random picks."""
    s.random_n += 1
    return key(stream(s.seed, STREAM.RANDOM, s.random_n), 0) % np.int64(n)


@kernel
def take_top(s, block):
    """Take the top card off a deck (its zone becomes RESOLVING); NONE if the deck is empty."""
    n = np.int64(s.deck_n[block])
    if n == 0:
        return np.int64(NONE)
    card = np.int64(s.deck[block, n - 1])
    s.deck_n[block] = n - 1
    s.in_deck[block] &= ~card_bit(card)
    s.zone[card] = ZONE.RESOLVING
    for p in range(SEATS):
        if s.known[p, block] > 0:
            s.known[p, block] -= 1
    return card


@kernel
def take_from_deck(s, card):
    """Take a card out of the middle of its deck."""
    b = block_of(card)
    n = np.int64(s.deck_n[b])
    k = np.int64(0)
    for i in range(n):
        if s.deck[b, i] != card:
            s.deck[b, k] = s.deck[b, i]
            k += 1
    s.deck_n[b] = k
    s.in_deck[b] &= ~card_bit(card)
    s.zone[card] = ZONE.RESOLVING
    forget(s, b)


@kernel
def put_on_top(s, card):
    """Put a card without a zone on top of its owner's or the encounter deck, seen by all players."""
    b = block_of(card)
    s.deck[b, s.deck_n[b]] = card
    s.deck_n[b] += 1
    s.in_deck[b] |= card_bit(card)
    s.zone[card] = ZONE.DECK
    for p in range(SEATS):
        s.known[p, b] += 1


@kernel
def put_at_bottom(s, card):
    """Put a card without a zone at the bottom of its owner's or the encounter deck."""
    b = block_of(card)
    n = np.int64(s.deck_n[b])
    for i in range(n):
        s.deck[b, n - i] = s.deck[b, n - i - 1]
    s.deck[b, 0] = card
    s.deck_n[b] = n + 1
    s.in_deck[b] |= card_bit(card)
    s.zone[card] = ZONE.DECK


@kernel
def put_in_deck(s, t, card):
    """Shuffle a card without a zone into its owner's or the encounter deck."""
    put_on_top(s, card)
    shuffle(s, t, block_of(card))


@kernel
def put_in_hand(s, card):
    """Put a player card without a zone into its owner's hand."""
    s.hand[block_of(card)] |= card_bit(card)
    s.zone[card] = ZONE.HAND


@kernel
def put_in_discard(s, card):
    """Put a card without a zone on top of its owner's or the encounter discard pile (LCG-2.6)."""
    b = block_of(card)
    s.discard[b, s.discard_n[b]] = card
    s.discard_n[b] += 1
    s.in_discard[b] |= card_bit(card)
    s.zone[card] = ZONE.DISCARD


@kernel
def take_from_discard(s, card):
    """Take a card out of a discard pile; the others keep their order."""
    b = block_of(card)
    k = np.int64(0)
    for i in range(s.discard_n[b]):
        if s.discard[b, i] != card:
            s.discard[b, k] = s.discard[b, i]
            k += 1
    s.discard_n[b] = k
    s.in_discard[b] &= ~card_bit(card)
    s.zone[card] = ZONE.RESOLVING


@kernel
def pull(s, card):
    """Take a card that is out of play out of its zone, and of `looked`; its zone becomes RESOLVING."""
    zone = s.zone[card]
    b = block_of(card)
    s.looked[b] &= ~card_bit(card)
    if zone == ZONE.DECK:
        if s.deck[b, s.deck_n[b] - 1] == card:
            take_top(s, b)
        else:
            take_from_deck(s, card)
    elif zone == ZONE.HAND:
        s.hand[b] &= ~card_bit(card)
    elif zone == ZONE.DISCARD:
        take_from_discard(s, card)
    elif zone == ZONE.ASIDE:
        s.aside &= ~card_bit(card)
    elif zone == ZONE.VICTORY:
        s.victory &= ~card_bit(card)
    elif zone == ZONE.SHADOW:
        unlink_shadow(s, card)
    elif zone != ZONE.RESOLVING and zone != ZONE.OUT:
        fail(s, Fault.ZONE, zone)
    s.zone[card] = ZONE.RESOLVING


@kernel
def unlink_shadow(s, card):
    """Take a shadow card from the enemy it was dealt to."""
    s.shadows &= ~card_bit(card)
    for p in range(SEATS):
        s.shadow_known[p] &= ~card_bit(card)
    for enemy in sets.members(s.in_play):
        if s.first_shadow[enemy] == card:
            s.first_shadow[enemy] = s.next_shadow[card]
            return
        k = np.int64(s.first_shadow[enemy])
        while k != NONE:
            if s.next_shadow[k] == card:
                s.next_shadow[k] = s.next_shadow[card]
                return
            k = np.int64(s.next_shadow[k])


@kernel
def discard(s, card):
    """Put a card that is out of play into its owner's or the encounter discard pile."""
    pull(s, card)
    put_in_discard(s, card)


@kernel
def rebuild(s, t):
    """Shuffle the encounter discard pile into a new encounter deck if that is empty (LCG-8.4)."""
    if s.deck_n[ENCOUNTER] > 0 or s.discard_n[ENCOUNTER] == 0:
        return
    s.in_deck[ENCOUNTER] = s.in_discard[ENCOUNTER]
    rest = s.in_discard[ENCOUNTER]
    while rest != 0:
        s.zone[ENCOUNTER * BLOCK + lowest_bit(rest)] = ZONE.DECK
        rest &= rest - 1
    s.in_discard[ENCOUNTER] = 0
    s.discard_n[ENCOUNTER] = 0
    shuffle(s, t, ENCOUNTER)
