"""Better weights for a game's bots, searched by CMA-ES against a league, generation by generation.

The sides are trained in turn, a block of generations each. All candidates of a generation play the same
games of every table, with luck that no other generation has. After a block, the centre of the search plays
the best bot so far for its place. How a training ends is in `mazarbul.studies.ending`.
"""

from __future__ import annotations

import math
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from mazarbul.analysis import words
from mazarbul.sim.bots.bot import Bot
from mazarbul.sim.games.contract import HasWeights, able
from mazarbul.sim.runner.progress import Display, duration
from mazarbul.sim.toml import DataError
from mazarbul.studies import collection
from mazarbul.studies.aim import Aim
from mazarbul.studies.arena import Arena
from mazarbul.studies.climb import Climber, Space, ranks, usual_population
from mazarbul.studies.league import League, Opponent, opponents, scores_at
from mazarbul.studies.ledger import Ledger
from mazarbul.studies.score import Score, mean_wins, overall
from mazarbul.studies.seeds import fresh_seed

MINUTES = 5.0
SIGMA = 0.3
MOST_MINUTES = 10**6  # two years
MOST = 10**6  # generations, and candidates of one
CONFIRM_GAMES = 10_000
BLOCK = 5  # generations of a side before the next side has its turn
CHECK_TIMES = 5  # games of a bot in a check, in games of a candidate
LINE_SECONDS = 10.0


def check_minutes(minutes: float) -> None:
    """Raise DataError for minutes in which nothing would be done, or that nobody waits for."""
    if not 0 < minutes <= MOST_MINUTES:
        raise DataError(f"--minutes {minutes:g}: write a number above 0, at most {MOST_MINUTES:,}")


@dataclass(frozen=True)
class Effort:
    """How long and how hard to search.

    minutes: of the search, without compiling and confirming. generations: in all, instead of minutes.
    population: candidates of a generation, the usual number for CMA-ES if None. sigma: the first step size;
    0.3 changes most weights by up to a third. confirm: pairs of games of each confirmation.
    """

    minutes: float = MINUTES
    generations: int | None = None
    population: int | None = None
    sigma: float = SIGMA
    confirm: int = CONFIRM_GAMES

    def __post_init__(self) -> None:
        """Raise DataError for a number with which a search would not end, or would not begin."""
        check_minutes(self.minutes)
        if not 0 < self.sigma < math.inf:
            raise DataError(f"--sigma {self.sigma}: write a number above 0")
        for name, count in (("generations", self.generations), ("population", self.population)):
            if count is not None and not 0 < count <= MOST:
                raise DataError(f"--{name} {count}: write a number from 1 to {MOST:,}")


