"""The records of each card of a game, packed into bit fields.

The `cards` family of a run has one uint32 for each card and game, the `harms` family another for encounter
cards; the run's catalogue describes the fields.
"""

import numpy as np

from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.engine.declared import numbered
from mazarbul.sim.engine.fields import Fields, field, with_field
from mazarbul.sim.games.lotr_lcg.ids import CARDS, STAGE_SOURCE, ZONE

# Codes of the fields without a number.
OPENED = numbered("Opened", ("NO", "KEPT", "RETURNED"))
LEFT = numbered("Left", ("STAYED", "DESTROYED", "DISCARDED", "RETURNED", "EXPLORED", "HAND_LOST", "RESOLVED"))
#: The first ones are codes of zones; the last three are parts of the table.
ENDED_IN = numbered("EndedIn", (*ZONE._fields, "STAGING", "ENGAGED", "ACTIVE"))

#: Of a card: rounds are 0 if never; `left` is how it last left play or the hand, `end` its place at the end.
CARD_FIELDS = Fields("card")
OPENING = CARD_FIELDS.code("opening", OPENED)
DRAWN_ROUND = CARD_FIELDS.number("drawn_round", bits=5)
DRAWS = CARD_FIELDS.number("draws", bits=2)
PLAYED_ROUND = CARD_FIELDS.number("played_round", bits=5)
PLAYS = CARD_FIELDS.number("plays", bits=2)
LEFT_HOW = CARD_FIELDS.code("left", LEFT)
END = CARD_FIELDS.code("end", ENDED_IN)
USES = CARD_FIELDS.number("uses", bits=4)

#: Of an encounter card: the harm it did.
HARM_FIELDS = Fields("encounter card")
REVEALED = HARM_FIELDS.number("revealed", bits=3)
SHADOW = HARM_FIELDS.number("shadow", bits=3)
DAMAGE = HARM_FIELDS.number("damage", bits=6)
KILLS = HARM_FIELDS.number("kills", bits=4)
THREAT = HARM_FIELDS.number("threat", bits=6)
ENGAGED = HARM_FIELDS.number("engaged", bits=2)
BEATEN = HARM_FIELDS.number("beaten", bits=2)


@kernel
def set_field(s, card, bits, value):
    """Set one field (Bits) of the record of a card."""
    s.card_record[card] = np.uint32(with_field(s.card_record[card], bits, value))


@kernel
def count_harm(s, card, bits, n):
    """Add n to a field (Bits) of the harm a card did, up to the field's maximum."""
    if card < 0 or card >= CARDS:
        return
    record = s.harm_record[card]
    s.harm_record[card] = np.uint32(with_field(record, bits, field(record, bits) + n))


@kernel
def drawn(s, card):
    """Record that a card came into its owner's hand."""
    record = s.card_record[card]
    if field(record, DRAWN_ROUND) == 0:
        set_field(s, card, DRAWN_ROUND, max(np.int64(s.round_number), 1))
    set_field(s, card, DRAWS, field(record, DRAWS) + 1)


@kernel
def played(s, card):
    """Record that a card was played, or put into play, from hand."""
    record = s.card_record[card]
    if field(record, PLAYED_ROUND) == 0:
        set_field(s, card, PLAYED_ROUND, max(np.int64(s.round_number), 1))
    set_field(s, card, PLAYS, field(record, PLAYS) + 1)


@kernel
def used(s, source):
    """Record that a text of a card in play was used by choice."""
    if source < STAGE_SOURCE:
        set_field(s, source, USES, field(s.card_record[source], USES) + 1)


@kernel
def left(s, card, cause):
    """Record how a card left play or the hand (LEFT); only the last time is kept."""
    set_field(s, card, LEFT_HOW, cause)


@kernel
def harmed(s, source, n):
    """Record n damage that an encounter card did to characters. source: card, a stage or NONE."""
    count_harm(s, source, DAMAGE, n)


@kernel
def killed(s, source):
    """Record that an encounter card destroyed or discarded a character. source: card, a stage or NONE."""
    count_harm(s, source, KILLS, 1)


@kernel
def threatened(s, source, n):
    """Record n threat that an encounter card raised. source: card, a stage or NONE."""
    count_harm(s, source, THREAT, n)
