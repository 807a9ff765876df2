"""Better weights for a game's bots: searched, confirmed, and written as a bot's file.

How they are searched is in `mazarbul.studies.generations`.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from threadpoolctl import threadpool_limits

from mazarbul.sim.games.seating import is_stepped
from mazarbul.sim.runner import folder as folders
from mazarbul.sim.runner import manifest as manifests
from mazarbul.sim.runner import workers
from mazarbul.sim.runner.errors import Interrupted
from mazarbul.sim.runner.experiment import Execution
from mazarbul.sim.runner.extras import need
from mazarbul.sim.runner.progress import Display
from mazarbul.sim.runner.version import code_version, libraries
from mazarbul.sim.runner.warming import warm_up
from mazarbul.sim.toml import DataError
from mazarbul.studies import ledger
from mazarbul.studies.aim import Aim, Table
from mazarbul.studies.ending import Ending
from mazarbul.studies.generations import Effort, Training, generation_key
from mazarbul.studies.trained import BOT_FILE, Gain, Trained

GAMES = 400  # of a candidate in a generation


class TrainingStopped(Interrupted):
    """The user stopped a training; every finished generation is kept. done: their number."""

    def said(self) -> str:
        """Return it in words."""
        return (
            f"stopped after {self.done:,} generations, all of them kept; to go on, give the same command with"
            f" --resume --out {self.folder}"
        )


def train(
    goal: Aim, effort: Effort, execution: Execution, display: Display, *, resume: bool = False
) -> Trained:
    """Search better weights, confirm them and write them to `trained.toml` in the training's folder.

    The games of the first table's experiment are those of a candidate in a generation, over all tables; the
    seed is its seed. Raises DataError for a user's mistake, RunFailure if playing fails, TrainingStopped on
    Ctrl-C; every finished generation is kept in each case.
    """
    name = goal.scenarios[0] if len(goal.scenarios) == 1 else goal.game.name
    path = folders.chosen(execution.out, f"training-{name}", resume=resume)
    training = Training(goal, effort, workers.count(execution), display)
    with ledger.opened(path, _identity(training), resume=resume) as book:
        if effort.generations is not None and book.knows(generation_key(effort.generations)):
            raise DataError(
                f"this training has more than {effort.generations:,} generations already; it cannot shrink",
                path,
            )
        ending = Ending(training, book)
        try:
            _warm_up(training)
            # with one thread, products of matrices do not depend on the number of cores
            with threadpool_limits(1, user_api="blas"):
                book.start()
                training.run(book)
                book.stop()
                training.close(book)
                ending.take()
                result = _result(ending, path, ending.gains())
        except KeyboardInterrupt:
            book.stop()
            if training.generation:
                _write(ending, _result(ending, path))
            raise TrainingStopped(path, training.generation, training.generation) from None
        _write(ending, result)
        book.conclude([line for gain in result.gains for line in gain.lines()])
    return result


def _warm_up(training: Training) -> None:
    """Compile or load what the tables need."""
    goal = training.goal
    for table in training.tables:
        warm_up(goal.game, table.setup, table.start, training.display)
        if is_stepped(table.start):
            same = (training.first[goal.sides[0]],) * len(table.start)
            warm_up(goal.game, table.setup, same, training.display)


def _result(ending: Ending, path: Path, gains: Sequence[Gain] = ()) -> Trained:
    training = ending.training
    return Trained(
        path=path / BOT_FILE,
        title=training.goal.title,
        generations=training.generation,
        games=training.played,
        minutes=ending.book.seconds / 60,
        scenario=training.goal.scenario,
        taken=[each.words() for each in ending.taken],
        gains=gains,
    )


def _write(ending: Ending, result: Trained) -> None:
    """Write the bot's file."""
    training = ending.training
    goal, rows = training.goal, training.rows.rows
    tables = training.tables
    where = "Scenario" if len(tables) == 1 else "Table"
    league = dict.fromkeys(name for table in tables for name in table.league)
    at_each = ", at each table" if len(tables) > 1 else ""
    facts = [
        *((where, table.target) for table in tables),
        ("Sides", ", ".join(goal.sides)),
        (
            "Weights",
            "all" if len(goal.weights) == len(rows) else ", ".join(rows[i].name for i in goal.weights),
        ),
        ("Began with", goal.like),
        ("League", ", ".join(league) or "none besides the bots that it began with, and its own"),
        ("Each generation", f"{training.population} candidates, {training.games:,} games each{at_each}"),
        ("First step", f"{training.effort.sigma:g}"),
        ("Seed", training.seed),
        ("Data", ", ".join(table.setup.tables_hash[:12] for table in tables)),
        ("Code", code_version(game=goal.game)[:12]),
        ("Date", manifests.now()),
    ]
    result.write(goal.like, training.weights(ending.best), facts)


def _identity(training: Training) -> dict[str, object]:
    """Return what determines the answers of a training, see `ledger.SAME`."""
    goal = training.goal
    places = [_place(table) for table in training.tables]
    return {
        "game": goal.game.name,
        **(places[0] if len(places) == 1 else {key: [own[key] for own in places] for key in places[0]}),
        "seed": training.seed,
        "first_hashes": {side: manifests.bot_hash(bot) for side, bot in goal.first.items()},
        "sides": list(goal.sides),
        "weights": [training.rows.rows[i].name for i in goal.weights],
        "games": training.games,
        "population": training.population,
        "sigma": training.effort.sigma,
        "code_version": code_version(game=goal.game),
        "library_versions": libraries() | {"cma": need("cma").__version__},
    }


def _place(table: Table) -> dict[str, object]:
    """Return what determines the games at a table."""
    setup = table.setup
    seated = dict(zip(setup.seats, table.start, strict=True))
    return {
        "scenario": setup.scenario,
        "bots": {seat: bot.name for seat, bot in seated.items()},
        "bot_hashes": {seat: manifests.bot_hash(bot) for seat, bot in seated.items()},
        "switches": dict(setup.switches),
        "tables_hash": setup.tables_hash,
        "league": list(table.league),
        "league_hashes": {name: manifests.bot_hash(bot) for name, bot in table.league.items()},
    }
