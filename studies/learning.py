"""What positions are worth, learnt from games of bots: for bots that search (`mazarbul.sim.bots.evaluation`).

The value of a game's end to the first side, 0 to 1, is regressed on the features of the positions that led to
it, for each round by itself: logistic regression with a penalty on the squares of the weights (ridge).
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from scipy import sparse
from scipy.optimize import minimize
from scipy.special import expit
from threadpoolctl import threadpool_limits

from mazarbul.sim.bots.bot import Bot
from mazarbul.sim.bots.weight_table import SUFFIX, WeightTable
from mazarbul.sim.engine.faults import run_kernel
from mazarbul.sim.games.contract import Game, HasKit, Setup, able
from mazarbul.sim.games.kit import Kit
from mazarbul.sim.games.searching import Looks, Searcher
from mazarbul.sim.games.seating import is_stepped
from mazarbul.sim.runner import folder as folders
from mazarbul.sim.runner import workers
from mazarbul.sim.runner.experiment import Execution, Experiment
from mazarbul.sim.runner.progress import Display
from mazarbul.sim.runner.store import write_whole
from mazarbul.sim.runner.version import code_version
from mazarbul.sim.runner.warming import warm_up
from mazarbul.sim.toml import DataError
from mazarbul.sim.version import VERSION
from mazarbul.studies import targets

GAMES = 20_000
PIECE_GAMES = 200  # of one task: their positions are kept whole until they are packed
LEAST = 1_000  # positions of a round from which weights are learnt
RIDGE = 30.0  # penalty on the square of a weight
STEPS = 500  # of the minimisation
HELD_OUT = 5  # every fifth game is kept apart, to see how well the others predict it
CONSTANT = 0  # place of the feature that is always 1


class Positions(NamedTuple):
    """Positions at the beginning of one round. looks: (positions, features). ends: float64 (positions,).

    game: int64 (positions,), the number of their game.
    """

    looks: sparse.csr_matrix
    ends: np.ndarray
    game: np.ndarray


@dataclass(frozen=True)
class Learnt:
    """An evaluation with how well it predicts games. path: of its file.

    explained: round -> (positions, share of the variance of ends explained in games that were kept apart).
    """

    path: Path
    title: str
    games: int
    explained: dict[int, tuple[int, float]]

    def lines(self) -> Iterator[str]:
        """Yield the result in words."""
        yield f"{self.title}: values of positions, learnt from {self.games:,} games"
        for number, (positions, share) in self.explained.items():
            said = f"{share:.0%} of the variance of unseen games"
            yield f"  round {number}: {positions:,} positions, predicts {said}"
        yield f"evaluation: {self.path}"
        yield f"for a bot: [search] with evaluation = {str(self.path)!r} (docs/training.md)"

    def facts(self) -> dict[str, Any]:
        """Return the result as plain data that JSON has."""
        return {
            "kind": "learning",
            "title": self.title,
            "file": str(self.path),
            "games": self.games,
            "rounds": [
                {"round": number, "positions": positions, "explained": share}
                for number, (positions, share) in self.explained.items()
            ],
        }


@dataclass(frozen=True)
class _Table:
    """A table to learn from.

    searcher, looks: of its kit. names: of the features of its positions, in their order, "" for none.
    """

    kit: Kit
    searcher: Searcher
    looks: Looks
    bots: tuple[Bot, ...]
    names: tuple[str, ...]


def learn(experiments: Sequence[Experiment], execution: Execution, display: Display) -> Learnt:
    """Learn what positions are worth at a table for each experiment, and write it to `execution.out`, a file.

    Their bots play. The games of the first experiment are those of all tables together, in equal parts; its
    seed is that of all. Features with the same name are the same at all tables. Raises DataError for a user's
    mistake, RunFailure if playing fails.
    """
    experiments = targets.by_weights(experiments)
    ready = targets.ready(experiments)
    game, setup, bots = ready[0]
    tables = [_table(*each) for each in ready]
    path = execution.out or _fresh(game, [setup.scenario for _, setup, _ in ready])
    if path.suffix != SUFFIX:
        raise DataError(f"--out {path}: an evaluation is a file that ends in {SUFFIX}")
    warm_up(game, setup, bots, display)
    names = list(dict.fromkeys(name for table in tables for name in table.names if name))
    games = math.ceil(experiments[0].games / len(tables))
    seed = experiments[0].seed
    rounds = _sampled(tables, names, games, seed, workers.count(execution), display)
    if not rounds:
        raise DataError(
            f"{experiments[0].games:,} games have no round with {LEAST:,} positions: play more of them"
        )
    with threadpool_limits(1, user_api="blas"):  # one thread, so that results do not depend on the machine
        explained = {number: (each.ends.size, _explained(each)) for number, each in rounds.items()}
        weights = np.array([fitted(each.looks, each.ends) for each in rounds.values()])
    title = setup.title if len(tables) == 1 else f"{game.title}, {len(tables)} tables"
    played = games * len(tables)
    notes = [
        f"Values of positions learnt by mazarbul {VERSION}, command learn: {title}.",
        *(f"Table: {targets.text(experiment)}" for experiment in experiments if len(tables) > 1),
        f"{played:,} games, seed {seed}, bots: {', '.join(_named(tables))}.",
        f"Data {setup.tables_hash[:12]}, code {code_version(game=game)[:12]}.",
        f"Weights of a logistic sum, the value to {setup.sides[0]}, for the beginning of each round.",
    ]
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, WeightTable(tuple(names), tuple(rounds), weights).text(notes).encode())
    return Learnt(path, title, played, explained)


def _table(game: Game, setup: Setup, bots: tuple[Bot, ...]) -> _Table:
    """Return a table; raises DataError if nothing can be learnt from it."""
    kit = able(game, HasKit).kit(setup)
    searcher = kit.searcher
    if not (searcher and searcher.looks):
        raise DataError(f"positions of {setup.title} cannot be evaluated")
    if is_stepped(bots):
        raise DataError("bots that decide move by move are too slow to learn from; take heuristic")
    return _Table(kit, searcher, searcher.looks, bots, tuple(searcher.looks.names(setup)))


def _named(tables: Sequence[_Table]) -> list[str]:
    """Return the names of the bots: of every seat of a single table, else the different ones."""
    names = [bot.name for table in tables for bot in table.bots]
    return names if len(tables) == 1 else list(dict.fromkeys(names))


def _fresh(game: Game, scenarios: Sequence[str]) -> Path:
    """Return the first of runs/evaluation-<scenario or game>-1.csv, -2 ... that does not exist yet."""
    name = scenarios[0] if len(set(scenarios)) == 1 else game.name
    return folders.fresh(f"evaluation-{name}", SUFFIX)


def _sampled(
    tables: Sequence[_Table], names: Sequence[str], games: int, seed: int, jobs: int, display: Display
) -> dict[int, Positions]:
    """Play games at every table; return the positions of the rounds that have enough of them, by number.

    The games of a table have numbers after those of the table before, so that each table has its own luck.
    names: of the columns of the positions.
    """
    pieces = [
        (table, number * games + first, min(PIECE_GAMES, games - first))
        for number, table in enumerate(tables)
        for first in range(0, games, PIECE_GAMES)
    ]
    columns = {id(table): _columns(table, names) for table in tables}
    tasks = (partial(_piece, table, columns[id(table)], seed, first, n) for table, first, n in pieces)
    found: dict[int, list[Positions]] = {}
    display.begin(0, games * len(tables))
    try:
        with workers.in_threads(tasks, jobs) as played:
            for (_, _, n), piece in zip(pieces, played, strict=True):
                for number, positions in piece.items():
                    found.setdefault(number, []).append(positions)
                display.beat(n)
    finally:
        display.end()
    joined = {number: _joined(parts) for number, parts in sorted(found.items())}
    return {number: each for number, each in joined.items() if each.ends.size >= LEAST}


def _columns(table: _Table, names: Sequence[str]) -> sparse.csr_matrix:
    """Return the matrix (features of the game, names) that puts a table's features into named columns."""
    place = {name: column for column, name in enumerate(names)}
    pairs = [(i, place[name]) for i, name in enumerate(table.names) if name]
    rows, columns = zip(*pairs, strict=True)
    shape = (len(table.names), len(names))
    return sparse.csr_matrix((np.ones(len(pairs)), (rows, columns)), shape)


