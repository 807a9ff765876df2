"""The games of a run on disk, to be played again exactly as they were."""

from __future__ import annotations

from pathlib import Path

from mazarbul.formats.manifest import Manifest
from mazarbul.sim import games
from mazarbul.sim.bots.python import file_of
from mazarbul.sim.games.seating import is_stepped
from mazarbul.sim.runner import manifest as manifests
from mazarbul.sim.runner.experiment import Experiment, prepare
from mazarbul.sim.runner.folder import INPUTS
from mazarbul.sim.runner.run import distrust, noted_experiment
from mazarbul.sim.runner.summary import AGGREGATES
from mazarbul.sim.runner.version import code_version
from mazarbul.sim.toml import DataError


def experiment_of(folder: Path, *, trust_code: bool = False) -> Experiment:
    """Return the experiment that plays the games of a run again, with its bots, decks, switches and overlay.

    Where a file of the user's own changed since, it is the copy that the run keeps. trust_code: let it
    execute bots in Python that the user has not run, and the copies. Raises DataError if it would, or if the
    games would be others, and the errors of `manifest.load`.
    """
    manifest, _ = manifests.recovered(folder)
    if manifest.keep != AGGREGATES and manifest.code_version != code_version(game=games.get(manifest.game)):
        raise DataError(
            "this run was played with other code than this program's, so its games would be others:"
            " play it again, or use the version that played it",
            folder,
        )
    experiment = noted_experiment(folder)
    fault = _fault(manifest, experiment, trust_code)
    if fault is None:
        return experiment
    kept = experiment.with_files(
        {path: copy for path, copy in _copies(folder, experiment).items() if copy.is_file()}
    )
    if _fault(manifest, kept, trust_code) is None:
        return kept
    refusal = None if trust_code else distrust(kept)
    raise DataError(f"its games cannot be played again: {refusal or fault}", folder)


def kept_experiment(folder: Path) -> Experiment | None:
    """Return the experiment that plays the games of a run again; None if no quick bots do, or if one is code.

    Unlike `experiment_of`, it reads no file that the run names, only the copies that it keeps.
    """
    manifest, _ = manifests.recovered(folder)
    experiment = noted_experiment(folder)
    copies = _copies(folder, experiment)
    is_code = any(map(file_of, experiment.bots.values()))
    if manifest.keep == AGGREGATES or is_code or not all(copy.is_file() for copy in copies.values()):
        return None
    if manifest.code_version != code_version(game=games.get(manifest.game)):
        return None
    kept = experiment.with_files(copies)
    if _fault(manifest, kept, trust_code=False) is not None:
        return None
    return None if is_stepped(prepare(kept)[2]) else kept


def check_game(folder: Path, game: int) -> None:
    """Raise DataError unless a run has a game of this number."""
    planned = manifests.recovered(folder)[0].games_planned
    if not 0 <= game < planned:
        raise DataError(f"--game {game}: this run has the games 0 to {planned - 1:,}", folder)


def _fault(manifest: Manifest, experiment: Experiment, trust_code: bool) -> str | None:
    """Return why an experiment does not play the games of a run; None if it does."""
    if not trust_code and (refusal := distrust(experiment)):
        return refusal
    try:
        _, setup, bots = prepare(experiment)
    except DataError as error:
        return str(error)
    if setup.tables_hash != manifest.tables_hash:
        return "the data (cards, decks, overlay or scenario) have changed since then"
    for seat, bot in zip(setup.seats, bots, strict=True):
        if manifests.bot_hash(bot) != manifest.bot_hashes.get(seat):
            return f"how the bot of {seat!r} plays (weights, options or code) has changed since then"
    return None


def _copies(folder: Path, experiment: Experiment) -> dict[Path, Path]:
    """Return the user's own files -> the copies that a run keeps of them."""
    files = experiment.files()
    return {path: (folder / INPUTS / f"{name}{path.suffix}").resolve() for name, path in files.items()}
