"""What a game declares of its records, read from its `records.toml` into a catalogue (docs/analysis.md)."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path

from sim.engine.fields import Field, described


def declaration(path: Path, fields: Mapping[str, Iterable[Field]]) -> dict:
    """Return what a file declares, to be put into a catalogue. fields: family -> its bit fields."""
    declared = tomllib.loads(path.read_text(encoding="utf-8"))
    for family in declared["families"]:
        if family["id"] in fields:
            family["fields"] = described(fields[family["id"]])
    return declared
