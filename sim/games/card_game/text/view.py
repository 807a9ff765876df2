"""What a seat may know about a game (CG-2.6, CG-2.7), as plain data."""

from __future__ import annotations

from typing import Any

import numpy as np

from mazarbul.sim.engine.bits import members
from mazarbul.sim.games.card_game import ids
from mazarbul.sim.games.card_game.text.names import Names


def view(names: Names, s: np.record, seat: int) -> dict[str, Any]:
    """Return what a seat knows: everything face up, its own cards, and the number of cards others hold."""
    path = None if s.path == ids.NONE else _place(names, s, ids.BATTLEGROUNDS + int(s.path), ids.IN.PATH)
    return {
        "seat": names.seats[seat],
        "round": int(s.round_number),
        "phase": ids.PHASE_NAMES[s.phase],
        "start": names.slots[s.start_slot],
        "turn": names.slots[s.slot],
        "passed": [names.slots[i] for i in members(s.passed)],
        "corruption": int(s.corruption),
        "path": path,
        "battlegrounds": [_place(names, s, b, ids.IN.BATTLEGROUND + b) for b in members(s.active)],
        "path_deck": [names.path(p) for p in members(s.path_deck)],
        "sides": {name: _side(names, s, side) for side, name in enumerate(names.sides)},
        "seats": {name: _seat(names, s, other, seat) for other, name in enumerate(names.seats)},
    }


def cards_of(s: np.record, t: np.record, seat: int, zone: int) -> list[int]:
    """Return the cards a seat owns in a zone, as kernel numbers."""
    first = int(t.seat_side[seat]) * ids.SIDE_CARDS
    return [first + i for i in members(s.in_zone[seat, zone])]


def items_of(names: Names, s: np.record, card: int) -> list[int]:
    """Return the items of a card in play, as kernel numbers."""
    held = {*np.flatnonzero((s.zone == ids.IN.WIELDER) & (s.wielder == card)).tolist()}
    return [item for item in names.cards if item in held]


CLOSED = (ids.IN.HAND, ids.IN.LIMBO, ids.IN.CYCLE_PILE, ids.IN.DECK, ids.IN.ELIMINATED)


def unseen(names: Names, s: np.record, viewer: int) -> dict[str, str]:
    """Return the cards that a seat does not see where they are, each with what its back tells.

    Of its own deck it knows the cards but not their order, so they are not seen either.
    """
    t = names.tables
    found: dict[str, str] = {}
    for seat in range(len(names.seats)):
        side = int(t.seat_side[seat])
        is_partner = side == t.seat_side[viewer] and bool(t.team_info)
        for zone in CLOSED:
            is_open = zone != ids.IN.DECK if seat == viewer else is_partner and zone == ids.IN.HAND
            cards = () if is_open else cards_of(s, t, seat, zone)
            known = int(s.gone[side]) if zone == ids.IN.ELIMINATED else 0
            found |= {names.card(card): "" for card in cards if not known >> card % ids.SIDE_CARDS & 1}
    if _may_peek(s, t, viewer) and s.deck_n[viewer]:
        found.pop(names.card(s.order[viewer, s.deck_n[viewer] - 1]), None)
    return found


def _place(names: Names, s: np.record, place: int, zone: int) -> dict[str, Any]:
    """Return an active location with its tokens and the cards there."""
    cards = [card for seat in range(len(names.seats)) for card in cards_of(s, names.tables, seat, zone)]
    return {
        "id": names.place(place),
        "bare": place < ids.BATTLEGROUNDS and bool(s.bare >> place & 1),
        "attack": int(s.place_attack[place]),
        "defense": int(s.place_defense[place]),
        "cards": [_card(names, s, card) for card in cards],
    }


def _side(names: Names, s: np.record, side: int) -> dict[str, Any]:
    """Return what a side has won and what remains in its deck of battlegrounds."""
    won = [*members(s.bg_area[side]), *(ids.BATTLEGROUNDS + p for p in members(s.path_area[side]))]
    return {
        "area": [names.place(place) for place in won],
        "battleground_deck": [names.place(b) for b in members(s.bg_deck[side])],
        "eliminated": _texts(names, [side * ids.SIDE_CARDS + i for i in members(s.gone[side])]),
    }


def _seat(names: Names, s: np.record, seat: int, viewer: int) -> dict[str, Any]:
    """Return a seat's own zones: its cards in play, the others as cards or as their number."""
    t = names.tables
    zones = {
        "hand": ids.IN.HAND,
        "set_aside": ids.IN.LIMBO,
        "cycle_pile": ids.IN.CYCLE_PILE,
        "deck": ids.IN.DECK,
        "eliminated": ids.IN.ELIMINATED,
    }
    is_partner = t.seat_side[seat] == t.seat_side[viewer] and bool(t.team_info)
    found: dict[str, Any] = {
        "ring": bool(s.ring[seat]),
        "reserve": [_card(names, s, card) for card in cards_of(s, t, seat, ids.IN.RESERVE)],
    }
    for word, zone in zones.items():
        cards = cards_of(s, t, seat, zone)
        is_open = seat == viewer or (is_partner and zone == ids.IN.HAND)
        found[word] = _texts(names, cards) if is_open else len(cards)
    if seat == viewer and _may_peek(s, t, seat) and s.deck_n[seat]:
        found["top_of_deck"] = names.card(s.order[seat, s.deck_n[seat] - 1])
    return found


def _may_peek(s: np.record, t: np.record, seat: int) -> bool:
    """Return whether a card in play lets the seat look at the top of its draw deck (CG-13.4)."""
    zones = [ids.IN.RESERVE, *range(ids.IN.WIELDER, ids.ZONES)]
    return bool(t.peekers[seat] & np.bitwise_or.reduce(s.in_zone[seat, zones]))


def _card(names: Names, s: np.record, card: int) -> dict[str, Any]:
    """Return a card in play with its tokens and items."""
    items = items_of(names, s, card)
    return {
        "card": names.card(card),
        "fresh": bool(s.fresh[card // ids.SIDE_CARDS] >> card % ids.SIDE_CARDS & 1),
        "attack": int(s.attack_tokens[card]),
        "defense": int(s.defense_tokens[card]),
        "items": [_card(names, s, item) for item in items],
    }


def _texts(names: Names, cards: list[int]) -> list[str]:
    return [names.card(card) for card in cards]
