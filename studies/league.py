"""The opponents of a side that is trained: the bots of the others, other bots, and the others' best."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from mazarbul.sim.games.contract import Bot
from mazarbul.studies.arena import Arena, Batch, Outcome, seated
from mazarbul.studies.score import Score

QUEST = "quest"
START = "start"
SELVES = 3  # last different selves of each side that stay in the league
SCOUT_GAMES = 200
LEAST_SHARE = 0.05  # of the games: an opponent that teaches less is left out
DUTY_WEIGHT = 0.1  # the least weight of those who must be faced


class Opponent(NamedTuple):
    """A way to fill the seats that a side does not have.

    label: in words. bots: side -> bot; sides left out have the bots that the training started with.
    is_duty: whether it is faced even if the games teach little.
    """

    label: str
    bots: Mapping[str, Bot]
    is_duty: bool = False


def opponents(
    side: str, sides: Sequence[str], others: Mapping[str, Bot], selves: Mapping[str, Sequence[Bot]]
) -> list[Opponent]:
    """Return the opponents of a side.

    sides: all with seats. others: label -> bot that may have all other seats. selves: trained side -> its
    bots found so far, the best first.
    """
    rest = [each for each in sides if each != side]
    if not rest:
        return [Opponent(QUEST, {}, is_duty=True)]
    found = [Opponent(START, {}, is_duty=True)]
    found += [Opponent(label, dict.fromkeys(rest, bot)) for label, bot in others.items()]
    met = {each: selves[each][:SELVES] for each in rest if selves.get(each)}
    for age in range(max(map(len, met.values()), default=0)):
        bots = {each: bots[min(age, len(bots) - 1)] for each, bots in met.items()}
        found.append(Opponent("best so far" if age == 0 else f"self {age} before", bots, is_duty=age == 0))
    return found


class League:
    """Opponents of a side at a table, and the share of the games against each. shares: sum 1."""

    def __init__(
        self, arena: Arena, table: int, side: str, start: Sequence[Bot], everyone: Sequence[Opponent]
    ) -> None:
        self._arena, self._table, self.side, self._start = arena, table, side, start
        self.opponents = list(everyone)
        self.shares = [1 / len(self.opponents)] * len(self.opponents)

    def scout(self, bot: Bot, seed: int) -> list[float]:
        """Return the shares of games that suit a bot: most go where a win says most, near even chances."""
        played = self._arena.outcomes(
            self._batches([bot], seed, [SCOUT_GAMES] * len(self.opponents)), self.side
        )
        rates = [float(outcome.is_won.mean()) for outcome in played]
        weights = np.array([rate * (1 - rate) + 0.01 for rate in rates])
        duty = np.array([each.is_duty for each in self.opponents])
        weights = np.where(duty, np.maximum(weights, DUTY_WEIGHT), weights)
        shares = weights / weights.sum()
        shares = np.where(shares < LEAST_SHARE, 0.0, shares)
        return (shares / shares.sum()).tolist()

    def choose(self, shares: Sequence[float]) -> None:
        """Set the shares, one for each opponent; those without games leave."""
        kept = [(each, share) for each, share in zip(self.opponents, shares, strict=True) if share]
        self.opponents, self.shares = [each for each, _ in kept], [share for _, share in kept]

    def games_of(self, bots: Sequence[Bot], seed: int, games: int) -> list[Batch]:
        """Return the games of each bot, for each opponent in turn. All bots play the same games of a seed."""
        return self._batches(bots, seed, [max(round(games * share), 1) for share in self.shares])

    def scores(self, played: Sequence[Outcome]) -> list[Score]:
        """Return the score of each bot from what `games_of` returned, played."""
        size = len(self.opponents)
        each_bot = [played[first : first + size] for first in range(0, len(played), size)]
        return [
            Score(self._mean([o.is_won for o in own]), self._mean([o.progress for o in own]))
            for own in each_bot
        ]

    def _mean(self, values: Sequence[np.ndarray]) -> float:
        """Return the mean over the league, by the shares of the games."""
        return sum(share * float(each.mean()) for share, each in zip(self.shares, values, strict=True))

    def _batches(self, bots: Sequence[Bot], seed: int, counts: Sequence[int]) -> list[Batch]:
        """Return the games of every bot against every opponent, who has its own games of the seed."""
        firsts = np.cumsum([0, *counts]).tolist()
        setup = self._arena.setups[self._table]
        return [
            Batch(seated(setup, self._start, {**each.bots, self.side: bot}), seed, first, games, self._table)
            for bot in bots
            for each, first, games in zip(self.opponents, firsts, counts, strict=False)
        ]


def scores_at(
    arena: Arena, leagues: Sequence[League], bots: Sequence[Bot], seeds: Sequence[int], games: int
) -> list[list[Score]]:
    """Return the scores of each bot, one for each table. seeds, leagues: of each table. games: at each."""
    parts = [league.games_of(bots, seed, games) for league, seed in zip(leagues, seeds, strict=True)]
    played = iter(arena.outcomes([batch for part in parts for batch in part], leagues[0].side))
    tables = [
        league.scores([next(played) for _ in part]) for league, part in zip(leagues, parts, strict=True)
    ]
    return [list(own) for own in zip(*tables, strict=True)]


def pairs_of(base: Outcome, other: Outcome) -> tuple[int, int, int, int]:
    """Return the games that both won, only the base, only the other, and neither."""
    one, two = base.is_won, other.is_won
    return (
        int(np.count_nonzero(one & two)),
        int(np.count_nonzero(one & ~two)),
        int(np.count_nonzero(~one & two)),
        int(np.count_nonzero(~one & ~two)),
    )
