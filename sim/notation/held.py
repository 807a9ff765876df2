"""What a script plays with: a set-up's names, moves and steps, as `sim.games.kit` has them."""

from __future__ import annotations

from typing import Any, Protocol

import numpy as np

from sim.notation.moves import Moves
from sim.notation.names import Names
from sim.notation.story import Story


class Held(Protocol):
    """The part of a game's kit that scripts use; see `sim.games.kit.Kit` for what each is."""

    names: Names
    moves: Moves

    def new_state(self) -> np.record:
        """Return a zeroed state record."""

    def deal(self, s: np.record, seed: int, index: int) -> None:
        """Set up a game and go on to its first decision."""

    def apply(self, s: np.record, code: int, halt: Any = None) -> None:
        """Apply a legal action and go on to the next decision, the end or `halt`."""

    def is_over(self, s: np.record) -> bool:
        """Return whether the game has ended."""

    def story(self) -> Story:
        """Return what tells the events of a game."""

    def position_text(self, s: np.record) -> str:
        """Return the position as text; raises ValueError where it has none."""
