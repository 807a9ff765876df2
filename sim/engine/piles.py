"""Shuffles that depend only on (game, pile, number of the shuffle, card).

A card's place comes from a key, hashed from the stream of the shuffle and the key of the card. So a change of
one card leaves the order of all others unchanged. A state record has `keys`, int64 (most cards of a pile,); a
tables record has `card_key`, int64, one per card.
"""

import numpy as np

from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.engine.bits import lowest_bit
from mazarbul.sim.engine.rng import key

LOCAL_MASK = 63  # the lowest bits of a key hold the card it belongs to


@kernel
def shuffle_keys(s, t, base, first, pile):
    """Shuffle a pile into `s.keys`; return its number of cards.

    base: uint64 stream of the shuffle. first: number of the card with local index 0. pile: set of local
    indices, 0 to 62. Then `shuffled(s, i)` is the local index of the card at place i.
    """
    rest = pile
    n = 0
    while rest != 0:
        local = lowest_bit(rest)
        rest &= rest - 1
        value = key(base, t.card_key[first + local]) & ~np.int64(LOCAL_MASK) | local  # the card goes with it
        i = n
        while i > 0 and s.keys[i - 1] > value:
            s.keys[i] = s.keys[i - 1]
            i -= 1
        s.keys[i] = value
        n += 1
    return n


@kernel
def shuffled(s, i):
    """Return the local index of the card at place i of the pile shuffled last."""
    return s.keys[i] & np.int64(LOCAL_MASK)
