"""What is recorded of each card and each location of a game, packed into bit fields.

A field is (name, shift, bits, labels); the cards and places tables of a run hold one uint32 a card
or location and game, and the run's catalogue carries these descriptions.
"""

import numpy as np

from sim.engine.jit import kernel
from sim.games.card_game.ids import (
    LEFT_NAMES,
    NONE,
    SPOT_EVENT,
    SPOT_PATH,
    SPOT_RESERVE,
    SPOT_WIELDER,
)

CARD_FIELDS = (
    ("opening", 0, 2, ("no", "kept", "cycled")),
    ("drawn_round", 2, 4, None),
    ("draws", 6, 2, None),
    ("played_round", 8, 4, None),
    ("played_place", 12, 3, ("none", "reserve", "path", "battleground", "wielder", "event")),
    ("plays", 15, 2, None),
    ("left", 17, 4, LEFT_NAMES),
    (
        "end",
        21,
        3,
        ("draw_deck", "hand", "cycle_pile", "eliminated", "reserve", "path", "battleground", "wielder"),
    ),
    ("moved_place", 24, 2, ("none", "path", "battleground")),
)

PLACE_FIELDS = (
    ("times", 0, 3, None),
    ("first_round", 3, 4, None),
    ("last_round", 7, 4, None),
    ("winner", 11, 2, ("none", "free_peoples", "shadow", "nobody")),
    ("attack", 13, 6, None),
    ("defense", 19, 6, None),
    ("contested", 25, 1, None),
    ("picked", 26, 1, None),
)

OPENING_KEPT = 1
OPENING_CYCLED = 2


@kernel
def field(record, shift, bits):
    """Return one bit field of a record (uint32) as int64."""
    return (np.int64(record) >> np.int64(shift)) & ((np.int64(1) << np.int64(bits)) - np.int64(1))


@kernel
def with_field(record, shift, bits, value):
    """Return the record with one bit field set to `value`, saturated at the field's maximum."""
    top = (np.int64(1) << np.int64(bits)) - np.int64(1)
    return (np.int64(record) & ~(top << np.int64(shift))) | (min(np.int64(value), top) << np.int64(shift))


@kernel
def set_card_field(s, card, shift, bits, value):
    """Set one bit field of the record of a card."""
    s.card_record[card] = np.uint32(with_field(s.card_record[card], shift, bits, value))


@kernel
def set_place_field(s, place, shift, bits, value):
    """Set one bit field of the record of a place."""
    s.place_record[place] = np.uint32(with_field(s.place_record[place], shift, bits, value))


@kernel
def drawn(s, card):
    """Record that a card came into its owner's hand or was drawn aside by a dig."""
    record = s.card_record[card]
    if field(record, 2, 4) == 0:
        set_card_field(s, card, 2, 4, max(np.int64(s.round_number), 1))
    set_card_field(s, card, 6, 2, field(record, 6, 2) + 1)


@kernel
def place_code(spot):
    """Return the `played_place` code of a spot."""
    if spot == SPOT_RESERVE:
        return 1
    if spot == SPOT_PATH:
        return 2
    if spot == SPOT_EVENT:
        return 5
    if spot >= SPOT_WIELDER:
        return 4
    return 3


@kernel
def played(s, card, spot):
    """Record that a card was played to a spot."""
    record = s.card_record[card]
    if field(record, 8, 4) == 0:
        set_card_field(s, card, 8, 4, s.round_number)
        set_card_field(s, card, 12, 3, place_code(spot))
    set_card_field(s, card, 15, 2, field(record, 15, 2) + 1)


@kernel
def moved(s, card, spot):
    """Record that a card was moved from reserve to a path or battleground (the first time counts)."""
    if field(s.card_record[card], 24, 2) == 0:
        set_card_field(s, card, 24, 2, place_code(spot) - 1)


@kernel
def left(s, card, cause):
    """Record how a card left play or the hand (LEFT_*); the last time counts."""
    set_card_field(s, card, 17, 4, cause)


@kernel
def location_activated(s, place, is_picked):
    """Record that a location became active."""
    record = s.place_record[place]
    if field(record, 0, 3) == 0:
        set_place_field(s, place, 3, 4, s.round_number)
        set_place_field(s, place, 26, 1, is_picked)
    set_place_field(s, place, 0, 3, field(record, 0, 3) + 1)


@kernel
def location_resolved(s, place, winner, attack, defense, is_contested):
    """Record the combat of a location. winner: side, or NONE for nobody."""
    set_place_field(s, place, 7, 4, s.round_number)
    set_place_field(s, place, 11, 2, 3 if winner == NONE else winner + 1)
    set_place_field(s, place, 13, 6, attack)
    set_place_field(s, place, 19, 6, defense)
    if is_contested:
        set_place_field(s, place, 25, 1, 1)
