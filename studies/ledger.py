"""What a training has found out so far, in a sealed file, so that it can go on where it stopped.

A search that is repeated with the answers that it had before does the same again. So only the answers are
kept: `recall` returns the answer that is written down, or finds it and writes it down. Answers about the end
of a search (`recall_end`) hold until the search goes on.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

from mazarbul.formats.sealing import sealed
from mazarbul.sim.runner import folder as folders
from mazarbul.sim.runner import run
from mazarbul.sim.runner.store import read_sealed, write_whole
from mazarbul.sim.toml import DataError

NAME = "training.json"
FORMAT = 2
CONFIRMED = "confirmed"  # key of what the end of a training says
T = TypeVar("T")

#: What determines the answers -> its name in messages.
SAME = {
    **{
        key: run.SAME[key]
        for key in ("game", "scenario", "seed", "bots", "bot_hashes", "switches", "tables_hash")
    },
    "sides": "the sides that are trained",
    "league": "the bots to play against",
    "league_hashes": "how the opponents play (weights, options or code)",
    "weights": "the weights that are trained",
    "first_hashes": "how the starting bots play",
    "games": "the number of games",
    "population": "the population",
    "sigma": "the step size",
    "code_version": run.SAME["code_version"],
    "library_versions": "the versions of libraries",
}


class Ledger:
    """The answers of a training. Make it with `opened`."""

    def __init__(self, path: Path, data: dict[str, Any]) -> None:
        self.path = path
        self._data = data
        self._before = float(data["seconds"])
        self._started: float | None = None

    @property
    def seconds(self) -> float:
        """The time for which the clock ran, before the training was resumed and since."""
        return self._before + (0.0 if self._started is None else time.monotonic() - self._started)

    def start(self) -> None:
        """Start the clock."""
        self._started = time.monotonic()

    def stop(self) -> None:
        """Stop the clock."""
        self._before, self._started = self.seconds, None

    def knows(self, key: str) -> bool:
        """Return whether an answer is written down."""
        return key in self._data["answers"]

    def recall(self, key: str, find: Callable[[], T]) -> T:
        """Return an answer, JSON values only: the one written down, or the one found now."""
        if not self.knows(key):
            self._data["answers"][key] = find()
            self._data["end"] = {}
            self.save()
        return self._data["answers"][key]

    def knows_end(self, key: str) -> bool:
        """Return whether an answer about the end is written down."""
        return key in self._data["end"]

    def recall_end(self, key: str, find: Callable[[], T]) -> T:
        """Return an answer about the end of the search as it is now, as `recall` does."""
        if not self.knows_end(key):
            self._data["end"][key] = find()
            self.save()
        return self._data["end"][key]

    def conclude(self, facts: object) -> None:
        """Write down the gains that were confirmed."""
        self._data["end"][CONFIRMED] = facts
        self.save()

    def save(self) -> None:
        """Write the file, whole or not at all."""
        self._data["seconds"] = round(self.seconds, 3)
        write_whole(self.path / NAME, sealed(self._data))


def is_confirmed(path: Path, seconds: float) -> bool:
    """Return whether a folder has a training that searched for so long, and whose gains were confirmed.

    Raises RunFailure if its file is damaged.
    """
    file = path / NAME
    if not file.is_file():
        return False
    data = read_sealed(file)
    return CONFIRMED in data.get("end", ()) and data["seconds"] >= seconds


@contextmanager
def opened(path: Path, identity: Mapping[str, Any], *, resume: bool) -> Iterator[Ledger]:
    """Lock a training's folder for this process, and start or resume it.

    identity: see SAME. Raises DataError if the folder holds something else, if it holds a training and
    `resume` is not set, or if the training to resume was started differently.
    """
    file = path / NAME
    plain = json.loads(json.dumps(identity))
    if not file.is_file():
        folders.check_new(path)
    elif not resume:
        raise DataError("this folder already holds a training: use --resume, or name another --out", path)
    with folders.held(path):
        data = {"format": FORMAT, **plain, "seconds": 0.0, "answers": {}, "end": {}}
        if file.is_file():
            data = read_sealed(file)
            _check(data, plain, path)
        ledger = Ledger(path, data)
        ledger.save()
        yield ledger


def _check(begun: Mapping[str, Any], wanted: Mapping[str, Any], path: Path) -> None:
    """Raise DataError naming the first difference between the training begun and the one wanted."""
    if begun.get("format") != FORMAT:
        raise DataError(f"this training has format {begun.get('format')!r}, not {FORMAT}: start anew", path)
    for key, name in SAME.items():
        before, now = begun.get(key), wanted.get(key)
        if before != now:
            change = "" if "hash" in key or "version" in key else f", from {before} to {now}"
            raise DataError(f"this training cannot be resumed: {name} changed{change}", path)
