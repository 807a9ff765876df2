"""Tells whether a run's folder is what its manifest says."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from sim.runner import manifest as manifests
from sim.runner.errors import RunFailure
from sim.runner.manifest import Chunk, Manifest, PartFile
from sim.runner.store import file_sha256


@dataclass(frozen=True)
class Fault:
    """A part that cannot be used. chunk: its chunk's number; is_missing: not there at all."""

    chunk: int
    is_missing: bool
    text: str


def faults(folder: Path, manifest: Manifest) -> Iterator[Fault]:
    """Yield every part that is missing or is not what was written, in the order of the chunks."""
    for chunk in manifest.chunks:
        for part in chunk.files.values():
            fault = _fault(folder / part.file, part, chunk)
            if fault is not None:
                yield fault


def _fault(path: Path, part: PartFile, chunk: Chunk) -> Fault | None:
    if not path.is_file():
        return Fault(chunk.index, True, f"{path}: this part of the run is missing")
    size = path.stat().st_size
    if size != part.bytes:
        return Fault(
            chunk.index,
            False,
            f"{path}: this part is damaged: it has {size:,} bytes, {part.bytes:,} were written",
        )
    if file_sha256(path) != part.sha256:
        return Fault(
            chunk.index,
            False,
            f"{path}: this part is damaged: its SHA-256 is not the one in {manifests.NAME}",
        )
    return None


def checked(folder: Path) -> Manifest:
    """Return the manifest of a run whose parts are all there and whole.

    Raises DataError if there is no run, RunFailure naming the first part that is missing or
    damaged and the way to mend it.
    """
    manifest = manifests.load(folder)
    for fault in faults(folder, manifest):
        raise RunFailure(f"{fault.text}; {_remedy(folder, fault)}")
    return manifest


def mended(folder: Path, manifest: Manifest) -> list[str]:
    """Drop chunks with a missing part from a manifest that is to be resumed; return what is missing.

    Raises RunFailure for a damaged part: a file that is there is never written over unasked.
    """
    missing = []
    for fault in [*faults(folder, manifest)]:
        if not fault.is_missing:
            raise RunFailure(f"{fault.text}; {_remedy(folder, fault)}")
        missing.append(fault.text)
        manifest.drop(fault.chunk)
    return missing


def _remedy(folder: Path, fault: Fault) -> str:
    first = "" if fault.is_missing else "delete it, and "
    return f"{first}its games are played again by: mazarbul run --resume --out {folder}"
