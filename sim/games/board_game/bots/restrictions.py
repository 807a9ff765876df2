"""What a bot can be made to avoid, as words and as the sets that kernels read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from mazarbul.sim.bots.bot import Bot, check_avoided
from mazarbul.sim.bots.mind import make_mind
from mazarbul.sim.bots.network import give_networks
from mazarbul.sim.engine.bits import bit, mask_of
from mazarbul.sim.engine.sets import add
from mazarbul.sim.games.board_game import actions, ids
from mazarbul.sim.games.board_game.bots.features import MIND
from mazarbul.sim.games.board_game.bots.inputs import INPUTS
from mazarbul.sim.games.board_game.content.loading import printed
from mazarbul.sim.games.contract import Restriction, Setup

#: Kind of word -> the list of the catalogue with its things; rows of that kind are printed ones.
THINGS = {"card": "cards", "tactic": "tactics", "nation": "nations", "figure": "figures", "region": "regions"}

_FREE, _SHADOW = ids.SIDES
#: Actions that only one side has.
OF_SIDE = {
    _FREE: (actions.CROWN, actions.WALK, actions.HIDE, actions.SEPARATE, actions.ROUSE, actions.DECLARE),
    _SHADOW: (actions.MINION, actions.VOICE),
}


def known_words(setup: Setup) -> list[str]:
    """Return every word that a bot may avoid: for things in this set-up and for printed things."""
    rows = printed().rows
    words = [f"action:{name}" for name in actions.KINDS.avoidable]
    for kind, family in THINGS.items():
        words += [f"{kind}:{thing['id']}" for thing in setup.catalogue[family]]
        words += [f"{kind}:{name}" for name in rows[kind]]
    return list(dict.fromkeys(words))


def restrictions(setup: Setup) -> list[Restriction]:
    """Return what makes sense for each side's bots to avoid."""
    return [
        Restriction(f"{kind}:{thing}", kind, thing, name, side, label)
        for side in ids.SIDES
        for kind, thing, name, label in _of_side(setup, side)
    ]


def _of_side(setup: Setup, side: str) -> Iterator[tuple[str, str, str, str]]:
    """Yield kind, thing, name and label of what one side can avoid."""
    others = [number for other, numbers in OF_SIDE.items() if other != side for number in numbers]
    for name, kind in actions.KINDS.avoidable.items():
        if kind.number not in others:
            yield "action", name, name, kind.avoided
    catalogue = setup.catalogue
    for nation in catalogue["nations"]:
        if nation["side"] == side:
            label = f"neither musters nor advances {nation['name']}"
            yield "nation", nation["id"], nation["name"], label
    for figure in catalogue["figures"]:
        if figure["side"] == side:
            yield "figure", figure["id"], figure["name"], f"does not use {figure['name']}"
    own = [card for card in catalogue["cards"] if card["side"] == side]
    held = {card["tactic"] for card in own}
    for tactic in catalogue["tactics"]:
        if tactic["id"] in held:
            yield "tactic", tactic["id"], tactic["name"], f"does not use {tactic['name']} in combat"
    for card in own:
        yield "card", card["id"], card["name"], f"does not use {card['name']}"
    for region in catalogue["regions"]:
        yield "region", region["id"], region["name"], f"stays away from {region['name']}"


def seated(bots: Sequence[Bot], setup: Setup) -> np.record:
    """Return the mind of a table for `bots` in seat order, with what they avoid.

    Raises DataError for a word that is unknown in this set-up.
    """
    mind = make_mind(MIND, bots, [ids.SIDES.index(side) for side in setup.seat_sides])
    if any(bot.avoid for bot in bots):
        check_avoided(bots, known_words(setup))
    for seat, bot in enumerate(bots):
        for word in bot.avoid:
            _forbid(mind, setup, seat, *word.split(":", 1))
    give_networks(mind, bots, setup, INPUTS)
    for card in setup.catalogue["cards"]:
        if card["id"] in setup.changed:
            mind.unknown[card["index"] // ids.BLOCK] |= bit(card["index"] % ids.BLOCK)
    return mind


def _forbid(mind: np.record, setup: Setup, seat: int, kind: str, thing: str) -> None:
    """Add a thing to the sets of what a seat avoids. Only cards of its own side count."""
    if kind == "action":
        mind.no_kind[seat] |= bit(actions.KINDS.avoidable[thing].number)
    elif kind in ("card", "tactic"):
        key, field = ("id", "no_card") if kind == "card" else ("tactic", "no_combat")
        own = (card for card in setup.catalogue["cards"] if card["side"] == setup.seat_sides[seat])
        mind[field][seat] |= mask_of(card["index"] % ids.BLOCK for card in own if card[key] == thing)
    else:
        for i, each in enumerate(setup.catalogue[THINGS[kind]]):
            if each["id"] == thing and kind == "region":
                add(mind.no_region[seat], i)
            elif each["id"] == thing:
                mind[f"no_{kind}"][seat] |= bit(i)
