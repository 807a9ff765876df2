"""The names of preferences (what distinguishes them: `bots.layout`)."""

from __future__ import annotations

from mazarbul.sim.bots.preferences import Names
from mazarbul.sim.games.board_game import ids
from mazarbul.sim.games.board_game.bots.layout import LAYOUT
from mazarbul.sim.games.contract import Setup


def names(setup: Setup) -> list[Names]:
    """Return the names of the preferences of each seat; seats of a side share theirs.

    Names of cards, regions, Characters and Nations that an overlay has changed are left out.
    """
    things = {ids.CARDS: [""] * ids.CARDS}
    for card in setup.catalogue["cards"]:
        if card["id"] not in setup.changed:
            things[ids.CARDS][card["index"]] = card["id"]
    for sort, n in (("regions", ids.REGIONS), ("figures", ids.FIGURE_N), ("nations", ids.NATION_N)):
        found = ["" if each["id"] in setup.changed else each["id"] for each in setup.catalogue[sort]]
        things[n] = found + [""] * (n - len(found))
    return LAYOUT.names(things, setup.seat_sides, ids.CARDS)
