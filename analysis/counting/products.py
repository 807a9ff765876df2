"""Sums of products for the regression of the win on what was dealt (see `analysis.regression`)."""

from __future__ import annotations

import numpy as np

from analysis.counting.exposures import Deal, Exposures
from analysis.counting.statistic import Arrays, Batch

SINGLE = 2**24  # whole numbers below this are exact in single precision


class Products(Arrays):
    """Sums over games. Variables: the constant, then the cards.

    gram: (v, v) products of variables, the upper triangle. cross: (v, sides) with the win. wins: (sides,)
    games won. had: (cards,) games with any copy.
    """

    def __init__(self, plan: Exposures):
        self.plan, self.name, self.columns = plan, f"regression_{plan.exposure}", plan.columns
        self.shapes = shapes(len(plan.units.cards), len(plan.layout.sides))

    def count(self, batch: Batch) -> dict[str, np.ndarray]:
        """Return the total of some games."""
        return products(self.plan.deal(batch))


def shapes(cards: int, sides: int) -> dict[str, tuple[int, ...]]:
    """Return the shapes of `products`."""
    return {"gram": (cards + 1, cards + 1), "cross": (cards + 1, sides), "wins": (sides,), "had": (cards,)}


def products(deal: Deal) -> dict[str, np.ndarray]:
    """Return the sums over some games, as in `Products`."""
    n = deal.cards.shape[1]
    variables = np.vstack([np.ones((1, n), np.float32), deal.cards])
    # matrix products of single precision are twice as fast, and as exact while sums are small
    if n * float(variables.max()) ** 2 >= SINGLE:
        variables = variables.astype(float)
    return {
        "gram": np.triu(variables @ variables.T).astype(np.int64),
        "cross": (variables @ deal.won.T).astype(np.int64),
        "wins": deal.won.sum(1, dtype=np.int64),
        "had": (deal.cards > 0).sum(1),
    }
