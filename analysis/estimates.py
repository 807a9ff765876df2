"""Rates, means and differences with 95% intervals. Pure arithmetic on counts; every argument broadcasts.

A table column `x` that is estimated comes with `x_low`, `x_high` (95%) and `x_n` (its sample size); a
difference also with `x_n0` (size of the group compared with) and `x_p`; `x_bh` is `x_p` corrected for
all rows of the table.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.special import chdtrc, chdtri, ndtr, ndtri  # scipy.stats and statsmodels take a second to import

LEVEL = 0.95
CLEAR = 0.05  # a corrected p-value below this is called clear
Z = float(ndtri(0.5 + LEVEL / 2))

Values = Any
"""Numbers: one, an array or a column of a table."""


def wilson(wins: Values, n: Values, level: Values = LEVEL) -> tuple[Any, Any, Any]:
    """Return the Wilson score interval of a rate.

    wins, n: counts, any shape. Returns (rate, low, high), float64; NaN where n is 0.
    """
    wins, n = np.asarray(wins, float), np.asarray(n, float)
    z = ndtri(0.5 + np.asarray(level) / 2)
    with np.errstate(invalid="ignore", divide="ignore"):
        rate, weight = wins / n, z**2 / n
        middle = (rate + weight / 2) / (1 + weight)
        half = z * np.sqrt(rate * (1 - rate) / n + weight / n / 4) / (1 + weight)
    return rate, np.clip(middle - half, 0, 1), np.clip(middle + half, 0, 1)


def rate_columns(name: str, wins: Values, n: Values) -> dict[str, Any]:
    """Return the four columns of a rate: name, name_low, name_high, name_n."""
    rate, low, high = wilson(wins, n)
    return {name: rate, f"{name}_low": low, f"{name}_high": high, f"{name}_n": np.asarray(n, np.int64)}


def mean_columns(name: str, total: Values, squares: Values, n: Values) -> dict[str, Any]:
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


def histogram_mean(name: str, counts: Values) -> dict[str, Any]:
    """Return `mean_columns` of whole numbers from their histogram. counts: (..., values), index = value."""
    counts = np.asarray(counts, float)
    values = np.arange(counts.shape[-1])
    return mean_columns(name, counts @ values, counts @ values**2, counts.sum(-1))


def frequency_quantiles(values: Values, games: Values, shares: Values) -> np.ndarray:
    """Return quantiles by linear interpolation between order statistics, from frequencies.

    values: ascending (k,), games: how often each occurs. shares: of the quantiles, 0 .. 1.
    """
    values, ends = np.asarray(values, float), np.cumsum(games)
    place = np.asarray(shares, float) * (ends[-1] - 1)
    low, high = (values[np.searchsorted(ends, edge(place), side="right")] for edge in (np.floor, np.ceil))
    return low + (high - low) * (place - np.floor(place))


def ratio_columns(
    name: str,
    total: Values,
    squares: Values,
    times: Values,
    times_squares: Values,
    products: Values,
    n: Values,
) -> dict[str, Any]:
    """Return the four columns of a ratio of sums over n games, such as damage per time that a card came up.

    total, times: sums of both quantities; squares, times_squares, products: of their squares and product. The
    games are the independent observations (delta method); <name>_n is `times`. NaN where times is 0.
    """
    total, squares, times, times_squares, products = (
        np.asarray(x, float) for x in (total, squares, times, times_squares, products)
    )
    with np.errstate(invalid="ignore", divide="ignore"):
        ratio = np.where(times > 0, total / times, np.nan)
        spread = np.maximum(squares - 2 * ratio * products + ratio**2 * times_squares, 0)
        half = Z * np.sqrt(spread * n / (n - 1)) / times if n > 1 else np.full(ratio.shape, np.nan)
    low, high = np.maximum(ratio - half, 0), ratio + half
    return {name: ratio, f"{name}_low": low, f"{name}_high": high, f"{name}_n": times.astype(np.int64)}


def rate_variance(wins: Values, n: Values) -> Any:
    """Return the variance of a rate, with one win and one loss added so that it is never 0 for few games."""
    wins, n = np.asarray(wins, float), np.asarray(n, float)
    smooth = (wins + 1) / (n + 2)
    return smooth * (1 - smooth) / n


def difference(wins1: Values, n1: Values, wins0: Values, n0: Values) -> tuple[Any, Any, Any, Any]:
    """Return the difference of two independent rates, first minus second, by the normal approximation.

    Returns (difference, low, high, p): p is two-sided. NaN where either group is empty.
    The estimate is the plain difference; only the variance is smoothed (see `rate_variance`).
    """
    return stratified_difference(*(np.asarray(x, float)[..., None] for x in (wins1, n1, wins0, n0)))


def stratified_difference(wins1: Values, n1: Values, wins0: Values, n0: Values) -> tuple[Any, Any, Any, Any]:
    """Return the difference of two rates within strata, with Mantel-Haenszel weights n1 * n0 / (n1 + n0).

    All arguments (..., strata). Strata in which one group is empty carry no information and no weight.
    Returns (difference, low, high, p) of shape (...); NaN where no stratum has both groups. The p-value uses
    the variance of both groups at their common rate where that is larger: 1 win in 16 games has a small
    variance by chance, and would seem to be far from every other group.
    """
    wins1, n1, wins0, n0 = (np.asarray(x, float) for x in (wins1, n1, wins0, n0))
    with np.errstate(invalid="ignore", divide="ignore"):
        both = (n1 > 0) & (n0 > 0)
        weight = np.where(both, n1 * n0 / (n1 + n0), 0.0)
        weight = weight / weight.sum(-1, keepdims=True)
        gap = np.where(both, wins1 / n1 - wins0 / n0, 0.0)
        spread = np.where(both, rate_variance(wins1, n1) + rate_variance(wins0, n0), 0.0)
        common = rate_variance(wins1 + wins0, n1 + n0) * (n1 + n0) * (1 / n1 + 1 / n0)
        alike = np.where(both, np.maximum(common, spread), 0.0)
        value = (weight * gap).sum(-1)
        error, tested = (np.sqrt((weight**2 * each).sum(-1)) for each in (spread, alike))
        p = two_sided(value / tested)
    return value, value - Z * error, value + Z * error, p


def difference_columns(name: str, result: Values, n1: Values, n0: Values) -> dict[str, Any]:
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


def untested(columns: dict[str, np.ndarray]) -> dict[str, Any]:
    """Return the columns of a difference without its p-value: what went together is no test of a cause.

    For groups that differ in more than chance, such as games in which a card was drawn late and all others.
    """
    return {name: values for name, values in columns.items() if not name.endswith("_p")}


def two_sided(z: Values) -> Any:
    """Return the two-sided p-value of a standard normal deviate; NaN stays NaN."""
    return 2 * ndtr(-np.abs(z))


def benjamini_hochberg(p: Values) -> np.ndarray:
    """Return p-values corrected for many comparisons by Benjamini and Hochberg, float64 like p.

    Of the comparisons whose corrected value is below 5%, at most 5% are expected to be false alarms.
    NaN entries are not comparisons and stay NaN.
    """
    p = np.asarray(p, float)
    adjusted, known = np.full(p.shape, np.nan), ~np.isnan(p)
    order = np.argsort(p[known])[::-1]
    ranks = np.arange(len(order), 0, -1)
    corrected = np.empty(len(order))
    corrected[order] = np.minimum.accumulate(p[known][order] * len(order) / ranks)
    adjusted[known] = np.minimum(corrected, 1)
    return adjusted


def pooled(p: Values, own: Values) -> np.ndarray:
    """Return p-values of several tables corrected as one list; what is clear is clear in its own table too.

    p: p-values of all tables; own: the same, corrected for the table of each. NaN in `own` is no comparison.
    The result is the larger one of `own` and of the correction over the list. The latter keeps false alarms
    at 5% of what is clear in the list. The former keeps a table without any effect from passing because
    other tables have many.
    """
    p, own = np.asarray(p, float), np.asarray(own, float)
    return np.maximum(benjamini_hochberg(np.where(np.isnan(own), np.nan, p)), own)


def selected_level(chosen: Values, compared: Values) -> Any:
    """Return the level of the intervals of rows that were picked from many: 1 - 5% * chosen / compared.

    chosen: how many were picked, for being the largest or for being clear; compared: out of how many. Among
    their intervals at most 5% are then expected to miss. Benjamini and Yekutieli (2005), False discovery
    rate-adjusted multiple confidence intervals for selected parameters, Journal of the American Statistical
    Association 100.
    """
    return 1 - (1 - LEVEL) * np.asarray(chosen, float) / compared


def selected(value: Values, low: Values, high: Values, chosen: Values, compared: Values) -> tuple[Any, Any]:
    """Return (low, high) of estimates that were picked from many, see `selected_level`.

    value, low, high: symmetric 95% intervals.
    """
    wider = -ndtri((1 - selected_level(chosen, compared)) / 2) / Z
    return value - (value - low) * wider, value + (high - value) * wider


HALVINGS = 60  # of an interval, until its ends are the same to all digits


def spread_columns(name: str, values: Values, variances: Values) -> dict[str, Any]:
    """Return how much true values differ from each other, beyond the chance in their estimates.

    values: independent estimates (k,), variances: of their errors. Returns name: standard deviation of the
    true values (Paule and Mandel 1982); _low, _high: 95% by the Q profile (Viechtbauer 2007); _n: k; _p: of
    Cochran's test that all are alike; <name>_chance: the standard deviation that chance alone would show.
    NaN for fewer than two. The interval of a few values is wide: it is for the population they are from.
    """
    values, variances = np.asarray(values, float), np.asarray(variances, float)
    k = len(values)
    columns = dict.fromkeys((name, f"{name}_low", f"{name}_high", f"{name}_p", f"{name}_chance"), np.nan)
    columns[f"{name}_n"] = k
    if k < 2 or not (variances > 0).all():
        return columns

    def heterogeneity(between: float) -> float:
        weight = 1 / (variances + between)
        return weight @ (values - weight @ values / weight.sum()) ** 2

    def solve(target: float) -> float:
        """Return the standard deviation at which Cochran's Q is the target; 0 if it is never so large."""
        if heterogeneity(0) <= target:
            return 0.0
        low, high = 0.0, np.ptp(values) ** 2 + variances.max()
        while heterogeneity(high) > target:
            high *= 4
        for _ in range(HALVINGS):  # Q falls with the variance; scipy.optimize takes longer to import
            middle = (low + high) / 2
            low, high = (middle, high) if heterogeneity(middle) > target else (low, middle)
        return math.sqrt(high)

    edges = chdtri(k - 1, [0.5 - LEVEL / 2, 0.5 + LEVEL / 2])
    columns |= {name: solve(k - 1), f"{name}_low": solve(edges[0]), f"{name}_high": solve(edges[1])}
    columns |= {f"{name}_p": chdtrc(k - 1, heterogeneity(0)), f"{name}_chance": math.sqrt(variances.mean())}
    return columns


@dataclass(frozen=True)
class Verdict:
    """The relation of an estimated rate to a band. code: inside, above, below or open.

    needed: games that would settle an open question if the rate stayed the same; None if settled.
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
