"""What is known of games that people played, read from a TOML file (see `mazarbul.formats.people`)."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from mazarbul.formats.people import People
from mazarbul.sim.data.nodes import Node, build

NAME = "people.toml"


@cache
def load_people(path: Path) -> People:
    """Read a file, once a process. Raises DataError with the position of every mistake."""
    return build(People, Node.load(path), "this file")
