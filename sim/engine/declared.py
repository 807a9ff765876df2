"""Names for numbers that are declared once and used everywhere.

A named tuple of ints can be read by kernels as well as by the rest of the program, and costs kernels
nothing: numba takes a global one for constants.
"""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:

    class Numbers(tuple[int, ...]):  # noqa: SLOT001  (never made)
        """What type checkers know of such a tuple: its names are made at run time, and all are ints."""

        _fields: tuple[str, ...]

        def _asdict(self) -> dict[str, int]: ...

        def __getattr__(self, name: str) -> int: ...

else:
    Numbers = tuple


def named(title: str, names: Iterable[str], numbers: Iterable[int]) -> Numbers:
    """Return a named tuple of given ints.

    title: name of the tuple's type. names: valid Python names, each once; ValueError otherwise.
    """
    make: Any = namedtuple  # mypy asks for names that are written out
    return make(title, names)(*numbers)


def numbered(title: str, names: Iterable[str], first: int = 0) -> Numbers:
    """Return a named tuple of successive ints: the first name is `first`, and so on (see `named`)."""
    names = tuple(names)
    return named(title, names, range(first, first + len(names)))


def flagged(title: str, names: Iterable[str], every: str = "") -> Numbers:
    """Return a named tuple of single bits: the first name is 1, the second 2, the third 4 (see `named`).

    every: a name for all of them together, "" for none.
    """
    names = tuple(names)
    bits = [1 << i for i in range(len(names))]
    return named(title, (*names, every), (*bits, sum(bits))) if every else named(title, names, bits)


def valued(title: str, numbers: Mapping[str, int]) -> Numbers:
    """Return a named tuple of given ints, name -> int."""
    return named(title, numbers, numbers.values())


def spelled(codes: Numbers, *only: str) -> dict[str, int]:
    """Return name -> int of such a tuple, all or `only` some, the names in small letters as in texts."""
    found = {name.lower(): code for name, code in codes._asdict().items()}
    return {name: found[name] for name in only} if only else found
