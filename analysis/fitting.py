"""Folders whose files are whole but do not fit each other: whoever has a folder can change them all.

The models in `mazarbul.formats.folders` check each file; that records, catalogue and tables belong together
shows only where they are used.
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

from mazarbul.analysis.run import RunError
from mazarbul.formats.errors import DataError

F = TypeVar("F", bound=Callable[..., Any])

#: What code raises that is given values of another form than it was promised.
UNFIT = (
    LookupError, TypeError, ValueError, AttributeError, ArithmeticError, AssertionError, RecursionError,
    pa.ArrowException, duckdb.Error,
)  # fmt: skip


@contextmanager
def fitting(folder: Path | str) -> Iterator[None]:
    """Raise RunError where the contents of a folder do not fit together; the cause stays with it."""
    try:
        yield
    except (DataError, MemoryError):
        raise
    except UNFIT as error:
        said = (str(error).strip() or "no more is known").splitlines()[0][:200]
        raise RunError(
            folder,
            f"cannot be analysed, its contents do not fit together ({type(error).__name__}: {said})",
            "play it again; if a folder that nobody changed says so, it is a fault of this program",
        ) from error


def of_folder(function: F) -> F:
    """Let a function of a run, a collection, a study or a folder raise RunError if it does not fit.

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
