"""Where cards are: decks, discard piles, masks of cards in play, and the order of players (LCG-2)."""

import numpy as np

from sim.engine.bits import bit, has, lowest_bit, popcount
from sim.engine.jit import kernel
from sim.engine.log import note
from sim.engine.rng import key, stream
from sim.games.lotr_lcg.ids import (
    AS_SHADOW,
    BLOCK,
    BLOCKS,
    E_EXHAUST,
    E_HEAL,
    E_READY,
    E_RESOURCE,
    E_SHUFFLE,
    ENCOUNTER,
    ENEMY,
    HERO,
    IN_ASIDE,
    IN_DECK,
    IN_DISCARD,
    IN_HAND,
    IN_VICTORY,
    NONE,
    ON_TABLE,
    RESOLVING,
    SEATS,
    STREAM_DECK,
    STREAM_RANDOM,
)


@kernel
def block_of(card):
    """Return the block of a card."""
    return np.int64(card) >> np.int64(6)


@kernel
def local_of(card):
    """Return the number of a card within its block."""
    return np.int64(card) & np.int64(BLOCK - 1)


@kernel
def card_bit(card):
    """Return the bit of a card within its block."""
    return bit(np.int64(card) & np.int64(BLOCK - 1))


@kernel
def owner(card):
    """Return the player who owns a card, ENCOUNTER for an encounter card (LCG-23.2)."""
    return np.int64(card) >> np.int64(6)


@kernel
def mark_dirty(s):
    """Let state checks be made before anything else happens (LCG-22.4)."""
    s.is_dirty |= 1


@kernel
def mark_full(s):
    """Give the game up: one of its fixed-size lists cannot take more, which must never go unnoticed."""
    s.is_full = 1


@kernel
def in_play(s, card):
    """Tell whether a card is in play (LCG-2.3)."""
    return has(s.in_play[block_of(card)], local_of(card))


@kernel
def is_face_down(s, card):
    """Tell whether a card is a face-down enemy (LCG-28.13)."""
    return has(s.face_down[block_of(card)], local_of(card))


@kernel
def with_text(s, block):
    """Return the cards of a block in play with a text: face up (LCG-28.13), not captive (LCG-28.14)."""
    found = s.in_play[block] & ~s.face_down[block]
    if s.captive != NONE and block_of(s.captive) == block:
        found &= ~card_bit(s.captive)
    return found


@kernel
def is_enemy(s, t, card):
    """Tell whether a card is an enemy in play, face-down ones among them."""
    if not in_play(s, card):
        return False
    return t.type[card] == ENEMY or is_face_down(s, card)


@kernel
def is_character(s, t, card):
    """Tell whether a card is a hero or ally in play and not the prisoner (LCG-2.1, LCG-28.14)."""
    return t.type[card] <= 1 and in_play(s, card) and not is_face_down(s, card) and card != s.captive


@kernel
def is_hero(s, t, card):
    """Tell whether a card is a hero in play and not the prisoner."""
    return t.type[card] == HERO and in_play(s, card) and card != s.captive


@kernel
def is_exhausted(s, card):
    """Tell whether a card in play is exhausted (LCG-2.4)."""
    return has(s.exhausted[block_of(card)], local_of(card))


@kernel
def controller(s, card):
    """Return the player who controls a card in play, or NONE (LCG-23.2)."""
    b = block_of(card)
    i = local_of(card)
    if b < SEATS and has(s.controlled[b, b], i):
        return b
    for p in range(SEATS):
        if has(s.controlled[p, b], i):
            return np.int64(p)
    return np.int64(NONE)


@kernel
def engaged_with(s, card):
    """Return the player whom an enemy is engaged with, or NONE."""
    b = block_of(card)
    i = local_of(card)
    for p in range(SEATS):
        if has(s.engaged[p, b], i):
            return np.int64(p)
    return np.int64(NONE)


@kernel
def player_of(s, card):
    """Return the player who controls a card or whom it is engaged with, or NONE."""
    p = controller(s, card)
    return p if p != NONE else engaged_with(s, card)


@kernel
def heroes_of(s, t, player):
    """Return the mask (in the player's own block) of the heroes in play that are not the prisoner."""
    mask = t.heroes[player] & s.in_play[player]
    if s.captive != NONE and block_of(s.captive) == player:
        mask &= ~card_bit(s.captive)
    return mask


@kernel
def living(s):
    """Return the number of players in the game (LCG-17.3)."""
    return popcount(s.in_game)


