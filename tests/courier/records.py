"""What is recorded of each card, region and face of a die, packed into bit fields."""

from sim.engine.fields import field, with_field
from sim.engine.jit import kernel

DRAWN, DRAWN_BITS = 0, 5
PLAYED, PLAYED_BITS = 5, 5
END, END_BITS = 10, 2

TIMES, TIMES_BITS = 0, 4
FIRST, FIRST_BITS = 4, 5
SEARCHES, SEARCHES_BITS = 9, 5

#: drawn_round, played_round: 0 if never. end: where it is when the game ends.
CARD_FIELDS = (
    ("drawn_round", DRAWN, DRAWN_BITS, None),
    ("played_round", PLAYED, PLAYED_BITS, None),
    ("end", END, END_BITS, ("deck", "hand", "played")),
)
#: times: the courier was there at the end of a step. first_round: of the first time. searches: riders' there.
REGION_FIELDS = (
    ("times", TIMES, TIMES_BITS, None),
    ("first_round", FIRST, FIRST_BITS, None),
    ("searches", SEARCHES, SEARCHES_BITS, None),
)


@kernel
def drew(s, card):
    """Record that a card was drawn."""
    s.card_record[card] = with_field(s.card_record[card], DRAWN, DRAWN_BITS, s.round_number)
    s.card_record[card] = with_field(s.card_record[card], END, END_BITS, 1)


@kernel
def played(s, card):
    """Record that a card was played."""
    s.card_record[card] = with_field(s.card_record[card], PLAYED, PLAYED_BITS, s.round_number)
    s.card_record[card] = with_field(s.card_record[card], END, END_BITS, 2)


@kernel
def came(s, region):
    """Record that the courier came to a region."""
    record = s.region_record[region]
    if field(record, TIMES, TIMES_BITS) == 0:
        record = with_field(record, FIRST, FIRST_BITS, s.round_number)
    s.region_record[region] = with_field(record, TIMES, TIMES_BITS, field(record, TIMES, TIMES_BITS) + 1)


@kernel
def searched(s, region):
    """Record that a rider searched a region."""
    record = s.region_record[region]
    n = field(record, SEARCHES, SEARCHES_BITS) + 1
    s.region_record[region] = with_field(record, SEARCHES, SEARCHES_BITS, n)
