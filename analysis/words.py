"""Numbers and names for readers: percentages, intervals, ids turned into words, lists."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

MINUS = "\N{MINUS SIGN}"
DASH = "\N{EN DASH}"
NONE = "\N{EM DASH}"
SMALL_RATE = 0.00995  # rates below are given with two digits
LEAST_RATE = 0.00005  # rates below are printed as zero
LEAST_EDGE = 0.0001  # an end of an interval that keeps off zero is printed as this if it is nearer
LEAST_CHANCE = 0.0005  # p-values below are printed as being below 0.001
_SMALL = {"of", "the", "and", "in", "on", "at", "a"}


def human(identifier: object) -> str:
    """Return an id as words: "free_peoples_battleground" -> "free peoples battleground"."""
    return str(identifier).replace("_", " ").strip()


def a(noun: str) -> str:
    """Return a noun with its article: "a card", "an encounter card"."""
    return f"{'an' if noun[:1].lower() in set('aeiou') else 'a'} {noun}"


def title(identifier: object) -> str:
    """Return an id as a name: "free_peoples" -> "Free Peoples"."""
    words = human(identifier).split(" ")
    return " ".join(w if i and w in _SMALL else w[:1].upper() + w[1:] for i, w in enumerate(words))


def capital(text: str) -> str:
    """Return the text with a capital first letter."""
    return text[:1].upper() + text[1:]


def count(value: float) -> str:
    """Return a whole number with separators: 12000 -> "12,000"."""
    return NONE if missing(value) else f"{int(value):,}"


def percent(value: float, digits: int | None = None) -> str:
    """Return a rate as a percentage: 0.5213 -> "52.1%"; one digit if not given, two below 1%: "0.04%"."""
    if missing(value):
        return NONE
    return f"{decimal(100 * value, percent_digits(value) if digits is None else digits)}%"


def percent_digits(value: float) -> int:
    """Return the digits after the point of a rate as a percentage: one, two below 1%."""
    return 2 if LEAST_RATE <= value < SMALL_RATE else 1


def decimal(value: float, digits: int = 2) -> str:
    """Return a number with a true minus sign and no negative zero."""
    if missing(value):
        return NONE
    text = f"{value:,.{digits}f}"
    return text.lstrip("-") if float(text.replace(",", "")) == 0 else text.replace("-", MINUS)


def chance(p: float) -> str:
    """Return a p-value: three digits, "< 0.001" below that."""
    if missing(p):
        return NONE
    return "< 0.001" if p < LEAST_CHANCE else f"{p:.3f}"


def points(value: float, digits: int = 1) -> str:
    """Return a difference of rates in percentage points, signed: 0.031 -> +3.1."""
    if missing(value):
        return NONE
    text = f"{100 * value:+.{digits}f}"
    return text.lstrip("+-") if float(text) == 0 else text.replace("-", MINUS)


def edge(value: float) -> str:
    """Return an end of an interval that keeps off zero, in points that never read as zero: +0.02."""
    digits = next((n for n in (1, 2) if float(f"{100 * value:.{n}f}")), 2)
    return points(math.copysign(max(abs(value), LEAST_EDGE), value), digits)


def possible(change: Any) -> Any:
    """Return shares or changes of shares, a number or a column, cut where none can be beyond.

    No share is above 100%, and none changes by more than 100 points, whatever an approximation says.
    """
    if isinstance(change, float):
        return min(max(change, -1.0), 1.0)  # np.clip is slow for one number; NaN stays NaN
    return np.clip(change, -1.0, 1.0)


def span(low: float, high: float, form: Any = percent) -> str:
    """Return an interval: "48.2-51.9%"; both ends signed and joined by "to" for differences."""
    if missing(low) or missing(high):
        return "no interval"
    if form in (percent, points):
        low, high = possible(low), possible(high)
    off_zero = form is points and (low > 0 or high < 0)
    left, right = (edge(end) if off_zero else form(end) for end in (low, high))
    if form is percent:
        left = left.removesuffix("%")
    return f"{left} to {right}" if form is points or MINUS in left + right else f"{left}{DASH}{right}"


def reach(numbers: Iterable[float]) -> str:
    """Return where whole numbers lie: "3 to 5", or "4" if they are all the same."""
    ends = f"{min(numbers):.0f}", f"{max(numbers):.0f}"
    return " to ".join(dict.fromkeys(ends))


def listing(items: Iterable[str], conjunction: str = "and") -> str:
    """Return items as "a, b and c"."""
    items = list(items)
    if len(items) < 2:
        return "".join(items)
    return f"{', '.join(items[:-1])} {conjunction} {items[-1]}"


def several(one: str) -> str:
    """Return the plural of a regular noun: "paths", "cities"."""
    is_changed = one.endswith("y") and one[-2:-1] not in ("a", "e", "o", "u")
    return f"{one[:-1]}ies" if is_changed else f"{one}s"


def plural(n: int, one: str, many: str | None = None) -> str:
    """Return a number with its noun: (2, "game") -> "2 games"."""
    return f"{n:,} {one if n == 1 else many or several(one)}"


def among(n: int, total: int, one: str, many: str | None = None) -> str:
    """Return how many of some things, as "neither card", "none of the 4 cards", "1 of 4 cards", "both cards".

    Its verb is that of one thing for n below 2.
    """
    many = many or several(one)
    if total == 1:
        return f"the only {one}" if n else f"no {one}"
    if n == 0:
        return f"neither {one}" if total == 2 else f"none of the {total:,} {many}"
    if n == total:
        return f"both {many}" if total == 2 else f"all {total:,} {many}"
    return f"{n:,} of {total:,} {many}"


def band(edges: Sequence[float]) -> str:
    """Return a band of rates: (0.45, 0.55) -> "45-55%"."""
    return f"{100 * edges[0]:g}{DASH}{100 * edges[1]:g}%"


def lasting(seconds: float) -> str:
    """Return a time in words: "40 seconds", "13 minutes", "3.5 hours"."""
    unit, length = next(
        (each for each in (("hour", 3600), ("minute", 60)) if seconds >= each[1]), ("second", 1)
    )
    number = max(seconds / length, 1)
    text = f"{number:.{1 if unit == 'hour' and number < 9.95 else 0}f}".removesuffix(".0")
    return f"{text} {unit}{'' if text == '1' else 's'}"


def ordinal(n: int) -> str:
    """Return "1st", "2nd", "3rd", "4th", "11th" ..."""
    tail = "th" if n % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(n % 10, "th")
    return f"{n}{tail}"


def missing(value: object) -> bool:
    """Return whether a value is None or NaN."""
    return value is None or (isinstance(value, float) and math.isnan(value)) or value != value
