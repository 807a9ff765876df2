"""What LLVM is told of kernels' arguments."""

from __future__ import annotations

import numba
import numpy as np
import pytest
from numba.core import types

from mazarbul.sim import games
from mazarbul.sim.compile.lowering import is_apart, parts_of, unsigned
from mazarbul.sim.compile.read_only import is_read_only, read_only

PART = np.dtype([("n", "i2")])
WHOLE = np.dtype([("parts", PART, (3,)), ("n", "i8")])
OTHER = np.dtype([("n", "i4")])


def kinds_of(*dtypes: np.dtype) -> tuple[types.Record, ...]:
    return tuple(map(numba.from_dtype, dtypes))


def test_indices_are_not_negative():
    assert unsigned(types.int16) == types.uint64
    assert unsigned(types.Tuple((types.int64, types.slice2_type))) == types.Tuple(
        (types.uint64, types.slice2_type)
    )
    assert unsigned(types.none) == types.none


def test_records_of_different_types_are_apart():
    whole, part, other = kinds_of(WHOLE, PART, OTHER)
    assert is_apart(whole, (whole, types.int64, other))
    assert parts_of(whole) == {whole, part}


def test_a_record_and_its_part_are_not_apart():
    whole, part = kinds_of(WHOLE, PART)
    assert not is_apart(whole, (whole, part))
    assert not is_apart(part, (whole, part))


def test_two_records_of_a_type_may_be_the_same():
    (whole,) = kinds_of(WHOLE)
    assert not is_apart(whole, (whole, whole))


@pytest.mark.parametrize("name", games.MODULES)
def test_tables_are_only_read(name: str):
    game = games.get(name)
    setup = game.setup(next(iter(game.scenarios())))
    assert is_read_only(getattr(setup.tables, "record", setup.tables).dtype)


def test_other_records_are_not_only_read():
    assert not is_read_only(OTHER)
    tables = np.dtype([("only_in_this_test", "i2")])
    assert read_only(tables) is tables
    assert is_read_only(np.dtype([("only_in_this_test", "i2")]))
