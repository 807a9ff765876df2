"""Changes everything hidden from a seat of the Courier (CO-9)."""

from __future__ import annotations

import random
from collections.abc import Callable

import numpy as np

from mazarbul.sim.engine.bits import bit, has
from tests.courier import ids


def veiled(s, t, luck: random.Random) -> tuple[np.record, Callable[[int], int]]:
    """Return a copy of a state in which everything hidden from the deciding seat is different.

    Also returns what becomes of an action: nothing.

    The cards of each pile that another seat holds change places with those still in it, and every pile has
    another order. The courier's place is hidden from hunters too.
    """
    seat, other = int(s.actor), s.copy()
    for owner in range(int(t.seat_n)):
        for pile in range(ids.PILES):
            change_places(other, t, owner, pile, luck, is_hand_known=owner == seat)
    if seat != ids.COURIER:
        other.courier = luck.randrange(int(t.region_n))
    other.seed = luck.getrandbits(64)
    other.game = luck.randrange(10**6)
    return other, int


def change_places(s, t, owner: int, pile: int, luck: random.Random, *, is_hand_known: bool) -> None:
    """Let the cards of a pile change places, those in hand too if they are not known."""
    held = [card for card in range(int(t.card_n)) if has(s.hand[owner], card) and t.pile[card] == pile]
    n = int(s.deck_n[owner, pile])
    hidden = [int(card) for card in s.order[owner, pile, :n]] + ([] if is_hand_known else held)
    luck.shuffle(hidden)
    s.order[owner, pile, :n] = hidden[:n]
    for card in () if is_hand_known else held:
        s.hand[owner] &= ~bit(card)
    for card in hidden[n:]:
        s.hand[owner] |= bit(card)
