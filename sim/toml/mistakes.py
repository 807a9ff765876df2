"""Mistakes that are collected, so that a user reads all of them at once and not one after the other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from mazarbul.sim.toml.errors import DataError

MOST = 30  # reported at once


class DataWarning(UserWarning):
    """Something a user wrote is allowed, but surely not meant: the text says what and where."""


def together(mistakes: Iterable[DataError]) -> DataError:
    """Return (not raise) one error for one or more mistakes: the first one, which carries the others."""
    every = [each for mistake in mistakes for each in (mistake, *mistake.others)]
    first, *others = {str(each.alone()): each.alone() for each in every}.values()
    if len(others) >= MOST:
        rest = len(others) - (MOST - 1)
        others = [*others[: MOST - 1], DataError(f"and {rest} more mistakes, not shown")]
    first.others = tuple(others)
    return first


class Mistakes:
    """Collects the mistakes of several checks."""

    def __init__(self) -> None:
        self._found: list[DataError] = []

    @contextmanager
    def going_on(self) -> Iterator[None]:
        """Note a DataError of the block and go on after it."""
        try:
            yield
        except DataError as mistake:
            self._found.append(mistake)

    def note(self, mistake: DataError) -> None:
        """Note a mistake."""
        self._found.append(mistake)

    @property
    def count(self) -> int:
        """How many mistakes are noted."""
        return len(self._found)

    def check(self) -> None:
        """Raise the mistakes noted so far, if there are any, as one DataError."""
        if self._found:
            raise together(self._found)
