"""Folders whose records cannot be read as what they claim to be: whoever has a folder can change them all.

The models in `mazarbul.formats.folders`, and `mazarbul.analysis.rows` for the types of columns, check what
each file holds. Which values Arrow and DuckDB cannot read or convert shows only where they do it. Errors of
other kinds are faults of this program, and pass.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from pathlib import Path
from typing import Any, TypeVar

import duckdb
import pyarrow as pa

from mazarbul.analysis.sealed import RunError

F = TypeVar("F", bound=Callable[..., Any])

#: What the readers of records raise.
UNREADABLE = (pa.ArrowException, duckdb.Error)


@contextmanager
def fitting(folder: Path | str) -> Iterator[None]:
    """Raise RunError where the records of a folder cannot be read; the cause stays with it."""
    try:
        yield
    except UNREADABLE as error:
        said = (str(error).strip() or "no more is known").splitlines()[0][:200]
        raise RunError(
            folder,
            f"cannot be analysed, its records cannot be read ({type(error).__name__}: {said})",
            "play it again",
        ) from error


def of_folder(function: F) -> F:
    """Let a function of a run, a collection, a study or a folder raise RunError for unreadable records.

    The function's first argument is the folder, or what was read from it; it may yield.
    """

    @wraps(function)
    def checked(first: Any, *args: Any, **options: Any) -> Any:
        with fitting(_folder(first)):
            return function(first, *args, **options)

    @wraps(function)
    def checked_lines(first: Any, *args: Any, **options: Any) -> Iterator[Any]:
        with fitting(_folder(first)):
            yield from function(first, *args, **options)

    return checked_lines if inspect.isgeneratorfunction(function) else checked  # type: ignore[return-value]


def _folder(first: Any) -> Path | str:
    return getattr(first, "path", first)
