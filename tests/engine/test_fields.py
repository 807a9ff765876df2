"""Bit fields of records: layout, reading, writing, mistakes."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mazarbul.sim.engine.declared import numbered
from mazarbul.sim.engine.fields import Bits, Fields, described, field, with_field

HOW = numbered("How", ("STAYED", "LEFT", "RETURNED"))


def test_fields_lie_above_each_other_and_codes_get_the_bits_they_need():
    """Two codes need one bit, three and four need two, five need three."""
    fields = Fields("card")
    assert fields.number("draws", bits=5) == Bits(0, 5)
    assert fields.code("how", HOW) == Bits(5, 2)
    assert fields.code("whether", numbered("Whether", ("NO", "YES"))) == Bits(7, 1)
    assert fields.code("which", numbered("Which", "ABCDE")) == Bits(8, 3)
    assert described(fields)[:2] == [
        {"name": "draws", "shift": 0, "bits": 5, "labels": None},
        {"name": "how", "shift": 5, "bits": 2, "labels": ["stayed", "left", "returned"]},
    ]


@settings(deadline=None)  # the first call compiles
@given(st.integers(0, 2**32 - 1), st.integers(0, 27), st.integers(1, 5), st.integers(0, 100))
def test_a_field_is_stored_up_to_its_maximum_and_changes_no_other(record, shift, size, value):
    """All other bits stay; the field holds the value, or its maximum."""
    bits, top = Bits(shift, size), 2**size - 1
    new = np.uint32(with_field(np.uint32(record), bits, value))
    assert field(new, bits) == min(value, top)
    assert int(new) & ~(top << shift) == record & ~(top << shift)


def test_a_record_has_32_bits_and_each_name_once():
    """The 33rd bit and a second field of the same name are refused by name."""
    fields = Fields("card")
    fields.number("a", bits=31)
    with pytest.raises(ValueError, match="field 'b' of a card does not fit into 32 bits"):
        fields.number("b", bits=2)
    with pytest.raises(ValueError, match="a card has two fields 'a'"):
        fields.number("a", bits=1)


def test_codes_of_a_field_are_successive():
    """Labels are for the codes 0, 1, 2 and so on, so no other codes can be stored."""
    with pytest.raises(ValueError, match="field 'how' of a card: its codes must be 0, 1, 2 and so on"):
        Fields("card").code("how", numbered("How", ("A", "B"), first=1))
