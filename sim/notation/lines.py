"""Lines of a script or position, cut into words that know their position."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from mazarbul.sim.toml import DataError, nearest

MOST = 10_000  # default limit of numbers in a position: far below what a field holds
_TOKEN = re.compile(r"(?P<space>\s+)|(?P<sign><=|>=|!=|[:()\[\],=<>])|(?P<word>[^\s:()\[\],=<>!]+|!)")
_COMMENT = re.compile(r"(?:^|(?<=\s))#.*$")


class ScriptError(DataError):
    """A mistake in a script or position, or an expectation that does not hold."""


@dataclass(frozen=True)
class Token:
    """A word or sign of a line. column: 1-based position of its first character."""

    text: str
    column: int

    @property
    def is_word(self) -> bool:
        """Return whether this is a word, not one of the signs."""
        return self.text[0] not in ":()[],=<>" and self.text != "!="


class Line:
    """One line of a text, read word by word.

    file: name in errors, None if unknown. number: 1-based, None for a text of one line. text: the line
    without its comment.
    """

    def __init__(self, text: str, number: int | None = None, file: str | None = None) -> None:
        self.file = file
        self.number = number
        self.text = _COMMENT.sub("", text).rstrip()
        self.tokens = [
            Token(found[0], found.start() + 1)
            for found in _TOKEN.finditer(self.text)
            if found.lastgroup != "space"
        ]
        self.next_i = 0

    def error(self, message: str, at: Token | None = None, suggestion: str | None = None) -> ScriptError:
        """Return (not raise) an error at a token; without one, at the next token or the end."""
        column = at.column if at is not None else self.column
        number = self.number if self.number is not None else 1
        return ScriptError(message, self.file, number, column, suggestion)

    def unknown(self, kind: str, at: Token, known: Iterable[object], note: str = "") -> ScriptError:
        """Return the error for a word that should be one of `known`."""
        words = [str(word) for word in known]
        guess = nearest(at.text, words)
        listing = "" if guess or len(words) > 14 else f"; known: {', '.join(words)}"
        return self.error(f"unknown {kind} '{at.text}'{listing}{note}", at, guess)

    @property
    def column(self) -> int:
        """Return the column of the next token, or that after the end of the line."""
        return self.tokens[self.next_i].column if self.next_i < len(self.tokens) else len(self.text) + 1

    @property
    def is_done(self) -> bool:
        """Return whether every token was read."""
        return self.next_i >= len(self.tokens)

    @property
    def rest(self) -> str:
        """Return the text from the next token on."""
        return "" if self.is_done else self.text[self.column - 1 :]

    def peek(self) -> str:
        """Return the text of the next token, "" at the end."""
        return "" if self.is_done else self.tokens[self.next_i].text

    def skip(self, sign: str) -> bool:
        """Read the sign or word if it comes next; return whether it did."""
        if self.peek() == sign:
            self.next_i += 1
            return True
        return False

    def want(self, sign: str) -> None:
        """Read a sign that must come next."""
        if not self.skip(sign):
            raise self.error(f"'{sign}' is expected here")

    def word(self, what: str) -> Token:
        """Read a word that must come next; `what` is its name in the error."""
        if self.is_done or not self.tokens[self.next_i].is_word:
            raise self.error(f"{what} is expected here")
        self.next_i += 1
        return self.tokens[self.next_i - 1]

    def words(self, what: str) -> Iterator[Token]:
        """Read words up to the end of the line or a sign."""
        while not self.is_done and self.tokens[self.next_i].is_word:
            yield self.word(what)

    def choice(self, kind: str, known: Iterable[str]) -> str:
        """Read a word that must be one of `known`."""
        words = list(known)
        token = self.word(f"a {kind}")
        if token.text not in words:
            raise self.unknown(kind, token, words)
        return token.text

    def number_of(self, what: str, least: int = 0, most: int = MOST) -> int:
        """Read a whole number from least to most, both included."""
        token = self.word(what)
        try:
            number = int(token.text, 0)
        except ValueError:
            raise self.error(f"{what}, a whole number, is expected, not '{token.text}'", token) from None
        if not least <= number <= most:
            raise self.error(f"{what} from {least} to {most} is expected, not '{token.text}'", token)
        return number

    def end(self) -> None:
        """Check that the line has ended."""
        if not self.is_done:
            raise self.error(f"nothing more is expected here, but there is '{self.rest}'")
