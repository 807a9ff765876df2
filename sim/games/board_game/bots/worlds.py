"""Worlds that fit what a seat knows: everything hidden from it is dealt anew (BG-19.3)."""

import numpy as np

from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.engine.bits import bit, has, popcount
from mazarbul.sim.engine.piles import shuffle_keys, shuffled
from mazarbul.sim.engine.rng import stream
from mazarbul.sim.games.board_game.ids import BLOCK, CARDS, DECK_N, PILES, ROLE, ZONE

DEALT, LUCK = range(2)  # purposes of the streams of a world


@kernel
def determinise(s, t, seat, seed):
    """Deal everything that is hidden from a seat anew; the result depends on nothing hidden.

    Hidden are the hands of others, the order of decks, what others have discarded face down, and all luck to
    come. From which deck a card is, its back tells. seed: uint64 of the world.
    """
    for pile in range(PILES):
        deal_pile(s, t, seat, pile, stream(seed, DEALT, pile))
    for role in range(2):
        if s.combat_card[role] >= CARDS:
            s.combat_card[role] -= CARDS
    s.seed = stream(seed, LUCK, 0)
    s.game = 0
    s.is_logged = 0


@kernel
def deal_pile(s, t, seat, pile, base):
    """Let the cards of a deck that are hidden from a seat change places with each other."""
    first = pile // DECK_N * BLOCK
    every = np.int64(t.cards_of[pile])
    hidden = np.int64(s.in_deck[pile])
    for owner in range(t.seat_n):
        if owner != seat and t.seat_side[owner] == pile // DECK_N:
            hidden |= (np.int64(s.hand[owner]) | np.int64(s.face_down[owner])) & every
    shuffle_keys(s, t, base, first, hidden)
    done = np.int64(s.deck_n[pile])
    s.in_deck[pile] = 0
    for i in range(done):
        card = first + shuffled(s, i)
        s.deck[pile, i] = card
        s.in_deck[pile] |= bit(card % BLOCK)
        s.zone[card] = ZONE.DECK
    for owner in range(t.seat_n):  # of partners, both before either is dealt anew: they share a discard pile
        if owner != seat and t.seat_side[owner] == pile // DECK_N:
            s.discard[pile // DECK_N] &= ~(np.int64(s.face_down[owner]) & every)
    for owner in range(t.seat_n):
        if owner != seat and t.seat_side[owner] == pile // DECK_N:
            done = deal_hand(s, first, every, owner, done)
            done = deal_aside(s, first, every, owner, done)


@kernel
def deal_hand(s, first, every, owner, done):
    """Give a seat other cards of a deck for those in its hand; return how many are dealt now.

    every: set of the deck's cards. done: how many were dealt before. A card that was chosen for combat or for
    an exchange is another one as well.
    """
    old = np.int64(s.hand[owner]) & every
    role = ROLE.ATTACKER if first // BLOCK == s.battle_side else ROLE.DEFENDER
    chosen = np.int64(s.combat_card[role])
    if is_of(first, old, chosen):
        s.combat_card[role] = CARDS + exchanged(s, first, old, chosen, done)  # no card of a partner's hand
    s.swap[owner] = exchanged(s, first, old, np.int64(s.swap[owner]), done)
    s.hand[owner] &= ~every
    for i in range(popcount(old)):
        card = first + shuffled(s, done + i)
        s.hand[owner] |= bit(card % BLOCK)
        s.zone[card] = ZONE.HAND
    return done + popcount(old)


@kernel
def is_of(first, old, card):
    """Return whether a card, or NONE, is of a side's set."""
    return first <= card < first + BLOCK and has(old, card % BLOCK)


@kernel
def exchanged(s, first, old, card, done):
    """Return the card that is dealt for a card of an old hand; others, and NONE, stay as they are."""
    if not is_of(first, old, card):
        return card
    return first + shuffled(s, done + popcount(old & (bit(card % BLOCK) - 1)))


@kernel
def deal_aside(s, first, every, owner, done):
    """Exchange what a seat has discarded face down for other cards of the deck, in the same way."""
    side = first // BLOCK
    n = popcount(np.int64(s.face_down[owner]) & every)
    s.face_down[owner] &= ~every
    for i in range(n):
        card = first + shuffled(s, done + i)
        s.face_down[owner] |= bit(card % BLOCK)
        s.discard[side] |= bit(card % BLOCK)
        s.zone[card] = ZONE.DISCARD
    return done + n
