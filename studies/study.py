"""A study: every question of the analysis for several scenarios of a game, from one file, in one go.

<study>/study.json                   the study as requested, and the parts of each finished scenario
<study>/<scenario>/run/              the games
<study>/<scenario>/ablation/         collections, see `mazarbul.analysis.collection`
<study>/<scenario>/restrictions/
<study>/<scenario>/ladder/
<study>/<scenario>/matrix/
<study>/<scenario>/swaps/
<study>/<scenario>/audit/
<study>/<scenario>/whatif/
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from mazarbul.formats.folders import STUDY, STUDY_FORMAT
from mazarbul.formats.sealing import sealed
from mazarbul.sim.runner import folder as folders
from mazarbul.sim.runner import workers
from mazarbul.sim.runner.experiment import Execution, Experiment, prepare
from mazarbul.sim.runner.progress import Display
from mazarbul.sim.runner.store import read_sealed, write_whole
from mazarbul.sim.toml import DataError, Mistakes
from mazarbul.studies import forecast
from mazarbul.studies.asked import Study, load_study
from mazarbul.studies.collection import stopping_at
from mazarbul.studies.forecast import Overall, Part, Planned
from mazarbul.studies.parts import Task, tasks

__all__ = ["Scene", "expected", "load_study", "play", "scenes"]


@dataclass(frozen=True)
class Scene:
    """A scenario of a study, checked and ready to play. id: name of its folder. tasks: its run first."""

    id: str
    title: str
    tasks: Sequence[Task]


def scenes(study: Study, folder: Path, games: int | None = None) -> list[Scene]:
    """Return all that a study plays. Raises DataError with all mistakes in it.

    folder: start of the study's relative paths. games: per scenario, instead of the study's number; parts
    then do not play more either.
    """
    found, mistakes = [], Mistakes()
    for name in study.scenarios:
        with mistakes.going_on():
            experiment = _experiment(study, name, folder, games)
            title = prepare(experiment)[1].title
            found.append(Scene(Path(name).stem, title, tasks(study, name, experiment, folder)))
    mistakes.check()
    return found


def expected(found: Sequence[Scene], execution: Execution, display: Display) -> list[Part]:
    """Return all parts with their games and about how long each will take, as `forecast.expected`."""
    return forecast.expected(planned(found), workers.count(execution), display)


def planned(found: Sequence[Scene]) -> list[Planned]:
    """Return what all parts play."""
    return [
        Planned(f"{scene.title}, {task.kind}", task.loads, task.seconds)
        for scene in found
        for task in scene.tasks
    ]


def play(
    study: Study,
    folder: Path,
    execution: Execution,
    display: Display,
    *,
    games: int | None = None,
    resume: bool = False,
) -> Path:
    """Play all parts of a study and return its folder.

    folder, games: as for `scenes`. resume: continue in execution.out. Raises DataError for any mistake before
    play starts, WorkStopped on Ctrl-C.
    """
    found = scenes(study, folder, games)
    path = folders.chosen(execution.out or study.out, f"study-{study.game}", resume=resume)
    rows = _begun(path, resume=resume)
    overall = Overall(display, expected(found, execution, display))
    _save(path, study, found, rows)
    place = 0
    with stopping_at(path):
        for scene in found:
            row = {"id": scene.id, "title": scene.title}
            for task in scene.tasks:
                overall.start(place)
                task.play(execution.model_copy(update={"out": path / scene.id / task.kind}), overall)
                row[task.kind] = f"{scene.id}/{task.kind}"
                place += 1
            rows[scene.id] = row
            _save(path, study, found, rows)
    return path


def _experiment(study: Study, scenario: str, folder: Path, games: int | None) -> Experiment:
    names = ("game", "seed", "bots", "switches", "overlay", "decks", "band")
    fields = {name: getattr(study, name) for name in names}
    experiment = Experiment(scenario=scenario, games=games or study.games, **fields)
    return experiment.located(folder)


def _begun(path: Path, *, resume: bool) -> dict[str, dict[str, str]]:
    """Return the finished scenarios of the study to resume, by id; none if a new one starts.

    Raises DataError if the folder holds something that cannot be resumed.
    """
    file = path / STUDY
    if file.is_file():
        if not resume:
            raise DataError("this folder already holds a study: use --resume, or name another --out", path)
        begun = read_sealed(file)
        return {row["id"]: row for row in begun["scenarios"]} if begun["format"] == STUDY_FORMAT else {}
    if path.exists() and not path.is_dir():
        raise DataError("this is a file: name a new folder for the study", path)
    if path.exists() and any(path.iterdir()):
        raise DataError("this folder is not empty and holds no study: name another --out", path)
    return {}


def _save(path: Path, study: Study, found: Sequence[Scene], rows: Mapping[str, dict[str, str]]) -> None:
    """Write study.json, whole or not at all. rows: of the finished scenarios, by id."""
    data = {
        "format": STUDY_FORMAT,
        "title": study.title,
        "game": study.game,
        "band": list(study.band) if study.band else None,
        "finished": len(rows) == len(found),
        "scenarios": [rows[scene.id] for scene in found if scene.id in rows],
        "parameters": study.model_dump(mode="json", exclude={"out"}),
    }
    write_whole(path / STUDY, sealed(data))
