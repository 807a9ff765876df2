"""What a player may know about a game (LCG-30.4), as plain data."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from mazarbul.sim.engine.bits import has, members
from mazarbul.sim.games.lotr_lcg import ids
from mazarbul.sim.games.lotr_lcg.text.names import Names
from mazarbul.sim.games.lotr_lcg.text.places import (
    attachments_of,
    cards_in,
    deck_of,
    discard_of,
    encounter_cards,
    shadows_of,
)

FACE_DOWN = "face_down"


def view(names: Names, s: np.record, player: int) -> dict[str, Any]:
    """Return what a player knows: everything face up, its own hand, and the cards it has looked at."""
    return {
        "seat": names.seats[player],
        "round": int(s.round_number),
        "phase": ids.PHASE_NAMES[int(s.phase)],
        "first": names.seats[s.first_player],
        "stage": {"id": names.stages[s.stage], "progress": int(s.quest_progress)},
        "staging": _cards(names, s, encounter_cards(s.staging), player),
        "active": None if s.active == ids.NONE else _card(names, s, int(s.active), player),
        "encounter_deck": _deck(names, s, ids.ENCOUNTER, player),
        "encounter_discard": [names.card(card) for card in discard_of(s, ids.ENCOUNTER)],
        "victory": [names.card(card) for card in encounter_cards(s.victory)],
        "aside": [names.card(card) for card in encounter_cards(s.aside)],
        "seats": {name: _seat(names, s, other, player) for other, name in enumerate(names.seats)},
    }


def unseen(names: Names, s: np.record, viewer: int) -> dict[str, str]:
    """Return the cards that a player does not see where they are, each with what its back tells."""
    hidden: list[int] = []
    for block in range(ids.ENCOUNTER + 1):
        hidden += deck_of(s, block)[int(s.known[viewer, block]) :]
    for seat in range(len(names.seats)):
        hidden += [] if seat == viewer else [seat * ids.BLOCK + i for i in members(s.hand[seat])]
    for card in names.cards:
        block, i = divmod(card, ids.BLOCK)
        is_shadow = s.zone[card] == ids.ZONE.SHADOW and not has(s.shadow_known[viewer], i)
        is_aside = s.zone[card] == ids.ZONE.ASIDE and block != ids.ENCOUNTER
        hidden += [card] if is_shadow or is_aside or has(s.face_down[block], i) else []
    return dict.fromkeys(map(names.card, hidden), "")


def _seat(names: Names, s: np.record, seat: int, viewer: int) -> dict[str, Any]:
    """Return a player's cards on the table, and its hand as cards or as their number."""
    controlled = [card for card in cards_in(s.controlled[seat]) if s.host[card] == ids.NONE]
    engaged = sorted(cards_in(s.engaged[seat]), key=lambda card: int(s.order[card]))
    hand = [seat * ids.BLOCK + i for i in members(s.hand[seat])]
    return {
        "threat": int(s.threat[seat]),
        "eliminated": ids.ELIMINATIONS[s.eliminated[seat]] if s.eliminated[seat] else None,
        "cards": _cards(names, s, controlled, viewer),
        "engaged": _cards(names, s, engaged, viewer),
        "on_deck": _cards(names, s, encounter_cards(s.on_deck[seat]), viewer),
        "hand": [names.card(card) for card in hand] if seat == viewer else len(hand),
        "deck": _deck(names, s, seat, viewer),
        "discard": [names.card(card) for card in discard_of(s, seat)],
    }


def _deck(names: Names, s: np.record, block: int, viewer: int) -> dict[str, Any]:
    """Return the number of cards in a deck, and the top cards that the player has seen, top one first."""
    seen = deck_of(s, block)[: int(s.known[viewer, block])]
    return {"cards": int(s.deck_n[block]), "top": [names.card(card) for card in seen]}


def _cards(names: Names, s: np.record, cards: Iterable[int], viewer: int) -> list[dict[str, Any]]:
    return [_card(names, s, card, viewer) for card in cards]


def _card(names: Names, s: np.record, card: int, viewer: int) -> dict[str, Any]:
    """Return a card on the table with everything on it; a face-down card shows nothing else."""
    block, i = divmod(card, ids.BLOCK)
    is_face_down = has(s.face_down[block], i)
    shadows = [
        names.card(shadow) if has(s.shadow_known[viewer], shadow % ids.BLOCK) else FACE_DOWN
        for shadow in shadows_of(s, card)
    ]
    return {
        "card": FACE_DOWN if is_face_down else names.card(card),
        "exhausted": has(s.exhausted[block], i),
        "committed": has(s.committed[block], i),
        "damage": int(s.damage[card]),
        "resources": int(s.tokens[card]),
        "progress": int(s.progress[card]),
        "is_captive": bool(s.captive == card),
        "guarded": block == ids.ENCOUNTER and has(s.guarded, i),
        "attachments": _cards(names, s, attachments_of(s, card), viewer),
        "shadows": shadows,
    }