@kernel
def player_at(s, t, first, i):
    """Return the i-th living player counted clockwise from player `first`, NONE after the last."""
    for k in range(t.player_n):
        p = (np.int64(first) + k) % np.int64(t.player_n)
        if has(s.in_game, p):
            if i == 0:
                return p
            i -= 1
    return np.int64(NONE)


@kernel
def next_player(s, t, player):
    """Return the next living player to the left, NONE if nobody is in the game."""
    for k in range(1, t.player_n + 1):
        p = (np.int64(player) + k) % np.int64(t.player_n)
        if has(s.in_game, p):
            return p
    return np.int64(NONE)


# Decks and piles --------------------------------------------------------------------------------


@kernel
def shuffle(s, t, block):
    """Order a deck by keys hashed from (game, block, shuffle number, card); nobody knows anything of it."""
    s.shuffle_n[block] += 1
    base = stream(s.seed, STREAM_DECK + block, s.shuffle_n[block])
    first = np.int64(block) * BLOCK
    rest = s.in_deck[block]
    n = 0
    while rest != 0:
        i = lowest_bit(rest)
        rest &= rest - 1
        value = key(base, t.card_key[first + i]) & ~np.int64(BLOCK - 1) | i  # the card goes with its key
        i = n
        while i > 0 and s.keys[i - 1] > value:
            s.keys[i] = s.keys[i - 1]
            i -= 1
        s.keys[i] = value
        n += 1
    s.deck_n[block] = n
    for i in range(n):
        s.deck[block, i] = first + (s.keys[i] & np.int64(BLOCK - 1))
    forget(s, block)
    note(s, E_SHUFFLE, block, 0, 0)


@kernel
def forget(s, block):
    """Nobody knows any longer what lies on top of a deck."""
    for p in range(SEATS):
        s.known[p, block] = 0


@kernel
def random_index(s, n):
    """Return a random number from 0 to n - 1 from the game's stream of random picks."""
    s.random_n += 1
    return key(stream(s.seed, STREAM_RANDOM, s.random_n), 0) % np.int64(n)


@kernel
def top_card(s, block):
    """Return the top card of a deck, or NONE."""
    n = np.int64(s.deck_n[block])
    return np.int64(s.deck[block, n - 1]) if n > 0 else np.int64(NONE)


@kernel
def take_top(s, block):
    """Take the top card off a deck (its zone is RESOLVING then); NONE if the deck is empty."""
    n = np.int64(s.deck_n[block])
    if n == 0:
        return np.int64(NONE)
    card = np.int64(s.deck[block, n - 1])
    s.deck_n[block] = n - 1
    s.in_deck[block] &= ~card_bit(card)
    s.zone[card] = RESOLVING
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
    s.zone[card] = RESOLVING
    forget(s, b)


@kernel
def put_on_top(s, card):
    """Put a card that is nowhere on top of its owner's or the encounter deck, where all can see it go."""
    b = block_of(card)
    s.deck[b, s.deck_n[b]] = card
    s.deck_n[b] += 1
    s.in_deck[b] |= card_bit(card)
    s.zone[card] = IN_DECK
    for p in range(SEATS):
        s.known[p, b] += 1


@kernel
def put_at_bottom(s, card):
    """Put a card that is nowhere at the bottom of its owner's or the encounter deck."""
    b = block_of(card)
    n = np.int64(s.deck_n[b])
    for i in range(n):
        s.deck[b, n - i] = s.deck[b, n - i - 1]
    s.deck[b, 0] = card
    s.deck_n[b] = n + 1
    s.in_deck[b] |= card_bit(card)
    s.zone[card] = IN_DECK


@kernel
def put_in_deck(s, t, card):
    """Shuffle a card that is nowhere into its owner's or the encounter deck."""
    put_on_top(s, card)
    shuffle(s, t, block_of(card))


@kernel
def put_in_hand(s, card):
    """Put a player card that is nowhere into its owner's hand."""
    s.hand[block_of(card)] |= card_bit(card)
    s.zone[card] = IN_HAND


@kernel
def put_in_discard(s, card):
    """Put a card that is nowhere on top of its owner's or the encounter discard pile (LCG-2.6)."""
    b = block_of(card)
    s.discard[b, s.discard_n[b]] = card
    s.discard_n[b] += 1
    s.in_discard[b] |= card_bit(card)
    s.zone[card] = IN_DISCARD


