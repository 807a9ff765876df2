"""The kernels that play a game, and what a search needs of a kit."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from mazarbul.sim.bots.bot import Bot
from mazarbul.sim.data.setup import Setup
from mazarbul.sim.engine.driver import Driver
from mazarbul.sim.engine.playing import Playing

Choose = Callable[[np.record], int]
"""The choice of bots in a state: the code of a legal action."""


@dataclass(frozen=True)
class Steps:
    """The kernels that play a game, for code that compiles them into its own kernels.

    new_game(s, t, seed, index), decide(s, t, action), advance(s, t), is_over(s); for bots prepare(t, mind)
    and choose(s, t, mind). play_batch(s, t, mind, seed, first, *arrays) plays whole games and fills the
    `arrays` of a recorder; only Python calls it.
    """

    new_game: Callable[..., None]
    decide: Callable[..., None]
    advance: Callable[..., None]
    is_over: Callable[..., bool]
    prepare: Callable[..., None]
    choose: Callable[..., int]
    play_batch: Callable[..., None]

    @classmethod
    def of(cls, playing: Playing, prepare: Callable, choose: Callable, play_batch: Callable) -> Steps:
        """Return the kernels of a game with those that `mazarbul.sim.engine.playing` made for it."""
        first = playing.new_game, playing.decide, playing.advance, playing.is_over
        return cls(*first, prepare, choose, play_batch)


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
