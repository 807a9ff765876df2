"""Output that prints on every terminal: a character that the terminal lacks becomes a plain one.

What names from data of others could do to a terminal is printed as escapes (see `mazarbul.formats.signs`).
"""

from __future__ import annotations

import codecs
import io
import sys
import unicodedata
from collections.abc import Callable

from mazarbul.formats.signs import shown

#: Plain forms of the characters that the program prints and that do not decompose into ASCII.
PLAIN = {
    "\N{RIGHTWARDS ARROW}": "->",
    "\N{EN DASH}": "-",
    "\N{EM DASH}": "-",
    "\N{MINUS SIGN}": "-",
    "\N{MULTIPLICATION SIGN}": "x",
    "\N{MIDDLE DOT}": "-",
    "\N{BULLET}": "*",
    "\N{LEFT SINGLE QUOTATION MARK}": "'",
    "\N{RIGHT SINGLE QUOTATION MARK}": "'",
    "\N{LEFT DOUBLE QUOTATION MARK}": '"',
    "\N{RIGHT DOUBLE QUOTATION MARK}": '"',
    "\N{LESS-THAN OR EQUAL TO}": "<=",
    "\N{GREATER-THAN OR EQUAL TO}": ">=",
    "\N{PLUS-MINUS SIGN}": "+/-",
}
_PLAIN_ERRORS = "mazarbul_plain"
_RESET = "\x1b[0m"  # what colorama, which numba loads, writes to a terminal at the end


def make_safe() -> None:
    """Let stdout and stderr print every text, whatever their encoding; a redirected name stays exact.

    stdout steers no terminal. On stderr progress is drawn, so what is said there is escaped where it is said.
    """
    codecs.register_error(_PLAIN_ERRORS, _plain_form)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=_PLAIN_ERRORS)
    write = sys.stdout.write
    if not hasattr(write, "is_safe"):
        sys.stdout.write = _Safe(write)  # type: ignore[method-assign]


def exact(text: str) -> int:
    """Write a text to stdout as it is: what the program draws there itself."""
    write = sys.stdout.write
    return (write.exact if isinstance(write, _Safe) else write)(text)


class _Safe:
    """Writes texts to a stream in a form that steers no terminal. exact: writes them as they are."""

    is_safe = True

    def __init__(self, write: Callable[[str], int]) -> None:
        self.exact = write

    def __call__(self, text: str) -> int:
        """Write a text."""
        return self.exact(text if text == _RESET else shown(text))


def _plain_form(error: UnicodeError) -> tuple[str | bytes, int]:
    """Return the replacement of characters that an encoding lacks, and the index after them.

    A byte of a file name that is not text (a lone surrogate) is printed as that byte.
    """
    if not isinstance(error, UnicodeEncodeError):
        raise error
    part = error.object[error.start : error.end]
    if all("\udc80" <= sign <= "\udcff" for sign in part):
        return part.encode("ascii", "surrogateescape"), error.end
    return "".join(map(_plain_character, part)), error.end


def _plain_character(sign: str) -> str:
    if sign in PLAIN:
        return PLAIN[sign]
    letters = unicodedata.normalize("NFKD", sign).encode("ascii", "ignore").decode()
    return letters or "?"
