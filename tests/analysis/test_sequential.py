"""Confidence sequences: true at any stopping time, where an interval for one look is not."""

from __future__ import annotations

import numpy as np
import pytest

from mazarbul.analysis.sequential import LARGEST, LEAST, half_width, needed, ordinary, tightest

LOOKS = np.unique(np.geomspace(LEAST, 60_000, 24).astype(int))


def ever_misses(draw, truth: float, width, times: int = 800) -> float:
    """Share of sample paths on which some look's interval misses the truth."""
    missed = 0
    for path in range(times):
        values = draw(np.random.default_rng([5, path]), LOOKS[-1])
        sums, squares = np.cumsum(values)[LOOKS - 1], np.cumsum(values.astype(float) ** 2)[LOOKS - 1]
        mean = sums / LOOKS
        variance = squares / LOOKS - mean**2
        half = np.array([width(v, n) for v, n in zip(variance, LOOKS, strict=True)])
        missed += bool((np.abs(mean - truth) > half).any())
    return missed / times


def test_a_rate_is_covered_at_every_look_at_once():
    def draw(rng, n):
        return (rng.random(n) < 0.6).astype(np.int8)

    sequence = ever_misses(draw, 0.6, lambda v, n: half_width(v, n, 0.01))
    one_look = ever_misses(draw, 0.6, lambda v, n: 1.96 * np.sqrt(v / n))
    assert sequence <= 0.05 + 3 * np.sqrt(0.05 * 0.95 / 800)
    assert one_look > 0.12, "many looks with an interval for one miss far too often"


def test_a_paired_difference_is_covered_at_every_look_at_once():
    def draw(rng, n):
        return rng.choice(np.array([-1, 0, 1], np.int8), n, p=(0.04, 0.88, 0.08))

    assert ever_misses(draw, 0.04, lambda v, n: half_width(v, n, 0.005)) <= 0.05 + 3 * np.sqrt(
        0.05 * 0.95 / 800
    )


@pytest.mark.parametrize("precision", [0.002, 0.005, 0.02])
@pytest.mark.parametrize("variance", [0.02, 0.25])
def test_needed_is_where_the_half_width_is_reached(precision, variance):
    n = needed(lambda n: half_width(variance, n, precision), precision)
    assert half_width(variance, n, precision) <= precision * (1 + 1e-4)
    if n > LEAST:
        assert half_width(variance, n - 2, precision) > precision * (1 - 1e-4)


def test_needed_of_the_ordinary_interval():
    assert needed(lambda n: ordinary(0.25, n), 0.005) == pytest.approx((1.96 * 0.5 / 0.005) ** 2, rel=1e-3)
    assert needed(lambda n: ordinary(0.25, n), 0.0) == LARGEST


def test_only_a_stop_on_the_value_has_a_sequence():
    assert tightest({"precision": 0.005}) is None
    assert tightest({"precision": 0.005, "clear_of": 0.0}) == 0.005
    assert tightest({"precision": None, "clear_of": 0.0}) == 0.01
