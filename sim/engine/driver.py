"""The single steps of a game, as Python takes them: for scripts, traces and tests.

A game has one kernel for all its steps. A function that is called from Python is compiled with everything
that it calls, and each step calls nearly every rule.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from mazarbul.sim.engine.actions import NONE
from mazarbul.sim.engine.faults import run_kernel

DEAL, DECIDE, GO_ON = range(3)


@dataclass(frozen=True)
class Driver:
    """Takes the single steps of a game. Raises GameFault if a fault stops it.

    game: its name, for errors. drive: the kernel drive(s, t, step, a, b, halt). It takes a step (DEAL, DECIDE
    or GO_ON), then continues to the next decision, the end of the game, or the phase `halt` (NONE: none).
    a, b: seed and index of the game to DEAL, or the action. A game whose halts are more than a phase has a
    subclass with its own `take`. rest: what follows a and b where the game halts nowhere.
    """

    game: str
    drive: Callable[..., None]
    rest: tuple[int, ...] = (NONE,)

    def new_game(self, s: np.record, t: np.record, seed: int, index: int) -> None:
        """Set up game `index` of the run with `seed` and continue to its first decision."""
        self.take(s, t, DEAL, seed, index)

    def apply(self, s: np.record, t: np.record, action: int, halt: Any = None) -> None:
        """Apply a legal action and continue to the next decision, the end, or `halt`."""
        self.take(s, t, DECIDE, action, halt=halt)

    def advance(self, s: np.record, t: np.record, halt: Any = None) -> None:
        """Continue to the next decision, the end, or `halt`."""
        self.take(s, t, GO_ON, halt=halt)

    def take(self, s: np.record, t: np.record, step: int, a: int = 0, b: int = 0, halt: Any = None) -> None:
        """Call the kernel. halt: a phase, None for none."""
        run_kernel(self.drive, self.game, s, t, step, a, b, NONE if halt is None else halt)
