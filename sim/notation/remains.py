"""What the statements of a position do not say: fields of the state, written as they are.

In the middle of a text much is pending that has no statement of its own: frames of the work stack, the
numbers of a combat, occasions that wait. `remains` compares the state that the statements make with the state
that is meant, and writes a line for each row that differs,

    also frames 1: 20 3 -1 0 4
    also left: 2
    sealed 5f0c1b9a

so that a position has a text at every decision. The lines hold together only as a whole: the seal, a hash
of them, is checked when they are read.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator

import numpy as np

from sim.notation.lines import Line, ScriptError

ALSO, SEALED = "also", "sealed"
_SEAL_DIGITS = 16

Row = tuple[str, tuple[int, ...], str, tuple[int, ...]]
"""A row of a field: field, index of the row, field of the record there or "", values."""


def remains(made: np.record, meant: np.record) -> list[str]:
    """Return the lines that turn one state into another, none if they are equal."""
    pairs = ((name, np.asarray(made[name]), np.asarray(meant[name])) for name in meant.dtype.names)
    lines = [text for pair in pairs for text in _differing(*pair)]
    return [*lines, f"{SEALED} {seal(lines)}"] if lines else []


def _differing(name: str, made: np.ndarray, meant: np.ndarray) -> Iterator[str]:
    """Yield the lines of the rows of a field that differ."""
    if meant.dtype.names:
        for part in meant.dtype.names:
            for text in _differing(name, made[part], meant[part]):
                head, _, values = text.partition(":")
                yield f"{head} {part}:{values}"
        return
    for index in np.ndindex(meant.shape[:-1]):
        if not np.array_equal(made[index], meant[index]):
            where = "".join(f" {i}" for i in index)
            values = " ".join(str(int(value)) for value in np.atleast_1d(meant[index]))
            yield f"{ALSO} {name}{where}: {values}"


def seal(lines: Iterable[str]) -> str:
    """Return the hash of lines, in hexadecimal digits; spaces do not count."""
    text = "\n".join(" ".join(line.split()) for line in lines)
    return hashlib.sha256(text.encode()).hexdigest()[:_SEAL_DIGITS]


class Remains:
    """Collects the lines of what remains, for `lay` to put them into a state."""

    def __init__(self) -> None:
        self.lines: list[Line] = []
        self.is_sealed = False

    def add(self, line: Line) -> None:
        """Take a line `also`, to be read as a whole with all others."""
        self.lines.append(line)
        self.is_sealed = False
        line.next_i = len(line.tokens)

    def check(self, line: Line) -> None:
        """Read the seal of the lines before it; raises ScriptError if they were changed."""
        token = line.word("the seal")
        if token.text != seal(each.text.strip() for each in self.lines):
            what = "the lines 'also' are not as they were written; they hold together only as they are"
            raise line.error(what, token)
        self.is_sealed = True

    def lay(self, s: np.record) -> None:
        """Put what was read into a state. Raises ScriptError for lines without seal, or of another game."""
        if self.lines and not self.is_sealed:
            raise self.lines[-1].error("lines 'also' end with their seal, as they were written")
        for line in self.lines:
            try:
                _lay(s, line.text.split(maxsplit=1)[1])
            except (IndexError, KeyError, ValueError, TypeError, OverflowError):
                raise ScriptError(
                    f"this game has no place for '{line.text.strip()}'", line.file, line.number, 1
                ) from None


def _lay(s: np.record, text: str) -> None:
    """Put a row into its field."""
    head, _, values = text.partition(":")
    name, *where = head.split()
    field = s[name]
    part = where.pop() if where and not where[-1].isdecimal() else None
    numbers = [int(value) for value in values.split()]
    index = tuple(map(int, where))
    if part is not None:
        field = field[part]
    if np.ndim(field) == 0:
        (s[name],) = numbers
    elif len(index) == np.ndim(field):
        (field[index],) = numbers
    else:
        field[index] = numbers
