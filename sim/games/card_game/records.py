"""The records of each card and each location of a game, packed into bit fields.

The cards and places tables of a run hold one uint32 per card or location and game. The run's catalogue
describes the fields.
"""

import numpy as np

from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.engine.declared import numbered
from mazarbul.sim.engine.fields import Fields, field, with_field
from mazarbul.sim.games.card_game.ids import LEFT, NONE, SIDE, SPOT

# Codes of the fields that are not numbers.
OPENED = numbered("Opened", ("NO", "KEPT", "CYCLED"))
PLAYED_TO = numbered("PlayedTo", ("NONE", "RESERVE", "PATH", "BATTLEGROUND", "WIELDER", "EVENT"))
MOVED_TO = numbered("MovedTo", ("NONE", "PATH", "BATTLEGROUND"))
ENDED_IN = numbered(
    "EndedIn",
    ("DRAW_DECK", "HAND", "CYCLE_PILE", "ELIMINATED", "RESERVE", "PATH", "BATTLEGROUND", "WIELDER"),
)
WON_BY = numbered("WonBy", ("NONE", *SIDE._fields, "NOBODY"))

#: Of a card. Rounds are 0 if never. `left`: how it last left play or the hand. `end`: where it ended.
CARD_FIELDS = Fields("card")
OPENING = CARD_FIELDS.code("opening", OPENED)
DRAWN_ROUND = CARD_FIELDS.number("drawn_round", bits=4)
DRAWS = CARD_FIELDS.number("draws", bits=2)
PLAYED_ROUND = CARD_FIELDS.number("played_round", bits=4)
PLAYED_PLACE = CARD_FIELDS.code("played_place", PLAYED_TO)
PLAYS = CARD_FIELDS.number("plays", bits=2)
LEFT_HOW = CARD_FIELDS.code("left", LEFT)
END = CARD_FIELDS.code("end", ENDED_IN)
MOVED_PLACE = CARD_FIELDS.code("moved_place", MOVED_TO)

#: Of a location: number of times it was active, the rounds, and the last combat there.
PLACE_FIELDS = Fields("place")
TIMES = PLACE_FIELDS.number("times", bits=3)
FIRST_ROUND = PLACE_FIELDS.number("first_round", bits=4)
LAST_ROUND = PLACE_FIELDS.number("last_round", bits=4)
WINNER = PLACE_FIELDS.code("winner", WON_BY)
ATTACK = PLACE_FIELDS.number("attack", bits=6)
DEFENSE = PLACE_FIELDS.number("defense", bits=6)
CONTESTED = PLACE_FIELDS.number("contested", bits=1)
PICKED = PLACE_FIELDS.number("picked", bits=1)


@kernel
def set_card_field(s, card, bits, value):
    """Set one field (Bits) of the record of a card."""
    s.card_record[card] = np.uint32(with_field(s.card_record[card], bits, value))


@kernel
def set_place_field(s, place, bits, value):
    """Set one field (Bits) of the record of a place."""
    s.place_record[place] = np.uint32(with_field(s.place_record[place], bits, value))


@kernel
def drawn(s, card):
    """Record that a card came into its owner's hand or was drawn aside by a dig."""
    record = s.card_record[card]
    if field(record, DRAWN_ROUND) == 0:
        set_card_field(s, card, DRAWN_ROUND, max(np.int64(s.round_number), 1))
    set_card_field(s, card, DRAWS, field(record, DRAWS) + 1)


@kernel
def played_to(spot):
    """Return the PLAYED_TO code of a spot."""
    if spot == SPOT.RESERVE:
        return PLAYED_TO.RESERVE
    if spot == SPOT.PATH:
        return PLAYED_TO.PATH
    if spot == SPOT.EVENT:
        return PLAYED_TO.EVENT
    if spot >= SPOT.WIELDER:
        return PLAYED_TO.WIELDER
    return PLAYED_TO.BATTLEGROUND


@kernel
def played(s, card, spot):
    """Record that a card was played to a spot."""
    record = s.card_record[card]
    if field(record, PLAYED_ROUND) == 0:
        set_card_field(s, card, PLAYED_ROUND, s.round_number)
        set_card_field(s, card, PLAYED_PLACE, played_to(spot))
    set_card_field(s, card, PLAYS, field(record, PLAYS) + 1)


@kernel
def moved(s, card, spot):
    """Record that a card was moved from reserve to a path or battleground (the first time counts)."""
    if field(s.card_record[card], MOVED_PLACE) == MOVED_TO.NONE:
        to = MOVED_TO.PATH if spot == SPOT.PATH else MOVED_TO.BATTLEGROUND
        set_card_field(s, card, MOVED_PLACE, to)


@kernel
def left(s, card, cause):
    """Record how a card left play or the hand (LEFT); the last time counts."""
    set_card_field(s, card, LEFT_HOW, cause)


@kernel
def location_activated(s, place, is_picked):
    """Record that a location became active."""
    record = s.place_record[place]
    if field(record, TIMES) == 0:
        set_place_field(s, place, FIRST_ROUND, s.round_number)
        set_place_field(s, place, PICKED, is_picked)
    set_place_field(s, place, TIMES, field(record, TIMES) + 1)


@kernel
def won_by(winner):
    """Return the WON_BY code of a side, or of NONE for nobody."""
    if winner == NONE:
        return WON_BY.NOBODY
    return WON_BY.FREE_PEOPLES if winner == SIDE.FREE_PEOPLES else WON_BY.SHADOW


@kernel
def location_resolved(s, place, winner, attack, defense, is_contested):
    """Record the combat of a location. winner: side, or NONE for nobody."""
    set_place_field(s, place, LAST_ROUND, s.round_number)
    set_place_field(s, place, WINNER, won_by(winner))
    set_place_field(s, place, ATTACK, attack)
    set_place_field(s, place, DEFENSE, defense)
    if is_contested:
        set_place_field(s, place, CONTESTED, 1)
