"""What a bot can avoid, as words, and as the masks that kernels read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from mazarbul.sim.bots.bot import Bot, check_avoided
from mazarbul.sim.bots.mind import make_mind
from mazarbul.sim.bots.network import give_networks
from mazarbul.sim.games.contract import Restriction, Setup
from mazarbul.sim.games.lotr_lcg import actions, ids
from mazarbul.sim.games.lotr_lcg.bots.inputs import CARD, INPUTS, STAGE
from mazarbul.sim.games.lotr_lcg.content.catalogue import of_quest
from mazarbul.sim.games.lotr_lcg.content.loading import printed

PLAYERS = ids.SIDES[ids.SIDE.PLAYERS]


def known_words(setup: Setup) -> list[str]:
    """Return every word that a bot may avoid in this set-up: what it has, and what is printed."""
    cards = [*(card["id"] for card in _player_cards(setup)), *printed().rows["card"]]
    named = {"card": cards, "action": actions.KINDS.avoidable}
    return list(dict.fromkeys(f"{kind}:{name}" for kind, names in named.items() for name in names))


def restrictions(setup: Setup) -> list[Restriction]:
    """Return what the bots of the players can sensibly avoid: kinds of actions, and their cards."""
    is_alone = len(setup.seats) == 1
    found = [
        Restriction(f"action:{name}", "action", name, name, PLAYERS, kind.avoided)
        for name, kind in actions.KINDS.avoidable.items()
        if not (is_alone and kind.number == actions.SENTINEL)
    ]
    cards = {card["id"]: card["name"] for card in _player_cards(setup)}
    found += [
        Restriction(f"card:{name}", "card", name, title, PLAYERS, f"does not use {title}")
        for name, title in cards.items()
    ]
    return found


def seated(bots: Sequence[Bot], setup: Setup) -> np.recarray:
    """Return the minds of a table for `bots` in seat order, one for each quest, with what they avoid.

    Raises DataError for an avoided word that is unknown in this set-up.
    """
    from mazarbul.sim.games.lotr_lcg.bots.features import MIND

    mind = make_mind(MIND, bots, [ids.SIDE.PLAYERS] * len(bots))
    if any(bot.avoid for bot in bots):
        check_avoided(bots, known_words(setup))
    for seat, bot in enumerate(bots):
        _forbid(mind, setup, seat, bot.avoid)
    minds = np.zeros(len(setup.tables), mind.dtype).view(np.recarray)
    minds[:] = mind
    for number, own in enumerate(minds):
        give_networks(own, [bot.for_part(number) for bot in bots], setup, INPUTS)
        _number_things(own, of_quest(setup.catalogue, number))
    return minds


def _number_things(mind: np.record, quest: Mapping[str, Any]) -> None:
    """Fill the numbers that cards and stages have in networks. quest: a catalogue of one quest.

    A card that an overlay changes keeps its number: a weaker enemy is met like the printed one, and what its
    numbers say is in the scores.
    """
    cards = {card["index"]: card["id"] for card in quest["cards"]}
    stages = {i: stage["id"] for i, stage in enumerate(quest["stages"])}
    mind.card_number[:] = INPUTS.numbers(CARD, cards, len(mind.card_number))
    mind.stage_number[:] = INPUTS.numbers(STAGE, stages, len(mind.stage_number))


def _forbid(mind: np.record, setup: Setup, seat: int, avoid: Sequence[str]) -> None:
    """Fill the masks of what a seat avoids; it avoids a card no matter which player owns it."""
    for word in avoid:
        kind, _, thing = word.partition(":")
        if kind == "action":
            mind.no_kind[seat] |= 1 << actions.KINDS.avoidable[thing].number
            continue
        for card in _player_cards(setup):
            if card["id"] == thing:
                mind.no_card[seat, card["index"] // ids.BLOCK] |= 1 << card["index"] % ids.BLOCK


def _player_cards(setup: Setup) -> list[dict]:
    """Return the catalogue's entries of the player cards."""
    return [card for card in setup.catalogue["cards"] if card["side"] == PLAYERS]
