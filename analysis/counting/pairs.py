"""Sums by pair of things that a side had (see `mazarbul.analysis.pairs`)."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations_with_replacement

import numpy as np

from mazarbul.analysis.counting.exposures import Exposures
from mazarbul.analysis.counting.packed import piles
from mazarbul.analysis.counting.statistic import Arrays, Batch

SUMS = ("games", "wins", "products", "known", "won")


class Pairs(Arrays):
    """Sums over games for every side, by pair of its k things; the diagonal is for single ones.

    The known functions of a game depend on the numbers of things had from each pile: the constant, each
    number minus the usual one, then their squares and products (see `functions`).

    For side i: games_<i>, wins_<i>: (k, k) games with both, and those of them that were won;
    products_<i>: (functions - 1, k, k) sums of the functions but the constant over the games with both;
    known_<i>: (functions, functions) sums of their products over all games; all of these upper triangles.
    won_<i>: (functions,) sums over all games won.
    """

    def __init__(self, plan: Exposures) -> None:
        self.plan, self.name, self.columns = (
            plan,
            f"pairs_{plan.exposure}_{plan.asked.family.id}",
            plan.columns,
        )
        sides, self.piles = plan.units.kinds["side"], piles(plan.units.kinds)
        self.mine = [np.flatnonzero(sides == side) for side in plan.layout.sides]
        self.shapes = {}
        for i, rows in enumerate(self.mine):
            n = len(np.unique(self.piles[rows]))
            k, f = len(rows), 1 + n + n * (n + 1) // 2
            self.shapes |= {f"games_{i}": (k, k), f"wins_{i}": (k, k), f"products_{i}": (f - 1, k, k)}
            self.shapes |= {f"known_{i}": (f, f), f"won_{i}": (f,)}

    def count(self, batch: Batch) -> dict[str, np.ndarray]:
        """Return the total of some games."""
        deal = self.plan.deal(batch)
        total: dict[str, np.ndarray] = {}
        for i, (rows, won) in enumerate(zip(self.mine, deal.won, strict=True)):
            found = sums(deal.had[rows], won, self.piles[rows], self.plan.usual)
            total |= {f"{name}_{i}": array for name, array in found.items()}
        return total

    def of_side(self, total: dict[str, np.ndarray], side: int) -> dict[str, np.ndarray]:
        """Return the total of one side, as `sums` names it."""
        return {name: total[f"{name}_{side}"] for name in SUMS}


def sums(
    things: np.ndarray, won: np.ndarray, owners: np.ndarray, usual: Mapping[str, int]
) -> dict[str, np.ndarray]:
    """Return the sums over some games, as in `Pairs` without the number of the side.

    things: float32 (k, n) copies had. won: float32 (n,). owners: pile of each.
    """
    had = (things > 0).astype(np.float32)
    known = functions(things, owners, usual)
    products = np.zeros((len(known) - 1, len(things), len(things)), np.int64)
    exact = had.astype(float)
    for product, values in zip(products, known[1:], strict=True):
        if values.any():  # the opening hand is mostly of the usual size
            product[:] = np.triu((exact * values) @ exact.T)
    return {
        "games": np.triu(had @ had.T).astype(np.int64),
        "wins": np.triu((had * won) @ had.T).astype(np.int64),
        "products": products,
        "known": np.triu(known @ known.T).astype(np.int64),
        "won": (known @ won).astype(np.int64),
    }


def functions(things: np.ndarray, owners: np.ndarray, usual: Mapping[str, int]) -> np.ndarray:
    """Return the known functions of every game: float64 (functions, n), whole numbers.

    Numbers are relative to the usual one, so that sums are small, and 0 where a hand has a fixed size.
    """
    numbers = [things[owners == pile].sum(0, dtype=float) - usual.get(pile, 0) for pile in np.unique(owners)]
    squares = [one * other for one, other in combinations_with_replacement(numbers, 2)]
    return np.array([np.ones(things.shape[1]), *numbers, *squares])
