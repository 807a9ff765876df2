"""Conditions and numbers of the effect language, run as stack programs (CG-13.3, CG-13.5)."""

import numpy as np

from sim.effects import codes
from sim.engine.bits import has, popcount
from sim.engine.expressions import combine
from sim.engine.jit import kernel
from sim.games.card_game.ids import (
    AT_BATTLEGROUND,
    AT_PATH,
    AT_RESERVE,
    BATTLEGROUNDS,
    NONE,
    ON_BATTLEGROUND,
    ON_PATH,
    PLACE_SOURCE,
    RESERVE,
    SIDES,
)
from sim.games.card_game.rules.zones import card_bit, in_play, side_cards, side_of, whereabouts, with_items
from sim.games.card_game.vocabulary import (
    ACTIVE,
    AT,
    BESIDE,
    COUNT,
    HERE,
    IN_PLAY,
    IN_RESERVE,
    SUPPORTING,
    ZONE_HERE,
    ZONE_IN_PLAY,
    ZONE_OWN_RESERVE,
    ZONE_PATH,
)


@kernel
def source_zone(s, source):
    """Return the zone where an effect happens: of its card (or wielder), or of its location."""
    if source < PLACE_SOURCE:
        return whereabouts(s, source)
    place = source - PLACE_SOURCE
    if place < BATTLEGROUNDS:
        return np.int64(ON_BATTLEGROUND + place)
    return np.int64(ON_PATH)


@kernel
def zone_place(s, zone):
    """Return the place of a zone, or NONE for a zone that is no location."""
    if zone == ON_PATH:
        return np.int64(BATTLEGROUNDS + s.path)
    if zone >= ON_BATTLEGROUND:
        return np.int64(zone - ON_BATTLEGROUND)
    return np.int64(NONE)


@kernel
def at_flag(zone):
    """Return the AT_* flag of a zone, 0 for a zone out of play."""
    if zone == RESERVE:
        return AT_RESERVE
    if zone == ON_PATH:
        return AT_PATH
    if zone >= ON_BATTLEGROUND:
        return AT_BATTLEGROUND
    return 0


@kernel
def cards_in(s, t, zone, side, source, you):
    """Return the side's cards in a zone of the effect language (ZONE_*), items included."""
    if zone == ZONE_HERE:
        return with_items(s, t, side_cards(s, t, side, source_zone(s, source)), side)
    if zone == ZONE_PATH:
        return with_items(s, t, side_cards(s, t, side, ON_PATH), side)
    if zone == ZONE_OWN_RESERVE:
        if you == NONE or t.seat_side[you] != side:
            return np.int64(0)
        return with_items(s, t, s.in_zone[you, RESERVE], side)
    found = in_play(s, t, side)
    if zone == ZONE_IN_PLAY:
        return found
    reserve_and_path = side_cards(s, t, side, RESERVE) | side_cards(s, t, side, ON_PATH)
    return found & ~with_items(s, t, reserve_and_path, side)


@kernel
def count(s, t, card_set, zone, source, you):
    """Return how many cards of the set are in a zone of the effect language."""
    total = np.int64(0)
    for side in range(SIDES):
        if t.card_sets[card_set, side] != 0:
            total += popcount(cards_in(s, t, zone, side, source, you) & t.card_sets[card_set, side])
    return total


@kernel
def own_side(t, source, you):
    """Return the side an effect speaks for: of its card, or of `you`, else NONE."""
    if source < PLACE_SOURCE:
        return side_of(source)
    if you != NONE:
        return np.int64(t.seat_side[you])
    return np.int64(NONE)


@kernel
def is_beside(s, t, card_set, source):
    """Tell whether another card of the set shares the source's path or battleground."""
    zone = source_zone(s, source)
    if zone < ON_PATH:
        return False
    for side in range(SIDES):
        mask = t.card_sets[card_set, side]
        if mask == 0:
            continue
        there = with_items(s, t, side_cards(s, t, side, zone), side) & mask
        if source < PLACE_SOURCE and side_of(source) == side:
            there &= ~card_bit(source)
        if there != 0:
            return True
    return False


@kernel
def in_own_reserve(s, t, card_set, source, you):
    """Tell whether a card of the set is in a reserve of the own side."""
    side = own_side(t, source, you)
    if side == NONE:
        return False
    return with_items(s, t, side_cards(s, t, side, RESERVE), side) & t.card_sets[card_set, side] != 0


@kernel
def word(s, t, code, a, b, source, you):
    """Return the value of a condition or number of this game; truth is 1 or 0."""
    if code == HERE:
        place = zone_place(s, source_zone(s, source))
        return np.int64(place != NONE and has(t.place_sets[a], place))
    if code == ACTIVE:
        return np.int64(t.place_sets[a] & s.active != 0)
    if code == AT:
        return np.int64(at_flag(source_zone(s, source)) & a != 0)
    if code == IN_PLAY:
        return np.int64(count(s, t, a, ZONE_IN_PLAY, source, you) > 0)
    if code == IN_RESERVE:
        return np.int64(in_own_reserve(s, t, a, source, you))
    if code == BESIDE:
        return np.int64(is_beside(s, t, a, source))
    if code == COUNT:
        return count(s, t, a, b, source, you)
    if source >= PLACE_SOURCE:  # a location supports nobody and remembers nothing
        return np.int64(0)
    if code == SUPPORTING:
        leader = s.support[source]
        return np.int64(leader != NONE and t.card_sets[a, side_of(leader)] & card_bit(leader) != 0)
    return np.int64(s.remembered[source])


@kernel
def evaluate(s, t, value, source, you):
    """Return the int64 value of an encoded condition or number of the effect language.

    value: a constant, or codes.VALUE_BASE + first row of a stack program in `t.expressions`.
    source: card, or PLACE_SOURCE + place, whose text it is. you: its seat, or NONE.
    """
    if value < codes.VALUE_BASE:
        return np.int64(value)
    row = np.int64(value - codes.VALUE_BASE)
    top = 0
    while True:
        code = t.expressions[row, 0]
        a = np.int64(t.expressions[row, 1])
        if code == codes.END:
            return s.stack[top - 1]
        if code == codes.CONST:
            s.stack[top] = a
            top += 1
        elif code >= codes.FIRST_CODE:
            s.stack[top] = word(s, t, code, a, np.int64(t.expressions[row, 2]), source, you)
            top += 1
        else:
            top = combine(s, code, top)
        row += 1


@kernel
def holds_at(zone, at):
    """Tell whether a text with the place flags `at` works while its card is in `zone`."""
    return at_flag(zone) & at != 0
