"""Conditions and numbers of the effect language, run as stack programs (CG-13.3, CG-13.5)."""

import numpy as np

from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.effects import codes
from mazarbul.sim.engine.bits import has, popcount
from mazarbul.sim.engine.faults import Fault, fail
from mazarbul.sim.engine.machine import first_row, is_constant, walk
from mazarbul.sim.games.card_game.content import columns
from mazarbul.sim.games.card_game.content.vocabulary import (
    VALUE,
    ZONE,
)
from mazarbul.sim.games.card_game.ids import AT, BATTLEGROUNDS, IN, NONE, PLACE_SOURCE, SIDE_N
from mazarbul.sim.games.card_game.rules.zones import (
    card_bit,
    is_at_place,
    side_cards,
    side_of,
    whereabouts,
    with_items,
)


@kernel
def source_zone(s, source):
    """Return the zone where an effect happens: that of its card (or wielder), or its location."""
    if source < PLACE_SOURCE:
        return whereabouts(s, source)
    place = source - PLACE_SOURCE
    if place < BATTLEGROUNDS:
        return np.int64(IN.BATTLEGROUND + place)
    return np.int64(IN.PATH)


@kernel
def zone_place(s, zone):
    """Return the place of a zone, or NONE for a zone that is not a location."""
    if zone == IN.PATH:
        return np.int64(BATTLEGROUNDS + s.path)
    if zone >= IN.BATTLEGROUND:
        return np.int64(zone - IN.BATTLEGROUND)
    return np.int64(NONE)


@kernel
def at_flag(zone):
    """Return the flag of AT of a zone, 0 for a zone out of play."""
    if zone == IN.RESERVE:
        return AT.RESERVE
    if zone == IN.PATH:
        return AT.PATH
    if zone >= IN.BATTLEGROUND:
        return AT.BATTLEGROUND
    return 0


@kernel
def cards_in(s, t, zone, side, source, you):
    """Return the side's cards in a zone of the effect language (ZONE), items included."""
    if zone == ZONE.HERE:
        return with_items(s, t, side_cards(s, t, side, source_zone(s, source)), side)
    if zone == ZONE.PATH:
        return with_items(s, t, side_cards(s, t, side, IN.PATH), side)
    if zone == ZONE.OWN_RESERVE:
        if you == NONE or t.seat_side[you] != side:
            return np.int64(0)
        return with_items(s, t, s.in_zone[you, IN.RESERVE], side)
    found = s.in_play[side]
    if zone == ZONE.IN_PLAY:
        return found
    reserve_and_path = side_cards(s, t, side, IN.RESERVE) | side_cards(s, t, side, IN.PATH)
    return found & ~with_items(s, t, reserve_and_path, side)


@kernel
def count(s, t, card_set, zone, source, you):
    """Return the number of cards of the set in a zone of the effect language."""
    total = np.int64(0)
    for side in range(SIDE_N):
        if t.card_sets[card_set, side] != 0:
            total += popcount(cards_in(s, t, zone, side, source, you) & t.card_sets[card_set, side])
    return total


@kernel
def own_side(t, source, you):
    """Return the side of an effect: that of its card, or of `you`, else NONE."""
    if source < PLACE_SOURCE:
        return side_of(source)
    if you != NONE:
        return np.int64(t.seat_side[you])
    return np.int64(NONE)


@kernel
def is_beside(s, t, card_set, source):
    """Return whether another card of the set shares the source's path or battleground."""
    zone = source_zone(s, source)
    if not is_at_place(zone):
        return False
    for side in range(SIDE_N):
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
    """Return whether a card of the set is in a reserve of the own side."""
    side = own_side(t, source, you)
    if side == NONE:
        return False
    return with_items(s, t, side_cards(s, t, side, IN.RESERVE), side) & t.card_sets[card_set, side] != 0


@kernel
def word(s, t, row, source, you):
    """Return the value of the condition or number of this game in a row; truth is 1 or 0."""
    code = t.expressions[row, codes.CODE]
    if code == VALUE.HERE:
        place = zone_place(s, source_zone(s, source))
        return np.int64(
            place != NONE and has(t.place_sets[t.expressions[row, columns.ABOUT_PLACES.PLACES]], place)
        )
    if code == VALUE.ACTIVE:
        return np.int64(t.place_sets[t.expressions[row, columns.ABOUT_PLACES.PLACES]] & s.active != 0)
    if code == VALUE.AT:
        return np.int64(at_flag(source_zone(s, source)) & t.expressions[row, columns.AT.PLACES] != 0)
    if code == VALUE.SAME:
        return np.int64(s.remembered[source] if source < PLACE_SOURCE else 0)  # locations remember nothing
    return about_cards(s, t, row, code, source, you)


@kernel
def about_cards(s, t, row, code, source, you):
    """Return the value of a word about a set of cards."""
    cards = np.int64(t.expressions[row, columns.ABOUT_CARDS.CARDS])
    if code == VALUE.IN_PLAY:
        return np.int64(count(s, t, cards, ZONE.IN_PLAY, source, you) > 0)
    if code == VALUE.IN_RESERVE:
        return np.int64(in_own_reserve(s, t, cards, source, you))
    if code == VALUE.BESIDE:
        return np.int64(is_beside(s, t, cards, source))
    if code == VALUE.COUNT:
        return count(s, t, cards, np.int64(t.expressions[row, columns.COUNT.ZONE]), source, you)
    if code == VALUE.SUPPORTING:
        return np.int64(is_supporting(s, t, cards, source))
    fail(s, Fault.VALUE, code)
    return np.int64(0)


@kernel
def is_supporting(s, t, card_set, source):
    """Return whether the army with the text supports a character of the set; false for a location."""
    if source >= PLACE_SOURCE:
        return False
    leader = s.support[source]
    return leader != NONE and t.card_sets[card_set, side_of(leader)] & card_bit(leader) != 0


@kernel
def evaluate(s, t, value, source, you):
    """Return the int64 value of an encoded condition or number of the effect language.

    value: a constant, or codes.VALUE_BASE + first row of a stack program in `t.expressions`.
    source: card with the text, or PLACE_SOURCE + place. you: its seat, or NONE.
    """
    if is_constant(value):
        return np.int64(value)
    row = first_row(value)
    height = 0
    while True:
        row, height = walk(s, t, row, height)
        if t.expressions[row, codes.CODE] == codes.END:
            return s.stack[height - 1]
        s.stack[height] = word(s, t, row, source, you)
        height += 1
        row += 1


@kernel
def holds_at(zone, at):
    """Return whether a text with the place flags `at` works while its card is in `zone`."""
    return at_flag(zone) & at != 0
