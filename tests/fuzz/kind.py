"""A kind of input that the program reads, and how each input is tried."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from pydantic import BaseModel

from mazarbul.analysis import RunError
from mazarbul.sim.runner.errors import RunFailure
from mazarbul.sim.toml import DataError, Source
from tests.fuzz.guard import watched
from tests.fuzz.mutators import encoded, mutated

BREAK = "\n"  # after the place of a text that is read differently in different places

#: The errors that the command turns into a message and an exit code (sim/cli/app.py).
EXPECTED = (DataError, RunError, RunFailure, OSError)
LONGEST_MESSAGE = 20_000  # characters


@dataclass
class InputKind:
    """A kind of input.

    samples: valid texts to damage. attempt(raw, folder): reads the input, given as bytes, in its own folder;
    returns if it was accepted and read correctly, and raises one of EXPECTED if it was refused. make: another
    way to make an input from a sample. seconds: time limit for one.
    """

    name: str
    samples: Callable[[], Sequence[str]]
    attempt: Callable[[bytes, Path], None]
    make: Callable[[Random, str], bytes] | None = None
    seconds: float = 20.0
    counts: Counter = field(default_factory=Counter)

    def input(self, random: Random) -> bytes:
        """Return an input made at random from a sample."""
        samples = self.samples()
        sample = random.choice(samples)
        if self.make is not None:
            return self.make(random, sample)
        return encoded(random, mutated(random, sample, samples))

    def try_one(self, raw: bytes, folder: Path) -> bool:
        """Try an input and return whether it was accepted; raises if anything forbidden happens."""
        before = set(folder.iterdir())
        try:
            with watched(folder, self.seconds):
                self.attempt(raw, folder)
        except EXPECTED as error:
            check_message(error)
            self.counts["refused"] += 1
            return False
        finally:
            left = [file for file in set(folder.iterdir()) - before if file.stem != "input"]
            assert not left, f"files were left behind: {left}"
        self.counts["accepted"] += 1
        return True


def placed(place: str, text: str) -> str:
    """Return a sample for `damaged_at_place`. place: a line that says where the text belongs."""
    return place + BREAK + text


def damaged_at_place(random: Random, sample: str) -> bytes:
    """Return an input of which only the text is damaged, not its place."""
    place, _, text = sample.partition(BREAK)
    return placed(place, "").encode() + encoded(random, mutated(random, text))


def place_and_text(raw: bytes) -> tuple[str, bytes]:
    """Return the place of an input made by `damaged_at_place`, and its text."""
    place, _, text = raw.partition(BREAK.encode())
    return place.decode(), text


def check_message(error: Exception) -> None:
    """Check that the message for the user can be printed and read."""
    text = str(error)
    assert text.strip(), f"{type(error).__name__} has no message"
    assert len(text) < LONGEST_MESSAGE, f"a message of {len(text)} characters: {text[:200]} ..."


def toml_data(raw: bytes) -> dict:
    """Return the data of an accepted TOML text, read without the program."""
    return tomllib.loads(raw.decode("utf-8-sig").replace("\r\n", "\n"))


def same(given: object, found: object) -> bool:
    """Return whether the program's value is that of a data file; its tables may have more keys."""
    if isinstance(found, Source):
        found = found.text
    if isinstance(found, BaseModel):
        fields = type(found).model_fields.items()
        found = {info.alias or name: getattr(found, name) for name, info in fields}
    if isinstance(given, Mapping):
        return isinstance(found, Mapping) and all(
            key in found and same(value, found[key]) for key, value in given.items()
        )
    if isinstance(given, list):
        is_list = isinstance(found, list | tuple) and len(found) == len(given)
        return is_list and all(map(same, given, found))
    return type(given) is type(found) and given == found
