"""Cards as records: everything that a run, and what was compared with it, shows of each one.

    from mazarbul.analysis import load_run
    from mazarbul.analysis.cards import cards, find

    known = cards(load_run("runs/trilogy"))
    print(find(known, "Gandalf"))

A card is whatever the game records: cards, locations, characters, encounter cards, tiles. `record` has the
types, `measured` cuts the tables of a run into measures by card, `compared` those of ablations and audits,
`reading` ranks cards and says which question each measure answers, `table` has a row for each,
`example` finds a game to watch.
"""

from mazarbul.analysis.cards.book import UnknownCard, cards, find
from mazarbul.analysis.cards.record import PARTS, Card, Cards, Measure, Rank
from mazarbul.analysis.cards.table import table

__all__ = ["PARTS", "Card", "Cards", "Measure", "Rank", "UnknownCard", "cards", "find", "table"]
