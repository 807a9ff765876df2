"""Declared kinds of frames."""

from __future__ import annotations

import pytest

from mazarbul.sim.engine.frames import FrameKinds, layout
from mazarbul.sim.engine.machine import KINDS, Registers

PAIR = layout("Pair", "left", "right")


def test_slots_are_numbered_after_the_kind():
    kinds = FrameKinds()
    pay = kinds.declare("Pay", PAIR, ("cards", 3), "card")
    assert pay == (1, 1, 2, 3, 6, 7)
    assert pay._asdict() == {"kind": 1, "left": 1, "right": 2, "cards": 3, "card": 6, "end": 7}
    assert kinds.declare("Turn", "seat").kind == 2
    assert (kinds.names, kinds.width) == (["Pay", "Turn"], 7)


def test_a_layout_may_leave_a_gap_before_it():
    late = layout("Late", "last", first=5)
    assert FrameKinds().declare("Play", "card", late)._asdict() == {
        "kind": 1, "card": 1, "last": 5, "end": 6,
    }  # fmt: skip


def test_kinds_of_a_game_come_after_those_of_the_machine():
    scope = layout("Scope", Registers, "source", ("it", 20))
    kinds = FrameKinds(after=KINDS, holding=scope)
    assert kinds.declare("Turn", "seat").kind == len(KINDS.names) + 1
    assert kinds.width == scope.end
    assert "Turn" not in KINDS.names


def test_a_frame_in_words_comes_back():
    """Slots have the names of the kind, then those that every frame has; the others have numbers."""
    scope = layout("Scope", "source", ("it", 2), first=3)
    kinds = FrameKinds(holding=scope)
    pay = kinds.declare("Pay", "left", ("cards", 3))
    kinds.declare("Turn", "seat")
    frame = [pay.kind, 2, -1, 0, 7, 0, 0, 9]
    assert kinds.text(frame) == "Pay left=2 cards=-1 cards.2=7 7=9"
    assert kinds.read(kinds.text(frame)) == {i: value for i, value in enumerate(frame) if value}
    assert kinds.text([2, 1, 0, 5, 6, 0, 0, 0]) == "Turn seat=1 source=5 it=6"
    assert (kinds.text([0] * 8), kinds.read("")) == ("", {})
    with pytest.raises(KeyError):
        kinds.read("Turn saet=1")


def test_mistakes_are_reported():
    kinds = FrameKinds()
    kinds.declare("Turn", "seat")
    with pytest.raises(ValueError, match="two kinds of frames named Turn"):
        kinds.declare("Turn", "seat")
    with pytest.raises(ValueError, match="two slots named seat"):
        kinds.declare("Pay", "seat", "seat")
    with pytest.raises(ValueError, match="the slots of Pair are taken"):
        kinds.declare("Pay", "seat", PAIR)
