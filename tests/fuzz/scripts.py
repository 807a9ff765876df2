"""Play-scripts of all games."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random

from mazarbul.sim import games
from mazarbul.sim.toml import DataError
from tests.board_game import test_rules_positions
from tests.fuzz.kind import InputKind

TESTS = Path(__file__).resolve().parents[1]
GAMES = ("board_game", "card_game", "lotr_lcg")
HEADER = ("game", "scenario", "switch", "overlay", "deck_of", "seed")
LONGEST = 2_000  # characters of a part that is tried; long ones take long
STEPS = (-1, 1, 2, 10, 100, 256, 65536, 2**32, 2**64)
_EQUALS = re.compile(r"(expect (?!illegal|legal).* = )(\d+)")
CONTRARY = {"=": "!=", "!=": "=", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}
_COMPARED = re.compile(r"(expect (?!illegal|legal|options:)[^<>!=]*) (<=|>=|!=|=|<|>) (.+)")
_LISTED = re.compile(r"^expect (?:hand|discard|staging|engaged|heroes|allies|on|reserve|path_deck) ?\w*: \S")
_TRUTH = re.compile(r"^expect (?:over|exhausted|committed|captive|face_down|fresh|played|used|bare)( \S+)?$")


def _texts(game: str) -> list[str]:
    """Return the scripts of a game: files, or texts in a test."""
    files = sorted((TESTS / game / "scripts").glob("*.txt"))
    in_test = [text for text in vars(test_rules_positions).values() if isinstance(text, str)]
    own = [text for text in in_test if text.startswith(f"\ngame {game}\n")]
    return [file.read_text("utf-8") for file in files] + own


@cache
def parts(game: str) -> tuple[str, ...]:
    """Return the positions of all scripts of a game, each with its header."""
    found = []
    for text in _texts(game):
        header: list[str] = []
        body: list[str] = []
        for line in [*text.splitlines(), "position end"]:
            word = line.split(" ")[0]
            if (word == "position" or word in HEADER) and any(row.startswith("expect") for row in body):
                found.append("\n".join([*header, *body]) + "\n")
            if word in HEADER:
                header, body = [*header, line], []
            elif word == "position":
                body = [line]
            elif body or word in ("do", "auto", "expect"):
                body.append(line)
    return tuple(part for part in found if len(part) <= LONGEST)


def run(game: str, text: bytes, folder: Path) -> list[str]:
    """Run a script; the overlays of the shipped ones are in its folder."""
    path = folder / "input.txt"
    path.write_bytes(text)
    return games.get(game).run_script(path)


def lay_out(folder: Path) -> None:
    """Put the files that shipped scripts name into a folder."""
    for game in ("card_game", "lotr_lcg"):
        for file in (TESTS / game / "scripts").iterdir():
            target = folder / file.name
            if file.is_dir():
                shutil.copytree(file, target, dirs_exist_ok=True)
            elif file.suffix != ".txt" or file.name.endswith("_deck.txt"):
                shutil.copy(file, target)


def _damaged_kind(game: str) -> InputKind:
    def attempt(raw: bytes, folder: Path) -> None:
        report = run(game, raw, folder)
        said = raw.decode("utf-8-sig").splitlines()
        n = sum(line.lstrip().partition("#")[0].split()[:1] == ["expect"] for line in said)
        assert report[-1] == f"input.txt: {n} expectations hold", (n, report[-1])

    return InputKind(f"scripts of {game}", lambda: parts(game), attempt, seconds=60)


def falsified(text: str) -> list[str]:
    """Return the script with one expectation changed so that it cannot hold, in every known way."""
    lines = text.splitlines()
    return [
        "\n".join([*lines[:i], changed, *lines[i + 1 :]]) + "\n"
        for i, line in enumerate(lines)
        for changed in _opposites(line.partition(" #")[0].rstrip())
    ]


def _opposites(line: str) -> Iterator[str]:
    """Yield expectations that cannot hold if that of a line holds."""
    number = _EQUALS.fullmatch(line)
    if number:
        for step in STEPS:
            yield f"{number[1]}{int(number[2]) + step}"
    compared = _COMPARED.fullmatch(line)
    if compared:
        yield f"{compared[1]} {CONTRARY[compared[2]]} {compared[3]}"
    if _LISTED.match(line):
        head, _, cards = line.partition(":")
        words = cards.split()
        for i, word in enumerate(words):
            yield f"{head}: {' '.join(words[:i] + words[i + 1 :])}".rstrip()
            yield f"{line} {word}"
    if _TRUTH.match(line):
        yield from (f"{line} = no", f"{line} != yes")
    if line.startswith("expect options: ") and "," in line:
        yield from (line.rpartition(",")[0], f"{line},{line.rpartition(',')[2]}")
    if line.startswith("expect legal "):
        yield line.replace("expect legal", "expect illegal", 1)
    if line.startswith("expect illegal "):
        yield line.replace("expect illegal", "expect legal", 1)


@cache
def falsifiable(game: str) -> tuple[str, ...]:
    """Return the parts of a game's scripts that have an expectation to change."""
    return tuple(part for part in parts(game) if falsified(part))


def _falsified_kind(game: str) -> InputKind:
    def make(random: Random, sample: str) -> bytes:
        return random.choice(falsified(sample)).encode()

    def attempt(raw: bytes, folder: Path) -> None:
        try:
            run(game, raw, folder)
        except DataError as error:
            line = raw.decode().splitlines()[(error.line or 1) - 1]
            assert line.startswith("expect"), f"refused at {line!r}: {error}"
            raise
        raise AssertionError("a script whose expectation was falsified passes")

    name = f"scripts of {game}, expecting something else"
    return InputKind(name, lambda: falsifiable(game), attempt, make, seconds=60)


KINDS = tuple(kind(game) for kind in (_damaged_kind, _falsified_kind) for game in GAMES)
