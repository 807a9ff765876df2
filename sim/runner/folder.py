"""A run's folder: created, resumed, and written to by one process at a time.

<run>/manifest.json            what the run is, and the checksums of its parts
<run>/manifest.json.former     the previous one, in case it is damaged
<run>/catalogue.json           names of cards, places and fields, for reports
<run>/inputs/                  copies of the user's own files that it was started with
<run>/<family>/part-00000.parquet
<run>/aggregates/part-00000.npz   instead, if counts of the games are kept instead of rows
<run>/.lock                    held while a process plays
"""

from __future__ import annotations

import shutil
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import filelock

from mazarbul.formats.manifest import CATALOGUE, MANIFEST, Manifest, PartFile
from mazarbul.formats.sealing import sha256
from mazarbul.sim.runner import manifest as manifests
from mazarbul.sim.runner.store import sweep, write_whole
from mazarbul.sim.runner.summary import part_name
from mazarbul.sim.runner.task import Played
from mazarbul.sim.toml import DataError

LOCK = ".lock"
INPUTS = "inputs"
RUNS = Path("runs")
SAVE_SHARE = 0.1


def fresh(name: str, suffix: str = "") -> Path:
    """Return the first of runs/<name>-1<suffix>, -2 ... that does not exist yet."""
    number = 1
    while (RUNS / f"{name}-{number}{suffix}").exists():
        number += 1
    return RUNS / f"{name}-{number}{suffix}"


def chosen(out: Path | None, name: str, *, resume: bool) -> Path:
    """Return the folder to write to: the one that was named, or `fresh(name)`.

    Raises DataError if something is to be resumed, and no folder says what.
    """
    if resume and out is None:
        raise DataError("--resume needs --out DIR")
    return out or fresh(name)


def check_new(folder: Path) -> None:
    """Raise DataError unless a new run can start in `folder`: it must be missing or empty."""
    if manifests.is_in(folder):
        raise DataError(
            "this folder already holds a run: resume it with --resume, or name another --out", folder
        )
    if folder.exists() and not folder.is_dir():
        raise DataError("this is a file: name a new folder for the run", folder)
    if folder.exists() and any(not _is_ours(path) for path in folder.iterdir()):
        raise DataError("this folder is not empty and not a run: name a new folder for the run", folder)


def _is_ours(path: Path) -> bool:
    """Return whether a file may be left over from a run that was killed before it wrote its manifest."""
    return path.name == LOCK or path.name.startswith(MANIFEST)


@contextmanager
def held(folder: Path) -> Iterator[None]:
    """Lock a run's folder, created if need be, for this process alone.

    Raises DataError if another process has it, OSError if it cannot be written. The system releases the
    lock of a killed process.
    """
    folder.mkdir(parents=True, exist_ok=True)
    lock = filelock.FileLock(folder / LOCK, timeout=0)
    try:
        lock.acquire()
    except filelock.Timeout:
        raise DataError(
            "another process is playing this run: wait for it, or name another --out", folder
        ) from None
    try:
        sweep(folder)
        yield
    finally:
        lock.release()


class RunFolder:
    """A locked folder and its manifest. Every file in it is written whole or not at all."""

    def __init__(self, path: Path, manifest: Manifest) -> None:
        self.path = path
        self.manifest = manifest
        self._saved_at = 0.0
        self._save_took = 0.0

    def begin(self, catalogue: bytes, inputs: Mapping[str, Path]) -> None:
        """Write the files besides the parts. inputs: name -> the user's file."""
        self.save()
        write_whole(self.path / CATALOGUE, catalogue)
        for name, source in inputs.items():
            write_whole(self.path / INPUTS / f"{name}{source.suffix}", source.read_bytes())

    def clear(self) -> None:
        """Remove what `begin` wrote, since nothing was played."""
        for name in (MANIFEST, manifests.FORMER, CATALOGUE):
            (self.path / name).unlink(missing_ok=True)
        shutil.rmtree(self.path / INPUTS, ignore_errors=True)

    def keep(self, played: Played) -> None:
        """Write a chunk's parts, then record it. A chunk that is not recorded counts as not played."""
        files = {}
        for family, data in played.parts.items():
            name = part_name(family, played.span.index)
            write_whole(self.path / name, data)
            files[family] = PartFile(file=name, sha256=sha256(data), bytes=len(data))
        self.manifest.add(played.span, files)
        if time.monotonic() - self._saved_at >= self._save_took / SAVE_SHARE:
            self.save()

    def save(self) -> None:
        """Write the manifest.

        The runner calls it whenever a run stops. `keep` calls it as often as a tenth of the time allows, so
        that a run with very many parts is not slowed down.
        """
        started = time.monotonic()
        manifests.save(self.manifest, self.path)
        self._saved_at = time.monotonic()
        self._save_took = self._saved_at - started
