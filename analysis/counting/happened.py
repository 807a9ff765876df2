"""Counts of when something happened to things, and how much."""

from __future__ import annotations

import numpy as np
import pandas as pd

from mazarbul.analysis.counting.statistic import Arrays, Batch, by_cell
from mazarbul.analysis.layout import Layout
from mazarbul.formats.declared import Asked


class Happened(Arrays):
    """<field>: (things, values) games by the value of each field that the question names."""

    def __init__(self, asked: Asked, things: pd.DataFrame) -> None:
        self.family, self.things, self.name = asked.family, things, asked.key
        self.columns = {self.family.id: list(things["column"])}
        named = (*asked.question.when, *asked.question.numbers)
        self.shapes = {each.id: (len(things), self.family.named[each.id].size) for each in named}

    @classmethod
    def of(cls, layout: Layout, asked: Asked) -> Happened | None:
        """Return it, or None if the run records no such things."""
        things = layout.things(asked)
        return cls(asked, things) if len(things) else None

    def count(self, batch: Batch) -> dict[str, np.ndarray]:
        """Return the total of some games."""
        total = self.zeros()
        for i, column in enumerate(self.columns[self.family.id]):
            packed = batch[self.family.id].column(column).to_numpy()
            for name, counts in total.items():
                counts[i] = by_cell(self.family.named[name].of(packed), counts[i].shape)
        return total
