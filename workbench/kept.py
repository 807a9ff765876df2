"""What the workbench keeps in its folder: finished games, saved ones, and those that go on.

    plays/games.jsonl     finished games of people, a line each
    plays/saved/*.txt     games saved under a name, as scripts
    plays/running/*.txt   games that are not finished, as scripts, written at every decision

Each file is written whole, so that a kill at any moment loses nothing.
"""

from __future__ import annotations

import json
import re
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal

from filelock import FileLock
from pydantic import Field, TypeAdapter

from mazarbul.sim.runner.store import write_whole
from mazarbul.sim.toml import DataError, read_text
from mazarbul.workbench.asked import Start

PLAYS = "plays"
GAMES = "games.jsonl"
MARK = "# workbench "  # before what a script cannot say, as JSON
MOVE = re.compile(r"do ([^\s:]+): (.+)")
SUFFIX = ".txt"
MOST_BYTES = 1_000_000  # of a script
PATIENCE_SECONDS = 10
#: How often something was done, by name.
NOTES = TypeAdapter(dict[str, Annotated[int, Field(strict=True, ge=0, lt=2**31)]])

Drawer = Literal["saved", "running"]
DRAWERS: tuple[Drawer, ...] = ("saved", "running")


@dataclass(frozen=True)
class Script:
    """A game as a file has it.

    start: how it began, None in a script that the workbench did not write. base: lines up to its first
    decision. moves: (seat, action). notes: how often decisions were taken back, and bots asked.
    """

    start: Start | None
    base: str
    moves: Sequence[tuple[str, str]]
    notes: Mapping[str, int]


def is_position(base: str) -> bool:
    """Return whether a script begins with a position. base: its lines up to the first decision."""
    return "\nposition" in f"\n{base}"


class Shelf:
    """The files of a workbench. folder: its folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / PLAYS
        self.games = self.folder / GAMES

    def add(self, record: Mapping[str, Any]) -> None:
        """Add a finished game."""
        path = self.games
        self.folder.mkdir(parents=True, exist_ok=True)
        with FileLock(self.folder / f".{GAMES}.lock", timeout=PATIENCE_SECONDS):
            former = path.read_bytes() if path.exists() else b""
            line = json.dumps(record, ensure_ascii=False, separators=(",", ":"))
            write_whole(path, former + line.encode() + b"\n")

    def finished(self) -> int:
        """Return the number of finished games."""
        return self.games.read_bytes().count(b"\n") if self.games.is_file() else 0

    def save(self, drawer: Drawer, name: str, script: Script) -> None:
        """Write a game to a file."""
        write_whole(self.path(drawer, name), text_of(script).encode())

    def drop(self, drawer: Drawer, name: str) -> None:
        """Remove a file, if it is there."""
        self.path(drawer, name).unlink(missing_ok=True)

    def names(self, drawer: Drawer) -> list[str]:
        """Return the names of the files, the latest first."""
        return list(self.times(drawer))

    def times(self, drawer: Drawer) -> dict[str, float]:
        """Return when each file was written, in seconds since 1970, by its name; the latest first."""
        found = (path for path in (self.folder / drawer).glob(f"*{SUFFIX}") if path.is_file())
        times = {path.stem: path.stat().st_mtime for path in found}
        return dict(sorted(times.items(), key=lambda each: each[1], reverse=True))

    def read(self, drawer: Drawer, name: str) -> Script:
        """Return a saved game. Raises DataError."""
        path = self.path(drawer, name)
        if not path.is_file():
            raise DataError(f"there is no game {name!r} in {path.parent}")
        return read(path)

    def path(self, drawer: Drawer, name: str) -> Path:
        """Return the file of a game."""
        return self.folder / drawer / f"{name}{SUFFIX}"

    def name_of(self, path: Path) -> str | None:
        """Return the name of a game that is not finished, by its file; None for any other file."""
        is_own = path.suffix == SUFFIX and path.resolve().parent == (self.folder / "running").resolve()
        return path.stem if is_own else None


def fresh(name: str) -> str:
    """Return a name that no file has. name: what it begins with."""
    return f"{name[:50]} {secrets.token_hex(3)}"


def read(path: Path) -> Script:
    """Return the game in a file. Raises DataError."""
    if path.is_file() and path.stat().st_size > MOST_BYTES:
        raise DataError(f"{path} is larger than any game")
    return script_of(read_text(path), str(path))


def text_of(script: Script) -> str:
    """Return a game as the text of a script, which `mazarbul play-script` replays too."""
    notes: dict[str, Any] = dict(script.notes)
    if script.start is not None:
        notes["start"] = script.start.model_dump()
    moves = [f"do {seat}: {action}" for seat, action in script.moves]
    return "\n".join([script.base, MARK + json.dumps(notes, ensure_ascii=False), *moves, ""])


def script_of(text: str, file: str) -> Script:
    """Return the game in a script. Raises DataError."""
    base, mark, rest = text.partition(f"\n{MARK}")
    if not mark:
        return Script(None, text, (), {})
    head, _, lines = rest.partition("\n")
    moves = [MOVE.fullmatch(line) for line in lines.splitlines() if line.strip()]
    try:
        notes = {**json.loads(head)}
        start = Start.model_validate(notes.pop("start")) if "start" in notes else None
        counts = NOTES.validate_python(notes)
    except (ValueError, TypeError, RecursionError):  # those of pydantic are of the first kind
        raise DataError(f"{file}: the line {MARK.strip()!r} is damaged") from None
    if not all(moves):
        raise DataError(f"{file}: every line after {MARK.strip()!r} must be written as 'do SEAT: ACTION'")
    return Script(start, base, [(move[1], move[2]) for move in moves if move], counts)
