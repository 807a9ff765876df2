"""What is hidden from a player of the LCG, another way (LCG-30.4)."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping

import numpy as np

from mazarbul.sim.games.lotr_lcg import ids
from mazarbul.sim.games.lotr_lcg.bots.worlds import determinise, exchange, renamed


def veiled(s, t, luck: random.Random) -> tuple[np.record, Callable[[int], int]]:
    """Return a state with everything hidden from the deciding player exchanged, and the changed action.

    The cards are dealt as in the worlds of bots that search. The records of the cards and the future random
    results change too.
    """
    other, names = s.copy(), np.zeros(ids.CARDS, np.int64)
    with np.errstate(over="ignore"):
        determinise(other, s, t, int(s.actor), np.uint64(luck.getrandbits(64)), names)
    other.game = luck.randrange(10**6)
    other.shuffle_n += luck.randrange(1, 9)
    other.random_n += luck.randrange(1, 9)
    other.card_record = [luck.randrange(2**20) for _ in other.card_record]
    other.harm_record = [luck.randrange(2**20) for _ in other.harm_record]
    other.keys = [luck.randrange(2**62) for _ in other.keys]
    return other, lambda code: int(renamed(code, names))


def with_names(s, names: Mapping[int, int]) -> np.record:
    """Return a copy of a state in which every card of `names` is where, and what, its namesake was."""
    other, every = s.copy(), np.arange(ids.CARDS)
    for old, new in names.items():
        every[old] = new
    exchange(other, s, every)
    return other
