"""Folders of runs and collections that tests make or change by hand, with correct checksums."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from mazarbul.formats.sealing import sealed
from mazarbul.sim.runner.store import file_sha256

MANIFEST, CATALOGUE = "manifest.json", "catalogue.json"


def read(path: Path) -> dict[str, Any]:
    """Return a JSON file."""
    return json.loads(path.read_bytes())


def write(path: Path, data: Mapping[str, Any]) -> None:
    """Write a JSON file that carries its checksum."""
    path.write_bytes(sealed(data))


def seal(folder: Path, manifest: Mapping[str, Any], catalogue: Mapping[str, Any] | None = None) -> None:
    """Write a run's manifest, and its catalogue if given, with the checksums of the folder's files."""
    if catalogue is not None:
        (folder / CATALOGUE).write_text(json.dumps(catalogue), encoding="utf-8")
    data = json.loads(json.dumps(manifest))
    data["catalogue_sha256"] = file_sha256(folder / CATALOGUE)
    for part in (part for chunk in data["chunks"] for part in chunk["files"].values()):
        if (folder / part["file"]).exists():
            part["bytes"] = (folder / part["file"]).stat().st_size
            part["sha256"] = file_sha256(folder / part["file"])
    write(folder / MANIFEST, data)


def change(folder: Path, **changes: Any) -> None:
    """Change fields of a run's manifest, or none, and update its checksums of the folder's files."""
    seal(folder, read(folder / MANIFEST) | changes)
