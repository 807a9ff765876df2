"""What the statements of a position do not express: fields of the state, written out directly.

In the middle of a text much is pending that has no statement of its own: frames of the work stack, the
numbers of a combat, waiting occasions. `remains` compares the state made from the statements with the actual
state and writes a line for each row that differs, frames with the names of their slots:

    also frames 1: Pay left=2 seat=1 played=-1
    also left: 2
    also entered: 11=1 14=1
    sealed 5f0c1b9a

so that a position has a text at every decision. The lines are only valid together: the seal, a hash of
them, is checked when they are read.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator

import numpy as np

from mazarbul.sim.engine.frames import FrameKinds
from mazarbul.sim.notation.lines import Line, ScriptError

ALSO, SEALED = "also", "sealed"
FRAMES = "frames"  # the field of a state that holds its work stack
_SEAL_DIGITS = 16


def remains(made: np.record, meant: np.record, kinds: FrameKinds) -> list[str]:
    """Return the lines that turn state `made` into `meant`, none if they are equal. kinds: of frames."""
    pairs = {name: (np.asarray(made[name]), np.asarray(meant[name])) for name in meant.dtype.names or ()}
    lines = [
        f"{ALSO} {FRAMES} {i}: {kinds.text(frame)}"
        for i, (was, frame) in enumerate(zip(*pairs.pop(FRAMES), strict=True))
        if not np.array_equal(was, frame)
    ]
    lines += [text for name, pair in pairs.items() for text in _differing(name, *pair)]
    return [*lines, f"{SEALED} {seal(lines)}"] if lines else []


def _differing(name: str, made: np.ndarray, meant: np.ndarray) -> Iterator[str]:
    """Yield a line for each row of a field that differs."""
    if meant.dtype.names:
        for part in meant.dtype.names:
            for text in _differing(name, made[part], meant[part]):
                head, _, values = text.partition(":")
                yield f"{head} {part}:{values}"
        return
    for index in np.ndindex(meant.shape[:-1]):
        if not np.array_equal(made[index], meant[index]):
            where = "".join(f" {i}" for i in index)
            yield f"{ALSO} {name}{where}: {_values(made[index], meant[index])}"


def _values(made: np.ndarray, meant: np.ndarray) -> str:
    """Return the number meant, or for a row those that differ, each after its index."""
    if np.ndim(meant) == 0:
        return str(int(meant))
    return " ".join(f"{i}={int(meant[i])}" for i in np.flatnonzero(made != meant))


def seal(lines: Iterable[str]) -> str:
    """Return the hash of lines in hexadecimal digits; spaces do not count."""
    text = "\n".join(" ".join(line.split()) for line in lines)
    return hashlib.sha256(text.encode()).hexdigest()[:_SEAL_DIGITS]


class Remains:
    """Collects these lines, for `lay` to put them into a state."""

    def __init__(self, kinds: FrameKinds) -> None:
        self.kinds = kinds
        self.lines: list[Line] = []
        self.is_sealed = False

    def add(self, line: Line) -> None:
        """Take a line `also`, to be read together with all others."""
        self.lines.append(line)
        self.is_sealed = False
        line.next_i = len(line.tokens)

    def check(self, line: Line) -> None:
        """Read the seal of the lines before it; raises ScriptError if they were changed."""
        token = line.word("the seal")
        if token.text != seal(each.text.strip() for each in self.lines):
            what = "the lines 'also' were changed; they are only valid as they were written"
            raise line.error(what, token)
        self.is_sealed = True

    def lay(self, s: np.record) -> None:
        """Put the lines into a state. Raises ScriptError for lines without a seal, or of another game."""
        if self.lines and not self.is_sealed:
            raise self.lines[-1].error("lines 'also' must end with their seal, as they were written")
        for line in self.lines:
            try:
                _lay(s, line.text.split(maxsplit=1)[1], self.kinds)
            except (IndexError, KeyError, ValueError, TypeError, OverflowError):
                raise ScriptError(
                    f"this game has no place for '{line.text.strip()}'", line.file, line.number, 1
                ) from None


def _lay(s: np.record, text: str, kinds: FrameKinds) -> None:
    """Put a row into its field."""
    head, _, values = text.partition(":")
    name, *where = head.split()
    field = s[name]
    if name == FRAMES:
        frame = field[int(where[0])]
        frame[:] = 0
        for slot, value in kinds.read(values).items():
            frame[slot] = value
        return
    part = where.pop() if where and not where[-1].isdecimal() else None
    index = tuple(map(int, where))
    if part is not None:
        field = field[part]
    if np.ndim(field) == 0:
        s[name] = int(values)
    elif len(index) == np.ndim(field):
        field[index] = int(values)
    else:
        row = field[index]
        for word in values.split():
            place, _, number = word.partition("=")
            row[int(place)] = int(number)
