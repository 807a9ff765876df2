"""When to stop: which interval is valid for which rule.

A run that stops as soon as an interval is narrow enough may show the ordinary one: its width hardly depends
on the value that it is about (Chow and Robbins 1965, On the asymptotic theory of fixed-width sequential
confidence intervals for the mean, Annals of Mathematical Statistics 36). A run that stops as soon as an
interval is clear of some value stops because of the value itself, and an interval for one look then misses
too often. A confidence sequence is valid for all looks together.

Asymptotic confidence sequence with a normal mixture: Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas (2024),
Time-uniform central limit theory and asymptotic confidence sequences, Annals of Statistics 52(6).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any

from mazarbul.analysis.estimates import LEVEL, Z

ALPHA = 1 - LEVEL
LEAST = 1_000  # observations before the first look: the sequence is asymptotic
LARGEST = 10**12
TIGHTEST = 0.01  # half width that a sequence aims at, if no other is asked for


def tightest(parameters: Mapping[str, Any]) -> float | None:
    """Return the half width that the confidence sequence of a collection aims at, from its parameters.

    None if its intervals are ordinary ones: it was not played until clear of a value (`clear_of`).
    """
    if parameters.get("clear_of") is None:
        return None
    return float(parameters.get("precision") or TIGHTEST)


def ordinary(variance: float, n: float) -> float:
    """Return half the width of the ordinary 95% interval of a mean. variance: of one observation."""
    return Z * math.sqrt(variance / n)


def half_width(variance: float, n: float, tightest: float) -> float:
    """Return half the width of the 95% confidence sequence of a mean after n observations.

    variance: of one observation, estimated. tightest: the half width aimed at; it sets, before any game is
    played, the number of games at which the sequence is tightest.
    """
    rho2 = _rho2(tightest)
    return math.sqrt(
        variance * 2 * (n * rho2 + 1) / (n * n * rho2) * math.log(math.sqrt(n * rho2 + 1) / ALPHA)
    )


def needed(half: Callable[[float], float], goal: float, least: int = LEAST) -> int:
    """Return the observations after which a half width is `goal`, at least `least`; LARGEST if it never is.

    half: number of observations -> half width, for the variance known now; falls with the number.
    """
    if half(least) <= goal:
        return least
    if half(LARGEST) >= goal:
        return LARGEST
    from scipy.optimize import brentq  # slow to import, and few answers need it

    return math.ceil(brentq(lambda n: half(n) - goal, least, LARGEST, rtol=1e-6))


def _rho2(tightest: float) -> float:
    """Return the mixture variance: the sequence is tightest where one look at a 50% rate would suffice."""
    best_at = max(LEAST, (Z * 0.5 / tightest) ** 2)
    log = -2 * math.log(ALPHA)
    return (log + math.log(log + 1)) / best_at
