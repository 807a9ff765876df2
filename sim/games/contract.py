"""What every game offers, so that runner, trace and command line know no game by name.

Sides and seats. Every seat has a side (`Setup.seat_sides`), and `catalogue["sides"]` names the sides. In a
game of sides against each other all of them have seats. In a game of players together against a quest one
side has all seats; the other one, the quest's, has cards in the catalogue (side "encounter", seat "") and
wins the games that the players lose.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from sim.bots.bot import Bot
from sim.data.overlays import Overlays
from sim.data.setup import Setup
from sim.data.variants import Variant


@dataclass(frozen=True)
class Labelled:
    """A column of names. codes: 1-d signed ints, -1 for none; labels: the name of each code."""

    codes: np.ndarray
    labels: tuple[str, ...]


@dataclass(frozen=True)
class Restriction:
    """Something that the bots of a side can be told to avoid.

    word: as bots write it after `avoid=`, such as "card:gimli". kind, thing: its parts, kind being
    "card", "faction", "action" or "place". name: of the thing. side: whose bots would carry it.
    label: what a bot does that carries it, such as "does not use Gimli".
    """

    word: str
    kind: str
    thing: str
    name: str
    side: str
    label: str


@dataclass(frozen=True)
class Swap:
    """One card of a seat's deck exchanged for another: one copy out, one copy in, the size as it was.

    id: fit for a file name. seat: whose deck. out, out_name: id and name of the card that leaves; put,
    put_name: of the one that comes. overlay: the change, to be laid over the base's own overlays.
    """

    id: str
    seat: str
    out: str
    out_name: str
    put: str
    put_name: str
    overlay: dict[str, Any]

    @property
    def label(self) -> str:
        """Return the exchange in words."""
        return f"{self.out_name} out, {self.put_name} in"


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
        overlay: Overlays = None,
        decks: Mapping[str, str | Path] = {},
    ) -> Setup:
        """Make a scenario (an id, or the path of a TOML file) ready to play.

        switches: only those that differ from their defaults. overlay: changes of the data, later ones
        laid over earlier ones. decks: seat -> deck id or TOML file.
        """

    def bot(self, name: str, setup: Setup | None = None) -> Bot:
        """Return the bot written as a name or TOML file and what is added to it (see `sim.bots.bot`).

        setup: where it is to play, so that what it avoids can be checked.
        """

    def restrictions(self, setup: Setup) -> list[Restriction]:
        """Return what the bots of each side can sensibly be told to avoid in this set-up."""

    def warm_up(self, setup: Setup, bots: Sequence[Bot]) -> bool:
        """Compile or load every kernel that playing needs; return whether any was compiled."""

    def play(
        self, setup: Setup, bots: Sequence[Bot], seed: int, first: int, n: int
    ) -> dict[str, dict[str, np.ndarray | Labelled]]:
        """Play games `first` .. `first + n - 1` of a run seed: family -> column -> n values."""

    def variants(
        self,
        scenario: str,
        *,
        switches: Mapping[str, object] = {},
        overlay: Overlays = None,
        decks: Mapping[str, str | Path] = {},
    ) -> list[Variant]:
        """Return every variant of a card or location in play, of the game that `setup` makes of the same."""

    def swaps(
        self,
        scenario: str,
        seat: str,
        *,
        switches: Mapping[str, object] = {},
        overlay: Overlays = None,
        decks: Mapping[str, str | Path] = {},
    ) -> list[Swap]:
        """Return every exchange of one card of a seat's deck that its deck rules allow.

        Of the game that `setup` makes of the same; none if the game's decks cannot be changed. Raises
        DataError for an unknown seat.
        """

    def value(
        self,
        path: str,
        scenario: str,
        *,
        switches: Mapping[str, object] = {},
        overlay: Overlays = None,
        decks: Mapping[str, str | Path] = {},
    ) -> int | float | bool | str:
        """Return the value that an overlay's dotted path has in the game that `setup` makes of the same.

        path: as for `sim.data.overlays.overlay_at`. Defaults count; a DataError names the part of the
        path that is unknown and the nearest that is not.
        """

    def trace(self, setup: Setup, bots: Sequence[Bot], seed: int, index: int) -> Iterator[str]:
        """Yield the lines of one game's log."""

    def run_script(self, path: Path) -> list[str]:
        """Replay a script file and return its report; raises a DataError where it does not hold."""
