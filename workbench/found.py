"""What lies in the folder of a workbench: runs, collections, studies, trainings, with how each of them is."""

from __future__ import annotations

import json
import os
import shutil
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from mazarbul.formats import folders
from mazarbul.formats.manifest import MANIFEST, RUN_FORMAT
from mazarbul.sim import games
from mazarbul.sim.runner.folder import LOCK
from mazarbul.sim.runner.version import code_version
from mazarbul.sim.toml import DataError
from mazarbul.workbench.works import WORKS, is_held

BIN = "bin"
ELSEWHERE = (BIN, WORKS, "plays")  # folders with things of other kinds
DEEPEST = 3
MOST_FOLDERS = 5_000
MOST_BYTES = 20_000_000
RUN, STUDY, TRAINING, PLAYS = "run", "study", "training", "plays"
#: File -> what it makes of its folder, and the version of its format.
MARKS: Mapping[str, tuple[str, int | None]] = {
    folders.STUDY: (STUDY, folders.STUDY_FORMAT),
    folders.COLLECTION: ("collection", folders.COLLECTION_FORMAT),
    "training.json": (TRAINING, None),
    MANIFEST: (RUN, RUN_FORMAT),
}


@dataclass(frozen=True)
class Found:
    """A folder with work in it.

    path: relative to that of the workbench, with slashes. kind: run, study, training, or the kind of a
    collection. file: that says so. when: of its last change, in seconds. state: "running", "finished",
    "unfinished", "damaged", "other format". done, planned: games of a run, or of people. is_old: whether
    other code played it, so that it cannot be resumed.
    """

    path: str
    kind: str
    file: Path
    title: str
    game: str
    scenario: str
    when: float
    state: str
    done: int | None = None
    planned: int | None = None
    is_old: bool = False

    def facts(self) -> dict[str, Any]:
        """Return it for the page."""
        return {
            name: getattr(self, name)
            for name in (
                "path", "kind", "title", "game", "scenario", "when", "state", "done", "planned", "is_old"
            )
        }  # fmt: skip


def everything(folder: Path) -> list[Found]:
    """Return all that lies in a folder, the latest first; what is part of a whole is not told apart."""
    found = [*(_found(folder, file) for file in _marked(folder)), *_plays(folder)]
    return sorted(found, key=lambda each: each.when, reverse=True)


def one(folder: Path, path: str) -> Found:
    """Return what lies at a path in a folder. Raises DataError if nothing does."""
    file = next((file for file in _marked(folder) if _relative(folder, file) == path), None)
    if file is None:
        raise DataError(f"there is nothing to report on at {path!r} in the folder of the workbench")
    return _found(folder, file)


def to_bin(folder: Path, path: str) -> str:
    """Move a folder to the bin and return its path there. Raises DataError if somebody plays there."""
    found = one(folder, path)
    if found.state == "running":
        raise DataError("somebody plays there: stop it first")
    now = time.strftime("%Y%m%d-%H%M%S")
    places = (f"{now}{mark}/{path}" for mark in ("", *(f"-{n}" for n in range(2, MOST_FOLDERS))))
    place = next(each for each in places if not (folder / BIN / each).exists())
    _move(found.file.parent, folder / BIN / place)
    return place


def in_bin(folder: Path) -> list[str]:
    """Return the paths of all in the bin, the latest first: when it was moved there, and where it was."""
    return sorted(
        (_relative(folder / BIN, file) for file in _marked(folder / BIN, DEEPEST + 1)), reverse=True
    )


def put_back(folder: Path, place: str) -> str:
    """Move a folder from the bin to where it was and return its path. Raises DataError if it cannot be.

    place: its path in the bin.
    """
    if place not in in_bin(folder):
        raise DataError(f"there is no {place!r} in the bin")
    when, _, path = place.partition("/")
    target = folder / (path or when)
    if target.exists():
        raise DataError(f"there is another {path or when} now: rename one of the two")
    _move(folder / BIN / place, target)
    return path or when


