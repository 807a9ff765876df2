"""What can go wrong with a run, apart from a user's mistake (`mazarbul.sim.toml.DataError`, exit code 2)."""

from __future__ import annotations

from collections.abc import Callable, Collection
from pathlib import Path

from mazarbul.sim.toml import DataError, nearest

FEW, LISTED = 12, 40  # names: a guess replaces a longer list, and no list is longer


class RunFailure(RuntimeError):
    """A run cannot continue or cannot be read, though the request is right (exit code 1)."""


class WorkersLost(RunFailure):
    """The workers are gone: killed again and again, or cut off with their scheduler."""


class Interrupted(RuntimeError):
    """The user stopped a run; everything finished is kept (exit code 130).

    folder: the run's folder. done, planned: numbers of games. wording: turns what `said` returns into words
    for those who ask.
    """

    wording: Callable[[str], str] = staticmethod(str)

    def __init__(self, folder: object, done: int, planned: int) -> None:
        super().__init__(folder, done, planned)
        self.folder, self.done, self.planned = folder, done, planned

    def __str__(self) -> str:
        return self.wording(self.said())

    def said(self) -> str:
        """Return what was kept and how to go on, in words of the command line."""
        return (
            f"stopped with {self.done:,} of {self.planned:,} games kept;"
            f" resume with: mazarbul run --resume --out {self.folder}"
        )


def unknown(kind: str, name: str, valid: Collection[str], file: str | Path | None = None) -> DataError:
    """Return the error for a name that is not in `valid`: it suggests the nearest, or lists them."""
    guess = nearest(name, valid)
    some = sorted(valid)
    more = f" and {len(some) - LISTED:,} more" if len(some) > LISTED else ""
    listed = "" if guess and len(some) > FEW else f"; valid: {', '.join(some[:LISTED]) or 'none'}{more}"
    return DataError(f"unknown {kind} {name!r}{listed}", file, suggestion=guess)
