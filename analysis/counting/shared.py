"""Counts of points that things of seats won and lost."""

from __future__ import annotations

import numpy as np

from mazarbul.analysis.counting.statistic import Arrays, Batch
from mazarbul.analysis.layout import Layout
from mazarbul.formats.declared import Asked


class Shared(Arrays):
    """Sums over games of the columns `<thing>/<kind>/<won|lost>`.

    sums: (columns,). products: (columns, columns) sums of products, the upper triangle: mean and variance of
    every sum of columns follow from both.
    """

    def __init__(self, asked: Asked, points: list[str]) -> None:
        self.points, self.name, self.family = points, asked.key, asked.family.id
        self.columns = {self.family: points}
        self.shapes = {"sums": (len(points),), "products": (len(points), len(points))}

    @classmethod
    def of(cls, layout: Layout, asked: Asked) -> Shared | None:
        """Return it, or None unless the run records points and their owners."""
        points = [name for name in layout.columns(asked.family.id) if name.count("/") == 2]
        return cls(asked, points) if points and not layout.items(asked.family.items).empty else None

    def count(self, batch: Batch) -> dict[str, np.ndarray]:
        """Return the total of some games."""
        # below 2**53 every sum of whole numbers is exact
        values = np.array([batch[self.family].column(name).to_numpy() for name in self.points], float)
        return {
            "sums": values.sum(1).astype(np.int64),
            "products": np.triu(values @ values.T).astype(np.int64),
        }
