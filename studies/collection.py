"""Plays the members of a collection in turn, each a run of its own, with one progress bar.

<collection>/collection.json     what it is and its finished members, see `mazarbul.analysis.collection`
<collection>/base/               the run that members are compared with
<collection>/<member's run>/     runs with the family `games` only
"""

from __future__ import annotations

import io
import json
import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pandas as pd

from mazarbul.formats.folders import COLLECTION, COLLECTION_FORMAT
from mazarbul.formats.sealing import sealed, sha256
from mazarbul.sim.games.contract import Setup
from mazarbul.sim.runner import folder as folders
from mazarbul.sim.runner import manifest as manifests
from mazarbul.sim.runner.errors import Interrupted
from mazarbul.sim.runner.experiment import Execution, Experiment
from mazarbul.sim.runner.progress import Display
from mazarbul.sim.runner.run import run
from mazarbul.sim.runner.store import read_sealed, write_whole
from mazarbul.sim.toml import DataError

BASE = "base"
#: What a resumed collection must have in common with the one that was started.
SAME = ("kind", "game", "scenario", "parameters")
#: What is kept of it until it is found anew; a member is recorded again when it is seen to be finished.
KEPT = ("tables", "review", "second")
#: Parameters that may increase.
SIZES = ("games", "search_games", "value_games")


@dataclass(frozen=True)
class Member:
    """One run of a collection. run: its folder below the collection's. facts: JSON values."""

    id: str
    experiment: Experiment
    run: str
    facts: Mapping[str, Any] = field(default_factory=dict)


class WorkStopped(Interrupted):
    """The user stopped work of several parts, such as a collection, an audit or a study.

    folder: that of the whole. done, planned: games of the part that was stopped.
    """

    def said(self) -> str:
        """Return it in words."""
        return (
            "stopped, every finished game is kept; to go on, give the same command with --resume --out"
            f" {self.folder}"
        )


class Share:
    """The display of one member's run: passes its counts to the display of the whole."""

    def __init__(self, whole: Display) -> None:
        self._whole = whole

    def say(self, text: str) -> None:
        """Report progress, in a line."""
        self._whole.say(text)

    def warn(self, text: str) -> None:
        """Report what the user must know."""
        self._whole.warn(text)

    def begin(self, done: int, planned: int) -> None:
        """Do nothing: the whole has begun, and knows the number of games done."""

    def beat(self, games: int) -> None:
        """Add to the number of games played."""
        self._whole.beat(games)

    def end(self) -> None:
        """Do nothing: the whole continues."""


class Members:
    """A collection that is being played. Make it with `opened`."""

    def __init__(self, path: Path, info: dict[str, Any], execution: Execution, display: Display) -> None:
        self.path = path
        self._info = info | {"format": COLLECTION_FORMAT, "finished": False, "base": None, "members": []}
        self._execution = execution
        self._display = display

    def set_base(self, run_folder: Path) -> None:
        """Name the run that members are compared with, in this folder or elsewhere."""
        self._info["base"] = Path(os.path.relpath(run_folder, self.path)).as_posix()
        self.save()

    def play(
        self,
        members: Sequence[Member],
        base: Member | None = None,
        *,
        keep: str = "games",
        steps: Sequence[int] = (),
    ) -> None:
        """Play a base, if one is given, and all members, or those that remain; record each finished one.

        keep: families of records to write. steps: numbers of games up to which everyone plays in turn, so
        that they can be compared on the way. Raises as `mazarbul.sim.runner.run.run` does; what is finished
        is kept.
        """
        everyone = [*([base] if base else []), *members]
        planned, done = sum(member.experiment.games for member in everyone), [*map(self._done, everyone)]
        self._display.begin(sum(done), planned)
        try:
            for games in [*(step for step in steps if step > min(done)), None]:
                for member in everyone:
                    self._play_one(member, keep, games)
                    if member is base:
                        self.set_base(self.path / member.run)
                    else:
                        self.note(member)
        finally:
            self._display.end()

    @contextmanager
    def progress(self, planned: int) -> Iterator[None]:
        """Show one progress bar for what `play_aside` plays inside."""
        self._display.begin(0, planned)
        try:
            yield
        finally:
            self._display.end()

    def play_aside(self, experiment: Experiment, run_folder: str) -> Path:
        """Play a run that is not a member, such as a trial of a search; return its folder."""
        self._play_one(Member(run_folder, experiment, run_folder), "games")
        return self.path / run_folder

    def write_table(self, frame: pd.DataFrame, name: str) -> None:
        """Write a table of results to tables/<name>.parquet, and record its checksum."""
        sink = io.BytesIO()
        frame.to_parquet(sink, index=False)
        write_whole(self._table(name), sink.getvalue())
        self.add(tables=self._info.get("tables", {}) | {name: sha256(sink.getvalue())})

    def has_table(self, name: str) -> bool:
        """Return whether a table of results is there, from this process or one before."""
        return name in self._info.get("tables", {}) and self._table(name).is_file()

    def _play_one(self, member: Member, keep: str, games: int | None = None) -> None:
        """Play one run to its end, or up to a number of games; one that is already longer stays as it is."""
        out, experiment = self.path / member.run, member.experiment
        if games is not None:
            experiment = experiment.model_copy(update={"games": min(games, experiment.games)})
        execution = self._execution.model_copy(update={"out": out, "keep": keep})
        run(grown(experiment, out), execution, Share(self._display), resume=True)

    def note(self, member: Member) -> None:
        """Add a finished member to collection.json."""
        row = {"id": member.id, "run": member.run, **member.facts}
        self._info["members"] = [other for other in self._info["members"] if other["id"] != member.id] + [row]
        self.save()

    def add(self, **info: object) -> None:
        """Add to the description of the collection."""
        self._info |= info
        self.save()

    def save(self) -> None:
        """Write collection.json, whole or not at all."""
        write_whole(self.path / COLLECTION, sealed(self._info))

    def _table(self, name: str) -> Path:
        return self.path / "tables" / f"{name}.parquet"

    def _done(self, member: Member) -> int:
        folder = self.path / member.run
        if not manifests.is_in(folder):
            return 0
        return min(manifests.recovered(folder)[0].games_done, member.experiment.games)


