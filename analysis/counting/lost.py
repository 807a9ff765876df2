"""Counts of things that a side has from the start and may lose."""

from __future__ import annotations

import numpy as np
import pandas as pd

from mazarbul.analysis.counting.statistic import Arrays, Batch, by_cell
from mazarbul.analysis.layout import Layout
from mazarbul.formats.declared import Asked


class Lost(Arrays):
    """games: (things, kept and lost, lost and won): games by whether a thing left play and its side won."""

    def __init__(self, layout: Layout, asked: Asked, things: pd.DataFrame) -> None:
        self.layout, self.family, self.things, self.name = layout, asked.family, things, asked.key
        self.columns = {"games": ["winner"], self.family.id: list(things["column"])}
        self.shapes = {"games": (len(things), 2, 2)}

    @classmethod
    def of(cls, layout: Layout, asked: Asked) -> Lost | None:
        """Return it, or None if the run records no such things of a side that is played."""
        things = layout.things(asked)
        things = things[things["side"].isin(layout.sides)].reset_index(drop=True) if len(things) else things
        return None if things.empty else cls(layout, asked, things)

    def count(self, batch: Batch) -> dict[str, np.ndarray]:
        """Return the total of some games."""
        field, total = self.family.named["left"], self.zeros()
        winner = self.layout.winner_codes(batch["games"])
        for i, (column, side) in enumerate(zip(self.things["column"], self.things["side"], strict=True)):
            is_lost = field.of(batch[self.family.id].column(column).to_numpy()) > 0
            has_won = winner == self.layout.sides.index(side)
            total["games"][i] = by_cell(is_lost * 2 + has_won, (2, 2))
        return total
