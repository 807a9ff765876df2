"""Damaged folders of runs, collections and studies: they are read unchanged, refused, or repaired.

An input is a JSON list of [file, kind of damage, where (a share of its length), a number].
"""

from __future__ import annotations

import io
import json
import tempfile
from collections.abc import Callable
from contextlib import redirect_stderr
from functools import cache
from pathlib import Path
from random import Random

from mazarbul.reports.summary import lines
from tests.fuzz.kind import InputKind
from tests.reports.folders import study
from tests.runner.help import files, play

SEED, GAMES, CHUNK = 7, 300, 60
EXECUTION = {"jobs": 1, "chunk": CHUNK}
OVERLAY = "bonus = 1\n"


def _bent(data: bytes, at: int, number: int) -> bytes:
    return data[:at] + bytes([data[at] ^ (1 << number % 8)]) + data[at + 1 :] if data else b"?"


DAMAGES: dict[str, Callable[[bytes, int, int], bytes]] = {
    "bend a bit": _bent,
    "cut": lambda data, at, _: data[:at],
    "cut off the beginning": lambda data, at, _: data[at:],
    "empty": lambda *_: b"",
    "blank": lambda data, at, number: data[:at] + bytes(number % 99) + data[at + number % 99 :],
    "double": lambda data, at, number: data[: at + number % 99] + data[at:],
    "lengthen": lambda data, at, number: data + data[at : at + number % 99],
    "change a digit": lambda data, at, number: data[:at] + b"%d" % (number % 10) + data[at + 1 :],
}


def damaged(data: bytes, how: str, where: float, number: int) -> bytes:
    """Return a file's bytes damaged in one of DAMAGES. where: place in the file, 0 to 1."""
    return DAMAGES[how](data, int(where * max(len(data) - 1, 0)), number)


#: Damage to a file as a whole; the number selects the other file that takes part.
MOVES = ("remove", "make a folder of it", "put another in its place", "leave a copy")


@cache
def originals() -> Path:
    """Return a folder with a run of rows, one of counts, and a study, all intact; made once per process."""
    place = Path(tempfile.mkdtemp(prefix="mazarbul-fuzz-runs-"))
    for name, keep in (("rows", "all"), ("counts", "aggregates")):
        _play(place / name, keep, place)
    study(place / "study", games=200)
    return place


def _play(out: Path, keep: str, place: Path) -> Path:
    """Play or resume the run that all tests here use. place: of the user's own file."""
    (place / "input.toml").write_text(OVERLAY)
    execution = EXECUTION | {"keep": keep}
    return play(out, resume=True, games=GAMES, seed=SEED, execution=execution, overlay=place / "input.toml")


@cache
def _printed(name: str) -> list[str]:
    """Return what is printed about an undamaged folder."""
    return list(lines(originals() / name))


def _damage(random: Random, sample: str) -> bytes:
    """Return the damage to a few files of a folder. sample: its name."""
    found = sorted(path for path in (originals() / sample).rglob("*") if path.is_file())
    names = [str(path.relative_to(originals() / sample)) for path in found]
    # the small files that everything depends on are damaged as often as the many parts
    chosen = [name for name in names if name.endswith(".json")] if random.random() < 0.4 else names
    how = (*DAMAGES, *DAMAGES, *MOVES)
    done = [
        (random.choice(chosen), random.choice(how), random.random(), random.randrange(999))
        for _ in range(random.choice((1, 1, 1, 2, 4)))
    ]
    return json.dumps([sample, *done]).encode()


def copied(name: str, folder: Path) -> Path:
    """Return a copy, to be damaged, of one of the originals."""
    copy = folder / "input" / name
    for path in (originals() / name).rglob("*"):
        if path.is_file():
            target = copy / path.relative_to(originals() / name)
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(path.read_bytes())
    return copy


def play_on(run: Path, name: str, place: Path) -> Path:
    """Resume a copy of an original."""
    return _play(run, {"rows": "all", "counts": "aggregates"}[name], place)


def _damaged(raw: bytes, folder: Path) -> tuple[str, Path]:
    """Return a damaged copy of a folder, and its name."""
    name, *damages = json.loads(raw)
    copy = copied(name, folder)
    names = sorted(str(path.relative_to(copy)) for path in copy.rglob("*") if path.is_file())
    for file, how, where, number in damages:
        path = copy / file
        if not path.is_file():
            continue
        data = path.read_bytes()
        if how in DAMAGES:
            path.write_bytes(damaged(data, how, where, number))
        elif how == "leave a copy":
            path.with_name(f"copy-of-{path.name}").write_bytes(data)
        else:
            path.unlink()
            other = copy / names[number % len(names)]
            if how == "make a folder of it":
                path.mkdir()
            elif how == "put another in its place" and other.is_file():
                path.write_bytes(other.read_bytes())
    return name, copy


def clear(folder: Path) -> None:
    """Remove a folder by full file names, as the guard requires."""
    for path in sorted(folder.rglob("*"), reverse=True):
        path.rmdir() if path.is_dir() else path.unlink()
    folder.rmdir()


def read_it(raw: bytes, folder: Path) -> None:
    """Read a damaged folder: if anything is printed about it, it is the same as before."""
    name, copy = _damaged(raw, folder)
    try:
        printed = list(lines(copy))
    finally:
        clear(folder / "input")
    assert printed == _printed(name)


def go_on_with_it(raw: bytes, folder: Path) -> None:
    """Resume a damaged run: it is refused, or ends with the same result."""
    name, copy = _damaged(raw, folder)
    extra = {str(path.relative_to(copy)) for path in copy.rglob("copy-of-*")}
    try:
        with redirect_stderr(io.StringIO()):  # discarded files are reported
            play_on(copy, name, folder)
        left = {file: data for file, data in files(copy).items() if file not in extra}
        assert left == files(originals() / name)
        assert list(lines(copy)) == _printed(name)
    finally:
        clear(folder / "input")
        (folder / "input.toml").unlink(missing_ok=True)


KINDS = (
    InputKind("damaged folders, read", lambda: ("rows", "counts", "study"), read_it, _damage),
    InputKind("damaged runs, gone on with", lambda: ("rows", "counts"), go_on_with_it, _damage),
)
