"""The records of each card, region and face of a die, packed into bit fields."""

from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.engine.declared import numbered
from mazarbul.sim.engine.fields import Fields, field, with_field

WHERE = numbered("Where", ("DECK", "HAND", "PLAYED"))

#: drawn_round, played_round: 0 if never. end: where it is when the game ends.
CARD_FIELDS = Fields("card")
DRAWN = CARD_FIELDS.number("drawn_round", bits=5)
PLAYED = CARD_FIELDS.number("played_round", bits=5)
END = CARD_FIELDS.code("end", WHERE)

#: times: the courier was there at the end of a step. first_round: of the first time. searches: riders' there.
REGION_FIELDS = Fields("region")
TIMES = REGION_FIELDS.number("times", bits=4)
FIRST = REGION_FIELDS.number("first_round", bits=5)
SEARCHES = REGION_FIELDS.number("searches", bits=5)


@kernel
def drew(s, card):
    """Record that a card was drawn."""
    s.card_record[card] = with_field(s.card_record[card], DRAWN, s.round_number)
    s.card_record[card] = with_field(s.card_record[card], END, WHERE.HAND)


@kernel
def played(s, card):
    """Record that a card was played."""
    s.card_record[card] = with_field(s.card_record[card], PLAYED, s.round_number)
    s.card_record[card] = with_field(s.card_record[card], END, WHERE.PLAYED)


@kernel
def came(s, region):
    """Record that the courier came to a region."""
    record = s.region_record[region]
    if field(record, TIMES) == 0:
        record = with_field(record, FIRST, s.round_number)
    s.region_record[region] = with_field(record, TIMES, field(record, TIMES) + 1)


@kernel
def searched(s, region):
    """Record that a rider searched a region."""
    record = s.region_record[region]
    n = field(record, SEARCHES) + 1
    s.region_record[region] = with_field(record, SEARCHES, n)
