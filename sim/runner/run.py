"""Plays an experiment to its end, or until the user stops it, and keeps everything played."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Collection, Generator, Sequence
from contextlib import closing
from pathlib import Path

from pydantic import ValidationError
from threadpoolctl import threadpool_limits

from mazarbul.formats.manifest import MANIFEST, Manifest, Span
from mazarbul.formats.sealing import sha256
from mazarbul.sim.bots.python import untrusted
from mazarbul.sim.games import seating
from mazarbul.sim.runner import folder as folders
from mazarbul.sim.runner import manifest as manifests
from mazarbul.sim.runner import workers
from mazarbul.sim.runner.chunks import default_chunk
from mazarbul.sim.runner.errors import Interrupted, RunFailure, WorkersLost
from mazarbul.sim.runner.experiment import Execution, Experiment, Ready, changes, prepare
from mazarbul.sim.runner.folder import RunFolder
from mazarbul.sim.runner.progress import Display
from mazarbul.sim.runner.store import table_of
from mazarbul.sim.runner.summary import AGGREGATES, Summarize, Summary
from mazarbul.sim.runner.task import Plan, Played, Pulse, play_batch
from mazarbul.sim.runner.verify import discarded, unnoted
from mazarbul.sim.runner.version import code_version, cpu, libraries, player
from mazarbul.sim.runner.warming import warm_up
from mazarbul.sim.toml import DataError
from mazarbul.sim.version import VERSION, commit

#: What a resumed run must have in common with the one that was started -> its name in messages.
SAME = {
    "game": "the game",
    "scenario": "the scenario",
    "seed": "the seed",
    "seats": "the seats",
    "switches": "the switches",
    "bots": "the bots",
    "bot_hashes": "how the bots play (weights, options or code)",
    "keep": "what is kept",
    "tables_hash": "the data (cards, decks, overlay or scenario)",
    "code_version": "the program's code",
    "compiler": "the compiler of the kernels",
}
OPTIONS = ("game", "scenario", "seed", "switches", "bots", "keep")

#: Of those, what a run keeps unless another value is given; `keep` is taken from the run before.
KEPT = ("seed",)


def run(
    experiment: Experiment,
    execution: Execution,
    display: Display,
    *,
    resume: bool = False,
    summarize: Callable[[], Summarize] | None = None,
) -> Path:
    """Play an experiment into its folder and return the folder.

    resume: continue the run in `execution.out`, if there is one; what is finished is kept, and the
    number of games may be larger than before. summarize: called if the run keeps aggregates; returns what
    counts its games, see `mazarbul.sim.runner.summary`. Raises DataError for a user's mistake, RunFailure if
    playing or writing fails, Interrupted on Ctrl-C; what was finished is kept in each case.
    """
    ready = prepare(experiment)
    setup = ready[1]
    path = folders.chosen(execution.out, setup.scenario, resume=resume)
    is_begun = resume and manifests.is_in(path)
    if not is_begun:
        folders.check_new(path)
    try:
        with folders.held(path):
            if not is_begun:
                folders.check_new(path)
            catalogue = {"game_title": ready[0].title} | setup.catalogue
            if is_begun:
                manifest = _resumed(path, experiment, execution, ready, catalogue, summarize, display)
            else:
                manifest = _new(experiment, execution, ready, catalogue, summarize)
            summary = _summary(manifest, ready, catalogue, summarize, display)
            folder = RunFolder(path, manifest)
            folder.begin(_bytes(catalogue), experiment.files())
            try:
                _finish(folder, execution, ready, summary, display)
            except DataError:
                if not is_begun:
                    folder.clear()
                raise
    except OSError as error:
        raise RunFailure(_unwritable(path, error)) from error
    except WorkersLost as error:
        raise RunFailure(f"{error}{_kept(path)}") from error
    return path


def resumed_experiment(path: Path, *, trust_code: bool = False) -> Experiment:
    """Return the experiment of the run in a folder, to resume it.

    trust_code: let it execute bots in Python that the user has not run. Raises DataError if it would, and
    the errors of `manifest.load`.
    """
    experiment = noted_experiment(path)
    if not trust_code and (refusal := distrust(experiment)):
        raise DataError(refusal, path)
    return experiment


def noted_experiment(path: Path) -> Experiment:
    """Return the experiment in a run's manifest, to read it: ask `distrust` before it is made ready.

    Raises the errors of `manifest.load`.
    """
    manifest, _ = manifests.recovered(path)
    try:
        return Experiment.model_validate(manifest.experiment)
    except ValidationError:
        raise RunFailure(f"{path / MANIFEST}: this manifest is damaged at 'experiment'") from None


def distrust(experiment: Experiment) -> str | None:
    """Return why an experiment from a folder must not be made ready; None if it executes nothing unknown."""
    file = untrusted(experiment.bots.values())
    if file is None:
        return None
    return (
        f"a bot of this run is the Python code {file}, which you have not run as it is now, and code can do"
        " anything: read it, then give --trust-code"
    )


def _bytes(catalogue: dict) -> bytes:
    """Return a catalogue as JSON text."""
    return (json.dumps(catalogue, indent=1, ensure_ascii=False) + "\n").encode(errors="backslashreplace")


def _new(
    experiment: Experiment,
    execution: Execution,
    ready: Ready,
    catalogue: dict,
    summarize: Callable[[], Summarize] | None,
) -> Manifest:
    """Return the manifest of a new run. ready: game, setup, bots in seat order."""
    game, setup, bots = ready
    is_counted, is_slow = execution.keep == AGGREGATES, seating.is_stepped(bots)
    seated = dict(zip(setup.seats, bots, strict=True))
    return Manifest(
        game=setup.game,
        scenario=setup.scenario,
        experiment=experiment.model_dump(mode="json"),
        seed=experiment.seed,
        games_planned=experiment.games,
        chunk_games=execution.chunk
        or default_chunk(experiment.games, workers.count(execution), is_counted=is_counted, is_slow=is_slow),
        tables_hash=setup.tables_hash,
        code_version=code_version(summarize() if summarize and is_counted else None, game=game),
        libraries=libraries(bots),
        cpu=cpu(),
        seats=list(setup.seats),
        bots={seat: bot.name for seat, bot in seated.items()},
        bot_hashes={seat: manifests.bot_hash(bot) for seat, bot in seated.items()},
        switches=dict(setup.switches),
        changes=changes(experiment, game, setup),
        version=VERSION,
        commit=commit(),
        catalogue_sha256=sha256(_bytes(catalogue)),
        keep=execution.keep,
        created=manifests.now(),
    )


def _resumed(
    path: Path,
    experiment: Experiment,
    execution: Execution,
    ready: Ready,
    catalogue: dict,
    summarize: Callable[[], Summarize] | None,
    display: Display,
) -> Manifest:
    """Return the manifest of the run in a folder, ready to continue with the new request.

    Number of games, seed and what is kept are the run's unless they were set. Damaged parts are reported and
    dropped, so that they are played again. Raises DataError if the new rows would not belong to the same
    tables, RunFailure if there is no manifest to resume from.
    """
    begun, damage = manifests.recovered(path)
    asked = experiment.model_fields_set | execution.model_fields_set
    if "keep" not in asked:
        execution = execution.model_copy(update={"keep": begun.keep})
    wanted = _new(experiment, execution, ready, catalogue, summarize)
    _check_same(path, begun, wanted, asked)
    if damage:
        display.warn(f"{damage}; resuming from the previous one, {manifests.FORMER}")
        (path / manifests.FORMER).replace(path / MANIFEST)
    lost = unnoted(path, begun)
    for fault in discarded(path, begun):
        display.warn(f"{fault}: discarded, its games are played again")
    if lost:
        display.say(f"{len(lost)} parts were written but not recorded: their games are played again")
    begun.catalogue_sha256 = wanted.catalogue_sha256
    begun.changes = wanted.changes
    if "games" in asked and wanted.games_planned > begun.games_planned:
        begun.grow(wanted.games_planned)
        begun.experiment["games"] = wanted.games_planned
    for what, before, now in (
        ("libraries", begun.libraries, wanted.libraries),
        ("the processor", begun.cpu, wanted.cpu),
    ):
        if before != now:
            display.warn(f"note: {what} changed since this run was started: {_difference(before, now)}")
    return begun


def _check_same(path: Path, begun: Manifest, wanted: Manifest, asked: Collection[str]) -> None:
    """Raise DataError naming the first difference that would put the rest of a run into another table.

    asked: fields that were set; a field of KEPT that was not set is taken from the run.
    """
    for field, name in SAME.items():
        before, now = getattr(begun, field), getattr(wanted, field)
        if before == now or (field in KEPT and field not in asked):
            continue
        message = f"this run cannot be resumed: {name} changed, {_difference(before, now)}"
        if field in OPTIONS:
            message += f"; to resume it unchanged: mazarbul run --resume --out {path}"
        raise DataError(message, path)
    if "games" in asked and wanted.games_planned < begun.games_planned:
        planned = f"{begun.games_planned:,} games; it cannot shrink to {wanted.games_planned:,}"
        raise DataError(f"this run is planned with {planned}", path)


def _difference(before: object, now: object) -> str:
    """Return "from x to y"; for two dicts only the first entry that differs."""
    if isinstance(before, dict) and isinstance(now, dict):
        key = next(key for key in before | now if before.get(key) != now.get(key))
        return f"{key} {_difference(before.get(key), now.get(key))}"
    return f"from {_short(before)} to {_short(now)}"


def _short(value: object) -> str:
    text = str(value)
    return text[:12] if len(text) == 64 else text


def _summary(
    manifest: Manifest,
    ready: Ready,
    catalogue: dict,
    summarize: Callable[[], Summarize] | None,
    display: Display,
) -> Summary | None:
    """Return the summary that counts the games, if counts are kept, and describe it in the manifest.

    It depends on the run's first games. A run that was too short for that, and is now longer, counts its few
    games again if they lead to another summary.
    """
    if manifest.keep != AGGREGATES:
        return None
    if summarize is None:
        raise ValueError("a run that keeps aggregates needs something that counts its games")
    counting, known = summarize(), manifest.aggregates
    games = min(counting.pilot_games, manifest.games_planned)
    if known is not None and known["pilot_games"] == games:
        return counting.described(catalogue, known)
    warm_up(*ready, display)
    plan = Plan(*ready, seed=manifest.seed)
    first = {family: table_of([columns]) for family, columns in play_batch(plan, 0, games).items()}
    summary = counting.planned(catalogue, first)
    description = summary.description()
    if known is not None and known != description | {"pilot_games": known["pilot_games"]}:
        display.say(f"{manifest.games_done:,} games are played again: a longer run counts other things")
        for chunk in [*manifest.chunks]:
            manifest.drop(chunk.index)
    manifest.aggregates = description | {"pilot_games": games}
    return summary


def _finish(
    folder: RunFolder, execution: Execution, ready: Ready, summary: Summary | None, display: Display
) -> None:
    """Play all remaining chunks; whatever stops it, the manifest is saved."""
    manifest = folder.manifest
    spans = manifest.left()
    started = time.monotonic()
    before = manifest.seconds_playing
    try:
        if spans:
            if workers.are_here(execution):
                warm_up(*ready, display)
            display.begin(manifest.games_done, manifest.games_planned)
            started = time.monotonic()
            plan = Plan(*ready, seed=manifest.seed, keep=manifest.keep, summary=summary)
            results = _played(plan, spans, execution, display)
            # there is already one worker per core: matrix products with their own threads would only wait
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


def _played(
    plan: Plan, spans: Sequence[Span], execution: Execution, display: Display
) -> Generator[Played, None, None]:
    """Yield finished chunks in any order, and report the games to the display as they are played."""
    pulse = Pulse(display.beat) if workers.share_memory(execution) else None
    me = player(plan.summary, game=plan.game)
    with closing(workers.results(plan, spans, execution, pulse, display.warn)) as results:
        try:
            for played in results:
                if played.player != me:
                    raise RunFailure(
                        f"a worker plays with {played.player}, this program with {me}: the sources"
                        " changed while it ran, or another version is installed where the worker is"
                    )
                if played.news and execution.backend == "dask":
                    display.say(played.news)
                if pulse is None:
                    display.beat(played.span.games)
                yield played
        finally:
            if pulse is not None:
                pulse.stopping.set()


def _unwritable(path: Path, error: OSError) -> str:
    """Return the message for a folder that cannot be written, and what is kept in it."""
    reason = error.strerror or str(error)
    where = error.filename or path
    return f"cannot write {where}: {reason}{_kept(path)}"


def _kept(path: Path) -> str:
    """Return how much of a run is kept, and how to resume it; "" if there is no manifest."""
    try:
        manifest, _ = manifests.recovered(path)
    except (RunFailure, DataError):
        return ""
    return (
        f"; {manifest.games_done:,} of {manifest.games_planned:,} games are kept,"
        f" resume with: mazarbul run --resume --out {path}"
    )
