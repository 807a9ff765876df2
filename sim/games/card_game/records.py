"""What is recorded of each card and each location of a game, packed into bit fields.

A field is (name, shift, bits, labels); the cards and places tables of a run hold one uint32 a card
or location and game, and the run's catalogue carries these descriptions.
"""

import numpy as np

from sim.engine.fields import field, with_field
from sim.engine.jit import kernel
from sim.games.card_game.ids import (
    LEFT_NAMES,
    NONE,
    SPOT_EVENT,
    SPOT_PATH,
    SPOT_RESERVE,
    SPOT_WIELDER,
)

# Where each field of a card's record begins, and how many bits it has.
OPENING, OPENING_BITS = 0, 2
DRAWN_ROUND, DRAWN_ROUND_BITS = 2, 4
DRAWS, DRAWS_BITS = 6, 2
PLAYED_ROUND, PLAYED_ROUND_BITS = 8, 4
PLAYED_PLACE, PLAYED_PLACE_BITS = 12, 3
PLAYS, PLAYS_BITS = 15, 2
LEFT, LEFT_BITS = 17, 4
END, END_BITS = 21, 3
MOVED_PLACE, MOVED_PLACE_BITS = 24, 2

# The same of a place's record.
TIMES, TIMES_BITS = 0, 3
FIRST_ROUND, FIRST_ROUND_BITS = 3, 4
LAST_ROUND, LAST_ROUND_BITS = 7, 4
WINNER, WINNER_BITS = 11, 2
ATTACK, ATTACK_BITS = 13, 6
DEFENSE, DEFENSE_BITS = 19, 6
CONTESTED, CONTESTED_BITS = 25, 1
PICKED, PICKED_BITS = 26, 1

CARD_FIELDS = (
    ("opening", OPENING, OPENING_BITS, ("no", "kept", "cycled")),
    ("drawn_round", DRAWN_ROUND, DRAWN_ROUND_BITS, None),
    ("draws", DRAWS, DRAWS_BITS, None),
    ("played_round", PLAYED_ROUND, PLAYED_ROUND_BITS, None),
    (
        "played_place",
        PLAYED_PLACE,
        PLAYED_PLACE_BITS,
        ("none", "reserve", "path", "battleground", "wielder", "event"),
    ),
    ("plays", PLAYS, PLAYS_BITS, None),
    ("left", LEFT, LEFT_BITS, LEFT_NAMES),
    (
        "end",
        END,
        END_BITS,
        ("draw_deck", "hand", "cycle_pile", "eliminated", "reserve", "path", "battleground", "wielder"),
    ),
    ("moved_place", MOVED_PLACE, MOVED_PLACE_BITS, ("none", "path", "battleground")),
)

PLACE_FIELDS = (
    ("times", TIMES, TIMES_BITS, None),
    ("first_round", FIRST_ROUND, FIRST_ROUND_BITS, None),
    ("last_round", LAST_ROUND, LAST_ROUND_BITS, None),
    ("winner", WINNER, WINNER_BITS, ("none", "free_peoples", "shadow", "nobody")),
    ("attack", ATTACK, ATTACK_BITS, None),
    ("defense", DEFENSE, DEFENSE_BITS, None),
    ("contested", CONTESTED, CONTESTED_BITS, None),
    ("picked", PICKED, PICKED_BITS, None),
)

OPENING_KEPT = 1
OPENING_CYCLED = 2


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
    if field(record, DRAWN_ROUND, DRAWN_ROUND_BITS) == 0:
        set_card_field(s, card, DRAWN_ROUND, DRAWN_ROUND_BITS, max(np.int64(s.round_number), 1))
    set_card_field(s, card, DRAWS, DRAWS_BITS, field(record, DRAWS, DRAWS_BITS) + 1)


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
    if field(record, PLAYED_ROUND, PLAYED_ROUND_BITS) == 0:
        set_card_field(s, card, PLAYED_ROUND, PLAYED_ROUND_BITS, s.round_number)
        set_card_field(s, card, PLAYED_PLACE, PLAYED_PLACE_BITS, place_code(spot))
    set_card_field(s, card, PLAYS, PLAYS_BITS, field(record, PLAYS, PLAYS_BITS) + 1)


@kernel
def moved(s, card, spot):
    """Record that a card was moved from reserve to a path or battleground (the first time counts)."""
    if field(s.card_record[card], MOVED_PLACE, MOVED_PLACE_BITS) == 0:
        set_card_field(s, card, MOVED_PLACE, MOVED_PLACE_BITS, place_code(spot) - 1)


@kernel
def left(s, card, cause):
    """Record how a card left play or the hand (LEFT); the last time counts."""
    set_card_field(s, card, LEFT, LEFT_BITS, cause)


@kernel
def location_activated(s, place, is_picked):
    """Record that a location became active."""
    record = s.place_record[place]
    if field(record, TIMES, TIMES_BITS) == 0:
        set_place_field(s, place, FIRST_ROUND, FIRST_ROUND_BITS, s.round_number)
        set_place_field(s, place, PICKED, PICKED_BITS, is_picked)
    set_place_field(s, place, TIMES, TIMES_BITS, field(record, TIMES, TIMES_BITS) + 1)


@kernel
def location_resolved(s, place, winner, attack, defense, is_contested):
    """Record the combat of a location. winner: side, or NONE for nobody."""
    set_place_field(s, place, LAST_ROUND, LAST_ROUND_BITS, s.round_number)
    set_place_field(s, place, WINNER, WINNER_BITS, 3 if winner == NONE else winner + 1)
    set_place_field(s, place, ATTACK, ATTACK_BITS, attack)
    set_place_field(s, place, DEFENSE, DEFENSE_BITS, defense)
    if is_contested:
        set_place_field(s, place, CONTESTED, CONTESTED_BITS, 1)