def _joined(parts: Sequence[Positions]) -> Positions:
    looks, ends, game = zip(*parts, strict=True)
    return Positions(sparse.vstack(looks, "csr"), np.concatenate(ends), np.concatenate(game))


def _piece(
    table: _Table, columns: sparse.csr_matrix, seed: int, first: int, games: int
) -> dict[int, Positions]:
    """Play some games at a table; return their positions by round. columns: as from `_columns`."""
    kit = table.kit
    w = np.zeros(1, table.searcher.record).view(np.recarray)[0]
    rounds, features = w.feature_weights.shape
    looks, seen = np.zeros((games, rounds, features)), np.zeros((games, rounds), np.bool_)
    ends, s, mind = np.zeros(games), kit.new_state(), kit.mind(table.bots)
    seat = kit.setup.seat_sides.index(kit.setup.sides[0])
    with np.errstate(over="ignore"):  # hashes wrap around on purpose; without JIT numpy would warn
        kit.steps.prepare(kit.tables, mind)
    arguments = s, kit.tables, mind, seed, first, seat, looks, seen, ends
    run_kernel(table.looks.sample, kit.setup.game, *arguments, seed=seed)
    return {
        number: Positions(
            sparse.csr_matrix(looks[seen[:, number], number]) @ columns,
            ends[seen[:, number]],
            first + np.flatnonzero(seen[:, number]),
        )
        for number in range(rounds)
        if seen[:, number].any()
    }


def fitted(looks: sparse.csr_matrix, ends: np.ndarray) -> np.ndarray:
    """Return the weights of a logistic regression, float64 (features,); the constant has no penalty.

    looks: (n, features). ends: float64 (n,), 0 to 1.
    """
    penalty = np.full(looks.shape[1], RIDGE)
    penalty[CONSTANT] = 0.0

    def loss(weights: np.ndarray) -> tuple[float, np.ndarray]:
        total = looks @ weights
        misfit = np.logaddexp(0.0, total) - ends * total
        slope = looks.T @ (expit(total) - ends) + penalty * weights
        return (misfit.sum() + 0.5 * penalty @ weights**2) / ends.size, slope / ends.size

    start = np.zeros(looks.shape[1])
    return minimize(loss, start, jac=True, method="L-BFGS-B", options={"maxiter": STEPS, "gtol": 1e-6}).x


def _explained(each: Positions) -> float:
    """Return the share of the variance of ends that weights from other games explain."""
    apart = each.game % HELD_OUT == 0
    predicted = expit(each.looks[apart] @ fitted(each.looks[~apart], each.ends[~apart]))
    ends = each.ends[apart]
    return float(1 - ((ends - predicted) ** 2).mean() / ends.var()) if ends.var() else 0.0
