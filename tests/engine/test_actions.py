"""Actions, their log and sets of bits: kernels and their Python twins agree."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.engine import actions, log, stack
from mazarbul.sim.engine.bits import mask_of, members
from mazarbul.sim.engine.records import empty_record, frozen, record_hash
from mazarbul.sim.engine.rng import stable_key

KINDS, PARTS = st.integers(0, 2047), st.integers(0, 1023)

STATE = np.dtype(
    [
        ("actor", "i2"),
        ("decision", "i2"),
        ("option_n", "i2"),
        ("options", "i4", (3,)),
        ("is_logged", "i2"),
        ("event_n", "i2"),
        ("events", "i2", (2, 4)),
        ("frame_n", "i2"),
        ("frames", "i8", (3, 7)),
        ("fault", "i2"),
        ("fault_code", "i8"),
    ],
    align=True,
)


@settings(deadline=None)  # the first call compiles
@given(kind=KINDS, a=PARTS, b=PARTS)
def test_an_action_holds_its_parts(kind, a, b):
    code = int(actions.action(kind, a, b))
    assert code == actions.packed(kind, a, b) == int(np.int32(code))
    assert actions.unpacked(code) == (kind, a, b)
    assert (actions.kind_of(code), actions.a_of(code), actions.b_of(code)) == (kind, a, b)


@kernel
def play(s):
    """Ask and offer three actions, and note and push their parts."""
    actions.ask(s, 2, 5)
    for i in range(3):
        actions.offer(s, 7, i, 1000 + i)
    for i in range(3):
        log.note_action(s, 3, np.int64(s.options[i]))
    stack.push(s, 1, 2, 3, 4, 5)
    stack.push(s, 6, 7, 8, 9, 10)
    stack.top(s)[5] = 11
    stack.pop(s)
    stack.push(s, 12, 13, 14, 15, 16)


def test_a_state_with_the_named_fields_is_enough():
    s = empty_record(STATE)
    s.is_logged = 1
    play(s)
    assert (s.actor, s.decision, s.option_n) == (2, 5, 3)
    assert [actions.unpacked(code) for code in s.options] == [(7, i, 1000 + i) for i in range(3)]
    assert s.event_n == 2, "events are left out once the log is full"
    for i, (kind, *rest) in enumerate(s.events.tolist()):
        assert (kind, *log.noted_action(*rest)) == (3, 2, actions.packed(7, i, 1000 + i))
    assert s.frame_n == 2
    assert s.frames.tolist() == [[1, 2, 3, 4, 5, 0, 0], [12, 13, 14, 15, 16, 0, 0], [0] * 7]


def test_nothing_is_noted_while_no_log_is_kept():
    s = empty_record(STATE)
    play(s)
    assert s.event_n == 0


@settings(deadline=None)  # the first call compiles
@given(st.frozensets(st.integers(0, 62)))
def test_masks_hold_their_members(bits):
    mask = mask_of(bits)
    assert members(np.int64(mask)) == sorted(bits)
    assert mask.bit_count() == len(bits)


def test_a_frozen_record_cannot_be_changed():
    s = empty_record(STATE)
    s.actor = 3
    kept = frozen(s)
    s.actor = 4
    for change in (lambda: setattr(kept, "actor", 1), lambda: kept.options.fill(1)):
        with pytest.raises(ValueError, match="read-only"):
            change()
    assert (kept.actor, kept.options.any()) == (3, False)


def test_a_frozen_record_has_the_same_bytes():
    s = empty_record(STATE)
    s.actor, s.event_n = 3, -1
    assert record_hash(frozen(s)) == record_hash(s)


def test_keys_of_names_are_the_same_everywhere():
    assert stable_key("gimli#1") == 3905937050008210117
    assert stable_key("gimli#1") != stable_key("gimli#2")
