"""Changes what is hidden from a seat of the board game (BG-19.3)."""

from __future__ import annotations

import random
from collections.abc import Callable

import numpy as np

from mazarbul.sim.games.board_game.bots.worlds import determinise

#: Fields with records, which nobody reads during a game, and workspace.
UNREAD = (
    "card_record", "region_record", "figure_record", "nation_record", "face_record", "tile_record", "tally",
    "course", "keys",
)  # fmt: skip


def veiled(s, t, luck: random.Random) -> tuple[np.record, Callable[[int], int]]:
    """Return a copy of a state in which everything hidden from the deciding seat is different.

    Also returns how an action changes: not at all. The cards are dealt as in the worlds of bots that search.
    What has been recorded, and everything yet to be drawn by lot, is different too.
    """
    other = s.copy()
    with np.errstate(over="ignore"):
        determinise(other, t, int(s.actor), np.uint64(luck.getrandbits(64)))
    other.game = luck.randrange(10**6)
    numbers = np.random.default_rng(luck.getrandbits(64))
    for name in UNREAD:
        other[name] = numbers.integers(100, size=s[name].shape)
    return other, int
