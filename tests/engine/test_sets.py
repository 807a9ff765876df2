"""Sets of any size do in kernels what Python's sets do, with and without the JIT."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.engine import sets
from mazarbul.sim.engine.records import empty_record

SIZE = 150
WORDS = sets.words_for(SIZE)
PILES = 3

STATE = np.dtype(
    [
        ("here", "i8", (WORDS,)),
        ("piles", "i8", (PILES, WORDS)),
        ("slots", "i8", (2, 4 + WORDS)),  # a set may be part of a longer row
        ("n", "i8"),
        ("some", "i8"),
        ("lowest", "i8"),
        ("met", "i8", (SIZE,)),
    ],
    align=True,
)


@kernel
def change(s, pile, what, i):
    """Carry out one operation on `s.here` with a pile, or with the member `i`."""
    if what == 0:
        sets.add(s.here, i)
    elif what == 1:
        sets.remove(s.here, i)
    elif what == 2:
        sets.assign(s.here, s.piles[pile])
    elif what == 3:
        sets.unite(s.here, s.piles[pile])
    elif what == 4:
        sets.intersect(s.here, s.piles[pile])
    elif what == 5:
        sets.subtract(s.here, s.piles[pile])
    elif what == 6:
        sets.clear(s.here)
    else:
        sets.assign(s.slots[1, 4:], s.here)
        sets.add(s.slots[1, 4:], i)
        sets.assign(s.here, s.slots[1, 4:])


@kernel
def ask(s, pile, i):
    """Put everything that can be asked about `s.here` into the record."""
    s.n = sets.count(s.here)
    s.lowest = sets.first(s.here)
    s.some = sets.is_empty(s.here) * 1 + sets.meet(s.here, s.piles[pile]) * 2 + sets.has(s.here, i) * 4
    k = 0
    for member in sets.members(s.here):
        s.met[k] = member
        k += 1
        sets.remove(s.here, member)  # a visited member may be removed
    for j in range(k):
        sets.add(s.here, s.met[j])


def changed(here: set[int], pile: set[int], what: int, i: int) -> set[int]:
    """Return the new `here`: the naive twin of `change`."""
    return [here | {i}, here - {i}, pile, here | pile, here & pile, here - pile, set(), here | {i}][what]


MEMBERS = st.integers(0, SIZE - 1) | st.sampled_from([0, 62, 63, 64, 127, 128, SIZE - 1])
SETS = st.sets(MEMBERS, max_size=SIZE)
STEPS = st.lists(st.tuples(st.integers(0, PILES - 1), st.integers(0, 7), MEMBERS), max_size=20)


@settings(deadline=None)  # the first call compiles
@given(piles=st.tuples(SETS, SETS, SETS), steps=STEPS)
def test_sets_are_sets(piles, steps):
    s = empty_record(STATE)
    for k, pile in enumerate(piles):
        s.piles[k] = sets.words_of(pile, WORDS)
    here: set[int] = set()
    for pile, what, i in steps:
        change(s, pile, what, i)
        here = changed(here, piles[pile], what, i)
        ask(s, pile, i)
        assert sets.listed(s.here) == sorted(here) == s.met[: s.n].tolist()
        assert s.lowest == min(here, default=-1)
        assert s.some == (not here) + 2 * bool(here & piles[pile]) + 4 * (i in here)
    assert [set(sets.listed(pile)) for pile in s.piles] == list(piles)


def test_the_number_of_words():
    assert [sets.words_for(size) for size in (0, 1, 64, 65, 105, 128, 129)] == [0, 1, 1, 2, 2, 2, 3]


@pytest.mark.parametrize("member", [-1, 128])
def test_a_member_must_fit(member):
    with pytest.raises(IndexError):
        sets.words_of([member], 2)
