"""What options write as text: lists of names, shares and bands. Quick to import, as it needs no game."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from decimal import Decimal

from mazarbul.sim.toml import DataError, nearest

_NUMBER = re.compile(r"([0-9]{1,20}(?:\.[0-9]{1,20})?(?:e\+?[0-9]{1,2})?)([km]?)")
_TIMES = {"": 1, "k": 1_000, "m": 1_000_000}
MOST = 10**18  # nobody writes more


def names(text: str | None) -> list[str]:
    """Return the names of a list such as "gimli,legolas"."""
    return [name.strip() for name in (text or "").split(",") if name.strip()]


def number(text: str) -> int:
    """Return the whole number of a text such as "100000", "100k", "1.5m" or "1e5"; raises DataError."""
    plain = text.strip()
    try:
        return int(plain)
    except ValueError:
        found = _NUMBER.fullmatch(plain.lower())
    value = Decimal(found[1]) * _TIMES[found[2] or ""] if found else None
    if value is None or value > MOST or value != int(value):
        raise DataError(f"{text[:50]!r} is no whole number: write it such as 5000, 100k or 1e6")
    return int(value)


def counts(option: str, text: str) -> list[int]:
    """Return the whole numbers of a list such as "16,50", without zeros; raises DataError."""
    given = names(text)
    if not given or not all(name.isdecimal() for name in given):
        raise DataError(f"{option} {text!r}: write whole numbers, such as 16,50")
    return [int(name) for name in given if int(name)]


def chosen(option: str, text: str, valid: Sequence[str]) -> list[str]:
    """Return the names of a list, each one of `valid`, in the order of `valid`; raises DataError."""
    given = names(text)
    for name in given:
        if name not in valid:
            raise DataError(
                f"{option} {name!r} is not one of {', '.join(valid)}", suggestion=nearest(name, valid)
            )
    if not given:
        raise DataError(f"{option} needs one or more of {', '.join(valid)}")
    return [name for name in valid if name in given]


def share(option: str, text: str) -> float:
    """Return the share, above 0 and below 1, of a text such as "0.5%" or "0.005"; raises DataError."""
    value = _fraction(text)
    if not 0 < value < 1:
        raise DataError(f"{option} {text!r}: write a share such as 0.5% or 0.005")
    return value


def change(option: str, text: str) -> float:
    """Return the change of a share, between -1 and 1, of a text such as "-2%" or "0"; raises DataError."""
    value = _fraction(text)
    if not -1 < value < 1:
        raise DataError(f"{option} {text!r}: write a change such as 0, 2% or -2%")
    return value


def _fraction(text: str) -> float:
    """Return the number of a text such as "0.5%" or "0.005"; NaN if it is none."""
    number = text.strip()
    try:
        return float(number.removesuffix("%")) / (100 if number.endswith("%") else 1)
    except ValueError:
        return math.nan


def band(option: str, text: str) -> tuple[float, float]:
    """Return the two shares of a text such as "45-55%"; raises DataError."""
    low, dash, high = text.replace("\N{EN DASH}", "-").partition("-")
    if not dash:
        raise DataError(f"{option} {text!r}: write two shares such as 45-55%")
    if high.strip().endswith("%") and not low.strip().endswith("%"):
        low += "%"
    edges = share(option, low), share(option, high)
    if edges[0] >= edges[1]:
        raise DataError(f"{option} {text!r}: write the smaller share first, such as 45-55%")
    return edges
