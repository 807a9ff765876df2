"""Sums by pair of cards had (see `analysis.pairs`)."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations_with_replacement

import numpy as np

from analysis.counting.exposures import Exposures, decks_of
from analysis.counting.statistic import Arrays, Batch

SUMS = ("games", "wins", "products", "known", "won")


class Pairs(Arrays):
    """Sums over games for every side, by pair of its k cards; the diagonal is for single cards.

    Known of a game are functions of the numbers of cards had of each deck: the constant, each number less
    the usual one, then their squares and products (see `functions`).

    For side i: games_<i>, wins_<i>: (k, k) games with both cards, and those of them that were won;
    products_<i>: (functions - 1, k, k) sums of the functions but the constant over the games with both;
    known_<i>: (functions, functions) sums of their products over all games; all of these upper triangles.
    won_<i>: (functions,) sums over all games won.
    """

    def __init__(self, plan: Exposures):
        self.plan, self.name, self.columns = plan, f"pairs_{plan.exposure}", plan.columns
        sides, self.decks = plan.units.cards["side"], decks_of(plan.units)
        self.mine = [np.flatnonzero(sides == side) for side in plan.layout.sides]
        self.shapes = {}
        for i, rows in enumerate(self.mine):
            decks = len(np.unique(self.decks[rows]))
            k, f = len(rows), 1 + decks + decks * (decks + 1) // 2
            self.shapes |= {f"games_{i}": (k, k), f"wins_{i}": (k, k), f"products_{i}": (f - 1, k, k)}
            self.shapes |= {f"known_{i}": (f, f), f"won_{i}": (f,)}

    def count(self, batch: Batch) -> dict[str, np.ndarray]:
        """Return the total of some games."""
        deal, total = self.plan.deal(batch), {}
        for i, (rows, won) in enumerate(zip(self.mine, deal.won, strict=True)):
            found = sums(deal.cards[rows], won, self.decks[rows], self.plan.usual)
            total |= {f"{name}_{i}": array for name, array in found.items()}
        return total

    def of_side(self, total: dict[str, np.ndarray], side: int) -> dict[str, np.ndarray]:
        """Return the total of one side, as `sums` names it."""
        return {name: total[f"{name}_{side}"] for name in SUMS}


def sums(
    cards: np.ndarray, won: np.ndarray, decks: np.ndarray, usual: Mapping[str, int]
) -> dict[str, np.ndarray]:
    """Return the sums over some games, as in `Pairs` without the number of the side.

    cards: float32 (k, n) copies had. won: float32 (n,). decks: deck of each card.
    """
    had = (cards > 0).astype(np.float32)
    known = functions(cards, decks, usual)
    products = np.zeros((len(known) - 1, len(cards), len(cards)), np.int64)
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


def functions(cards: np.ndarray, decks: np.ndarray, usual: Mapping[str, int]) -> np.ndarray:
    """Return what is known of every game: float64 (functions, n), whole numbers.

    Numbers are taken from the usual one, so that sums are small, and 0 where a hand is of fixed size.
    """
    numbers = [cards[decks == deck].sum(0, dtype=float) - usual.get(deck, 0) for deck in np.unique(decks)]
    squares = [one * other for one, other in combinations_with_replacement(numbers, 2)]
    return np.array([np.ones(cards.shape[1]), *numbers, *squares])
