"""What a game declares about its records: its `records.toml`, read into a catalogue.

docs/adding-a-game.md explains how to write it.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path

from mazarbul.sim.engine.fields import Field, described


def declaration(path: Path, fields: Mapping[str, Iterable[Field]]) -> dict:
    """Return what a file declares, for use in a catalogue. fields: family -> its bit fields."""
    declared = tomllib.loads(path.read_text(encoding="utf-8"))
    for family in declared["families"]:
        if family["id"] in fields:
            family["fields"] = described(fields[family["id"]])
    return declared
