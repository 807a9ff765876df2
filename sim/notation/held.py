"""What a script needs to play: a set-up's names, moves and steps, a part of `sim.games.kit`."""

from __future__ import annotations

from typing import Any, Protocol

import numpy as np

from sim.notation.moves import Moves
from sim.notation.names import Names
from sim.notation.story import Story


class Held(Protocol):
    """The part of a game's kit that scripts use; `sim.games.kit.Kit` describes each member."""

    names: Names
    moves: Moves

    def new_state(self) -> np.record:
        """Return a zeroed state record."""

    def deal(self, s: np.record, seed: int, index: int) -> None:
        """Set up a game and advance to its first decision."""

    def apply(self, s: np.record, code: int, halt: Any = None) -> None:
        """Apply a legal action and advance to the next decision, the end or `halt`."""

    def is_over(self, s: np.record) -> bool:
        """Return whether the game has ended."""

    def story(self) -> Story:
        """Return a new story, which puts the events of a game into words."""

    def position_text(self, s: np.record) -> str:
        """Return the position as text; raises ValueError if it has none."""
