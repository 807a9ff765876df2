"""How good a bot is over several tables, and at one.

At one table the bot that wins more is better, and progress decides between those that win equally often.

Tables may have very different win rates. A mean of rates would hardly notice a table where 2% are won: to win
half as many there costs one point, which chance alone gives or takes where 70% are won. A mean of log odds
would notice little else, since it has no lower end. So each rate p counts as asin(sqrt(p)), scaled to 0 to 1:
chance moves this by the same amount whatever the rate is, 1 / (pi * sqrt(games)). A difference then counts by
how clear it is. One game more, of which progress wins up to a half, does for several tables what progress
does at one: it says which way to go where nobody wins.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

LEAST, MOST = 0.25, 0.75  # of the further game that is won with no progress, and with all of it


class Score(NamedTuple):
    """What a bot reached at a table. wins: share of the games. progress: mean, 0 .. 1."""

    wins: float
    progress: float


def overall(scores: Sequence[Sequence[float]], games: int) -> tuple[float, ...]:
    """Return one score over all tables: tuples compare as the bots do, the greater the better.

    scores: a Score, or the same as a list, for each table. games: at each table.
    """
    if len(scores) == 1:
        return tuple(scores[0])
    even = [evened(wins, progress, games) for wins, progress in scores]
    return (sum(even) / len(scores), mean_wins(scores))


def evened(wins: float, progress: float, games: int) -> float:
    """Return a score from 0 to 1 that chance moves alike at all win rates."""
    more = LEAST + (MOST - LEAST) * progress
    return math.asin(math.sqrt((games * wins + more) / (games + 1))) / (math.pi / 2)


def mean_wins(scores: Sequence[Sequence[float]]) -> float:
    """Return the mean of the win rates of all tables."""
    return sum(score[0] for score in scores) / len(scores)
