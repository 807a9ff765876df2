"""What audits that come with a game found, read from a JSON file (see `mazarbul.formats.ladders`)."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from mazarbul.formats.ladders import Ladders


@cache
def load_ladders(path: Path) -> Ladders:
    """Read a file, which a script has written, once a process."""
    return Ladders.model_validate_json(path.read_bytes())
