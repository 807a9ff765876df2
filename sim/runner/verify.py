"""Finds the parts of a run that do not match its manifest, so that their games are played again."""

from __future__ import annotations

from pathlib import Path

from mazarbul.formats.manifest import Manifest, PartFile
from mazarbul.sim.runner.store import file_sha256


def discarded(folder: Path, manifest: Manifest) -> list[str]:
    """Drop the chunks with missing or damaged parts from a manifest; return what is wrong with them.

    Nothing is lost: their games, played again, are the same. The files stay until then.
    """
    wrong = []
    for chunk in [*manifest.chunks]:
        faults = [fault for part in chunk.files.values() if (fault := _fault(folder / part.file, part))]
        if faults:
            manifest.drop(chunk.index)
            wrong += faults
    return wrong


def unnoted(folder: Path, manifest: Manifest) -> list[Path]:
    """Return parts that were written but not recorded, because the run was killed in between."""
    noted = {folder / part.file for chunk in manifest.chunks for part in chunk.files.values()}
    return [path for path in sorted(folder.glob("*/part-*")) if path not in noted]


def _fault(path: Path, part: PartFile) -> str | None:
    """Return what is wrong with a part; None if it is intact."""
    if not path.is_file():
        return f"{path}: this part of the run is missing"
    try:
        size = path.stat().st_size
        if size != part.bytes:
            return f"{path}: this part is damaged: it has {size:,} bytes, {part.bytes:,} were written"
        if file_sha256(path) != part.sha256:
            return f"{path}: this part is damaged: its SHA-256 is not the recorded one"
    except OSError as error:
        return f"{path}: this part cannot be read: {error.strerror or error}"
    return None
