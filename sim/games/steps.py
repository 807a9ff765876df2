"""The kernels that play a game, and what a search needs of a kit."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from mazarbul.sim.bots.bot import Bot
from mazarbul.sim.data.setup import Setup
from mazarbul.sim.engine.driver import Driver

Choose = Callable[[np.record], int]
"""The choice of bots in a state: the code of a legal action."""


@dataclass(frozen=True)
class Steps:
    """The kernels with which bots play a game.

    prepare(t, mind), choose(s, t, mind). play_batch(s, t, mind, seed, first, *arrays) plays whole games and
    fills the `arrays` of a recorder.
    """

    prepare: Callable[..., None]
    choose: Callable[..., int]
    play_batch: Callable[..., None]


class Playable(Protocol):
    """The part of a kit that searches use; `mazarbul.sim.games.kit.Kit` describes each member."""

    setup: Setup
    tables: np.record
    state: np.dtype
    driver: Driver
    steps: Steps
    practice: Any

    def mind(self, bots: Sequence[Bot]) -> np.record:
        """Return the record that the kernels of bots read."""
