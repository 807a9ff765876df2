"""Golden games: the lines of a game, compared with a stored file."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from itertools import islice
from pathlib import Path

import pytest

MOST_BYTES = 100_000


def difference(text: str, golden: str, file: str) -> str:
    """Return the first lines of the difference between a game and its golden file."""
    old, new = golden.splitlines(), text.splitlines()
    return "\n".join(islice(difflib.unified_diff(old, new, file, "the game now", lineterm="", n=2), 30))


def check(request: pytest.FixtureRequest, file: Path, lines: Iterable[str]) -> None:
    """Compare the lines of a game with its golden file, or rewrite that with --rewrite-golden."""
    text = "\n".join(lines) + "\n"
    assert len(text.encode()) < MOST_BYTES
    if request.config.getoption("--rewrite-golden"):
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
        return
    assert file.is_file(), f"{file.name} is missing; write it with --rewrite-golden"
    golden = file.read_text(encoding="utf-8")
    assert text == golden, f"no longer the golden game:\n{difference(text, golden, file.name)}"
