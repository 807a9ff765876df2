"""What is recorded of each card of a game, packed into bit fields.

A field is (name, shift, bits, labels). The `cards` family of a run holds one uint32 a card and game, the
`harms` family a second one for encounter cards; the run's catalogue carries these descriptions.
"""

import numpy as np

from sim.engine.fields import field, with_field
from sim.engine.jit import kernel
from sim.games.lotr_lcg.ids import CARDS, STAGE_SOURCE

# Where each field of a card's record begins, and how many bits it has.
OPENING, OPENING_BITS = 0, 2
DRAWN_ROUND, DRAWN_ROUND_BITS = 2, 5
DRAWS, DRAWS_BITS = 7, 2
PLAYED_ROUND, PLAYED_ROUND_BITS = 9, 5
PLAYS, PLAYS_BITS = 14, 2
LEFT, LEFT_BITS = 16, 3
END, END_BITS = 19, 4
USES, USES_BITS = 23, 4

# The same of an encounter card's second record: what it did.
REVEALED, REVEALED_BITS = 0, 3
SHADOW, SHADOW_BITS = 3, 3
DAMAGE, DAMAGE_BITS = 6, 6
KILLS, KILLS_BITS = 12, 4
THREAT, THREAT_BITS = 16, 6
ENGAGED, ENGAGED_BITS = 22, 2
BEATEN, BEATEN_BITS = 24, 2

NOT_OPENING, OPENING_KEPT, OPENING_RETURNED = 0, 1, 2
LEFT_NAMES = ("stayed", "destroyed", "discarded", "returned", "explored", "hand_lost", "resolved")
(
    STAYED,
    LEFT_DESTROYED,
    LEFT_DISCARDED,
    LEFT_RETURNED,
    LEFT_EXPLORED,
    LEFT_HAND,
    LEFT_RESOLVED,
) = range(len(LEFT_NAMES))
END_NAMES = (
    "out",
    "deck",
    "hand",
    "discard",
    "play",
    "shadow",
    "victory",
    "aside",
    "resolving",
    "staging",
    "engaged",
    "active",
)

CARD_FIELDS = (
    ("opening", OPENING, OPENING_BITS, ("no", "kept", "returned")),
    ("drawn_round", DRAWN_ROUND, DRAWN_ROUND_BITS, None),
    ("draws", DRAWS, DRAWS_BITS, None),
    ("played_round", PLAYED_ROUND, PLAYED_ROUND_BITS, None),
    ("plays", PLAYS, PLAYS_BITS, None),
    ("left", LEFT, LEFT_BITS, LEFT_NAMES),
    ("end", END, END_BITS, END_NAMES),
    ("uses", USES, USES_BITS, None),
)

HARM_FIELDS = (
    ("revealed", REVEALED, REVEALED_BITS, None),
    ("shadow", SHADOW, SHADOW_BITS, None),
    ("damage", DAMAGE, DAMAGE_BITS, None),
    ("kills", KILLS, KILLS_BITS, None),
    ("threat", THREAT, THREAT_BITS, None),
    ("engaged", ENGAGED, ENGAGED_BITS, None),
    ("beaten", BEATEN, BEATEN_BITS, None),
)


@kernel
def set_field(s, card, shift, bits, value):
    """Set one bit field of the record of a card."""
    s.card_record[card] = np.uint32(with_field(s.card_record[card], shift, bits, value))


@kernel
def count_harm(s, card, shift, bits, n):
    """Add n to a bit field of what a card did; it stays at the field's maximum."""
    if card < 0 or card >= CARDS:
        return
    record = s.harm_record[card]
    s.harm_record[card] = np.uint32(with_field(record, shift, bits, field(record, shift, bits) + n))


@kernel
def drawn(s, card):
    """Record that a card came into its owner's hand."""
    record = s.card_record[card]
    if field(record, DRAWN_ROUND, DRAWN_ROUND_BITS) == 0:
        set_field(s, card, DRAWN_ROUND, DRAWN_ROUND_BITS, max(np.int64(s.round_number), 1))
    set_field(s, card, DRAWS, DRAWS_BITS, field(record, DRAWS, DRAWS_BITS) + 1)


@kernel
def played(s, card):
    """Record that a card was played, or put into play, from hand."""
    record = s.card_record[card]
    if field(record, PLAYED_ROUND, PLAYED_ROUND_BITS) == 0:
        set_field(s, card, PLAYED_ROUND, PLAYED_ROUND_BITS, max(np.int64(s.round_number), 1))
    set_field(s, card, PLAYS, PLAYS_BITS, field(record, PLAYS, PLAYS_BITS) + 1)


@kernel
def used(s, source):
    """Record that a text of a card in play was used by choice."""
    if source < STAGE_SOURCE:
        set_field(s, source, USES, USES_BITS, field(s.card_record[source], USES, USES_BITS) + 1)


@kernel
def left(s, card, cause):
    """Record how a card left play or the hand (LEFT_*); the last time counts."""
    set_field(s, card, LEFT, LEFT_BITS, cause)


@kernel
def harmed(s, source, n):
    """Record n damage that an encounter card did to characters. source: card, a stage or NONE."""
    count_harm(s, source, DAMAGE, DAMAGE_BITS, n)


@kernel
def killed(s, source):
    """Record that an encounter card destroyed or discarded a character. source: card, a stage or NONE."""
    count_harm(s, source, KILLS, KILLS_BITS, 1)


@kernel
def threatened(s, source, n):
    """Record n threat that an encounter card raised. source: card, a stage or NONE."""
    count_harm(s, source, THREAT, THREAT_BITS, n)
