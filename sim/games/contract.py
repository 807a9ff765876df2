"""What every game offers, so that runner, trace and command line know no game by name."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from sim.bots.weights import Bot


@dataclass(frozen=True)
class Setup:
    """A scenario made ready to play.

    tables: the frozen record the kernels read. tables_hash: SHA-256 (hex) of its bytes.
    seats, seat_sides: ids in seat order. switches: every switch, resolved. catalogue: what a
    report needs to know of cards, places and fields; JSON types only.
    """

    game: str
    scenario: str
    title: str
    tables: np.record
    tables_hash: str
    seats: tuple[str, ...]
    seat_sides: tuple[str, ...]
    switches: dict[str, object]
    catalogue: dict[str, Any]


@dataclass(frozen=True)
class Labelled:
    """A column of names. codes: 1-d signed ints, -1 for none; labels: the name of each code."""

    codes: np.ndarray
    labels: tuple[str, ...]


class Game(Protocol):
    """The interface of a game. Mistakes of the user raise `sim.engine.toml.DataError`."""

    name: str
    title: str

    def scenarios(self) -> dict[str, str]:
        """Return scenario id -> title."""

    def decks(self) -> dict[str, str]:
        """Return deck id -> name."""

    def switches(self) -> dict[str, str]:
        """Return switch id -> one line of help."""

    def bots(self) -> dict[str, str]:
        """Return bot name -> one line of help."""

    def setup(
        self,
        scenario: str,
        *,
        switches: Mapping[str, object] = {},
        overlay: Path | Mapping | None = None,
        decks: Mapping[str, str | Path] = {},
    ) -> Setup:
        """Make a scenario (an id, or the path of a TOML file) ready to play."""

    def bot(self, name: str) -> Bot:
        """Return the bot of that name, or the one described by a TOML file."""

    def warm_up(self, setup: Setup, bots: Sequence[Bot]) -> None:
        """Compile or load every kernel that playing needs."""

    def play(
        self, setup: Setup, bots: Sequence[Bot], seed: int, first: int, n: int
    ) -> dict[str, dict[str, np.ndarray | Labelled]]:
        """Play games `first` .. `first + n - 1` of a run seed: family -> column -> n values."""

    def trace(self, setup: Setup, bots: Sequence[Bot], seed: int, index: int) -> Iterator[str]:
        """Yield the lines of one game's log."""

    def run_script(self, path: Path) -> list[str]:
        """Replay a script file and return its report; raises a DataError where it does not hold."""
