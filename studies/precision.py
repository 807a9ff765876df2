"""Plays until an interval is narrow enough, with a stopping rule that keeps the interval valid.

The interval is a confidence sequence (`analysis.sequential`): it is valid for all looks together, so play may
stop at any of them.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

from analysis.sequential import half_width, needed

FIRST_LOOK = 4_000
MOST_GAMES = 2_000_000
CHUNK = 2_000


@dataclass(frozen=True)
class Look:
    """The knowledge after some games: a mean, the variance of one observation, the number of observations."""

    value: float
    variance: float
    n: int


@dataclass(frozen=True)
class Stopped:
    """Where play stopped. half_width: of the confidence sequence there. reached: whether narrow enough."""

    look: Look
    half_width: float
    reached: bool

    def line(self) -> str:
        """Return where play stopped, in a line."""
        low, high = self.look.value - self.half_width, self.look.value + self.half_width
        tail = "" if self.reached else "; the games ran out before it was narrow enough"
        return (
            f"95% confidence sequence after {self.look.n:,} games:"
            f" {self.look.value:.2%} ({low:.2%} to {high:.2%}){tail}"
        )


def play_until(
    precision: float, play: Callable[[int], Look], say: Callable[[str], None], *, most: int = MOST_GAMES
) -> Stopped:
    """Play more and more games until the half width is at most `precision`, or `most` are played.

    play: called with a number of games; plays up to it and returns a Look. say: takes a line.
    """
    games = min(FIRST_LOOK, most)
    while True:
        look = play(games)
        half = half_width(look.variance, look.n, precision)
        if half <= precision or games >= most:
            return Stopped(look, half, half <= precision)
        wanted = needed(look.variance, precision)
        say(f"after {look.n:,} games {look.value:.2%} +- {half:.2%}; about {wanted:,} games are needed")
        games = min(most, _next(games, wanted))


def _next(games: int, wanted: int) -> int:
    """Return the next number of games: a little more than is now needed, at most four times as many."""
    aim = min(4 * games, max(math.ceil(1.05 * wanted), games + CHUNK))
    return CHUNK * math.ceil(aim / CHUNK)
