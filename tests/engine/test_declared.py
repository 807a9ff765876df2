"""Named tuples of numbers: the number of each name, and names that are refused."""

from __future__ import annotations

import pytest

from mazarbul.sim.engine.declared import flagged, numbered, spelled


def test_names_stand_for_successive_numbers():
    codes = numbered("CODES", ("ONE", "TWO"), 1)
    assert (codes.ONE, codes.TWO) == codes == (1, 2)
    assert spelled(codes) == {"one": 1, "two": 2}
    assert spelled(codes, "two") == {"two": 2}


def test_flags_are_single_bits():
    assert flagged("FLAGS", ("A", "B", "C"))._asdict() == {"A": 1, "B": 2, "C": 4}
    assert flagged("FLAGS", ("A", "B"), "ALL")._asdict() == {"A": 1, "B": 2, "ALL": 3}


@pytest.mark.parametrize("make", [numbered, flagged])
@pytest.mark.parametrize("names", [("A", "B", "A"), ("A", "not a name")])
def test_names_that_cannot_be_are_refused(make, names):
    with pytest.raises(ValueError, match=r"duplicate|identifiers"):
        make("CODES", names)
