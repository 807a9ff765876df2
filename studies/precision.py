"""Plays until an interval is as narrow as asked, by a stopping rule that keeps the interval true.

The interval is a confidence sequence (`analysis.sequential`): it holds for all looks at once, so one may
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
    """What is known after some games: a mean, the variance of one observation, the number of observations."""

    value: float
    variance: float
    n: int


@dataclass(frozen=True)
class Stopped:
    """Where the play stopped. half_width: of the confidence sequence there; reached: as narrow as asked."""

    look: Look
    half_width: float
    reached: bool

    def line(self) -> str:
        """Return where it stopped, in a line."""
        low, high = self.look.value - self.half_width, self.look.value + self.half_width
        tail = "" if self.reached else "; not as narrow as asked, for want of games"
        return (
            f"95% confidence sequence after {self.look.n:,} games:"
            f" {self.look.value:.2%} ({low:.2%} to {high:.2%}){tail}"
        )


def play_until(
    precision: float, play: Callable[[int], Look], say: Callable[[str], None], *, most: int = MOST_GAMES
) -> Stopped:
    """Play more and more games until the half width is at most `precision`, or `most` are played.

    play: called with a number of games, it plays up to it and returns what is known then. say: takes a line.
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
    """Return the next number of games: a little beyond what is needed by now, at most four times as many."""
    aim = min(4 * games, max(math.ceil(1.05 * wanted), games + CHUNK))
    return CHUNK * math.ceil(aim / CHUNK)
