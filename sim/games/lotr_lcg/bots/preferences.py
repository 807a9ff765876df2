"""The names of preferences (rows: `bots.rows`)."""

from __future__ import annotations

from mazarbul.sim.bots.preferences import Names
from mazarbul.sim.games.contract import Setup
from mazarbul.sim.games.lotr_lcg.actions import COMMIT, KINDS
from mazarbul.sim.games.lotr_lcg.bots.rows import AT_ALONE, AT_NOTHING, STAGED, WAYS
from mazarbul.sim.games.lotr_lcg.ids import CARDS


def names(setup: Setup) -> list[Names]:
    """Return the names of the preferences of each seat.

    Cards of one title share their names. Those that an overlay has changed are left out.
    """
    own = [""] * STAGED
    for card in setup.catalogue["cards"]:
        if card["id"] not in setup.changed:
            title = int(setup.tables[0].title[card["index"]])
            for way, word in enumerate(WAYS):
                own[way * CARDS + title] = own[way * CARDS + title] or f"{word} {card['id']}"
    own[AT_NOTHING:AT_ALONE] = [
        name and f"nothing to {name}" if number != COMMIT else "" for number, name in enumerate(KINDS.names)
    ]
    if len(setup.seats) == 1:
        own[AT_ALONE:] = [name and f"alone: {name}" for name in own[:AT_ALONE]]
    return [Names(own)] * len(setup.seats)
