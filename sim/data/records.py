"""What a game declares of its records, read from its `records.toml` into a catalogue (docs/analysis.md)."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from sim.engine.fields import described

#: Bit fields of a family: (name, shift, bits, labels).
Fields = Iterable[tuple[str, int, int, Sequence[str] | None]]


def declaration(path: Path, fields: Mapping[str, Fields]) -> dict:
    """Return what a file declares, to be put into a catalogue. fields: family -> its bit fields."""
    declared = tomllib.loads(path.read_text(encoding="utf-8"))
    for family in declared["families"]:
        if family["id"] in fields:
            family["fields"] = described(fields[family["id"]])
    return declared
