"""Where a card is, in words of positions and scripts."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from mazarbul.sim.engine.bits import members
from mazarbul.sim.engine.declared import spelled
from mazarbul.sim.games.lotr_lcg import ids
from mazarbul.sim.games.lotr_lcg.rules import zones
from mazarbul.sim.games.lotr_lcg.text.names import Names

#: zone -> its word, except for cards in play
OUT_OF_PLAY = {zone: word for word, zone in spelled(ids.ZONE).items() if zone != ids.ZONE.PLAY}
#: First words of a place that are followed by a player or card.
OF_SOMETHING = ("engaged", "on", "on_deck", "shadow_of", "controlled")


def place_of(names: Names, s: np.record, card: int) -> str:
    """Return where a card is: a zone, or a word of OF_SOMETHING and a name, such as `on aragorn`."""
    zone = int(s.zone[card])
    if zone == ids.ZONE.SHADOW:
        enemy = shadowed(names, s, card)
        return "shadow" if enemy is None else f"shadow_of {names.card(enemy)}"
    if zone != ids.ZONE.PLAY:
        return OUT_OF_PLAY[zone]
    host = int(s.host[card])
    if host >= ids.DECK_HOST:
        return f"on_deck {names.seats[host - ids.DECK_HOST]}"
    if host != ids.NONE:
        return f"on {names.card(host)}"
    engaged = int(zones.engaged_with(s, card))
    if engaged != ids.NONE:
        return f"engaged {names.seats[engaged]}"
    controller = int(zones.controller(s, card))
    if controller != ids.NONE:
        return f"controlled {names.seats[controller]}"
    if s.active == card:
        return "active"
    is_staged = card // ids.BLOCK == ids.ENCOUNTER and int(s.staging) >> card % ids.BLOCK & 1
    return "staging" if is_staged else "play"


def shadowed(names: Names, s: np.record, card: int) -> int | None:
    """Return the enemy that a shadow card was dealt to, None if there is none."""
    return next((enemy for enemy in names.cards if card in shadows_of(s, enemy)), None)


def shadows_of(s: np.record, enemy: int) -> list[int]:
    """Return the shadow cards of an enemy in the order dealt."""
    return _chain(s.next_shadow, int(s.first_shadow[enemy]))


def attachments_of(s: np.record, card: int) -> list[int]:
    """Return the attachments of a card, the oldest first."""
    return _chain(s.next_on, int(s.first_on[card]))


def cards_in(masks: Iterable[int]) -> list[int]:
    """Return the cards of masks, one a block."""
    return [block * ids.BLOCK + i for block, mask in enumerate(masks) for i in members(mask)]


def encounter_cards(mask: int) -> list[int]:
    """Return the cards of a mask of encounter cards."""
    return [ids.ENCOUNTER * ids.BLOCK + i for i in members(mask)]


def deck_of(s: np.record, block: int) -> list[int]:
    """Return the cards of a deck, the top one first."""
    return [int(card) for card in s.deck[block, : s.deck_n[block]][::-1]]


def discard_of(s: np.record, block: int) -> list[int]:
    """Return the cards of a discard pile, the topmost first."""
    return [int(card) for card in s.discard[block, : s.discard_n[block]][::-1]]


def _chain(following: np.ndarray, first: int) -> list[int]:
    """Return the cards of a linked list."""
    found = []
    while first != ids.NONE:
        found.append(first)
        first = int(following[first])
    return found
