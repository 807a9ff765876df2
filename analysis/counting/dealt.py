"""Counts of things that come up by chance (see `mazarbul.analysis.dealt`)."""

from __future__ import annotations

import numpy as np

from mazarbul.analysis.counting.exposures import Deal
from mazarbul.analysis.counting.packed import Units, grouped
from mazarbul.analysis.counting.products import products, shapes
from mazarbul.analysis.counting.statistic import Arrays, Batch
from mazarbul.analysis.layout import Layout
from mazarbul.formats.declared import Asked


class Dealt(Arrays):
    """Sums over games, first axis = things with all their copies. ways, does: in the question's words.

    sides: index of the side that each thing is judged by: its own, or the first if nobody plays its side.
    games, won: (things, ways) games in which a thing came up that way, and those of them that this side won.
    times: (things, ways) how often. done: (things, does, 3) sums of what it did, of its square, and of it
    times how often the thing came up. squares: (things,) of how often it came up. gram, cross, wins, had:
    products for the regression, variables = ways by things.
    """

    def __init__(self, layout: Layout, asked: Asked, known: Units) -> None:
        self.layout, self.family, self.units, self.name = layout, asked.family, known, asked.key
        self.ways = tuple(each.id for each in asked.question.ways)
        self.does = tuple(each.id for each in asked.question.does)
        self.columns = {"games": ["winner"], self.family.id: known.columns}
        owners = known.kinds["side"] if "side" in known.kinds else [""] * len(known.kinds)
        self.sides = [layout.sides.index(side) if side in layout.sides else 0 for side in owners]
        k, ways = len(known.kinds), len(self.ways)
        self.shapes = {
            "games": (k, ways),
            "won": (k, ways),
            "times": (k, ways),
            "done": (k, len(self.does), 3),
            "squares": (k,),
            **shapes(k * ways, len(layout.sides)),
        }

    @classmethod
    def of(cls, layout: Layout, asked: Asked) -> Dealt | None:
        """Return it, or None if the run records no such things."""
        copies = layout.things(asked)
        return cls(layout, asked, grouped(copies)) if len(copies) else None

    def count(self, batch: Batch) -> dict[str, np.ndarray]:
        """Return the total of some games."""
        total, fields = self.zeros(), self.family.named
        winner = self.layout.winner_codes(batch["games"])
        won = (winner == np.arange(len(self.layout.sides))[:, None]).astype(np.float32)
        came = np.zeros((len(self.ways), len(self.units.kinds), len(winner)), np.float32)
        for unit, rows in enumerate(self.units.rows):
            packed = [batch[self.family.id].column(self.units.columns[row]).to_numpy() for row in rows]

            def summed(name: str, packed: list[np.ndarray] = packed) -> np.ndarray:
                return np.sum([fields[name].of(each) for each in packed], 0).astype(float)

            for way, name in enumerate(self.ways):
                came[way, unit] = count = summed(name)
                total["games"][unit, way] = (count > 0).sum()
                total["won"][unit, way] = won[self.sides[unit], count > 0].sum()
                total["times"][unit, way] = count.sum()
            up = came[:, unit].sum(0, dtype=float)
            total["squares"][unit] = up @ up
            for i, name in enumerate(self.does):
                done = summed(name)
                total["done"][unit, i] = done.sum(), done @ done, done @ up
        return total | products(Deal(came.reshape(-1, len(winner)), won))
