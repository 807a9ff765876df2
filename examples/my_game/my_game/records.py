"""The record of each card, packed into bit fields."""

from mazarbul.sim.engine.declared import numbered
from mazarbul.sim.engine.fields import Fields, with_field
from mazarbul.sim.engine.jit import kernel

OPENING = numbered("Opening", ("NO", "YES"))
WHERE = numbered("Where", ("DECK", "HAND", "PLAYED"))

#: opening: dealt at the beginning. played_round: 0 if never. end: where it is when the game ends.
CARD_FIELDS = Fields("card")
DEALT = CARD_FIELDS.code("opening", OPENING)
PLAYED = CARD_FIELDS.number("played_round", bits=4)
END = CARD_FIELDS.code("end", WHERE)


@kernel
def dealt(s, card):
    """Record that a card was dealt."""
    s.card_record[card] = with_field(s.card_record[card], DEALT, OPENING.YES)
    s.card_record[card] = with_field(s.card_record[card], END, WHERE.HAND)


@kernel
def played(s, card):
    """Record that a card was played."""
    s.card_record[card] = with_field(s.card_record[card], PLAYED, s.round_number)
    s.card_record[card] = with_field(s.card_record[card], END, WHERE.PLAYED)
