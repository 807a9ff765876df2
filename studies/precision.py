"""Plays until an interval is narrow enough, or clear of a value, with the interval that such a stop allows.

A stop on width leaves the ordinary interval valid. A stop on the value needs a confidence sequence, which is
valid for all looks together (`mazarbul.analysis.sequential`).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from mazarbul.analysis import sequential

FIRST_LOOK = 4_000
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
        """Return the name of the interval."""
        return "95% interval" if self.clear_of is None else "95% confidence sequence"

    def half_width(self, look: Look) -> float:
        """Return half the width of the interval at a look."""
        return self._half(look.variance)(look.n)

    def reached(self, look: Look) -> bool:
        """Return whether play may stop."""
        return self.half_width(look) <= self._goal(look)

    def wanted(self, look: Look) -> int:
        """Return the number of games after which play may stop, if mean and variance stay the same."""
        return sequential.needed(self._half(look.variance), self._goal(look))

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
    aim: Aim, play: Callable[[int], Look], say: Callable[[str], None], *, most: int = MOST_GAMES
) -> Stopped:
    """Play more and more games until the aim is reached, or `most` are played.

    play: called with a number of games; plays up to it and returns a Look. say: takes a line.
    """
    games = min(FIRST_LOOK, most)
    while True:
        look = play(games)
        half, reached = aim.half_width(look), aim.reached(look)
        if reached or games >= most:
            return Stopped(look, half, reached, aim)
        wanted = aim.wanted(look)
        about = f"about {wanted:,}" if wanted <= most else f"more than {most:,}"
        say(f"after {look.n:,} games {look.value:.2%} +- {half:.2%}; {about} games are needed")
        games = min(most, _next(games, wanted, GROWTH if aim.clear_of is None else GROWTH_CLEAR))


def _next(games: int, wanted: int, growth: float) -> int:
    """Return the next number of games: a little more than is now needed, at most `growth` times as many."""
    aim = min(growth * games, max(math.ceil(1.05 * wanted), games + CHUNK))
    return CHUNK * math.ceil(aim / CHUNK)
