"""The table of a game of cards: each card lies in one area, and is seen by whom the area says."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from mazarbul.sim.games.card_table import CardTable

WHERE = ("led", "hand:north", "hand:south", "deck:south")
NAMES: Any = SimpleNamespace(entries=dict.fromkeys(range(4)), seats=("north", "south"), card=str)
TABLE = CardTable(
    hues={},
    facts=(),
    middle={"led": "Card to beat"},
    own={"hand": ("Hand", "cards", "owner"), "deck": ("Deck", "pile", "nobody")},
    where=lambda _names, s, card: s[card],
    counted=lambda _s: {"points": (1, 2)},
    clock=lambda _s: (1, "lead"),
).scenery()


def test_every_area_is_said_also_the_empty_ones():
    zones = TABLE.zones(NAMES, WHERE)  # type: ignore[arg-type]
    found = {area: [piece.thing for piece in zone.pieces] for area, zone in zones.items()}
    cards = {"led": ["0"], "hand:north": ["1"], "hand:south": ["2"], "deck:north": [], "deck:south": ["3"]}
    assert found == {**cards, "seat:north": [], "seat:south": []}


def test_a_seat_sees_the_middle_and_its_own_hand():
    assert TABLE.unseen is not None
    assert sorted(TABLE.unseen(NAMES, WHERE, 0)) == ["2", "3"]  # type: ignore[arg-type]
    assert sorted(TABLE.unseen(NAMES, WHERE, 1)) == ["1", "3"]  # type: ignore[arg-type]