@contextmanager
def opened(
    path: Path, info: dict[str, Any], execution: Execution, display: Display, *, resume: bool
) -> Iterator[Members]:
    """Lock a collection's folder for this process, and start or resume it.

    info: kind, title, game, scenario, parameters. Raises DataError if the folder holds something else, or
    if the collection to resume was started differently; WorkStopped on Ctrl-C inside.
    """
    begun = _begun(path, info, resume=resume)
    kept = {key: begun[key] for key in KEPT if key in begun}
    with folders.held(path), stopping_at(path):
        members = Members(path, info | kept, execution, display)
        members.save()
        yield members
        members.add(finished=True)


@contextmanager
def stopping_at(path: Path) -> Iterator[None]:
    """Let Ctrl-C in any part of a whole name the folder of the whole, which is what can be resumed."""
    try:
        yield
    except Interrupted as stopped:
        raise WorkStopped(path, stopped.done, stopped.planned) from stopped
    except KeyboardInterrupt:
        raise WorkStopped(path, 0, 0) from None


def _begun(path: Path, info: Mapping[str, Any], *, resume: bool) -> dict[str, Any]:
    """Return the description of the collection to resume; nothing if a new one starts. Raises DataError."""
    if not (path / COLLECTION).is_file():
        folders.check_new(path)
        return {}
    if not resume:
        raise DataError(
            "this folder already holds a collection of runs: use --resume, or name another --out",
            path,
        )
    begun = read_sealed(path / COLLECTION)
    for key in SAME:
        before, now = (_without_games(each.get(key)) for each in (begun, json.loads(json.dumps(info))))
        if before != now:
            raise DataError(
                f"this cannot be resumed: {key} was {_short(before, now)}, now {_short(now, before)}", path
            )
    return begun


def _without_games(value: object) -> object:
    """Return parameters without the numbers of games, which may increase."""
    return (
        {key: entry for key, entry in value.items() if key not in SIZES} if isinstance(value, dict) else value
    )


def _short(value: object, other: object) -> str:
    """Return a value, or the part of it that differs from another."""
    if isinstance(value, dict) and isinstance(other, dict):
        value = {key: entry for key, entry in value.items() if other.get(key) != entry}
    return json.dumps(value, ensure_ascii=False)


def described(
    experiment: Experiment, setup: Setup, kind: str, title: str, **parameters: object
) -> dict[str, Any]:
    """Return the description of a collection in collection.json, without its members."""
    return {
        "kind": kind,
        "title": f"{setup.title}: {title}",
        "game": setup.game,
        "scenario": setup.scenario,
        "parameters": {"games": experiment.games, "seed": experiment.seed}
        | ({"band": list(experiment.band)} if experiment.band else {})
        | parameters,
    }


def grown(experiment: Experiment, folder: Path) -> Experiment:
    """Return an experiment with at least as many games as a run in that folder, if there is one, plans."""
    if not manifests.is_in(folder):
        return experiment
    planned = manifests.recovered(folder)[0].games_planned
    return experiment.model_copy(update={"games": max(planned, experiment.games)})


def side_names(setup: Setup) -> dict[str, str]:
    """Return side -> name, for the sides of a set-up."""
    named = {side["id"]: side.get("name", side["id"]) for side in setup.catalogue.get("sides", ())}
    return {side: named.get(side, side) for side in setup.sides}


def confirmations(experiment: Experiment, asked: int | None, times: int) -> int:
    """Return the games per confirmation: as many as asked for, `times` those of a first try if None."""
    return asked or times * experiment.games


def changed(experiment: Experiment, *overlays: Path | Mapping, **fields: object) -> Experiment:
    """Return an experiment with further overlays laid over its own and with other fields set."""
    if overlays:
        fields["overlay"] = (*experiment.overlay, *overlays)
    return experiment.model_copy(update=fields)