def _move(folder: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.move(folder, target)


def _plays(folder: Path) -> Iterator[Found]:
    """Yield the games of people, as one thing."""
    file = folder / "plays" / "games.jsonl"
    if file.is_file():
        title, when = "Games of people", file.stat().st_mtime
        yield Found(
            "plays", PLAYS, file, title, "", "", when, "finished", done=file.read_bytes().count(b"\n")
        )


def _relative(folder: Path, file: Path) -> str:
    return file.parent.relative_to(folder).as_posix()


def _marked(folder: Path, deepest: int = DEEPEST) -> Iterator[Path]:
    """Yield the files that make folders what they are; links are not followed.

    deepest: how many folders in each other are looked into.
    """
    waiting, seen = [(folder, 0)], 0
    while waiting and seen < MOST_FOLDERS:
        here, depth = waiting.pop()
        seen += 1
        file = next((here / name for name in MARKS if (here / name).is_file()), None)
        if file is not None and depth:
            yield file
            continue
        if depth == deepest:
            continue
        try:
            inside = [entry for entry in os.scandir(here) if entry.is_dir(follow_symlinks=False)]
        except OSError:
            continue
        names = [entry.name for entry in inside if not entry.name.startswith(".")]
        waiting += [(here / name, depth + 1) for name in names if depth or name not in ELSEWHERE]


def _found(folder: Path, file: Path) -> Found:
    """Return what a file makes of its folder, as it is now."""
    try:
        when = file.stat().st_mtime
    except OSError:  # somebody has just moved it
        when = 0.0
    found = _as_written(file, _relative(folder, file), when)
    is_played = found.state == "unfinished" and is_held(file.parent / LOCK)
    return replace(found, state="running") if is_played else found


@lru_cache(maxsize=MOST_FOLDERS)
def _as_written(file: Path, path: str, when: float) -> Found:
    """Return what a file says; it is read again when it has changed. when: its last change."""
    kind, form = MARKS[file.name]
    try:
        data = _read(file)
    except (OSError, ValueError, TypeError, RecursionError):
        return Found(path, kind, file, path, "", "", when, "damaged")
    if form is not None and data.get("format") != form:
        title, game = _text(data, "title", path), _text(data, "game", "")
        return Found(path, kind, file, title, game, "", when, "other format")
    of_run = {"done": _number(data, "games_done"), "planned": _number(data, "games_planned")}
    return Found(
        path=path,
        kind=_text(data, "kind", kind) if kind == "collection" else kind,
        file=file,
        title=_title(data, path),
        game=_text(data, "game", ""),
        scenario=_text(data, "scenario", ""),
        when=when,
        state="finished" if _is_finished(kind, data) else "unfinished",
        **(of_run if kind == RUN else {}),
        is_old=kind == RUN and _is_old(data),
    )


def _read(file: Path) -> dict[str, Any]:
    """Return the object in a file. Raises OSError, ValueError, TypeError."""
    if file.stat().st_size > MOST_BYTES:
        raise ValueError("it is too large")
    return dict(json.loads(file.read_bytes()))


def _is_finished(kind: str, data: Mapping[str, Any]) -> bool:
    if kind == TRAINING:
        end = data.get("end")
        return isinstance(end, dict) and "confirmed" in end
    return bool(data.get("finished"))


def _is_old(data: Mapping[str, Any]) -> bool:
    """Return whether a run was played by other code than that which is here."""
    return data.get("code_version") not in (_version(_text(data, "game", "")), None) and not data.get(
        "aggregates"
    )


@cache
def _version(game: str) -> str | None:
    try:
        return code_version(game=games.get(game))
    except DataError:
        return None


def _title(data: Mapping[str, Any], path: str) -> str:
    """Return what it is called: its title, else game and scenario."""
    if isinstance(data.get("title"), str):
        return str(data["title"])
    game, scenario = _text(data, "game", ""), _text(data, "scenario", "")
    try:
        return games.get(game).scenarios().get(scenario, scenario) or path
    except DataError:
        return scenario or path


def _text(data: Mapping[str, Any], key: str, default: str) -> str:
    found = data.get(key)
    return found if isinstance(found, str) else default


def _number(data: Mapping[str, Any], key: str) -> int | None:
    found = data.get(key)
    return found if isinstance(found, int) else None
