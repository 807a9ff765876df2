"""Plays an experiment to its end, or as far as the user lets it, and keeps all that is played."""

from __future__ import annotations

import threading
import time
from collections.abc import Collection, Iterator
from contextlib import closing, suppress
from pathlib import Path

from pydantic import ValidationError
from threadpoolctl import threadpool_limits

from sim.engine.toml import DataError
from sim.games.contract import Bot, Game, Setup
from sim.runner import folder as folders
from sim.runner import manifest as manifests
from sim.runner import workers
from sim.runner.chunks import Span, default_chunk
from sim.runner.errors import Interrupted, RunFailure
from sim.runner.experiment import Execution, Experiment, Ready, prepare
from sim.runner.folder import RunFolder
from sim.runner.manifest import Manifest
from sim.runner.play import Played, Pulse, Task, play_batch
from sim.runner.progress import Display
from sim.runner.store import table_of
from sim.runner.summary import AGGREGATES, Summarize, Summary
from sim.runner.verify import mended
from sim.runner.version import code_version, libraries

#: What a resumed run must have in common with the one that was begun, and what to call it.
SAME = {
    "game": "the game",
    "scenario": "the scenario",
    "seed": "the seed",
    "seats": "the seats",
    "switches": "the switches",
    "bots": "the bots",
    "bot_hashes": "what decides how the bots play",
    "keep": "what is kept",
    "tables_hash": "the data (cards, decks, overlay or scenario)",
    "code_version": "the program's code",
}
PATIENCE_SECONDS = 2.0
COMPILING = (
    "compiling the game; this is needed once after a change of the program and may take a minute or two"
)

OPTIONS = ("game", "scenario", "seed", "switches", "bots", "keep")

#: Of those, what the run's own holds for unless it is set; `keep` is taken from the run before.
KEPT = ("seed",)


def run(
    experiment: Experiment,
    execution: Execution,
    display: Display,
    *,
    resume: bool = False,
    summarize: Summarize | None = None,
) -> Path:
    """Play an experiment into its folder and return the folder.

    resume: go on with the run in `execution.out`, if there is one; what is finished is kept, and
    more games than before may be asked for. summarize: what counts the games of a run that keeps
    aggregates, see `sim.runner.summary`. Raises DataError for a user's mistake, RunFailure if
    playing or writing fails, Interrupted on Ctrl-C; whatever was finished is kept in each case.
    """
    ready = prepare(experiment)
    setup = ready[1]
    path = execution.out or folders.fresh(setup.scenario)
    is_begun = resume and (path / manifests.NAME).exists()
    if not is_begun:
        folders.check_new(path)
    try:
        with folders.held(path):
            if not is_begun:
                folders.check_new(path)
            asked = experiment.model_fields_set | execution.model_fields_set
            if is_begun and "keep" not in asked:
                execution = execution.model_copy(update={"keep": manifests.load(path).keep})
            manifest = _wanted(experiment, execution, ready, summarize)
            folder = RunFolder(path, _resumed(path, manifest, asked, display) if is_begun else manifest)
            catalogue = {"game_title": ready[0].title} | setup.catalogue
            summary = _summary(folder.manifest, ready, catalogue, summarize, display)
            folder.begin(catalogue, experiment.files())
            _finish(folder, execution, ready, summary, display)
    except OSError as error:
        raise RunFailure(_unwritable(path, error)) from error
    return path


def resumed_experiment(path: Path) -> Experiment:
    """Return the experiment of the run in a folder, to go on with it. Raises as `manifest.load`."""
    asked = manifests.load(path).experiment
    try:
        return Experiment.model_validate(asked)
    except ValidationError:
        raise RunFailure(f"{path / manifests.NAME}: this manifest is damaged at 'experiment'") from None


def _wanted(
    experiment: Experiment, execution: Execution, ready: Ready, summarize: Summarize | None
) -> Manifest:
    """Return the manifest of a new run of what is ready (game, setup, bots in seat order)."""
    _, setup, bots = ready
    is_counted = execution.keep == AGGREGATES
    seated = dict(zip(setup.seats, bots, strict=True))
    return Manifest(
        game=setup.game,
        scenario=setup.scenario,
        experiment=experiment.model_dump(mode="json"),
        seed=experiment.seed,
        games_planned=experiment.games,
        chunk_games=execution.chunk
        or default_chunk(experiment.games, workers.count(execution), is_counted=is_counted),
        tables_hash=setup.tables_hash,
        code_version=code_version(summarize if is_counted else None),
        libraries=libraries(),
        seats=list(setup.seats),
        bots={seat: bot.name for seat, bot in seated.items()},
        bot_hashes={seat: manifests.bot_hash(bot) for seat, bot in seated.items()},
        switches=dict(setup.switches),
        keep=execution.keep,
        created=manifests.now(),
    )


def _resumed(path: Path, wanted: Manifest, asked: Collection[str], display: Display) -> Manifest:
    """Return the manifest of the run in a folder, ready to go on as `wanted`.

    asked: fields of the experiment and its execution that were set; number of games, seed and what is
    kept are the run's unless they are among them. Raises DataError if the rows to come would not
    belong to the same tables, RunFailure if a part is damaged.
    """
    begun = manifests.load(path)
    _check_same(path, begun, wanted, asked)
    for missing in mended(path, begun):
        display.say(f"{missing}: its games are played again")
    if "games" in asked and wanted.games_planned > begun.games_planned:
        begun.grow(wanted.games_planned)
        begun.experiment["games"] = wanted.games_planned
    if begun.libraries != wanted.libraries:
        change = _difference(begun.libraries, wanted.libraries)
        display.say(f"note: libraries changed since this run was begun: {change}")
    return begun