@kernel
def take_from_discard(s, card):
    """Take a card out of a discard pile; the order of the others stays."""
    b = block_of(card)
    k = np.int64(0)
    for i in range(s.discard_n[b]):
        if s.discard[b, i] != card:
            s.discard[b, k] = s.discard[b, i]
            k += 1
    s.discard_n[b] = k
    s.in_discard[b] &= ~card_bit(card)
    s.zone[card] = RESOLVING


@kernel
def pull(s, card):
    """Take a card that is out of play out of its zone, and of `looked`; its zone is RESOLVING then."""
    zone = s.zone[card]
    b = block_of(card)
    s.looked[b] &= ~card_bit(card)
    if zone == IN_DECK:
        if s.deck[b, s.deck_n[b] - 1] == card:
            take_top(s, b)
        else:
            take_from_deck(s, card)
    elif zone == IN_HAND:
        s.hand[b] &= ~card_bit(card)
    elif zone == IN_DISCARD:
        take_from_discard(s, card)
    elif zone == IN_ASIDE:
        s.aside &= ~card_bit(card)
    elif zone == IN_VICTORY:
        s.victory &= ~card_bit(card)
    elif zone == AS_SHADOW:
        unlink_shadow(s, card)
    s.zone[card] = RESOLVING


@kernel
def unlink_shadow(s, card):
    """Take a shadow card from the enemy it was dealt to."""
    s.shadows &= ~card_bit(card)
    for p in range(SEATS):
        s.shadow_known[p] &= ~card_bit(card)
    for b in range(BLOCKS):
        rest = s.in_play[b]
        while rest != 0:
            enemy = np.int64(b) * BLOCK + lowest_bit(rest)
            rest &= rest - 1
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
        s.zone[ENCOUNTER * BLOCK + lowest_bit(rest)] = IN_DECK
        rest &= rest - 1
    s.in_discard[ENCOUNTER] = 0
    s.discard_n[ENCOUNTER] = 0
    shuffle(s, t, ENCOUNTER)


# Tokens and turning -----------------------------------------------------------------------------


@kernel
def exhaust(s, card):
    """Exhaust a card in play."""
    s.exhausted[block_of(card)] |= card_bit(card)
    note(s, E_EXHAUST, card, 0, 0)


@kernel
def ready(s, card):
    """Ready a card in play."""
    if is_exhausted(s, card):
        s.exhausted[block_of(card)] &= ~card_bit(card)
        note(s, E_READY, card, 0, 0)


@kernel
def add_tokens(s, card, n):
    """Add n resources to a card, or with n below 0 take them away, at most what is there."""
    before = np.int64(s.tokens[card])
    s.tokens[card] = max(before + n, 0)
    if s.tokens[card] != before:
        note(s, E_RESOURCE, card, s.tokens[card] - before, 0)


@kernel
def heal(s, card, n):
    """Take n damage off a card, at most what is there."""
    n = min(n, np.int64(s.damage[card]))
    if n > 0:
        s.damage[card] -= n
        if s.damage[card] == 0:
            s.damaged[block_of(card)] &= ~card_bit(card)
        note(s, E_HEAL, card, n, 0)


@kernel
def link_attachment(s, card, host):
    """Put an attachment at the end of its host's list, so that the oldest comes first."""
    s.host[card] = host
    s.next_on[card] = NONE
    if s.first_on[host] == NONE:
        s.first_on[host] = card
        return
    k = np.int64(s.first_on[host])
    while s.next_on[k] != NONE:
        k = np.int64(s.next_on[k])
    s.next_on[k] = card


@kernel
def unlink_attachment(s, card):
    """Take an attachment off its host's list, or off a deck."""
    host = np.int64(s.host[card])
    s.host[card] = NONE
    if host == NONE:
        return
    if host >= BLOCK * BLOCKS:
        s.on_deck[host - BLOCK * BLOCKS] &= ~card_bit(card)
        return
    if s.first_on[host] == card:
        s.first_on[host] = s.next_on[card]
    else:
        k = np.int64(s.first_on[host])
        while s.next_on[k] != card:
            k = np.int64(s.next_on[k])
        s.next_on[k] = s.next_on[card]
    s.next_on[card] = NONE


@kernel
def put_on_table(s, card):
    """Put a card that is nowhere into play, ready and without anything on it."""
    b = block_of(card)
    s.zone[card] = ON_TABLE
    s.in_play[b] |= card_bit(card)
    s.exhausted[b] &= ~card_bit(card)
    s.entered[card] += 1
