"""The search for better weights: CMA-ES (Hansen 2016) over the logarithms of weights.

A point of the search says by which factor each weight is multiplied; a weight of 0 gets an amount added
instead. Points are compared by their rank only. What `cma` draws comes from a stream of its own.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import numpy as np
from scipy.stats import rankdata

from mazarbul.sim.bots.weights import Weights
from mazarbul.sim.runner.extras import need

LARGEST_FACTOR = 50.0
DIGITS = 4  # of a weight: what a bot's file holds is exactly what played


class Space:
    """The weights of a side as points.

    start: its weights, float64 (n,). searched: indices of those that may change. steps: the amount by which
    a point of 1 changes a weight of 0: the size of its default, or 1.
    """

    def __init__(self, weights: Weights, start: np.ndarray, searched: Sequence[int]) -> None:
        self.start = start
        self.searched = np.array(searched, np.int64)
        defaults = np.abs(np.array([row.default for row in weights.rows]))
        self.steps = np.where(defaults > 0, defaults, 1.0)

    @property
    def size(self) -> int:
        """Number of coordinates of a point: at least 2, as `cma` needs; one too many changes nothing."""
        return max(len(self.searched), 2)

    def weights(self, point: np.ndarray) -> np.ndarray:
        """Return all weights of the side at a point, rounded to DIGITS digits where they differ."""
        moved = np.clip(point[: len(self.searched)], -math.log(LARGEST_FACTOR), math.log(LARGEST_FACTOR))
        before = self.start[self.searched]
        now = np.where(before == 0, moved * self.steps[self.searched], before * np.exp(moved))
        found = self.start.copy()
        found[self.searched] = [float(f"{value:.{DIGITS}g}") for value in now]
        return found


class Climber:
    """The search of one side. Its points depend only on its arguments and on the results that it is given.

    Raises DataError if cma is not installed.
    """

    def __init__(self, size: int, sigma: float, population: int, seed: int) -> None:
        cma = need("cma")
        rng = np.random.default_rng(seed)
        options: Mapping[str, object] = {
            "popsize": population,
            "randn": lambda *shape: rng.standard_normal(shape),
            "seed": math.nan,  # leaves the global stream of numpy alone
            "verbose": -10,  # also: no file tells it what to do
            "verb_log": 0,
            "verb_disp": 0,
        }
        self._strategy = cma.CMAEvolutionStrategy(np.zeros(size), sigma, dict(options))
        self._points: list[np.ndarray] = []

    @property
    def mean(self) -> np.ndarray:
        """The centre of the search: the average of the good points so far, less lucky than any of them."""
        return np.array(self._strategy.mean)

    def ask(self) -> list[np.ndarray]:
        """Return the points of the next generation."""
        self._points = self._strategy.ask()
        return self._points

    def tell(self, ranks: Sequence[float]) -> None:
        """Learn from the ranks of the points, 1 the best; equal ones have the same rank."""
        self._strategy.tell(self._points, [float(rank) for rank in ranks])


def ranks(scores: Sequence[tuple[float, ...]]) -> list[float]:
    """Return the rank of each score: 1 the highest, the mean rank for equals. Later numbers break ties."""
    order = sorted(set(scores), reverse=True)
    return rankdata([order.index(score) for score in scores]).tolist()


def usual_population(size: int) -> int:
    """Return the number of points of a generation that CMA-ES usually has."""
    return 4 + int(3 * math.log(size))
