"""Plays until an interval is narrow enough, or clear of a value, with the interval that such a stop allows.

A stop on width leaves the ordinary interval valid, once enough observations differ for it to be valid at all:
where a change turns one game in two hundred, 400 pairs know too little of how often. A stop on the value
needs a confidence sequence, which is valid for all looks together (`mazarbul.analysis.sequential`).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from mazarbul.analysis import sequential

FIRST_LOOK = 4_000  # at the latest
LEAST_LOOK, STEP = 400, 200  # where a wide interval will do
LITTLE = 0.02  # variance of a change that hardly matters: the first look is where that would be known
DIFFERENT = 20  # observations that differ, before which a width below FIRST_LOOK says nothing
MOST_GAMES = 2_000_000
CHUNK = 2_000
GROWTH, GROWTH_CLEAR = 4, 1.5  # most games at the next look, per game of this one


@dataclass(frozen=True)
class Look:
    """The knowledge after some games: a mean, the variance of one observation, the number of observations."""

    value: float
    variance: float
    n: int


@dataclass(frozen=True)
class Aim:
    """When to stop. precision: half width of the interval, None if any will do.

    clear_of: value that the interval must be clear of; the interval is then a confidence sequence, and play
    stops at whichever of the two comes first. At least one of the two is given.
    """

    precision: float | None = None
    clear_of: float | None = None

    @property
    def interval(self) -> str:
        """The name of the interval."""
        return "95% interval" if self.clear_of is None else "95% confidence sequence"

    @property
    def first(self) -> int:
        """The number of games at the first look."""
        if self.clear_of is not None or not self.precision:
            return FIRST_LOOK
        wanted = sequential.needed(self._half(LITTLE), self.precision, LEAST_LOOK)
        return min(FIRST_LOOK, STEP * math.ceil(wanted / STEP))

    @property
    def chunk(self) -> int:
        """The number of games that are played together, if nobody says how many."""
        return min(CHUNK, self.first)

    def half_width(self, look: Look) -> float:
        """Return half the width of the interval at a look."""
        return self._half(look.variance)(look.n)

    def reached(self, look: Look) -> bool:
        """Return whether play may stop."""
        return self.half_width(look) <= self._goal(look) and look.n >= self._least(look)

    def wanted(self, look: Look) -> int:
        """Return the number of games after which play may stop, if mean and variance stay the same."""
        return sequential.needed(self._half(look.variance), self._goal(look), self._least(look))

    def _least(self, look: Look) -> int:
        """Return the number of games before which the interval is not to be relied on."""
        if self.clear_of is not None:
            return sequential.LEAST
        return min(FIRST_LOOK, math.ceil(DIFFERENT / look.variance))

    def furthest(self, looks: Iterable[Look]) -> Look:
        """Return the look of several that is furthest from the aim."""
        return max(looks, key=self.wanted)

    def _half(self, variance: float) -> Callable[[float], float]:
        """Return the function from a number of games to half the width of the interval."""
        if self.clear_of is None:
            return lambda n: sequential.ordinary(variance, n)
        tightest = self.precision or sequential.TIGHTEST
        return lambda n: sequential.half_width(variance, n, tightest)

    def _goal(self, look: Look) -> float:
        """Return the half width at which play may stop."""
        gap = 0.0 if self.clear_of is None else abs(look.value - self.clear_of)
        return max(gap, self.precision or 0.0)


@dataclass(frozen=True)
class Stopped:
    """Where play stopped, and the aim. half_width: of the interval there. reached: whether the aim was."""

    look: Look
    half_width: float
    reached: bool
    aim: Aim

    def line(self) -> str:
        """Return where play stopped, in a line."""
        low, high = self.look.value - self.half_width, self.look.value + self.half_width
        clear_of, tail = self.aim.clear_of, ""
        if clear_of is not None:
            tail = f", {'not ' if low <= clear_of <= high else ''}clear of {clear_of:.2%}"
        if not self.reached:
            tail += "; the games ran out first"
        known = f"{self.look.value:.2%} ({low:.2%} to {high:.2%})"
        return f"{self.aim.interval} after {self.look.n:,} games: {known}{tail}"


def play_until(
    aim: Aim,
    play: Callable[[int], Look],
    say: Callable[[str], None],
    *,
    most: int = MOST_GAMES,
    chunk: int | None = None,
) -> Stopped:
    """Play more and more games until the aim is reached, or `most` are played.

    play: called with a number of games; plays up to it and returns a Look. say: takes a line. chunk: games
    that are played together, if not as many as the aim says: after the first look there are whole ones.
    """
    chunk = chunk or aim.chunk
    games = min(aim.first, most)
    while True:
        look = play(games)
        half, reached = aim.half_width(look), aim.reached(look)
        if reached or games >= most:
            return Stopped(look, half, reached, aim)
        wanted = aim.wanted(look)
        about = f"about {wanted:,}" if wanted <= most else f"more than {most:,}"
        say(f"after {look.n:,} games {look.value:.2%} +- {half:.2%}; {about} games are needed")
        growth = GROWTH if aim.clear_of is None else GROWTH_CLEAR
        more = min(growth * games, max(1.05 * wanted, games + chunk))  # a little more than is needed now
        games = min(most, chunk * math.ceil(more / chunk))
