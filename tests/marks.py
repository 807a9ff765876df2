"""Marks of tests that the first step leaves out (tests/README.md)."""

from __future__ import annotations

from collections.abc import Collection, Iterable

import pytest

#: Plays a game that takes minutes to compile: slow, unless its folder or file is named.
compiles = pytest.mark.compiles


def slow_but(quick: Collection, values: Iterable, *, thorough: Collection = ()) -> list:
    """Return all values as parameters, with the mark `slow` on those that are not in `quick`.

    Those in `thorough` are left to a release too. A tuple has a value for each name.
    """
    return [
        value
        if value in quick
        else pytest.param(
            *(value if isinstance(value, tuple) else (value,)),
            marks=[pytest.mark.slow, pytest.mark.thorough] if value in thorough else pytest.mark.slow,
        )
        for value in values
    ]
