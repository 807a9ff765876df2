"""Rates, means and differences with 95% intervals. Pure arithmetic on counts; every argument broadcasts.

A table column `x` that is estimated comes with `x_low`, `x_high` (95%) and `x_n` (its sample size).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist

import numpy as np

LEVEL = 0.95
Z = NormalDist().inv_cdf(0.5 + LEVEL / 2)


def wilson(wins, n):
    """Wilson score interval of a rate.

    wins, n: counts, any shape. Returns (rate, low, high), float64; NaN where n is 0.
    """
    wins, n = np.asarray(wins, float), np.asarray(n, float)
    with np.errstate(invalid="ignore", divide="ignore"):
        rate = wins / n
        centre = (rate + Z * Z / (2 * n)) / (1 + Z * Z / n)
        half = Z / (1 + Z * Z / n) * np.sqrt(rate * (1 - rate) / n + Z * Z / (4 * n * n))
    low, high = np.clip(centre - half, 0, 1), np.clip(centre + half, 0, 1)
    return rate, np.where(wins == 0, 0.0 * low, low), np.where(wins == n, 0.0 * high + 1, high)


def rate_columns(name: str, wins, n) -> dict[str, np.ndarray]:
    """Return the four columns of a rate: name, name_low, name_high, name_n."""
    rate, low, high = wilson(wins, n)
    return {name: rate, f"{name}_low": low, f"{name}_high": high, f"{name}_n": np.asarray(n, np.int64)}


def mean_columns(name: str, total, squares, n) -> dict[str, np.ndarray]:
    """Return the four columns of a mean, from sums: normal interval with the sample variance.

    total, squares: sums of values and of squared values. One observation or none has no interval (NaN).
    """
    total, squares, n = (np.asarray(x, float) for x in (total, squares, n))
    with np.errstate(invalid="ignore", divide="ignore"):
        mean = total / n
        variance = np.maximum(squares - n * mean**2, 0) / (n - 1)
        half = np.where(n > 1, Z * np.sqrt(variance / n), np.nan)
    return {
        name: mean,
        f"{name}_low": mean - half,
        f"{name}_high": mean + half,
        f"{name}_n": n.astype(np.int64),
    }


def histogram_mean(name: str, counts) -> dict[str, np.ndarray]:
    """mean_columns of whole numbers, from their histogram. counts: (..., values), index = value."""
    counts = np.asarray(counts, float)
    values = np.arange(counts.shape[-1])
    return mean_columns(name, counts @ values, counts @ values**2, counts.sum(-1))


def _variance(wins, n):
    """Variance of a rate, with one win and one loss added so that it is never 0 for few games."""
    smooth = (wins + 1) / (n + 2)
    return smooth * (1 - smooth) / n


def difference(wins1, n1, wins0, n0):
    """Difference of two independent rates, first minus second, by the normal approximation.

    Returns (difference, low, high, p): p is two-sided. NaN where either group is empty.
    The point is the plain difference; only the variance is smoothed (see `_variance`).
    """
    return stratified_difference(*(np.asarray(x, float)[..., None] for x in (wins1, n1, wins0, n0)))


def stratified_difference(wins1, n1, wins0, n0):
    """Difference of two rates within strata, Mantel-Haenszel weights n1 * n0 / (n1 + n0).

    All arguments (..., strata). Strata in which one group is empty carry no information and no weight.
    Returns (difference, low, high, p) of shape (...); NaN where no stratum has both groups.
    """
    wins1, n1, wins0, n0 = (np.asarray(x, float) for x in (wins1, n1, wins0, n0))
    with np.errstate(invalid="ignore", divide="ignore"):
        both = (n1 > 0) & (n0 > 0)
        weight = np.where(both, n1 * n0 / (n1 + n0), 0.0)
        weight = weight / weight.sum(-1, keepdims=True)
        gap = np.where(both, wins1 / n1 - wins0 / n0, 0.0)
        spread = np.where(both, _variance(wins1, n1) + _variance(wins0, n0), 0.0)
        value = (weight * gap).sum(-1)
        error = np.sqrt((weight**2 * spread).sum(-1))
        p = _two_sided(value / error)
    return value, value - Z * error, value + Z * error, p


def difference_columns(name: str, result, n1, n0) -> dict[str, np.ndarray]:
    """Return the columns of a difference: name, _low, _high, _n and _n0 (sizes of both groups), _p."""
    value, low, high, p = result
    return {
        name: value,
        f"{name}_low": low,
        f"{name}_high": high,
        f"{name}_n": np.asarray(n1, np.int64),
        f"{name}_n0": np.asarray(n0, np.int64),
        f"{name}_p": p,
    }


def _two_sided(z):
    """Two-sided p-value of a standard normal deviate; NaN stays NaN."""
    return np.vectorize(lambda x: math.erfc(abs(x) / math.sqrt(2)), otypes=[float])(z)


def holm(p) -> np.ndarray:
    """Holm's correction for making len(p) comparisons at once. NaN entries are no comparisons."""
    p = np.asarray(p, float)
    adjusted = np.full(p.shape, np.nan)
    known = np.flatnonzero(~np.isnan(p))
    order = known[np.argsort(p[known], kind="stable")]
    steps = p[order] * np.arange(len(order), 0, -1)
    adjusted[order] = np.minimum(np.maximum.accumulate(steps), 1.0) if len(order) else steps
    return adjusted


@dataclass(frozen=True)
class Verdict:
    """How an estimated rate stands to a band. code: inside, above, below or open.

    needed: games that would settle an open question if the rate stayed as it is; None if settled.
    """

    code: str
    needed: int | None = None


def verdict(rate: float, low: float, high: float, band: Sequence[float] = (0.45, 0.55)) -> Verdict:
    """Judge a rate and its interval against a band: settled only if the interval does not cross an edge."""
    if low > band[1]:
        return Verdict("above")
    if high < band[0]:
        return Verdict("below")
    if low >= band[0] and high <= band[1]:
        return Verdict("inside")
    gap = min(abs(rate - edge) for edge in band)
    needed = math.ceil(rate * (1 - rate) * (Z / gap) ** 2) if gap > 1e-9 else None
    return Verdict("open", needed)
