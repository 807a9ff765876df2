"""TOML files whose every value knows its line and column.

A `Document` is what `tomllib` reads plus the position of every key and value, so that a later error in
the data can name its exact position.
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from pathlib import Path
from stat import S_ISFIFO

from mazarbul.sim.toml.errors import DataError
from mazarbul.sim.toml.scan import KeyPath, Scan, decode, scan

#: Where pipes are that somebody holds: `<(command)` of a shell, standard input.
OPEN_ALREADY = ("/dev/", "/proc/")
LARGEST_FILE = 2_000_000  # bytes; files written by people are a hundred times smaller
_MOST_LEVELS = 40  # nested tables and lists
_SMALLEST_INT, _LARGEST_INT = -(2**63), 2**63 - 1  # the range that TOML guarantees for integers
#: A name with more parts than there are levels; `tomllib` would take minutes for ten thousand parts.
_LONG_NAME = re.compile(
    r"""(?<![\w"'-])(?:(?:[\w-]+|"(?:\\.|[^"\\\n])*"|'[^'\n]*')[ \t]*\.[ \t]*){"""
    rf"{_MOST_LEVELS}}}"
)
_TOML_POSITION = re.compile(r"\s*\(at (?:line (\d+), column (\d+)|end of document)\)$")


def read_text(path: str | Path) -> str:
    """Return the text of a user's file, without the byte order mark that some editors add.

    Raises DataError if it cannot be read, is larger than LARGEST_FILE (a device may never end), or is not
    UTF-8.
    """
    try:
        raw = _raw(Path(path))
    except (OSError, ValueError) as error:  # ValueError: a name that no file can have
        reason = getattr(error, "strerror", None) or error
        raise DataError(f"cannot read this file ({reason})", path) from None
    if len(raw) > LARGEST_FILE:
        raise DataError(f"this file is larger than {LARGEST_FILE:,} bytes", path)
    try:
        return raw.decode("utf-8").removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        column = error.start - (raw.rfind(b"\n", 0, error.start) + 1) + 1
        raise DataError("this is not UTF-8 text", path, line, column) from None


def _raw(path: Path) -> bytes:
    """Return the first bytes of a file. Raises OSError, also for a pipe that nobody may ever write to."""
    if S_ISFIFO(path.stat().st_mode) and not str(path).startswith(OPEN_ALREADY):
        raise OSError(None, "it is a pipe: name a file")
    with path.open("rb") as file:
        return file.read(LARGEST_FILE + 1)


@dataclass(frozen=True)
class Source:
    """A text with its position in a file.

    text: the text itself. file, line, column: the position of its first character (1-based).
    marks: (offset in text, line, column) of every point where counting restarts, in ascending order;
    needed only if the text was written with escapes or over several lines.
    """

    text: str
    file: str = "<text>"
    line: int = 1
    column: int = 1
    marks: tuple[tuple[int, int, int], ...] = ()

    def position(self, offset: int) -> tuple[int, int]:
        """Return (line, column), both 1-based, of the character at `offset` of the text."""
        start, line, column = 0, self.line, self.column
        for mark in self.marks:
            if mark[0] > offset:
                break
            start, line, column = mark
        before = self.text[start:offset]
        newlines = before.count("\n")
        if newlines:
            return line + newlines, len(before) - before.rfind("\n")
        return line, column + offset - start


class Document:
    """A TOML document: `data` as `tomllib` reads it, and the position of every key and value.

    data: nested dicts and lists. file: the name used in errors.
    """

    def __init__(self, data: dict, file: str, text: str, places: Scan) -> None:
        self.data = data
        self.file = file
        self._text = text
        self._places = places

    @classmethod
    def load(cls, path: str | Path) -> Document:
        """Read a file; raises DataError if it is missing, not UTF-8, or not TOML."""
        return cls.parse(read_text(path), str(path))

    @classmethod
    def parse(cls, text: str, file: str = "<text>") -> Document:
        """Read a text; raises DataError with the position of the first fault."""
        text = text.replace("\r\n", "\n")
        long_name = _LONG_NAME.search(text)
        if long_name is not None:
            line = text.count("\n", 0, long_name.start()) + 1
            raise DataError(f"a name here has more than {_MOST_LEVELS} parts", file, line)
        try:
            data = tomllib.loads(text)
            places = scan(text)
        except RecursionError:
            raise DataError("this TOML is nested too deeply", file) from None
        except ValueError as error:
            raise _toml_error(error, text, file) from None
        document = cls(data, file, text, places)
        document._check_values()
        return document

    def locate(self, path: KeyPath) -> tuple[int, int]:
        """Return (line, column) of a value; of the nearest existing parent if it does not exist.

        The position of a string is its first character, inside the quotes; that of a table with a header,
        the last word of the header; that of the document itself, its beginning.
        """
        return self._position(path, self._places.values)

    def locate_key(self, path: KeyPath) -> tuple[int, int]:
        """Return (line, column) of the key that names a value; of the value if it has no key."""
        path = tuple(path)
        return self._position(path, self._places.keys if path in self._places.keys else self._places.values)

    def source(self, path: KeyPath) -> Source:
        """Return the string at `path` as a Source, exact to the column whatever its quotes and escapes.

        Raises DataError if there is no string there.
        """
        path = tuple(path)
        extent = self._places.strings.get(path)
        if extent is None:
            raise self.error(path, "a string is expected here")
        text, offsets = decode(self._text, extent)
        marks = []
        for index, offset in enumerate(offsets):
            if index == 0 or offset != offsets[index - 1] + 1 or text[index - 1] == "\n":
                marks.append((index, *self._places.line_column(offset)))
        line, column = self.locate(path)
        return Source(text, self.file, line, column, tuple(marks))

    def error(
        self, path: KeyPath, message: str, suggestion: str | None = None, *, key: bool = False
    ) -> DataError:
        """Return (not raise) a DataError at the position of a value, or with `key` at that of its key."""
        line, column = self.locate_key(path) if key else self.locate(path)
        return DataError(message, self.file, line, column, suggestion)

    def _check_values(self) -> None:
        """Raise DataError for nesting that is too deep or a whole number beyond 64 bits."""
        waiting: list[tuple[KeyPath, object]] = [((), self.data)]
        while waiting:
            path, value = waiting.pop()
            if len(path) > _MOST_LEVELS:
                raise self.error(path, f"this is nested more than {_MOST_LEVELS} deep")
            if isinstance(value, dict):
                waiting += [((*path, key), part) for key, part in value.items()]
            elif isinstance(value, list):
                waiting += [((*path, i), part) for i, part in enumerate(value)]
            elif isinstance(value, int) and not _SMALLEST_INT <= value <= _LARGEST_INT:
                raise self.error(path, "this number is too large: whole numbers have at most 64 bits")

    def _position(self, path: KeyPath, offsets: dict[KeyPath, int]) -> tuple[int, int]:
        path = tuple(path)
        while path and path not in offsets:
            path = path[:-1]
            offsets = self._places.values
        return self._places.line_column(offsets.get(path, 0))


def _toml_error(error: ValueError, text: str, file: str) -> DataError:
    """Turn an error of `tomllib` into one that has its position outside the sentence."""
    message = str(error)
    found = _TOML_POSITION.search(message)
    if found is None:
        return DataError(f"this is not valid TOML: {_lower(message)}", file)
    if found[1] is None:
        line, column = text.count("\n") + 1, len(text) - text.rfind("\n")
    else:
        line, column = int(found[1]), int(found[2])
    return DataError(f"this is not valid TOML: {_lower(message[: found.start()])}", file, line, column)


def _lower(sentence: str) -> str:
    return sentence[:1].lower() + sentence[1:]
