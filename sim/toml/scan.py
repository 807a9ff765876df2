"""The positions of the keys and values in a TOML text.

`tomllib` reads TOML but does not keep positions. This scanner walks over the same text, which `tomllib`
has already accepted, and records the offset of every key and value; it checks nothing itself.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field

_SPACE = " \t\n"
_BARE_END = ",]}#\n"
_ESCAPES = {"b": "\b", "t": "\t", "n": "\n", "f": "\f", "r": "\r", "e": "\x1b", '"': '"', "\\": "\\"}
_HEX_DIGITS = {"x": 2, "u": 4, "U": 8}

KeyPath = tuple[str | int, ...]
"""Keys and list indices from the top of a document, e.g. ("card", 3, "effects", 0, "do")."""


@dataclass(frozen=True)
class Extent:
    """A string literal: its content is text[start:stop]; `quote` is its one or three quotes."""

    start: int
    stop: int
    quote: str


@dataclass
class Scan:
    """Offsets into a TOML text.

    values, keys: offset of each value and of the key before it, by path. strings: the extent of
    each string value. lines: offset of the first character of each line.
    """

    values: dict[KeyPath, int] = field(default_factory=dict)
    keys: dict[KeyPath, int] = field(default_factory=dict)
    strings: dict[KeyPath, Extent] = field(default_factory=dict)
    lines: list[int] = field(default_factory=lambda: [0])

    def line_column(self, offset: int) -> tuple[int, int]:
        """Return the 1-based (line, column) of an offset."""
        line = bisect_right(self.lines, offset)
        return line, offset - self.lines[line - 1] + 1


def scan(text: str) -> Scan:
    """Return the positions of everything in a valid TOML text whose line ends are plain newlines."""
    scanner = _Scanner(text)
    scanner.document()
    scanner.out.lines.extend(i + 1 for i, letter in enumerate(text) if letter == "\n")
    return scanner.out


def decode(text: str, extent: Extent) -> tuple[str, list[int]]:
    """Return the value of a string literal and the offset of each of its characters."""
    letters: list[str] = []
    offsets: list[int] = []
    at = extent.start
    while at < extent.stop:
        letter, length = text[at], 1
        if letter == "\\" and extent.quote[0] == '"':
            letter, length = _escape(text, at)
        if letter:
            letters.append(letter)
            offsets.append(at)
        at += length
    return "".join(letters), offsets


def _escape(text: str, at: int) -> tuple[str, int]:
    """Return (character, length) of the escape at `at`; an escaped line end gives an empty character."""
    kind = text[at + 1]
    if kind in _HEX_DIGITS:
        digits = _HEX_DIGITS[kind]
        return chr(int(text[at + 2 : at + 2 + digits], 16)), 2 + digits
    if kind in _SPACE:
        stop = at + 1
        while stop < len(text) and text[stop] in _SPACE:
            stop += 1
        return "", stop - at
    return _ESCAPES[kind], 2


class _Scanner:
    """One pass over a text; `at` is the offset of the next unread character."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.out = Scan()
        self.lengths: dict[KeyPath, int] = {}  # [[array]] path -> tables so far

    def document(self) -> None:
        table: KeyPath = ()
        while self.skip_blank():
            if self.text.startswith("[[", self.at):
                self.at += 2
                table = self.header(is_array=True)
            elif self.text[self.at] == "[":
                self.at += 1
                table = self.header(is_array=False)
            else:
                self.pair(table)

    def skip_blank(self) -> bool:
        """Skip white space, newlines and comments; return whether anything is left."""
        text = self.text
        while self.at < len(text):
            if text[self.at] == "#":
                end = text.find("\n", self.at)
                self.at = len(text) if end < 0 else end
            elif text[self.at] in _SPACE:
                self.at += 1
            else:
                return True
        return False

    def skip_space(self) -> None:
        while self.text[self.at] in " \t":
            self.at += 1

    def header(self, *, is_array: bool) -> KeyPath:
        """Read a header after its opening bracket; return the path of the table it opens."""
        keys = self.dotted_key()
        path: KeyPath = ()
        for i, (key, offset) in enumerate(keys):
            path += (key,)
            self.out.keys.setdefault(path, offset)
            self.out.values.setdefault(path, offset)
            if is_array and i == len(keys) - 1:
                self.lengths[path] = self.lengths.get(path, 0) + 1
            if path in self.lengths:
                path += (self.lengths[path] - 1,)
                self.out.values.setdefault(path, offset)
        self.at += 2 if is_array else 1
        if not is_array:  # a table that a longer header named before gets its own position
            self.out.keys[path] = self.out.values[path] = keys[-1][1]
        return path

    def dotted_key(self) -> list[tuple[str, int]]:
        """Read `a.b."c"`; return each part with its offset. Stops after the key and white space."""
        keys = []
        while True:
            self.skip_space()
            offset = self.at
            if self.text[self.at] in "\"'":
                extent = self.string()
                keys.append((decode(self.text, extent)[0], offset))
            else:
                while self.text[self.at] not in " \t.=]":
                    self.at += 1
                keys.append((self.text[offset : self.at], offset))
            self.skip_space()
            if self.text[self.at] != ".":
                return keys
            self.at += 1

    def pair(self, table: KeyPath) -> None:
        """Read `key = value`."""
        path = table
        for key, offset in self.dotted_key():
            path += (key,)
            self.out.keys.setdefault(path, offset)
            self.out.values.setdefault(path, offset)
        self.at += 1
        self.skip_space()
        self.value(path)

    def value(self, path: KeyPath) -> None:
        self.out.values[path] = self.at
        letter = self.text[self.at]
        if letter in "\"'":
            extent = self.string()
            self.out.strings[path] = extent
            self.out.values[path] = extent.start
        elif letter == "[":
            self.array(path)
        elif letter == "{":
            self.inline_table(path)
        else:
            while self.at < len(self.text) and self.text[self.at] not in _BARE_END:
                self.at += 1

    def array(self, path: KeyPath) -> None:
        self.at += 1
        index = 0
        while self.skip_blank() and self.text[self.at] != "]":
            if self.text[self.at] == ",":
                self.at += 1
                continue
            self.value((*path, index))
            index += 1
        self.at += 1

    def inline_table(self, path: KeyPath) -> None:
        self.at += 1
        while self.skip_blank() and self.text[self.at] != "}":
            if self.text[self.at] == ",":
                self.at += 1
                continue
            self.pair(path)
        self.at += 1

    def string(self) -> Extent:
        """Read any of the four kinds of string; stops after its closing quotes."""
        text, letter = self.text, self.text[self.at]
        quote = letter * 3 if text.startswith(letter * 3, self.at) else letter
        start = self.at + len(quote)
        if len(quote) == 3 and text[start] == "\n":
            start += 1
        stop = start
        while not text.startswith(quote, stop):
            stop += 2 if text[stop] == "\\" and letter == '"' else 1
        if len(quote) == 3:  # up to two quotes may come directly before the closing three
            while text.startswith(letter, stop + 3):
                stop += 1
        self.at = stop + len(quote)
        return Extent(start, stop, quote)
