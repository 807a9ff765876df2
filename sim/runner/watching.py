"""Games of runs on disk as documents, for the pages of a report on which they are watched."""

from __future__ import annotations

from pathlib import Path

from mazarbul.sim.games.contract import Game, Setup
from mazarbul.sim.games.replay import replay, text_of
from mazarbul.sim.runner.again import check_game, kept_experiment
from mazarbul.sim.runner.errors import RunFailure
from mazarbul.sim.runner.experiment import Experiment, changes, prepare
from mazarbul.sim.runner.progress import Display
from mazarbul.sim.runner.warming import announced
from mazarbul.sim.toml import DataError

MOST_DECISIONS = 3_000  # of a game that is shown

Ready = tuple[Experiment, Game, Setup, tuple]


class Watched:
    """Plays games of runs again, without executing any code that a run names."""

    def __init__(self, display: Display) -> None:
        self._display = display
        self._ready: dict[Path, Ready | None] = {}

    def __call__(self, folder: Path, game: int) -> str | None:
        """Return the document of a game of a run as JSON; None if it cannot be played again, or is long."""
        if folder not in self._ready:
            self._ready[folder] = _ready(folder)
        found = self._ready[folder]
        if found is None:
            return None
        experiment, player, setup, bots = found
        try:
            check_game(folder, game)
            unprinted = changes(experiment, player, setup) or []
            with announced(self._display):
                return text_of(replay(player, setup, bots, experiment.seed, game, unprinted, MOST_DECISIONS))
        except DataError:  # the game declares no table, or this one is long
            return None


def _ready(folder: Path) -> Ready | None:
    """Return what plays the games of a run; None if nothing does."""
    try:
        experiment = kept_experiment(folder)
    except (DataError, RunFailure):
        return None
    return None if experiment is None else (experiment, *prepare(experiment))
