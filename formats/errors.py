"""The error for mistakes of the user, of which each half has its own kinds; what the machine refuses."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

_LONGEST_MESSAGE = 4_000
#: What the machine refuses, such as a full disk; `in_words` says it.
REFUSALS = (OSError, MemoryError)
_NO_MEMORY = "there is not enough memory for this: ask for less at a time, such as fewer --jobs or games"


def in_words(error: Exception) -> str:
    """Return an expected error as a sentence; what the machine refuses without its number."""
    if isinstance(error, MemoryError):
        return _NO_MEMORY
    if isinstance(error, OSError) and error.strerror:
        where = f"{error.filename}: " if error.filename else ""
        return f"{where}{error.strerror[:1].lower()}{error.strerror[1:]}"
    return str(error)


class DataError(ValueError):
    """A mistake in something a user wrote: says what is wrong, where, and what would be right.

    message: one sentence without a full stop. file, line, column (both 1-based): the position, None if
    unknown. suggestion: the nearest valid word, None if there is none. A message that quotes something
    very long is cut. It can be pickled, so worker processes can raise it; subclasses keep this signature.

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
        if len(message) > _LONGEST_MESSAGE:
            message = f"{message[: _LONGEST_MESSAGE // 2]} ... {message[-_LONGEST_MESSAGE // 4 :]}"
        super().__init__(message, file, line, column, suggestion)
        self.message = message
        self.file = file
        self.line = line
        self.column = column
        self.suggestion = suggestion

    def __str__(self) -> str:
        place = ":".join(str(part) for part in (self.file, self.line, self.column) if part is not None)
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
