"""Sums of products for the regression of the win on the things dealt (see `mazarbul.analysis.regression`)."""

from __future__ import annotations

import numpy as np

from mazarbul.analysis.counting.exposures import Deal, Exposures
from mazarbul.analysis.counting.statistic import Arrays, Batch

SINGLE = 2**24  # whole numbers below this are exact in single precision


class Products(Arrays):
    """Sums over games. Variables: the constant, then the things.

    gram: (v, v) products of variables, the upper triangle. cross: (v, sides) with the win. wins: (sides,)
    games won. had: (things,) games with any copy.
    """

    def __init__(self, plan: Exposures) -> None:
        self.plan, self.name, self.columns = (
            plan,
            f"regression_{plan.exposure}_{plan.asked.family.id}",
            plan.columns,
        )
        self.shapes = shapes(len(plan.units.kinds), len(plan.layout.sides))

    def count(self, batch: Batch) -> dict[str, np.ndarray]:
        """Return the total of some games."""
        return products(self.plan.deal(batch))


def shapes(things: int, sides: int) -> dict[str, tuple[int, ...]]:
    """Return the shapes of `products`."""
    return {
        "gram": (things + 1, things + 1),
        "cross": (things + 1, sides),
        "wins": (sides,),
        "had": (things,),
    }


def products(deal: Deal) -> dict[str, np.ndarray]:
    """Return the sums over some games, as in `Products`."""
    n = deal.had.shape[1]
    variables = np.vstack([np.ones((1, n), np.float32), deal.had])
    # matrix products of single precision are twice as fast, and as exact while sums are small
    if n * float(variables.max()) ** 2 >= SINGLE:
        variables = variables.astype(float)
    return {
        "gram": np.triu(variables @ variables.T).astype(np.int64),
        "cross": (variables @ deal.won.T).astype(np.int64),
        "wins": deal.won.sum(1, dtype=np.int64),
        "had": (deal.had > 0).sum(1),
    }
