"""Names for numbers that are declared once and used everywhere.

A named tuple of ints can be read by kernels as well as by the rest of the program, and costs kernels
nothing: numba takes a global one for constants.
"""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Iterable, Mapping


def numbered(title: str, names: Iterable[str], first: int = 0) -> tuple[int, ...]:
    """Return a named tuple of successive ints: the first name is `first`, and so on.

    title: name of the tuple's type. names: valid Python names, each once; ValueError otherwise.
    """
    names = tuple(names)
    return namedtuple(title, names)(*range(first, first + len(names)))


def flagged(title: str, names: Iterable[str], every: str = "") -> tuple[int, ...]:
    """Return a named tuple of single bits: the first name is 1, the second 2, the third 4.

    names: valid Python names, each once; ValueError otherwise. every: a name for all of them together,
    "" for none.
    """
    names = tuple(names)
    bits = [1 << i for i in range(len(names))]
    if every:
        return namedtuple(title, (*names, every))(*bits, sum(bits))
    return namedtuple(title, names)(*bits)


def valued(title: str, numbers: Mapping[str, int]) -> tuple[int, ...]:
    """Return a named tuple of given ints, name -> int."""
    return namedtuple(title, numbers)(*numbers.values())


def spelled(codes: tuple[int, ...], *only: str) -> dict[str, int]:
    """Return name -> int of such a tuple, all or `only` some, the names in small letters as in texts."""
    found = {name.lower(): code for name, code in codes._asdict().items()}
    return {name: found[name] for name in only} if only else found
