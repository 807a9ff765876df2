"""Rates, means and differences with 95% intervals. Pure arithmetic on counts; every argument broadcasts.

A table column `x` that is estimated comes with `x_low`, `x_high` (95%) and `x_n` (its sample size); a
difference also with `x_n0` (size of the group compared with) and `x_p`; one of a family of comparisons
also with what `family_columns` adds.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.special import chdtrc, chdtri, ndtr, ndtri  # scipy.stats and statsmodels take a second to import

LEVEL = 0.95
FEWEST = 30  # games on either side of a comparison that is tested
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
    """Return the difference of two independent rates, first minus second, by the score intervals of both.

    Newcombe (1998), Interval estimation for the difference between independent proportions, Statistics in
    Medicine 17, method 10. Returns (difference, low, high, p), see `reaching`; NaN where a group is empty.
    """
    wins1, n1, wins0, n0 = (np.asarray(x, float) for x in (wins1, n1, wins0, n0))
    (rate1, low1, high1), (rate0, low0, high0) = wilson(wins1, n1), wilson(wins0, n0)
    down, up = np.hypot(rate1 - low1, high0 - rate0), np.hypot(high1 - rate1, rate0 - low0)
    with np.errstate(invalid="ignore", divide="ignore"):
        return reaching(rate1 - rate0, down, up, Z * np.sqrt(_alike(wins1, n1, wins0, n0)))


def stratified_difference(wins1: Values, n1: Values, wins0: Values, n0: Values) -> tuple[Any, Any, Any, Any]:
    """Return the difference of two rates within strata, with Mantel-Haenszel weights n1 * n0 / (n1 + n0).

    All arguments (..., strata). Strata in which one group is empty carry no information and no weight.
    Returns (difference, low, high, p) of shape (...), see `reaching`; NaN where no stratum has both groups.
    """
    wins1, n1, wins0, n0 = (np.asarray(x, float) for x in (wins1, n1, wins0, n0))
    with np.errstate(invalid="ignore", divide="ignore"):
        both = (n1 > 0) & (n0 > 0)
        weight = np.where(both, n1 * n0 / (n1 + n0), 0.0)
        weight = weight / weight.sum(-1, keepdims=True)
        gap = np.where(both, wins1 / n1 - wins0 / n0, 0.0)
        spreads = rate_variance(wins1, n1) + rate_variance(wins0, n0), _alike(wins1, n1, wins0, n0)
        half, alike = (Z * np.sqrt((weight**2 * np.where(both, each, 0.0)).sum(-1)) for each in spreads)
        return reaching((weight * gap).sum(-1), half, half, alike)


def _alike(wins1: Values, n1: Values, wins0: Values, n0: Values) -> Any:
    """Return the variance of the difference of two rates, if both groups had their common rate."""
    return rate_variance(wins1 + wins0, n1 + n0) * (n1 + n0) * (1 / n1 + 1 / n0)


def reaching(value: Values, down: Values, up: Values, alike: Values) -> tuple[Any, Any, Any, Any]:
    """Return (value, low, high, p) of a difference from how far its interval reaches down and up.

    alike: how far it would reach if there were no difference; towards zero it reaches at least so far. 1 win
    in 16 games has a small variance by chance, and would seem to be far from every other group.
    """
    low = value - np.where(value > 0, np.fmax(down, alike), down)
    high = value + np.where(value < 0, np.fmax(up, alike), up)
    return value, low, high, p_of(value, low, high)


def p_of(value: Values, low: Values, high: Values) -> Any:
    """Return the two-sided p-value of a difference from its 95% interval: 5% where that touches zero.

    So what is clear and what its interval shows never contradict each other, at any level (`selected`).
    """
    with np.errstate(invalid="ignore", divide="ignore"):
        return two_sided(Z * value / np.where(value > 0, value - low, high - value))


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


def holm(p: Values) -> np.ndarray:
    """Return p-values corrected for a few planned comparisons, float64 like p; NaN entries stay NaN.

    The chance of any false alarm among them is at most 5%. Holm (1979), A simple sequentially rejective
    multiple test procedure, Scandinavian Journal of Statistics 6.
    """
    p = np.asarray(p, float)
    adjusted, known = np.full(p.shape, np.nan), ~np.isnan(p)
    order = np.argsort(p[known])
    corrected = np.empty(len(order))
    corrected[order] = np.maximum.accumulate(p[known][order] * np.arange(len(order), 0, -1))
    adjusted[known] = np.minimum(corrected, 1)
    return adjusted


def family_columns(
    name: str, columns: Mapping[str, Values], among: Values = True, *, planned: bool = False
) -> dict[str, np.ndarray]:
    """Return the columns of a family of comparisons, which are corrected together: _bh, _level and _likely.

    columns: with those of the difference `name`. among: which rows are comparisons; the others have NaN, and
    so have those with fewer than FEWEST games on either side: one game shows nothing.
    planned: a few questions asked before the play, corrected by Holm's method and each taken as measured;
    else many things screened, by Benjamini and Hochberg's. _level: of the interval of a row that is named
    (`selected_level`): it keeps off zero where the row is clear, and only there. _likely: see `likely`.
    """
    parts = (np.asarray(columns[f"{name}{tail}"], float) for tail in ("", "_low", "_high", "_p"))
    value, low, high, p = parts
    sizes = [columns[f"{name}{tail}"] for tail in ("_n", "_n0") if f"{name}{tail}" in columns]
    enough = np.all([np.asarray(size, float) >= FEWEST for size in sizes], axis=0)
    p = np.where(np.asarray(among) & enough, p, np.nan)
    known, corrected = ~np.isnan(p), (holm if planned else benjamini_hochberg)(p)
    compared, clear = max(int(known.sum()), 1), max(int((corrected < CLEAR).sum()), 1)
    level = selected_level(1, compared - clear + 1) if planned else selected_level(clear, compared)
    found = np.where(known, value, np.nan)
    if not planned:
        edges = selected(value, low, high, level)
        found[known] = likely(*(each[known] for each in (value, low, high, *edges)))
    return {f"{name}_bh": corrected, f"{name}_level": np.where(known, level, LEVEL), f"{name}_likely": found}


SCALES = 12  # spreads of true values besides the common one, from a third of the smallest error upwards
FIRM = 5  # as many rows are taken to have the common spread, besides those of the family
STEPS = 100  # of fitting how many rows have each spread


def likely(value: Values, low: Values, high: Values, least: Values, most: Values) -> np.ndarray:
    """Return estimates drawn in towards their mean, as far as chance spreads them more than they differ.

    value, low, high: with 95% intervals. The largest of many estimates is too large; drawn in, it is right on
    average (Efron and Morris 1973, Stein's estimation rule and its competitors, Journal of the American
    Statistical Association 68). True values have one spread, unless the family shows that a few of them have
    another: then those are drawn in less (Stephens 2017, False discovery rates: a new deal, Biostatistics
    18). least, most: none is drawn further in than to these.
    """
    value, variances = np.asarray(value, float), ((high - low) / (2 * Z)) ** 2
    if len(value) < 2 or not (variances > 0).all():
        return value
    common = true_spread(value, variances) ** 2
    weight = 1 / (variances + common)
    away = value - weight @ value / weight.sum()
    widest = max(2 * (away**2).max(), variances.min())
    spreads = np.array([common, 0, *np.geomspace(variances.min() / 10, widest, SCALES)])
    total = variances[:, None] + spreads
    density = np.exp(-(away[:, None] ** 2) / total / 2) / np.sqrt(total) + np.finfo(float).tiny
    rows = np.full(len(spreads), 1.0)
    for _ in range(STEPS):
        rows *= (density / (density @ rows)[:, None]).sum(0)
        rows[0] += FIRM
        rows /= len(value) + FIRM
    kept = (density * rows / total) @ spreads / (density @ rows)
    return np.clip(value - away * (1 - kept), least, most)


def selected_level(chosen: Values, compared: Values) -> Any:
    """Return the level of the intervals of rows that were picked from many: 1 - 5% * chosen / compared.

    chosen: how many were picked, for being the largest or for being clear; compared: out of how many. Among
    their intervals at most 5% are then expected to miss. Benjamini and Yekutieli (2005), False discovery
    rate-adjusted multiple confidence intervals for selected parameters, Journal of the American Statistical
    Association 100.
    """
    return 1 - (1 - LEVEL) * np.asarray(chosen, float) / compared


def selected(value: Values, low: Values, high: Values, level: Values) -> tuple[Any, Any]:
    """Return (low, high) at another level of estimates with 95% intervals, see `selected_level`."""
    wider = -ndtri((1 - np.asarray(level, float)) / 2) / Z
    return value - (value - low) * wider, value + (high - value) * wider


def drawn_in(value: Values, low: Values, high: Values, level: Values, found: Values) -> tuple[Any, Any]:
    """Return (low, high) of estimates of a family that are drawn in, from their 95% intervals as measured.

    level, found: as `family_columns` gives them. The interval at that level moves with its estimate: that end
    which keeps off zero stays where it is, or halfway between zero and the estimate; the other one stays
    outside the interval as measured, as what is drawn in too far is missed there. So a row is clear in the
    one exactly where it is in the other, both points are inside, and at most 5% of the intervals of clear
    rows miss (simulated).
    """
    value, found = np.asarray(value, float), np.asarray(found, float)
    sides = np.sign(value) + (value == 0)
    up, (least, most) = sides > 0, selected(value, low, high, level)
    near, far = np.where(up, least, -most), np.where(up, most, -least)
    move, own = (found - value) * sides, np.where(up, high, -np.asarray(low, float))
    stop = np.where(near > 0, np.minimum(near, found * sides / 2), -np.inf)
    near = np.fmax(near + np.minimum(move, 0), stop)
    far = np.where(move > 0, far + move, np.fmax(far + move, own))
    return np.where(up, near, -far), np.where(up, far, -near)


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

    edges = chdtri(k - 1, [0.5 - LEVEL / 2, 0.5 + LEVEL / 2])
    ends = (_spread_at(values, variances, edge) for edge in edges)
    columns |= dict(zip((f"{name}_low", f"{name}_high"), ends, strict=True))
    columns[name] = true_spread(values, variances)
    columns |= {f"{name}_p": chdtrc(k - 1, _heterogeneity(values, variances, 0))}
    columns[f"{name}_chance"] = math.sqrt(variances.mean())
    return columns


def true_spread(values: np.ndarray, variances: np.ndarray) -> float:
    """Return the standard deviation of the true values behind two or more estimates (Paule and Mandel)."""
    return _spread_at(values, variances, len(values) - 1)


def _heterogeneity(values: np.ndarray, variances: np.ndarray, between: float) -> float:
    """Return Cochran's Q with a variance between the true values."""
    weight = 1 / (variances + between)
    return weight @ (values - weight @ values / weight.sum()) ** 2


def _spread_at(values: np.ndarray, variances: np.ndarray, target: float) -> float:
    """Return the standard deviation at which Cochran's Q is the target; 0 if it is never so large."""
    if _heterogeneity(values, variances, 0) <= target:
        return 0.0
    low, high = 0.0, np.ptp(values) ** 2 + variances.max()
    while _heterogeneity(values, variances, high) > target:
        high *= 4
    for _ in range(HALVINGS):  # Q falls with the variance; scipy.optimize takes longer to import
        middle = (low + high) / 2
        low, high = (middle, high) if _heterogeneity(values, variances, middle) > target else (low, middle)
    return math.sqrt(high)


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
