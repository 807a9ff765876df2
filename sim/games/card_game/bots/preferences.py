"""The names of preferences (what distinguishes them: `bots.layout`)."""

from __future__ import annotations

from mazarbul.sim.bots.preferences import Names
from mazarbul.sim.data.setup import Setup
from mazarbul.sim.games.card_game.bots.layout import LAYOUT
from mazarbul.sim.games.card_game.ids import CARDS, PLACES


def names(setup: Setup) -> list[Names]:
    """Return the names of the preferences of each seat.

    Copies of a card share their names, and so their preferences. Names of changed cards and places are left
    out.
    """
    things = {CARDS: [""] * CARDS, PLACES: [""] * PLACES}
    for sort, n in (("cards", CARDS), ("places", PLACES)):
        for each in setup.catalogue[sort]:
            if each["id"] not in setup.changed:
                things[n][each["index"]] = each["id"]
    return LAYOUT.names(things, setup.seats, CARDS)
