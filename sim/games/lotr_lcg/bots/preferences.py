"""The names of preferences, and giving them to bots (rows: `bots.rows`)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from sim.bots.bot import Bot
from sim.games.contract import Setup
from sim.games.lotr_lcg.actions import COMMIT, KINDS
from sim.games.lotr_lcg.bots.rows import AT_ALONE, AT_NOTHING, ROWS, WAYS
from sim.games.lotr_lcg.ids import CARDS


def names(setup: Setup) -> list[list[str]]:
    """Return the names of the preferences of each seat, by row; "" for those that the set-up does not have.

    Cards of one title share their names. Those that an overlay has changed are left out.
    """
    own = [""] * (ROWS + 1)
    for card in setup.catalogue["cards"]:
        if card["id"] not in setup.changed:
            title = int(setup.tables[0].title[card["index"]])
            for way, word in enumerate(WAYS):
                own[way * CARDS + title] = own[way * CARDS + title] or f"{word} {card['id']}"
    own[AT_NOTHING:AT_ALONE] = [
        name and f"nothing to {name}" if number != COMMIT else "" for number, name in enumerate(KINDS.names)
    ]
    if len(setup.seats) == 1:
        own[AT_ALONE:ROWS] = [name and f"alone: {name}" for name in own[:AT_ALONE]]
    return [own] * len(setup.seats)


def give_preferences(mind: np.record, bots: Sequence[Bot], setup: Setup) -> None:
    """Fill a mind with what its bots, in seat order, prefer; in a campaign they have no preferences."""
    if len(setup.tables) > 1 or not any(bot.preferences for bot in bots):
        return
    for seat, (bot, own) in enumerate(zip(bots, names(setup), strict=True)):
        if bot.preferences:
            mind.has_preferences[seat] = 1
            mind.preference[seat] = bot.preferences.table(own, mind.preference.shape[1])
