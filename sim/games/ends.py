"""Records made from the states in which games end, for games that keep no others."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import ClassVar

import numpy as np

from mazarbul.sim.data.setup import Setup
from mazarbul.sim.games.base import wide
from mazarbul.sim.games.kit import Recorder
from mazarbul.sim.games.records import Families, Labelled


class EndStates(Recorder):
    """Keeps the state at the end of each of n games, as `mazarbul.sim.engine.playing.batch` does.

    A game declares: state, its type, with the fields `winner`, `end_reason`, `round_number` and `decisions`.
    sides, ends: words for the values of the first two. packed: family of records -> the field with a packed
    record of each thing.
    """

    state: ClassVar[np.dtype]
    sides: ClassVar[Sequence[str]]
    ends: ClassVar[Sequence[str]]
    packed: ClassVar[Mapping[str, str]]

    def __init__(self, setup: Setup, n: int) -> None:
        self.setup = setup
        self.states = np.zeros(n, self.state).view(np.recarray)

    @property
    def arrays(self) -> tuple[np.ndarray, ...]:
        """The states, which `play_batch` fills."""
        return (self.states,)

    def end(self, i: int, s: np.record) -> None:
        """Record the result of game `i`."""
        self.states[i] = s

    @abstractmethod
    def columns(self) -> dict[str, np.ndarray | Labelled]:
        """Return the columns of the `games` table that only this game has."""

    def families(self, first: int) -> Families:
        """Return the records of all games."""
        s = self.states
        index = np.arange(first, first + len(s), dtype=np.int64)
        games: dict[str, np.ndarray | Labelled] = {
            "game": index,
            "winner": Labelled(s.winner.astype(np.int8), tuple(self.sides)),
            "end_reason": Labelled(s.end_reason.astype(np.int8), tuple(self.ends)),
            "rounds": s.round_number.astype(np.int8),
            "decisions": s.decisions.astype(np.int16),
        }
        found: Families = {"games": games | self.columns()}
        for family, field in self.packed.items():
            things = self.setup.catalogue[family]
            found[family] = {"game": index, **wide(things, s[field][:, : len(things)])}
        return found
