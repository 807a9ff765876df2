"""Worlds that fit what a seat knows: everything hidden from it is dealt anew (CG-2.6, CG-2.7)."""

import numpy as np

from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.engine.bits import popcount
from mazarbul.sim.engine.frames import KIND
from mazarbul.sim.engine.piles import shuffle_keys, shuffled
from mazarbul.sim.engine.rng import mix, stream
from mazarbul.sim.games.card_game.frames import Dig
from mazarbul.sim.games.card_game.ids import IN, SIDE_CARDS, ZONES

HIDDEN, ORDER, LUCK = range(3)  # purposes of the streams of a world


@kernel
def determinise(s, t, seat, seed):
    """Deal everything that is hidden from a seat anew; the result depends on nothing hidden.

    seed: uint64 of the world.
    """
    base = mix(seed ^ np.uint64(s.in_zone[seat, IN.HAND]))
    for owner in range(t.seat_n):
        if owner != seat:
            exchange(s, t, seat, owner, stream(base, HIDDEN, owner))
        known = 1 if owner == seat and peeks(s, t, seat) else 0
        reorder(s, t, owner, known, stream(base, ORDER, owner))
        s.shuffle_n[owner] = 0
    s.bg_shuffle_n[:] = 0
    s.seed = stream(base, LUCK, 0)
    s.game = 0
    s.is_logged = 0


@kernel
def peeks(s, t, seat):
    """Return whether the seat may look at the top card of its draw deck (CG-13.4)."""
    cards = s.in_zone[seat, IN.RESERVE]
    for zone in range(IN.WIELDER, ZONES):
        cards |= s.in_zone[seat, zone]
    return t.peekers[seat] & cards != 0 and s.deck_n[seat] > 0


@kernel
def is_hidden(t, seat, owner, zone):
    """Return whether a seat does not see the cards of another seat in a zone."""
    if zone == IN.HAND:
        return t.team_info == 0 or t.seat_side[owner] != t.seat_side[seat]
    return zone == IN.DECK or zone == IN.LIMBO or zone == IN.CYCLE_PILE or zone == IN.ELIMINATED


@kernel
def hidden_in(s, t, owner, zone):
    """Return the hidden cards of a hidden zone: all but those that both sides saw eliminated."""
    cards = s.in_zone[owner, zone]
    return cards & ~s.gone[t.seat_side[owner]] if zone == IN.ELIMINATED else cards


@kernel
def exchange(s, t, seat, owner, base):
    """Let the cards of another seat that are hidden change places with each other."""
    first = np.int64(t.seat_side[owner]) * SIDE_CARDS
    every = np.int64(0)
    for zone in range(IN.RESERVE):
        if is_hidden(t, seat, owner, zone):
            every |= hidden_in(s, t, owner, zone)
    shuffle_keys(s, t, base, first, every)
    done = np.int64(0)
    for zone in range(IN.RESERVE):
        if is_hidden(t, seat, owner, zone):
            old = hidden_in(s, t, owner, zone)
            new = np.int64(0)
            for i in range(popcount(old)):
                local = shuffled(s, done + i)
                new |= np.int64(1) << local
                s.zone[first + local] = zone
            if zone == IN.LIMBO and old != 0:
                exchange_limbo(s, owner, old, done)
            done += popcount(old)
            s.in_zone[owner, zone] = s.in_zone[owner, zone] & ~old | new


@kernel
def exchange_limbo(s, owner, old, done):
    """Rename the cards that a seat is digging through."""
    for f in range(s.frame_n):
        if s.frames[f, KIND] == Dig.kind and s.frames[f, Dig.seat] == owner:
            rest = old
            new = np.int64(0)
            i = done
            while rest != 0:
                if s.frames[f, Dig.limbo] & rest & -rest != 0:
                    new |= np.int64(1) << shuffled(s, i)
                rest &= rest - 1
                i += 1
            s.frames[f, Dig.limbo] = new


@kernel
def reorder(s, t, owner, known, base):
    """Shuffle a draw deck but for a known card on its top."""
    first = np.int64(t.seat_side[owner]) * SIDE_CARDS
    n = np.int64(s.deck_n[owner]) - known
    pile = s.in_zone[owner, IN.DECK]
    if known == 1:
        pile &= ~(np.int64(1) << np.int64(s.order[owner, n] % SIDE_CARDS))
    shuffle_keys(s, t, base, first, pile)
    for i in range(n):
        s.order[owner, i] = first + shuffled(s, i)
