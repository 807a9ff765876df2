"""What scripts use of a game: what it can be asked for, and a set-up's names, moves and steps."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol, runtime_checkable

import numpy as np

from mazarbul.sim.data.book import Book
from mazarbul.sim.data.setup import Setup
from mazarbul.sim.notation.moves import Moves
from mazarbul.sim.notation.story import Story


class Scripted(Protocol):
    """The part of a game that scripts use; see `mazarbul.sim.games.base.DataGame` for what each is."""

    @property
    def name(self) -> str:
        """Its id."""

    @property
    def title(self) -> str:
        """Its name."""

    def printed(self) -> Book:
        """Return the game as printed, for the scenarios and switches there are."""

    @property
    def setup(self) -> Callable[..., Setup]:
        """Make a scenario ready to play; given: `switches`, `overlay`, `decks`."""

    def __hash__(self) -> int:
        """Games are told apart by what they are."""

    def kit(self, setup: Setup) -> Held:
        """Return what playing a set-up step by step takes."""


@runtime_checkable
class Decked(Protocol):
    """A game with decks to choose; the same as `HasDecks` of `mazarbul.sim.games.contract`."""

    def decks(self) -> dict[str, str]:
        """Return deck id -> name."""


class Held(Protocol):
    """The part of a game's kit that scripts use; `mazarbul.sim.games.kit.Kit` describes each member."""

    @property
    def names(self) -> Any:
        """The names of the set-up, of the game's own class."""

    @property
    def moves(self) -> Moves[Any]:
        """How actions are written."""

    def new_state(self) -> np.record:
        """Return a zeroed state record."""

    def deal(self, s: np.record, seed: int, index: int) -> None:
        """Set up a game and advance to its first decision."""

    def apply(self, s: np.record, code: int, halt: Any = None) -> None:
        """Apply a legal action and advance to the next decision, the end or `halt`."""

    def advance(self, s: np.record, halt: Any = None) -> None:
        """Continue from a position to its first decision, the end or `halt`."""

    def is_over(self, s: np.record) -> bool:
        """Return whether the game has ended."""

    def story(self) -> Story:
        """Return a new story, which puts the events of a game into words."""

    def position_text(self, s: np.record) -> str:
        """Return the position as text; raises ValueError if it has none."""
