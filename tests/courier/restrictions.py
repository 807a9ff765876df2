"""What the bots of the Courier can avoid."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from mazarbul.sim.bots.bot import Bot, check_avoided
from mazarbul.sim.bots.mind import make_mind
from mazarbul.sim.data.setup import Setup
from mazarbul.sim.engine.bits import bit, mask_of
from mazarbul.sim.engine.sets import add
from mazarbul.sim.games.contract import Restriction
from tests.courier import actions, ids
from tests.courier.bots import MIND


def known_words(setup: Setup) -> list[str]:
    """Return every word that a bot may avoid."""
    return [
        *(f"card:{card}" for card in dict.fromkeys(card["id"] for card in setup.catalogue["cards"])),
        *(f"action:{name}" for name in actions.KINDS.avoidable),
        *(f"region:{region['id']}" for region in setup.catalogue["regions"]),
    ]


def restrictions(setup: Setup) -> list[Restriction]:
    """Return what it makes sense for the bots of each side to avoid: their cards and actions."""
    cards = {card["id"]: card for card in setup.catalogue["cards"]}
    found = [
        Restriction(f"card:{name}", "card", name, card["name"], card["side"], f"does not use {card['name']}")
        for name, card in cards.items()
    ]
    for name, kind in actions.KINDS.avoidable.items():
        sides = ids.SIDES[1:] if kind.number == actions.SEARCH else ids.SIDES  # only hunters search
        found += [Restriction(f"action:{name}", "action", name, name, side, kind.avoided) for side in sides]
    return found


def seated(bots: Sequence[Bot], setup: Setup) -> np.record:
    """Return the mind of a table with what its bots avoid. Raises DataError for an unknown word."""
    check_avoided(bots, known_words(setup))
    mind = make_mind(MIND, bots, [ids.SIDES.index(side) for side in setup.seat_sides])
    regions = [region["id"] for region in setup.catalogue["regions"]]
    for seat, bot in enumerate(bots):
        for word in bot.avoid:
            kind, _, thing = word.partition(":")
            if kind == "action":
                mind.no_kind[seat] |= bit(actions.KINDS.avoidable[thing].number)
            elif kind == "region":
                add(mind.no_region[seat], regions.index(thing))
            else:
                found = (card["index"] for card in setup.catalogue["cards"] if card["id"] == thing)
                mind.no_card[seat] |= mask_of(found)
    return mind
