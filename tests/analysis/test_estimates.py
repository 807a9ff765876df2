"""Arithmetic of rates, means and differences against known values and exact coverage."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats
from statsmodels.stats.meta_analysis import combine_effects
from statsmodels.stats.multitest import multipletests
from statsmodels.stats.proportion import confint_proportions_2indep, proportion_confint

from mazarbul.analysis import estimates


def test_wilson_known_value():
    rate, low, high = estimates.wilson(8, 10)
    assert rate == 0.8
    assert low == pytest.approx(0.490162, abs=1e-6)
    assert high == pytest.approx(0.943318, abs=1e-6)


@pytest.mark.parametrize("level", [0.95, 0.999])
def test_wilson_agrees_with_the_library(level):
    wins, n = np.arange(41), np.full(41, 40)
    rate, *ends = estimates.wilson(wins, n, level)
    known = proportion_confint(wins, n, alpha=1 - level, method="wilson")
    assert np.array_equal(rate, wins / n)
    assert np.allclose(ends, known, rtol=0, atol=1e-12)


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


@pytest.mark.parametrize("rate", [0.1, 0.4, 0.9])
def test_a_small_group_is_not_clear_by_chance(rate):
    """16 games against 5,000 of the same rate: p below 0.001 in at most that share; tolerance 4 errors."""
    rng, times = np.random.default_rng(7), 100_000
    p = estimates.difference(rng.binomial(16, rate, times), 16, rng.binomial(5_000, rate, times), 5_000)[3]
    assert (p < 0.001).mean() < 0.001 + 4 * np.sqrt(0.001 / times)


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
    alone = estimates.stratified_difference([60], [100], [50], [100])
    assert np.allclose(both, alone)


@pytest.mark.parametrize(("n1", "rate1", "rate0"), [(40, 0.1, 0.1), (40, 0.02, 0.1), (40, 0.5, 0.45)])
def test_difference_with_few_wins_covers(n1, rate1, rate0):
    """Exact in the small group, against 10,000 games: 95% on average over rates nearby, within a point."""
    n0, wins1 = 10_000, np.arange(n1 + 1)
    covered = []
    for shift in np.linspace(0, 0.05, 21):
        truth = rate1 + shift - rate0
        wins0 = np.array([round(n0 * rate0)])
        _, low, high, _ = estimates.difference(wins1, n1, wins0, n0)
        there = (low <= truth) & (truth <= high)
        covered.append((stats.binom.pmf(wins1, n1, rate1 + shift) * there).sum())
    assert 0.94 < np.mean(covered) < 0.985


def test_difference_is_the_score_interval_of_the_library():
    """Where the rates are near each other: farther apart it reaches at least as far towards zero."""
    for wins1, n1, wins0, n0 in ((4, 40, 1_000, 10_000), (50, 80, 60, 100), (0, 30, 500, 10_000)):
        known = confint_proportions_2indep(wins1, n1, wins0, n0, compare="diff", method="newcomb")
        _, low, high, _ = estimates.difference(wins1, n1, wins0, n0)
        assert min(low, known[0]) == pytest.approx(low)
        assert max(high, known[1]) == pytest.approx(high)
        assert (low, high) == pytest.approx(known, abs=0.02)


def test_holm_agrees_with_the_library():
    p = np.random.default_rng(4).uniform(0, 1, 20) ** 3
    assert np.allclose(estimates.holm(p), multipletests(p, method="holm")[1], rtol=1e-12)
    assert estimates.holm([0.01, np.nan, 0.04]) == pytest.approx([0.02, np.nan, 0.04], nan_ok=True)
    assert estimates.holm([0.03]) == [0.03], "one planned question needs no correction"


def differences(rng, n=60):
    """Return the columns of some differences of every kind: of rates, of few games, of wide intervals."""
    small, many = rng.integers(20, 400, n), rng.integers(400, 9_000, n)
    rates = np.clip(rng.choice([0.02, 0.3, 0.5, 0.93]) + rng.normal(0, 0.05, n), 0.001, 0.999)
    wins = rng.binomial(small, rates), rng.binomial(many, np.median(rates))
    result = estimates.difference(wins[0], small, wins[1], many)
    return estimates.difference_columns("x", result, small, many)


@pytest.mark.parametrize("planned", [False, True])
def test_a_row_is_clear_where_its_interval_keeps_off_zero_and_only_there(planned):
    rng, seen = np.random.default_rng(5), set()
    for size in [1, 2, 60] * 40:
        columns = differences(rng, size)
        among = rng.random(size) < 0.9
        columns |= estimates.family_columns("x", columns, among, planned=planned)
        edges = (columns[f"x{tail}"] for tail in ("", "_low", "_high", "_level"))
        low, high = estimates.selected(*edges)
        clear, among = columns["x_bh"] < estimates.CLEAR, among & (columns["x_n"] >= estimates.FEWEST)
        assert list(clear[among]) == list(((low > 0) | (high < 0))[among])
        assert not clear[~among].any()
        seen |= set(clear.tolist())
        drawn = columns["x_likely"][among]
        assert ((low[among] - 1e-12 <= drawn) & (drawn <= high[among] + 1e-12)).all()
        low, high = (each[among] for each in moved(columns))
        assert list(clear[among]) == list((low > 0) | (high < 0))
        for point in (drawn, columns["x"][among]):
            assert ((low - 1e-12 <= point) & (point <= high + 1e-12)).all()
    assert seen == {True, False}


def moved(columns):
    """Return the ends of the intervals that stand beside the points drawn in."""
    return estimates.drawn_in(*(columns[f"x{tail}"] for tail in ("", "_low", "_high", "_level", "_likely")))


def two_stand_out(rng, n):
    """Return true values of which all are nought but two."""
    return np.r_[5.0, -5.0, np.zeros(n - 2)]


@pytest.mark.parametrize("size", [6, 60])
@pytest.mark.parametrize(
    "truth",
    [
        lambda rng, n: np.zeros(n),
        lambda rng, n: rng.normal(-0.2, 0.5, n),
        lambda rng, n: rng.normal(2, 1, n),
        lambda rng, n: rng.normal(0, 3, n),
        lambda rng, n: rng.normal(0, 1.5, n) * (rng.random(n) < 0.3),
        two_stand_out,
    ],
    ids=["none", "small", "one way", "large", "some", "two"],
)
def test_intervals_that_move_with_their_points_cover(truth, size):
    """At most 5% of those of clear rows, and of the largest, miss; tolerance 4 standard errors."""
    rng, times, clear_missed, top_missed = np.random.default_rng(17), 400, [], []
    for _ in range(times):
        true, errors = truth(rng, size), rng.uniform(0.6, 1.6, size)
        value = rng.normal(true, errors)
        columns = {"x": value, "x_low": value - estimates.Z * errors, "x_high": value + estimates.Z * errors}
        columns["x_p"] = estimates.p_of(value, columns["x_low"], columns["x_high"])
        columns |= estimates.family_columns("x", columns)
        low, high = moved(columns)
        missed, clear = (true < low) | (true > high), columns["x_bh"] < estimates.CLEAR
        clear_missed.append(missed[clear].mean() if clear.any() else 0.0)
        top_missed.append(missed[np.abs(value).argmax()])
    for share in (np.mean(clear_missed), np.mean(top_missed)):
        assert share < 0.05 + 4 * np.sqrt(0.05 * 0.95 / times)


def test_what_stands_out_of_many_is_hardly_drawn_in():
    """Two true values of 5 errors among 58 of nought lose less than one; with one spread they lose two."""
    rng, gaps = np.random.default_rng(18), []
    for _ in range(200):
        value = rng.normal(two_stand_out(rng, 60))
        half = np.full(60, estimates.Z)
        drawn = estimates.likely(value, value - half, value + half, value - 2 * half, value + 2 * half)
        gaps.append(drawn[0] - 5)
    assert abs(np.mean(gaps)) < 1


@pytest.mark.parametrize(("spread", "error"), [(0.01, 0.022), (0.02, 0.008), (0.0, 0.02)])
def test_points_of_the_largest_are_right_when_drawn_in(spread, error):
    """The largest of 60 estimates is too large as measured; drawn in, not, within 4 errors and a tenth."""
    rng, gaps = np.random.default_rng(6), {"measured": [], "likely": []}
    for _ in range(400):
        truth = rng.normal(-0.005, spread, 60)
        value = rng.normal(truth, error)
        half = np.full(60, estimates.Z * error)
        columns = dict(
            zip(("x", "x_low", "x_high", "x_p"), estimates.reaching(value, *3 * (half,)), strict=True)
        )
        drawn = estimates.family_columns("x", columns)["x_likely"]
        top = value.argmax()
        gaps["measured"].append(value[top] - truth[top])
        gaps["likely"].append(drawn[top] - truth[top])
    means = {name: np.mean(each) for name, each in gaps.items()}
    assert means["measured"] > error / 2
    tolerance = 4 * np.std(gaps["likely"]) / np.sqrt(400) + means["measured"] / 10
    assert abs(means["likely"]) < tolerance


def test_planned_points_stay_as_measured():
    columns = differences(np.random.default_rng(7))
    found = estimates.family_columns("x", columns, planned=True)
    tested = columns["x_n"] >= estimates.FEWEST
    assert (found["x_likely"] == columns["x"])[tested].all()
    assert np.isnan(found["x_bh"][~tested]).all(), "a few games show nothing"


def test_benjamini_hochberg():
    made = estimates.benjamini_hochberg([0.01, 0.04, np.nan, 0.03])
    assert made == pytest.approx([0.03, 0.04, np.nan, 0.04], nan_ok=True)
    assert np.isnan(estimates.benjamini_hochberg([np.nan, np.nan])).all()
    assert estimates.benjamini_hochberg([]).size == 0


def test_benjamini_hochberg_agrees_with_the_library():
    p = np.random.default_rng(4).uniform(0, 1, 200) ** 3
    p[50:60] = p[40:50]
    assert np.allclose(estimates.benjamini_hochberg(p), multipletests(p, method="fdr_bh")[1], rtol=1e-12)


def simulated_alarms(effects, n=4_000, times=600, seed=2):
    """Corrected p-values (times, comparisons) of differences of two rates of n games each."""
    rng = np.random.default_rng(seed)
    wins1 = rng.binomial(n, 0.5 + np.asarray(effects), (times, len(effects)))
    p = estimates.difference(wins1, n, rng.binomial(n, 0.5, wins1.shape), n)[3]
    return np.array([estimates.benjamini_hochberg(row) for row in p])


def test_false_alarms_without_any_effect():
    """Without any effects, 5% of the tables have an alarm; tolerance 4 standard errors."""
    alarm = (simulated_alarms(np.zeros(60)) < 0.05).any(1)
    assert alarm.mean() < 0.05 + 4 * np.sqrt(0.05 * 0.95 / len(alarm))
    assert alarm.mean() > 0.05 - 4 * np.sqrt(0.05 * 0.95 / len(alarm))


def test_false_alarms_and_power_with_effects():
    """At most 5% of the alarms are false; effects of 4.5 standard errors are mostly found."""
    effects = np.zeros(60)
    effects[:15] = 0.05
    found = simulated_alarms(effects) < 0.05
    false = found[:, 15:].sum(1) / np.maximum(found.sum(1), 1)
    assert false.mean() < 0.05 + 4 * false.std() / np.sqrt(len(false))
    assert found[:, :15].mean() > 0.9


@pytest.mark.parametrize("chosen", [1, 2, 10])
@pytest.mark.parametrize("share", [0.0, 0.3])
def test_intervals_of_the_largest_of_many_cover(chosen, share):
    """60 known effects of which some differ: of the largest, 5% are missed if adjusted, far more if not."""
    times, compared = 3_000, 60
    rng = np.random.default_rng(11)
    truth = rng.normal(0, 1.5, (times, compared)) * (rng.random((times, compared)) < share)
    value = truth + rng.normal(size=truth.shape)
    order = np.argsort(-np.abs(value), axis=1)[:, :chosen]
    value, truth = (np.take_along_axis(each, order, 1) for each in (value, truth))
    low, high = estimates.selected(
        value, value - estimates.Z, value + estimates.Z, estimates.selected_level(chosen, compared)
    )
    missed = ((truth < low) | (truth > high)).mean()
    assert missed < 0.05 + 4 * np.sqrt(0.05 * 0.95 / times)
    assert (np.abs(value - truth) > estimates.Z).mean() > 0.15


def test_intervals_of_all_are_not_adjusted():
    assert np.allclose(estimates.selected(0.1, 0.0, 0.2, estimates.selected_level(60, 60)), (0.0, 0.2))


def test_spread_of_equal_precision():
    """If all errors have the same variance, the spread is the variance of the values minus theirs."""
    values, variance = np.array([0.4, 0.5, 0.52, 0.6, 0.7]), 0.001
    made = estimates.spread_columns("x", values, np.full(5, variance))
    assert made["x"] == pytest.approx(np.sqrt(values.var(ddof=1) - variance), rel=1e-4)
    assert made["x_low"] < made["x"] < made["x_high"]
    assert made["x_p"] == pytest.approx(stats.chi2.sf(values.var(ddof=1) * 4 / variance, 4))
    assert made["x_chance"] == pytest.approx(np.sqrt(variance))


def test_spread_agrees_with_the_library():
    rng, variances = np.random.default_rng(5), np.linspace(0.0001, 0.002, 12)
    values = rng.normal(0, 0.05, 12) + rng.normal(0, np.sqrt(variances))
    known = combine_effects(values, variances, method_re="pm").tau2
    assert estimates.spread_columns("x", values, variances)["x"] == pytest.approx(np.sqrt(known), rel=1e-5)


def test_spread_of_what_is_alike():
    made = estimates.spread_columns("x", [0.5, 0.5001, 0.4999], [0.01] * 3)
    assert (made["x"], made["x_low"]) == (0, 0)
    assert made["x_p"] > 0.99
    assert np.isnan(estimates.spread_columns("x", [0.5], [0.01])["x"])


@pytest.mark.parametrize("between", [0.0, 0.03])
def test_spread_covers(between):
    """Sets of 6 decks of unequal size; tolerance 4 standard errors of the simulation."""
    rng, inside, times = np.random.default_rng(8), 0, 400
    errors = np.linspace(0.01, 0.03, 6)
    for _ in range(times):
        values = rng.normal(0, between, 6) + rng.normal(0, errors)
        made = estimates.spread_columns("x", values, errors**2)
        inside += made["x_low"] <= between <= made["x_high"]
    # without any spread the interval misses only if it starts above 0, on one side
    expected = 0.95 if between else 0.975
    assert abs(inside / times - expected) < 4 * np.sqrt(expected * (1 - expected) / times)


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
