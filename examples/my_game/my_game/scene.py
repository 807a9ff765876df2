"""The table as a replay shows it: the card that leads the round, then the cards of each seat."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from mazarbul.sim.engine.bits import members
from mazarbul.sim.engine.fields import field
from mazarbul.sim.games.scene import Area, Counter, Group, Piece, Scenery, Thing, Zone
from mazarbul.sim.notation.names import Names
from my_game import ids
from my_game.records import END, WHERE

#: The colour of each side's cards, in degrees.
HUES = {"north": 225, "south": 20}
PHASES = {ids.PHASE.LEAD: "lead", ids.PHASE.FOLLOW: "follow", ids.PHASE.OVER: "end"}


def groups(names: Names) -> list[Group]:
    """Return the sides, which colour their cards."""
    sides = names.setup.catalogue["sides"]
    return [Group(side["id"], side["name"], HUES[side["id"]], side["id"]) for side in sides]


def things(names: Names) -> list[Thing]:
    """Return the cards as printed."""
    return [_card(names.card(card), entry) for card, entry in names.entries.items()]


def _card(key: str, entry: dict[str, Any]) -> Thing:
    """Return a card as printed. key: its text in moves."""
    return Thing(key, entry["name"], group=entry["side"], facts=(Counter("strength", entry["strength"]),))


def areas(names: Names) -> list[Area]:
    """Return the table: the card that leads the round, and the cards of each seat."""
    return [
        Area("led", "Card to beat", "cards", is_shown=True),
        *map(_seat_area, names.setup.catalogue["seats"]),
    ]


def _seat_area(seat: dict[str, str]) -> Area:
    """Return the area of a seat."""
    key, side = seat["id"], seat["side"]
    own = (
        Area(f"hand:{key}", "Hand", "cards", seat=key, side=side, is_shown=True),
        Area(f"played:{key}", "Played", "pile", seat=key, side=side, is_shown=True),
        Area(f"deck:{key}", "Not in the game", "pile", seat=key, side=side, is_shown=True),
    )
    return Area(f"seat:{key}", seat["name"], "group", own, key, side, is_shown=True)


def zones(names: Names, s: np.record) -> dict[str, Zone]:
    """Return what lies where."""
    found = {"led": _cards(names, [] if s.led == ids.NONE else [s.led])}
    for seat, name in enumerate(names.seats):
        where = {card: field(s.card_record[card], END) for card in members(names.tables.deck[seat])}
        played = [card for card, place in where.items() if place == WHERE.PLAYED and card != s.led]
        found[f"seat:{name}"] = Zone(counters=(Counter("points", int(s.score[seat])),))
        found[f"hand:{name}"] = _cards(names, members(s.hand[seat]))
        found[f"played:{name}"] = _cards(names, played)
        found[f"deck:{name}"] = _cards(names, [c for c, place in where.items() if place == WHERE.DECK])
    return found


def clock(_names: Names, s: np.record) -> tuple[int, str]:
    """Return the number of the round, and the phase."""
    return int(s.round_number), PHASES[s.phase]


def unseen(names: Names, s: np.record, seat: int) -> dict[str, str]:
    """Return the cards that a seat does not see (R4), each with what its back tells: nothing."""
    played = [card for card in names.entries if field(s.card_record[card], END) == WHERE.PLAYED]
    seen = {s.led, *played, *members(s.hand[seat])}
    return {names.card(card): "" for card in names.entries if card not in seen}


def _cards(names: Names, found: Iterable[int]) -> Zone:
    """Return a zone of cards."""
    return Zone(tuple(Piece(names.card(card)) for card in found))


SCENERY = Scenery(groups, things, areas, zones, clock, unseen)
