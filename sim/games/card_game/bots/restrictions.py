"""What a bot can be made to avoid, as words and as the masks that kernels read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from mazarbul.sim.bots.bot import Bot, check_avoided
from mazarbul.sim.bots.mind import make_mind
from mazarbul.sim.bots.network import give_networks
from mazarbul.sim.engine.bits import mask_of
from mazarbul.sim.games.card_game import actions, ids
from mazarbul.sim.games.card_game.bots.features import MIND
from mazarbul.sim.games.card_game.bots.inputs import CARD, INPUTS, PLACE
from mazarbul.sim.games.card_game.content.loading import printed
from mazarbul.sim.games.contract import Restriction, Setup


def known_words(setup: Setup) -> list[str]:
    """Return every word that a bot may avoid: for things in this set-up and for printed things."""
    rows = printed().rows
    cards = [*(card["id"] for card in setup.catalogue["cards"]), *rows["card"]]
    places = [*(place["id"] for place in setup.catalogue["places"]), *rows["battleground"], *rows["path"]]
    named = {"card": cards, "faction": ids.FACTIONS, "action": actions.KINDS.avoidable, "place": places}
    return list(dict.fromkeys(f"{kind}:{name}" for kind, names in named.items() for name in names))


def restrictions(setup: Setup) -> list[Restriction]:
    """Return what makes sense for each side's bots to avoid: its cards and factions, actions, locations."""
    found = []
    for side in ids.SIDES:
        found += [
            Restriction(f"{kind}:{thing}", kind, thing, name, side, label)
            for kind, thing, name, label in _of_side(setup, side)
        ]
    return found


def _of_side(setup: Setup, side: str) -> Iterator[tuple[str, str, str, str]]:
    """Yield kind, thing, name and label of what one side can avoid."""
    seats = [seat for seat, of in enumerate(setup.seat_sides) if of == side]
    for name, kind in actions.KINDS.avoidable.items():
        if kind.number != actions.RING or any(
            setup.tables.ring_mode[seat] != ids.RING_MODE.NONE for seat in seats
        ):
            yield "action", name, name, kind.avoided
    cards = {card["id"]: card for card in setup.catalogue["cards"] if card["side"] == side}
    played = {card["faction"] for card in cards.values()}
    for faction in setup.catalogue["factions"]:
        if faction["side"] == side and faction["id"] in played:
            yield "faction", faction["id"], faction["name"], f"uses no {faction['name']} card"
    for place in setup.catalogue["places"]:
        yield "place", place["id"], place["name"], f"stays away from {place['name']}"
    for name, card in cards.items():
        yield "card", name, card["name"], f"does not use {card['name']}"


def seated(bots: Sequence[Bot], setup: Setup) -> np.record:
    """Return the mind of a table for `bots` in seat order, with what they avoid.

    Raises DataError for a word that is unknown in this set-up.
    """
    sides = [ids.SIDES.index(side) for side in setup.seat_sides]
    mind = make_mind(MIND, bots, sides)
    give_networks(mind, bots, setup, INPUTS)
    if mind.has_network.any():
        for sort, numbers in ((CARD, mind.card_number), (PLACE, mind.place_number)):
            things = setup.catalogue[f"{sort}s"]
            named = {each["index"]: each["id"] for each in things if each["id"] not in setup.changed}
            numbers[:] = INPUTS.numbers(sort, named, len(numbers))
    if any(bot.avoid for bot in bots):
        check_avoided(bots, known_words(setup))
    for seat, bot in enumerate(bots):
        _forbid(mind, setup, seat, bot.avoid)
    return mind


def _forbid(mind: np.record, setup: Setup, seat: int, avoid: Sequence[str]) -> None:
    """Fill the masks of what a seat avoids. Only cards of its own side count."""
    cards = [card for card in setup.catalogue["cards"] if card["side"] == setup.seat_sides[seat]]
    index = {place["id"]: place["index"] for place in setup.catalogue["places"]}
    for word in avoid:
        kind, _, thing = word.partition(":")
        if kind == "action":
            mind.no_kind[seat] |= 1 << actions.KINDS.avoidable[thing].number
        elif kind == "place":
            mind.no_place[seat] |= mask_of([index[thing]] if thing in index else [])
        else:
            key = "id" if kind == "card" else "faction"
            found = (card["index"] % ids.SIDE_CARDS for card in cards if card[key] == thing)
            mind.no_card[seat] |= mask_of(found)
