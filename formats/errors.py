"""The error for mistakes of the user, of which each half has its own kinds; what the machine refuses."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

_LONGEST = 4_000  # characters of a message, and of a file's name in one
#: What the machine refuses, such as a full disk; `in_words` says it.
REFUSALS = (OSError, MemoryError)
_NO_MEMORY = "there is not enough memory for this: ask for less at a time, such as fewer --jobs or games"


def in_words(error: Exception) -> str:
    """Return an expected error as a sentence; what the machine refuses without its number."""
    if isinstance(error, MemoryError):
        return _NO_MEMORY
    if isinstance(error, OSError) and error.strerror:
        where = f"{_cut(str(error.filename))}: " if error.filename else ""
        return f"{where}{error.strerror[:1].lower()}{error.strerror[1:]}"
    return str(error)


def _cut(text: str) -> str:
    """Return a text without the middle if it is very long."""
    is_long = len(text) > _LONGEST
    return f"{text[: _LONGEST // 2]} ... {text[-_LONGEST // 4 :]}" if is_long else text


class DataError(ValueError):
    """A mistake in something a user wrote: says what is wrong, where, and what would be right.

    message: one sentence without a full stop. file, line, column (both 1-based): the position, None if
    unknown. suggestion: the nearest valid word, None if there is none. A message that quotes something
    very long is cut, and so is the name of a file in its text. It can be pickled, so worker processes can
    raise it; subclasses keep this signature.

    before: the report up to the mistake, line by line, such as the story of a script.
    others: further mistakes that were found together with this one; its text has a line for each.
    """

    before: Sequence[str] = ()
    others: Sequence[DataError] = ()

    def __init__(
        self,
        message: str,
        file: str | Path | None = None,
        line: int | None = None,
        column: int | None = None,
        suggestion: str | None = None,
    ) -> None:
        file = None if file is None else str(file)
        message = _cut(message)
        super().__init__(message, file, line, column, suggestion)
        self.message = message
        self.file = file
        self.line = line
        self.column = column
        self.suggestion = suggestion

    def __str__(self) -> str:
        position = (self.file and _cut(self.file), self.line, self.column)
        place = ":".join(str(part) for part in position if part is not None)
        hint = f"; did you mean '{self.suggestion}'?" if self.suggestion else ""
        own = f"{place}: {self.message}{hint}" if place else f"{self.message}{hint}"
        return "\n".join((own, *map(str, self.others)))

    def alone(self) -> DataError:
        """Return this mistake without the others."""
        if not self.others:
            return self
        # not `copy.copy`: with tblib, which Dask loads, the copy of an error shares its attributes
        own = type(self)(*self.args)
        own.before = self.before
        return own