def _check_same(path: Path, begun: Manifest, wanted: Manifest, asked: Collection[str]) -> None:
    """Raise DataError telling the first difference that makes the rest of a run another table.

    asked: fields that were set; of KEPT, what was not set is taken from the run.
    """
    for field, name in SAME.items():
        before, now = getattr(begun, field), getattr(wanted, field)
        if before == now or (field in KEPT and field not in asked):
            continue
        message = f"this run cannot be resumed: {name} changed, {_difference(before, now)}"
        if field in OPTIONS:
            message += f"; as it was begun it goes on by: mazarbul run --resume --out {path}"
        raise DataError(message, path)
    if "games" in asked and wanted.games_planned < begun.games_planned:
        planned = f"{begun.games_planned:,} games; it cannot shrink to {wanted.games_planned:,}"
        raise DataError(f"this run is planned with {planned}", path)


def _difference(before: object, now: object) -> str:
    """Return "from x to y"; of two dicts only the first entry that differs."""
    if isinstance(before, dict) and isinstance(now, dict):
        key = next(key for key in before | now if before.get(key) != now.get(key))
        return f"{key} {_difference(before.get(key), now.get(key))}"
    return f"from {_short(before)} to {_short(now)}"


def _short(value: object) -> str:
    text = str(value)
    return text[:12] if len(text) == 64 else text


def _summary(
    manifest: Manifest, ready: Ready, catalogue: dict, summarize: Summarize | None, display: Display
) -> Summary | None:
    """Return what counts the games, if counts are kept, and note in the manifest what they are.

    It is made by a look at the run's first games. A run that was too short for that, and is now longer,
    counts its few games again if the look tells it to count otherwise.
    """
    if manifest.keep != AGGREGATES:
        return None
    if summarize is None:
        raise ValueError("a run that keeps aggregates needs something that counts its games")
    games, known = min(summarize.pilot_games, manifest.games_planned), manifest.aggregates
    if known is not None and known["pilot_games"] == games:
        return summarize.described(catalogue, known)
    _warm_up(*ready, display)
    task = Task(*ready, seed=manifest.seed, span=Span(0, 0, games))
    first = {family: table_of([columns]) for family, columns in play_batch(task, 0, games).items()}
    summary = summarize.planned(catalogue, first)
    description = summary.description()
    if known is not None and known != description | {"pilot_games": known["pilot_games"]}:
        display.say(f"{manifest.games_done:,} games are played again: of more games other things are counted")
        for chunk in [*manifest.chunks]:
            manifest.drop(chunk.index)
    manifest.aggregates = description | {"pilot_games": games}
    return summary


def _finish(
    folder: RunFolder, execution: Execution, ready: Ready, summary: Summary | None, display: Display
) -> None:
    """Play all chunks that are left; whatever stops it, the manifest is saved."""
    manifest = folder.manifest
    spans = manifest.left()
    tasks = (
        Task(*ready, seed=manifest.seed, span=span, keep=manifest.keep, summary=summary) for span in spans
    )
    started = time.monotonic()
    before = manifest.seconds_playing
    try:
        if spans:
            _warm_up(*ready, display)
            display.begin(manifest.games_done, manifest.games_planned)
            started = time.monotonic()
            results = _played(tasks, execution, display, code_version(summary))
            # workers are one to a core already: matrix products with threads of their own would only wait
            with threadpool_limits(1, user_api="blas"), closing(results) as chunks:
                for played in chunks:
                    folder.keep(played)
                    manifest.seconds_playing = before + time.monotonic() - started
        manifest.finished = manifest.finished or manifests.now()
    except KeyboardInterrupt:
        raise Interrupted(folder.path, manifest.games_done, manifest.games_planned) from None
    finally:
        display.end()
        folder.save()


def _warm_up(game: Game, setup: Setup, bots: tuple[Bot, ...], display: Display) -> None:
    """Get the kernels ready before workers fan out; if it takes long, tell what is going on."""
    patience = threading.Timer(PATIENCE_SECONDS, display.say, [COMPILING])
    patience.daemon = True
    patience.start()
    try:
        game.warm_up(setup, bots)
    finally:
        patience.cancel()


def _played(tasks: Iterator[Task], execution: Execution, display: Display, code: str) -> Iterator[Played]:
    """Yield finished chunks in whatever order they come, beating the display as games are played.

    code: version of the code that they are to be played by.
    """
    pulse = Pulse(display.beat) if workers.shares_memory(execution) else None
    with closing(workers.results(tasks, execution, pulse)) as results:
        try:
            for played in results:
                if played is None:
                    continue
                if played.code != code:
                    raise RunFailure(
                        "a worker plays with other code than this program: the sources changed while it ran,"
                        " or another version is installed where the worker is"
                    )
                if pulse is None:
                    display.beat(played.span.games)
                yield played
        finally:
            if pulse is not None:
                pulse.stopping.set()


def _unwritable(path: Path, error: OSError) -> str:
    """Return the message for a folder that cannot be written, with what is kept in it."""
    reason = error.strerror or str(error)
    where = error.filename or path
    kept = ""
    with suppress(Exception):
        manifest = manifests.load(path)
        kept = (
            f"; {manifest.games_done:,} of {manifest.games_planned:,} games are kept,"
            f" go on with: mazarbul run --resume --out {path}"
        )
    return f"cannot write {where}: {reason}{kept}"
