"""Records made from the states in which games end, for games that keep no others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

import numpy as np

from mazarbul.sim.data.setup import Setup
from mazarbul.sim.games.kit import Recorder
from mazarbul.sim.games.records import Families, Labelled, by_round, wide


class EndStates(Recorder):
    """Keeps the state at the end of each of n games, as `mazarbul.sim.engine.playing.batch` does.

    A game declares: state, its type, with the fields `winner`, `end_reason`, `round_number` and `decisions`.
    sides, ends: words for the values of the first two. packed: family of records -> the field with a packed
    record of each thing. scores: the field with a score of each side, "" for none. courses: measure that is
    taken after every round -> the field with its values. last: the field of the tables with the most rounds
    of a game, for these.
    """

    state: ClassVar[np.dtype]
    sides: ClassVar[Sequence[str]]
    ends: ClassVar[Sequence[str]]
    packed: ClassVar[Mapping[str, str]]
    scores: ClassVar[str] = ""
    courses: ClassVar[Mapping[str, str]] = {}
    last: ClassVar[str] = ""

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

    def columns(self) -> dict[str, np.ndarray | Labelled]:
        """Return the columns of the `games` table that only this game has: the declared ones."""
        s, found = self.states, dict[str, "np.ndarray | Labelled"]()
        for i, side in enumerate(self.sides if self.scores else ()):
            found[f"score_{side}"] = s[self.scores][:, i].astype(np.int16)
        for name, field in self.courses.items():
            found |= by_round(name, s[field][:, : int(self.setup.tables[self.last])], s.round_number)
        return found

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
