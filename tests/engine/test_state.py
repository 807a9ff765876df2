"""A state is reset, field by field, to what it starts with."""

from __future__ import annotations

import numpy as np
import pytest

from mazarbul.sim.compile.jit import at_home, kernel
from mazarbul.sim.engine.actions import NONE
from mazarbul.sim.engine.records import empty_record
from mazarbul.sim.engine.state import clearing, play_fields

PART = np.dtype([("card", "i2"), ("set", "i8")])
STATE = np.dtype(
    [
        *play_fields("clearing", options=2, frames=1, width=1, events=2),
        ("phase", "i2"),
        ("hand", "i8", (2,)),
        ("record", "u4", (3, 2)),
        ("share", "f4", (2,)),
        ("parts", PART, (2,)),
        ("threat", "i2", (2,)),
    ],
    align=True,
)
clear = clearing(STATE, __name__, {"phase": 3, "hand": NONE}, kept=("threat",))


def test_a_cleared_state_begins_as_declared():
    s = empty_record(STATE)
    s.seed, s.actor, s.option_n, s.phase, s.threat[:] = 7, 1, 2, 9, 4
    for name in ("hand", "record", "share"):
        s[name][:] = 1
    s.parts[1].card = 5
    clear(s)
    assert (s.seed, s.actor, s.option_n) == (7, NONE, 0), "the seed is its caller's"
    assert s.phase == 3
    assert s.hand.tolist() == [NONE, NONE]
    assert not s.record.any()
    assert not s.share.any()
    assert s.threat.tolist() == [4, 4], "kept"
    assert s.parts[1].card == 5, "a list of records is as long as its number says"


def test_a_module_has_one_kernel_of_a_name():
    """Machine code is kept by it: the second one would get that of the first."""
    with pytest.raises(ValueError, match="has two kernels 'clear'"):
        clearing(STATE, __name__)
    clear_all = clearing(STATE, __name__, name="clear_all")
    s = empty_record(STATE)
    s.threat[:] = 4
    clear_all(s)
    assert not s.threat.any()


def test_kernels_of_two_factories_may_not_share_a_name_either():
    """What they are called with may be the same; what they do is not."""

    def counting(step):
        @kernel
        def count(n):
            """Return the next number."""
            return n + step

        return count

    assert at_home(counting(1), __name__)(1) == 2
    with pytest.raises(ValueError, match="has two kernels 'count'"):
        at_home(counting(2), __name__)
