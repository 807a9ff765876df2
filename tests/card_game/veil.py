"""Changes what is hidden from a seat of the Card Game (CG-2.6, CG-2.7)."""

from __future__ import annotations

import random
from collections.abc import Callable

import numpy as np

from mazarbul.sim.games.card_game import ids
from mazarbul.sim.games.card_game.bots.worlds import determinise


def veiled(s, t, luck: random.Random) -> tuple[np.record, Callable[[int], int]]:
    """Return a copy of a state in which everything hidden from the deciding seat is different.

    Also returns how an action changes: not at all. The cards are dealt as in the worlds of bots that search.
    What has been recorded, and everything yet to be drawn by lot, is different too.
    """
    other = s.copy()
    with np.errstate(over="ignore"):
        determinise(other, t, int(s.actor), np.uint64(luck.getrandbits(64)))
    other.game = luck.randrange(10**6)
    other.shuffle_n += luck.randrange(1, 9)
    other.bg_shuffle_n += luck.randrange(1, 9)
    other.card_record = [luck.randrange(2**20) for _ in other.card_record]
    other.keys = [luck.randrange(2**62) for _ in other.keys]
    return other, int


def bit(card: int) -> np.int64:
    """Return the bit of a card in a set of its side."""
    return np.int64(1) << np.int64(card % ids.SIDE_CARDS)


def in_play(s, seat: int) -> int:
    """Return the set of the cards of a seat that are in play."""
    return int(np.bitwise_or.reduce(s.in_zone[seat, [ids.IN.RESERVE, *range(ids.IN.WIELDER, ids.ZONES)]]))
