"""Arithmetic of rates, means and differences against known values and exact coverage."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from analysis import estimates


def test_wilson_known_value():
    rate, low, high = estimates.wilson(8, 10)
    assert rate == 0.8
    assert low == pytest.approx(0.490162, abs=1e-6)
    assert high == pytest.approx(0.943318, abs=1e-6)


def test_wilson_ends_and_nothing():
    _, low, high = estimates.wilson([0, 20, 0], [20, 20, 0])
    assert low[0] == 0
    assert 0.1 < high[0] < 0.2
    assert high[1] == 1
    assert np.isnan([low[2], high[2]]).all()


@pytest.mark.parametrize("n", [20, 100, 1000])
def test_wilson_covers_95_percent_on_average(n):
    """Exact: over many true rates, the chance that the interval holds the truth averages 95%."""
    wins = np.arange(n + 1)
    _, low, high = estimates.wilson(wins, n)
    truths = np.linspace(0.05, 0.95, 181)
    covered = [(stats.binom.pmf(wins, n, p) * ((low <= p) & (p <= high))).sum() for p in truths]
    assert np.mean(covered) == pytest.approx(0.95, abs=0.01)
    assert min(covered) > 0.88


def test_mean_agrees_with_the_sample():
    values = np.random.default_rng(3).normal(5, 2, 400)
    made = estimates.mean_columns("x", values.sum(), (values**2).sum(), len(values))
    half = estimates.Z * values.std(ddof=1) / 20
    assert made["x"] == pytest.approx(values.mean())
    assert made["x_high"] - made["x"] == pytest.approx(half)
    assert made["x_n"] == 400


def test_mean_of_one_value_has_no_interval():
    made = estimates.mean_columns("x", 3.0, 9.0, 1)
    assert made["x"] == 3
    assert np.isnan(made["x_low"])


def test_histogram_mean_is_the_mean_of_its_values():
    made = estimates.histogram_mean("x", [[2, 0, 3, 1], [0, 0, 0, 0]])
    assert made["x"][0] == pytest.approx(np.mean([0, 0, 2, 2, 2, 3]))
    assert np.isnan(made["x"][1])


def test_difference_is_unbiased_and_covers():
    """20,000 simulated comparisons; tolerance 4 standard errors of the simulation."""
    rng, p1, p0, n1, n0, times = np.random.default_rng(11), 0.62, 0.55, 70, 45, 20_000
    value, low, high, _ = estimates.difference(
        rng.binomial(n1, p1, times), n1, rng.binomial(n0, p0, times), n0
    )
    assert abs(value.mean() - (p1 - p0)) < 4 * value.std() / np.sqrt(times)
    covered = ((low <= p1 - p0) & (p1 - p0 <= high)).mean()
    assert abs(covered - 0.95) < 0.01 + 4 * np.sqrt(0.95 * 0.05 / times)


def test_difference_of_few_games_is_not_certain():
    value, low, high, p = estimates.difference(3, 3, 50, 100)
    assert value == 0.5
    assert high - low > 0.5
    assert p > 0.001
    assert np.isnan(estimates.difference(0, 0, 5, 10)[0])


def test_stratified_difference_sees_through_lengths():
    """Two lengths: no effect within either, but the card is drawn where wins are common."""
    wins1, n1, wins0, n0 = [900, 20], [1000, 100], [90, 200], [100, 1000]
    plain = estimates.difference(sum(wins1), sum(n1), sum(wins0), sum(n0))[0]
    within, low, high, _ = estimates.stratified_difference(wins1, n1, wins0, n0)
    assert plain > 0.5
    assert within == pytest.approx(0)
    assert low < 0 < high


def test_stratum_without_both_groups_is_left_out():
    both = estimates.stratified_difference([60, 5], [100, 5], [50, 0], [100, 0])
    alone = estimates.difference(60, 100, 50, 100)
    assert np.allclose(both, alone)


def test_holm():
    assert estimates.holm([0.01, 0.04, np.nan, 0.03]) == pytest.approx(
        [0.03, 0.06, np.nan, 0.06], nan_ok=True
    )
    assert estimates.holm([np.nan]).tolist() == pytest.approx([np.nan], nan_ok=True)


@pytest.mark.parametrize(
    ("wins", "n", "code"),
    [
        (5000, 10_000, "inside"),
        (5600, 10_000, "above"),
        (4000, 10_000, "below"),
        (5480, 10_000, "open"),
        (5, 10, "open"),
    ],
)
def test_verdict(wins, n, code):
    judged = estimates.verdict(*(float(x) for x in estimates.wilson(wins, n)))
    assert judged.code == code
    assert (judged.needed is not None) == (code == "open")


def test_verdict_tells_how_many_games_would_settle_it():
    judged = estimates.verdict(*(float(x) for x in estimates.wilson(54, 100)))
    settled = estimates.verdict(
        *(float(x) for x in estimates.wilson(0.54 * judged.needed * 1.02, judged.needed * 1.02))
    )
    assert settled.code == "inside"
