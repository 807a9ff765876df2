"""When to stop: intervals that are valid at any stopping time.

A run that stops as soon as an ordinary interval is narrow enough, or clear of some value, was looked at many
times, and an interval for one look then misses too often. A confidence sequence is valid for all looks
together.

Asymptotic confidence sequence with a normal mixture: Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas (2024),
Time-uniform central limit theory and asymptotic confidence sequences, Annals of Statistics 52(6).
"""

from __future__ import annotations

import math

from scipy.optimize import brentq

from analysis.estimates import LEVEL, Z

ALPHA = 1 - LEVEL
LEAST = 1_000  # observations before the first look: the sequence is asymptotic
LARGEST = 10**12


def half_width(variance: float, n: float, precision: float) -> float:
    """Return half the width of the 95% confidence sequence of a mean after n observations.

    variance: of one observation, estimated. precision: the target half width; it sets, before any game is
    played, the number of games at which the sequence is tightest.
    """
    rho2 = _rho2(precision)
    return math.sqrt(
        variance * 2 * (n * rho2 + 1) / (n * n * rho2) * math.log(math.sqrt(n * rho2 + 1) / ALPHA)
    )


def needed(variance: float, precision: float) -> int:
    """Return the observations after which the half width is `precision`, if the variance stays the same."""
    if half_width(variance, LEAST, precision) <= precision:
        return LEAST
    return math.ceil(
        brentq(lambda n: half_width(variance, n, precision) - precision, LEAST, LARGEST, rtol=1e-6)
    )


def _rho2(precision: float) -> float:
    """Return the mixture variance: the sequence is tightest where one look at a 50% rate would suffice."""
    best_at = max(LEAST, (Z * 0.5 / precision) ** 2)
    log = -2 * math.log(ALPHA)
    return (log + math.log(log + 1)) / best_at
