"""What is counted of the points that factions won and lost."""

from __future__ import annotations

import numpy as np

from analysis.counting.statistic import Arrays, Batch
from analysis.layout import Layout


class FactionPoints(Arrays):
    """Sums over games of the columns `<faction>/<kind>/<won|lost>`, in hundredths of a point.

    sums: (columns,). products: (columns, columns) sums of products, the upper triangle: mean and variance of
    every sum of columns follow from both.
    """

    name = "factions"

    def __init__(self, points: list[str]):
        self.points = points
        self.columns = {"factions": points}
        self.shapes = {"sums": (len(points),), "products": (len(points), len(points))}

    @classmethod
    def of(cls, layout: Layout) -> FactionPoints | None:
        """Return it, or None unless the run records points and whose they are."""
        points = [name for name in layout.columns("factions") if name.count("/") == 2]
        return cls(points) if points and not layout.items("factions").empty else None

    def count(self, batch: Batch) -> dict[str, np.ndarray]:
        """Return the total of some games."""
        # below 2**53 every sum of whole numbers is exact
        values = np.array([batch["factions"].column(name).to_numpy() for name in self.points], float)
        return {
            "sums": values.sum(1).astype(np.int64),
            "products": np.triu(values @ values.T).astype(np.int64),
        }
