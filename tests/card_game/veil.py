"""Changes what is hidden from a seat of the Card Game (CG-2.6, CG-2.7)."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable

import numpy as np

from sim.engine.bits import members
from sim.engine.frames import KIND
from sim.games.card_game import ids
from sim.games.card_game.frames import Dig
from sim.games.card_game.text.view import cards_of

PILES = (ids.IN.DECK, ids.IN.LIMBO, ids.IN.CYCLE_PILE, ids.IN.ELIMINATED)


def veiled(s, t, luck: random.Random) -> tuple[np.record, Callable[[int], int]]:
    """Return a copy of a state in which everything hidden from the deciding seat is different.

    Also returns how an action changes: not at all.

    Each other seat's cards in hand, limbo, draw deck, cycle pile, and those eliminated unseen, change places
    with each other; the sizes stay. The order of every draw deck changes too, except for a top card that the
    seat may look at, and so does everything yet to be drawn by lot.
    """
    seat, other = int(s.actor), s.copy()
    for owner in set(range(int(t.seat_n))) - {seat}:
        is_partner = t.seat_side[owner] == t.seat_side[seat]
        change_places(other, t, owner, PILES if is_partner and t.team_info else (*PILES, ids.IN.HAND), luck)
    for owner in range(int(t.seat_n)):
        is_known = owner == seat and t.peekers[seat] & in_play(s, seat) != 0
        n = int(s.deck_n[owner]) - is_known
        order = [int(card) for card in other.order[owner, :n]]
        luck.shuffle(order)
        other.order[owner, :n] = order
    other.seed = luck.getrandbits(64)
    other.game = luck.randrange(10**6)
    other.shuffle_n += luck.randrange(1, 9)
    other.bg_shuffle_n += luck.randrange(1, 9)
    other.keys = [luck.randrange(2**62) for _ in other.keys]
    return other, int


def change_places(s, t, owner: int, zones: Iterable[int], luck: random.Random) -> None:
    """Let the seat's cards in the zones change places, except those that everybody saw eliminated."""
    side = int(t.seat_side[owner])
    hidden = [
        card
        for zone in zones
        for card in cards_of(s, t, owner, zone)
        if zone != ids.IN.ELIMINATED or not s.gone[side] >> card % ids.SIDE_CARDS & 1
    ]
    place = dict(zip(hidden, luck.sample(hidden, len(hidden)), strict=True))
    zone, record = s.zone.copy(), s.card_record.copy()
    for card in place:
        s.in_zone[owner, zone[card]] &= ~bit(card)
    for card, new in place.items():
        s.in_zone[owner, zone[card]] |= bit(new)
        s.zone[new], s.card_record[new] = zone[card], record[card]
    order = s.order[owner, : s.deck_n[owner]]
    order[:] = [place.get(int(card), int(card)) for card in order]
    for frame in s.frames[: s.frame_n]:
        if frame[KIND] == Dig.kind and frame[Dig.seat] == owner:
            limbo = [side * ids.SIDE_CARDS + i for i in members(frame[Dig.limbo])]
            frame[Dig.limbo] = sum(int(bit(place.get(card, card))) for card in limbo)


def bit(card: int) -> np.int64:
    """Return the bit of a card in a set of its side."""
    return np.int64(1) << np.int64(card % ids.SIDE_CARDS)


def in_play(s, seat: int) -> int:
    """Return the set of the cards of a seat that are in play."""
    return int(np.bitwise_or.reduce(s.in_zone[seat, [ids.IN.RESERVE, *range(ids.IN.WIELDER, ids.ZONES)]]))