class Training:
    """A training at work. Make it ready with its aim; `run` searches, `mazarbul.studies.ending` ends it."""

    def __init__(self, goal: Aim, effort: Effort, jobs: int, display: Display) -> None:
        self.goal, self.effort, self.display = goal, effort, display
        self.tables, self.first = goal.tables, goal.first
        experiment, setup = self.tables[0].experiment, self.tables[0].setup
        self.seed = experiment.seed
        self.games = math.ceil(experiment.games / len(self.tables))
        self.arena = Arena(goal.game, [table.setup for table in self.tables], jobs)
        self.sides = setup.sides
        self.names = collection.side_names(setup)
        own = able(goal.game, HasWeights)
        self.rows, self.weighed = own.weights(), list(own.weighed_sides())
        self.spaces = {
            side: Space(self.rows, self._table(bot)[self.weighed.index(side)], goal.weights)
            for side, bot in self.first.items()
        }
        size = max(space.size for space in self.spaces.values())
        self.population = effort.population or usual_population(size)
        self.climbers = {
            side: Climber(size, effort.sigma, self.population, self._seed("draws", number))
            for number, side in enumerate(goal.sides)
        }
        self.selves: dict[str, list[Bot]] = {side: [] for side in goal.sides}
        self.generation = 0
        self._leagues: list[League] = []
        self._news = ""
        self._said = 0.0

    @property
    def played(self) -> int:
        """Number of games of all candidates so far."""
        return self.generation * self.population * self.games * len(self.tables)

    def best(self, side: str) -> Bot:
        """Return the best bot of a side so far, at first the one that it began with."""
        return self.selves[side][0] if self.selves[side] else self.first[side]

    def weights(self, best: Mapping[str, Bot]) -> dict[str, dict[str, float]]:
        """Return side -> weight name -> value for the bot's file. best: side -> bot, those trained.

        Other sides have their weights from the start, so that the file is a whole bot; with several scenarios
        they are left out, since they have weights for each.
        """
        tables = self._table(self.first[self.goal.sides[0]])
        found = {}
        for number, side in enumerate(self.weighed):
            if side in best or len(self.goal.scenarios) == 1:
                own = self._table(best[side])[number] if side in best else tables[number]
                found[side] = dict(zip(self.rows.defaults, map(float, own), strict=True))
        return found

    def run(self, book: Ledger) -> None:
        """Search until the effort is spent; what the ledger knows is not played again."""
        began = book.seconds
        fresh = 0
        while not self._is_spent(book):
            is_known = book.knows(generation_key(self.generation))
            self._step(book)
            fresh += not is_known
            if not is_known and (self.generation % BLOCK == 0 or book.seconds - self._said >= LINE_SECONDS):
                self._said = book.seconds
                self._tell(book, (book.seconds - began) / fresh)

    def close(self, book: Ledger) -> None:
        """Check the centre of a block that is not finished, so that its generations count."""
        if self.generation % BLOCK and self._leagues:
            self._settle(self._side(self.generation - 1), book.recall_end("check", self._checked))

    def opponents(self, side: str, table: int, selves: Mapping[str, Sequence[Bot]]) -> list[Opponent]:
        """Return the opponents of a side at a table. selves: trained side -> bots, the best first."""
        return opponents(side, self.sides, self.tables[table].league, selves)

    def seeds(self, purpose: str, number: int) -> list[int]:
        """Return the seed of each table for a purpose: one that no other purpose, number or table has."""
        keys = [(number, *((table,) if table else ())) for table in range(len(self.tables))]
        return [self._seed(purpose, *key) for key in keys]

    def _is_spent(self, book: Ledger) -> bool:
        if self.effort.generations is not None:
            return self.generation >= self.effort.generations
        return not book.knows(generation_key(self.generation)) and book.seconds >= 60 * self.effort.minutes

    def _side(self, generation: int) -> str:
        """Return the side whose turn a generation is."""
        return self.goal.sides[generation // BLOCK % len(self.goal.sides)]

    def _step(self, book: Ledger) -> None:
        """Play one generation, and after a block the check."""
        number, side = self.generation, self._side(self.generation)
        self._leagues = self._leagues or self._new_leagues(side, book)
        climber, space = self.climbers[side], self.spaces[side]
        bots = [self._bot(side, space.weights(point)) for point in climber.ask()]
        climber.tell(book.recall(generation_key(number), lambda: self._ranks(bots, number)))
        self.generation += 1
        if self.generation % BLOCK == 0:
            self._settle(side, book.recall(f"check {self.generation}", self._checked))
            self._leagues = []

    def _ranks(self, bots: Sequence[Bot], number: int) -> list[float]:
        """Return the ranks of the candidates of a generation over all tables."""
        seeds = self.seeds("generation", number)
        scores = scores_at(self.arena, self._leagues, bots, seeds, self.games)
        return ranks([overall(own, self.games) for own in scores])

    def _new_leagues(self, side: str, book: Ledger) -> list[League]:
        """Return the leagues for a block of a side, one for each table."""
        found = [
            League(self.arena, number, side, table.start, self.opponents(side, number, self.selves))
            for number, table in enumerate(self.tables)
        ]
        if any(len(league.opponents) > 1 for league in found):
            seeds = self.seeds("scout", self.generation)
            shares = book.recall(
                f"scout {self.generation}",
                lambda: [
                    league.scout(self.best(side), seed) for league, seed in zip(found, seeds, strict=True)
                ],
            )
            for league, own in zip(found, shares, strict=True):
                league.choose(own)
        return found

    def _checked(self) -> dict[str, list[Score]]:
        """Return the scores of the bot at the start, of the best so far and of the search's centre."""
        side = self._side(self.generation - 1)
        bots = {"start": self.first[side], "best": self.best(side), "centre": self._centre(side)}
        seeds = self.seeds("check", self.generation)
        games = CHECK_TIMES * self.games
        scores = scores_at(self.arena, self._leagues, list(bots.values()), seeds, games)
        return dict(zip(bots, scores, strict=True))

    def _settle(self, side: str, scores: Mapping[str, Sequence[Sequence[float]]]) -> None:
        """Let the centre of the search be the best if it did better in a check."""
        order = {name: overall(own, CHECK_TIMES * self.games) for name, own in scores.items()}
        is_better = order["centre"] > order["best"]
        now, before = mean_wins(scores["centre" if is_better else "best"]), mean_wins(scores["start"])
        gain = f"{words.points(now - before)} points on the bot at the start"
        self._news = f"best for {self.names[side]} so far wins {now:.1%} in its league, {gain}; "
        if is_better:
            self.selves[side].insert(0, self._centre(side))

    def _tell(self, book: Ledger, seconds: float) -> None:
        """Say how far the search is. seconds: of a generation."""
        if self.effort.generations is None:
            left = 60 * self.effort.minutes - book.seconds
        else:
            left = (self.effort.generations - self.generation) * seconds
        self.display.say(f"generation {self.generation:,}: {self._news}{duration(max(left, 0))} left")

    def _seed(self, purpose: str, *key: int) -> int:
        """Return the seed for a purpose: one that no other purpose or key has."""
        return fresh_seed(self.seed, zlib.crc32(purpose.encode()), *key)

    def _centre(self, side: str) -> Bot:
        return self._bot(side, self.spaces[side].weights(self.climbers[side].mean))

    def _table(self, bot: Bot) -> np.ndarray:
        """Return a bot's weights, a row for each side."""
        return bot.weights.reshape(len(self.weighed), -1)

    def _bot(self, side: str, weights: np.ndarray) -> Bot:
        """Return the bot that a side began with, with other weights for that side."""
        table = self._table(self.first[side]).copy()
        table[self.weighed.index(side)] = weights
        return replace(self.first[side], weights=table.ravel())


def generation_key(generation: int) -> str:
    """Return the key of a generation in the ledger."""
    return f"generation {generation}"
