"""Counts of places: when one was picked instead of its rivals, how often it was fought over."""

from __future__ import annotations

from abc import abstractmethod

import numpy as np
import pandas as pd

from mazarbul.analysis.counting.statistic import Arrays, Batch, by_cell
from mazarbul.analysis.layout import Layout
from mazarbul.formats.declared import Asked


class Places(Arrays):
    """Base of the counts of a question's things, in the order of `things`."""

    def __init__(self, layout: Layout, asked: Asked, things: pd.DataFrame) -> None:
        self.layout, self.asked, self.things, self.name = layout, asked, things, asked.key
        self.fields = asked.family.named
        self.columns = {"games": ["winner"], asked.family.id: list(things["column"])}
        self.shapes = {name: (len(things), *shape) for name, shape in self.cells().items()}

    @classmethod
    def of(cls, layout: Layout, asked: Asked) -> Places | None:
        """Return it, or None if the run records no such things."""
        things = layout.things(asked)
        return cls(layout, asked, things) if len(things) else None

    @abstractmethod
    def cells(self) -> dict[str, tuple[int, ...]]:
        """Return the shapes of the counts of one thing, by name."""

    def bit(self, name: str, packed: np.ndarray, default: np.ndarray) -> np.ndarray:
        """Return a one-bit field as int64, or a default for things without it."""
        return (self.fields[name].of(packed) if name in self.fields else default).astype(np.int64)


class Picked(Places):
    """Games by when a thing was picked, and by winner.

    games: (things,) in all. drawn: (things, r, 2, sides + 1) games in which a thing first came up in round r,
    by whether it was picked by chance (field `picked`; always if there is none), and by the game's winner.
    """

    def cells(self) -> dict[str, tuple[int, ...]]:
        """Return the shapes of the counts of one thing, by name."""
        return {"games": (), "drawn": (self.fields["first_round"].size, 2, len(self.layout.sides) + 1)}

    def count(self, batch: Batch) -> dict[str, np.ndarray]:
        """Return the total of some games."""
        total, outcomes = self.zeros(), len(self.layout.sides) + 1
        won = self.layout.winner_codes(batch["games"]) % outcomes
        total["games"][:] = len(won)
        for i, column in enumerate(self.columns[self.asked.family.id]):
            packed = batch[self.asked.family.id].column(column).to_numpy()
            active = self.fields["times"].of(packed) > 0
            first = self.fields["first_round"].of(packed).astype(np.int64)
            key = (first * 2 + self.bit("picked", packed, active)) * outcomes + won
            total["drawn"][i] = by_cell(key[active], total["drawn"][i].shape)
        return total


class Fought(Places):
    """Games by who won a thing.

    times: (things, t) games by how often it came up. winner: (things, w, 2) by the fields `winner` and
    `contested`. <number>: (things, v) games by each of the question's numbers, where there is a winner.
    """

    def cells(self) -> dict[str, tuple[int, ...]]:
        """Return the shapes of the counts of one thing, by name."""
        numbers = {each.id: (self.fields[each.id].size,) for each in self.asked.question.numbers}
        sizes = {name: self.fields[name].size for name in ("times", "winner")}
        return {"times": (sizes["times"],), "winner": (sizes["winner"], 2), **numbers}

    def count(self, batch: Batch) -> dict[str, np.ndarray]:
        """Return the total of some games."""
        total = self.zeros()
        for i, column in enumerate(self.columns[self.asked.family.id]):
            packed = batch[self.asked.family.id].column(column).to_numpy()
            active = self.fields["times"].of(packed)
            result = self.fields["winner"].of(packed).astype(np.int64)
            total["times"][i] = by_cell(active, total["times"][i].shape)
            contested = self.bit("contested", packed, active > 0)
            total["winner"][i] = by_cell(result * 2 + contested, total["winner"][i].shape)
            for each in self.asked.question.numbers:
                values = self.fields[each.id].of(packed[result > 0])
                total[each.id][i] = by_cell(values, total[each.id][i].shape)
        return total
