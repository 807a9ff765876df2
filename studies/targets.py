"""Several targets: the tables of one game at which a study plays."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from mazarbul.sim import games
from mazarbul.sim.runner.experiment import EVERY_SEAT, Experiment, Ready, prepare
from mazarbul.sim.toml import DataError

WEIGHTS_BOT = "heuristic"  # of a game that has a bot with this name


def ready(experiments: Sequence[Experiment]) -> list[Ready]:
    """Return the experiments made ready.

    Raises DataError for a user's mistake, and for tables that do not go together: of several games, with
    different sides, or one that is there twice.
    """
    games = list(dict.fromkeys(experiment.game for experiment in experiments))
    if len(games) > 1:
        raise DataError(f"all targets must be of one game, not of {' and '.join(games)}")
    found = [prepare(experiment) for experiment in experiments]
    setups = [setup for _, setup, _ in found]
    first = setups[0].sides
    for setup in setups:
        if setup.sides != first:
            raise DataError(
                f"{setup.scenario} has the sides {', '.join(setup.sides)}, and"
                f" {setups[0].scenario} has {', '.join(first)}: take them one by one"
            )
    for number, experiment in enumerate(experiments):
        if experiment in experiments[:number]:
            raise DataError(
                f"{setups[number].title} is there twice with the same decks: give each table once"
            )
    return found


def text(experiment: Experiment) -> str:
    """Return a table as on the command line, without options that hold for all tables.

    Overlays are called by the names of their files: the text is kept in files that others read.
    """
    decks = (f"{seat}={deck}" for seat, deck in experiment.decks.items())
    overlays = (
        f"overlay={each.name if isinstance(each, Path) else 'a table'}" for each in experiment.overlay
    )
    return " ".join([f"{experiment.game}/{experiment.scenario}", *decks, *overlays])


def by_weights(experiments: Sequence[Experiment]) -> list[Experiment]:
    """Return experiments in which bots without a network play where none is named.

    A network corrects certain weights: with others it would be refused.
    """
    return [
        each.model_copy(update={"bots": {EVERY_SEAT: WEIGHTS_BOT}})
        if not each.bots and WEIGHTS_BOT in games.get(each.game).bots()
        else each
        for each in experiments
    ]
