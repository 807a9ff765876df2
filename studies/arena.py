"""Plays bots against each other in memory, on all workers, and returns who won; nothing is written."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from mazarbul.formats.declared import Declared, Measure
from mazarbul.sim.games import whole
from mazarbul.sim.games.contract import Bot, Families, Game, Labelled, Setup
from mazarbul.sim.runner import workers
from mazarbul.sim.runner.errors import RunFailure
from mazarbul.sim.runner.task import failure

PIECE_GAMES = 500  # of one task: few enough that a stopped search waits for little


class Batch(NamedTuple):
    """Some games to play: games `first` .. `first + games - 1` of a seed.

    bots: in seat order. table: number of the set-up.
    """

    bots: tuple[Bot, ...]
    seed: int
    first: int
    games: int
    table: int = 0


class Outcome(NamedTuple):
    """What a side made of some games, game by game.

    is_won: bool (games,). is_drawn: bool (games,), nobody won. progress: 0 .. 1, float64 (games,), how far it
    came; 0 if the game records nothing that measures this.
    """

    is_won: np.ndarray
    is_drawn: np.ndarray
    progress: np.ndarray


class Arena:
    """Plays batches at tables. setups: of each table. jobs: number of workers.

    beat: called with the number of games played.
    """

    def __init__(self, game: Game, setups: Sequence[Setup], jobs: int) -> None:
        self.game, self.setups, self.jobs = game, setups, jobs
        self.beat: Callable[[int], None] | None = None
        self._courses = [_courses(setup) for setup in setups]

    def outcomes(self, batches: Sequence[Batch], side: str) -> list[Outcome]:
        """Play batches and return the outcome of each for a side, whatever the number of workers."""
        pieces = [
            (number, batch._replace(first=batch.first + done, games=min(PIECE_GAMES, batch.games - done)))
            for number, batch in enumerate(batches)
            for done in range(0, batch.games, PIECE_GAMES)
        ]
        found: list[list[Outcome]] = [[] for _ in batches]
        tasks = (partial(self._played, piece, side) for _, piece in pieces)
        with workers.in_threads(tasks, self.jobs) as played:
            for (number, piece), outcome in zip(pieces, played, strict=True):
                found[number].append(outcome)
                if self.beat:
                    self.beat(piece.games)
        return [Outcome(*(np.concatenate(parts) for parts in zip(*each, strict=True))) for each in found]

    def _played(self, batch: Batch, side: str) -> Outcome:
        setup = self.setups[batch.table]
        try:
            families = whole.play(self.game, setup, batch.bots, batch.seed, batch.first, batch.games)
        except Exception as error:
            message = failure(setup, batch.seed, batch.first, batch.games, error)
            raise RunFailure(message) from error
        winner = families["games"]["winner"]
        assert isinstance(winner, Labelled), "winners are names"
        is_won = winner.codes == (winner.labels.index(side) if side in winner.labels else -2)
        progress = _progress(families, self._courses[batch.table].get(side), batch.games)
        return Outcome(is_won, winner.codes < 0, progress)


def _courses(setup: Setup) -> dict[str, Measure]:
    """Return side -> the first of the courses that are good for it."""
    declared = Declared.of(setup.catalogue)
    return {measure.good: measure for measure in reversed(declared.courses.measures)}


def _progress(families: Families, course: Measure | None, games: int) -> np.ndarray:
    """Return how far a side came, by the last value of the course that is good for it; 0 without one."""
    last = np.zeros(games)
    if course is not None:
        columns = families["games"]
        rounds = sorted(
            int(name.removeprefix(course.prefix))
            for name in columns
            if name.startswith(course.prefix) and name.removeprefix(course.prefix).isdigit()
        )
        for number in rounds:
            column: Any = np.ma.asarray(columns[f"{course.prefix}{number}"])
            value = (column.filled(course.low) - course.low) / (course.high - course.low)
            last = np.where(np.ma.getmaskarray(column), last, value)
    return last


def seated(setup: Setup, others: Sequence[Bot], bots: Mapping[str, Bot]) -> tuple[Bot, ...]:
    """Return the bots in seat order: those of `bots` (side -> bot), and `others` (by seat) elsewhere."""
    return tuple(bots.get(side, other) for side, other in zip(setup.seat_sides, others, strict=True))
