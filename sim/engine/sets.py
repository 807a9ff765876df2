"""Sets of any size: member i is bit i % 64 of word i // 64 of an int64 array.

A set is a field of a record, or a row of one: `s.found`, `s.engaged[player]`. Two sets in one call have the
same number of words. Small sets, of members 0 to 62, are cheaper as one int (`mazarbul.sim.engine.bits`).

Kernels must not take arrays, because numba counts references at every call. Views of a record's fields are
an exception if the callee is small: these functions are always inlined, LLVM then sees that such a view owns
nothing and drops the counting, and since the number of words is known, it unrolls the loops.
Measured: the machine code of a hand-written loop over words is no faster.
"""

from collections.abc import Iterable

import numpy as np

from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.engine.bits import bit, lowest_bit, popcount

WORD = 64  # members in a word


@kernel
def has(these, i):
    """Return whether `i` is a member."""
    return (these[i >> 6] >> np.int64(i & 63)) & 1 != 0


@kernel
def add(these, i):
    """Make `i` a member."""
    these[i >> 6] |= bit(i & 63)


@kernel
def remove(these, i):
    """Remove `i`, if it is a member."""
    these[i >> 6] &= ~bit(i & 63)


@kernel
def clear(these):
    """Remove all members."""
    for w in range(len(these)):
        these[w] = 0


@kernel
def assign(these, others):
    """Copy the members of `others`."""
    for w in range(len(these)):
        these[w] = others[w]


@kernel
def unite(these, others):
    """Add all members of `others`."""
    for w in range(len(these)):
        these[w] |= others[w]


@kernel
def intersect(these, others):
    """Keep only members of `others`."""
    for w in range(len(these)):
        these[w] &= others[w]


@kernel
def subtract(these, others):
    """Remove all members of `others`."""
    for w in range(len(these)):
        these[w] &= ~others[w]


@kernel
def is_empty(these):
    """Return whether there are no members."""
    some = np.int64(0)
    for w in range(len(these)):
        some |= these[w]
    return some == 0


@kernel
def meet(these, others):
    """Return whether the sets have a member in common."""
    some = np.int64(0)
    for w in range(len(these)):
        some |= these[w] & others[w]
    return some != 0


@kernel
def count(these):
    """Return the number of members."""
    n = np.int64(0)
    for w in range(len(these)):
        n += popcount(these[w])
    return n


@kernel
def first(these):
    """Return the lowest member, -1 if there is none."""
    for w in range(len(these)):
        if these[w] != 0:
            return np.int64(w) * WORD + lowest_bit(these[w])
    return np.int64(-1)


@kernel
def members(these):
    """Yield the members in ascending order: `for card in sets.members(s.found)`.

    Each word is read once, when its turn comes: the loop may remove members that it has reached, and sees
    other changes from the next word on.
    """
    for w in range(len(these)):
        rest = np.int64(these[w])
        while rest != 0:
            i = lowest_bit(rest)
            rest ^= bit(i)
            yield w * WORD + i


@kernel
def members_of_words(low, high):
    """Yield the members of a set of two words, given by value: what becomes of the set does not matter."""
    while low != 0:
        i = lowest_bit(low)
        low ^= bit(i)
        yield i
    while high != 0:
        i = lowest_bit(high)
        high ^= bit(i)
        yield WORD + i


@kernel
def members_of_both(these, others):
    """Yield the members that `others` also has, in the same way."""
    for w in range(len(these)):
        rest = these[w] & others[w]
        while rest != 0:
            i = lowest_bit(rest)
            rest ^= bit(i)
            yield w * WORD + i


@kernel
def members_but(these, others):
    """Yield the members that `others` lacks, in the same way."""
    for w in range(len(these)):
        rest = these[w] & ~others[w]
        while rest != 0:
            i = lowest_bit(rest)
            rest ^= bit(i)
            yield w * WORD + i


# --- outside kernels -------------------------------------------------------------------------------


def words_for(size: int) -> int:
    """Return the number of words of a set of members 0 to `size - 1`."""
    return -(-size // WORD)


def words_of(found: Iterable[int], words: int) -> np.ndarray:
    """Return the set of these members, int64 (words,); raises IndexError for one that does not fit."""
    bits = np.zeros(words * WORD, np.uint8)
    for i in found:
        if not 0 <= i < len(bits):
            raise IndexError(f"{i} cannot be in a set of 0 to {len(bits) - 1}")
        bits[i] = 1
    return np.packbits(bits, bitorder="little").view("<i8").astype(np.int64)


def listed(these: np.ndarray) -> list[int]:
    """Return the members of a set, int64 (words,), in ascending order."""
    bits = np.unpackbits(np.ascontiguousarray(these, "<i8").view(np.uint8), bitorder="little")
    return np.flatnonzero(bits).tolist()
