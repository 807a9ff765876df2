"""The places and positions of cards in play; the players at the table (LCG-2)."""

import numpy as np

from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.engine.bits import bit, has, popcount
from mazarbul.sim.engine.log import note
from mazarbul.sim.games.lotr_lcg.ids import BLOCK, BLOCKS, NONE, SEATS, TYPE, ZONE, E


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
def cards_at(frame, slot):
    """Return the set of cards that begins at a slot of a frame of the work stack, an int64 view (BLOCKS,)."""
    return frame[slot : slot + BLOCKS]


@kernel
def owner(card):
    """Return the player who owns a card, ENCOUNTER for an encounter card (LCG-23.2)."""
    return np.int64(card) >> np.int64(6)


@kernel
def mark_dirty(s):
    """Ask for state checks before anything else happens (LCG-22.4)."""
    s.is_dirty |= 1


@kernel
def in_play(s, card):
    """Return whether a card is in play (LCG-2.3)."""
    return has(s.in_play[block_of(card)], local_of(card))


@kernel
def is_face_down(s, card):
    """Return whether a card is a face-down enemy (LCG-28.13)."""
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
    """Return whether a card is an enemy in play, including face-down ones."""
    if not in_play(s, card):
        return False
    return t.type[card] == TYPE.ENEMY or is_face_down(s, card)


@kernel
def is_hero_or_ally(t, card):
    """Return whether a card is printed as a hero or ally, wherever it is."""
    return t.type[card] == TYPE.HERO or t.type[card] == TYPE.ALLY


@kernel
def heroes_and_allies(t, block):
    """Return the set of cards of a block that are printed as heroes or allies, wherever they are."""
    return t.of_type[block, TYPE.HERO] | t.of_type[block, TYPE.ALLY]


@kernel
def is_player_type(t, card):
    """Return whether a card is of a type that players put into their decks, or a hero."""
    return is_hero_or_ally(t, card) or t.type[card] == TYPE.ATTACHMENT or t.type[card] == TYPE.EVENT


@kernel
def is_character(s, t, card):
    """Return whether a card is a hero or ally in play and not the prisoner (LCG-2.1, LCG-28.14)."""
    return is_hero_or_ally(t, card) and in_play(s, card) and not is_face_down(s, card) and card != s.captive


@kernel
def is_hero(s, t, card):
    """Return whether a card is a hero in play and not the prisoner."""
    return t.type[card] == TYPE.HERO and in_play(s, card) and card != s.captive


@kernel
def is_exhausted(s, card):
    """Return whether a card in play is exhausted (LCG-2.4)."""
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
    """Return the player that an enemy is engaged with, or NONE."""
    b = block_of(card)
    i = local_of(card)
    for p in range(SEATS):
        if has(s.engaged[p, b], i):
            return np.int64(p)
    return np.int64(NONE)


@kernel
def player_of(s, card):
    """Return the player who controls a card or that it is engaged with, or NONE."""
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
    """Return the next living player to the left, NONE if no player is in the game."""
    for k in range(1, t.player_n + 1):
        p = (np.int64(player) + k) % np.int64(t.player_n)
        if has(s.in_game, p):
            return p
    return np.int64(NONE)


# Tokens and turning -----------------------------------------------------------------------------


@kernel
def exhaust(s, card):
    """Exhaust a card in play."""
    s.exhausted[block_of(card)] |= card_bit(card)
    note(s, E.EXHAUST, card, 0, 0)


@kernel
def ready(s, card):
    """Ready a card in play."""
    if is_exhausted(s, card):
        s.exhausted[block_of(card)] &= ~card_bit(card)
        note(s, E.READY, card, 0, 0)


@kernel
def add_tokens(s, card, n):
    """Add n resources to a card, or with n below 0 take them away, at most all of them."""
    before = np.int64(s.tokens[card])
    s.tokens[card] = max(before + n, 0)
    if s.tokens[card] != before:
        note(s, E.RESOURCE, card, s.tokens[card] - before, 0)


@kernel
def heal(s, card, n):
    """Take n damage off a card, at most all of it."""
    n = min(n, np.int64(s.damage[card]))
    if n > 0:
        s.damage[card] -= n
        if s.damage[card] == 0:
            s.damaged[block_of(card)] &= ~card_bit(card)
        note(s, E.HEAL, card, n, 0)


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
    """Put a card without a zone into play, ready and without anything on it."""
    b = block_of(card)
    s.zone[card] = ZONE.PLAY
    s.in_play[b] |= card_bit(card)
    s.exhausted[b] &= ~card_bit(card)
    s.entered[card] += 1
