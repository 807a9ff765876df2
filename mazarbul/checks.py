"""Arguments from Python: what is of another type is refused in words, before anything is done with it."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import cache, wraps
from os import PathLike
from pathlib import Path
from typing import Any, TypeVar

from mazarbul.sim.toml import DataError, user_path

M = TypeVar("M", bound=Callable[..., Any])
T = TypeVar("T")


def check(value: T, types: type | tuple[type, ...], what: str) -> T:
    """Return a value. Raises DataError if it is of no such type, or a text that no file can hold."""
    if not isinstance(value, types):
        raise DataError(f"{what} cannot be {value!r}")
    _check_texts(value, what)
    return value


def folder_of(path: str | PathLike[str]) -> Path:
    """Return a folder that a user named. Raises DataError if it is no path."""
    return user_path(check(path, (str, PathLike), "a folder"))


def checked(function: M) -> M:
    """Let a function refuse arguments that are not of the types it declares. Raises DataError."""

    @wraps(function)
    def call(*args: Any, **options: Any) -> Any:
        given = inspect.signature(function).bind(*args, **options)
        for name, value in given.arguments.items():
            kind = inspect.signature(function).parameters[name].kind
            several = value if kind is inspect.Parameter.VAR_POSITIONAL else (value,)
            for each in several:
                _check(function, name, each)
        return function(*args, **options)

    return call  # type: ignore[return-value]


def _check(function: Callable[..., Any], name: str, value: object) -> None:
    from pydantic import ValidationError

    try:
        _adapter(function, name).validate_python(value, strict=True)
    except ValidationError as error:
        said = error.errors(include_url=False)[-1]["msg"]
        raise DataError(f"{name}: {said[:1].lower()}{said[1:]} (got {value!r})") from None
    _check_texts(value, name)


@cache
def _adapter(function: Callable[..., Any], name: str) -> Any:
    """Return what checks a parameter of a function; pydantic takes long to import."""
    from pydantic import ConfigDict, TypeAdapter

    annotation = inspect.signature(function).parameters[name].annotation
    known = eval(annotation, function.__globals__)  # the others of the function need not be imported here
    return TypeAdapter(known, config=ConfigDict(arbitrary_types_allowed=True))


def _check_texts(value: object, what: str) -> None:
    """Raise DataError for a text that cannot be written as UTF-8, nor is a file's name, or has a NUL."""
    if isinstance(value, dict):
        for pair in value.items():
            _check_texts(pair, what)
    elif isinstance(value, list | tuple):
        for each in value:
            _check_texts(each, what)
    elif isinstance(value, str):
        try:
            value.encode("utf-8", "surrogateescape")
        except UnicodeEncodeError:
            raise DataError(f"{what}: {value[:50]!r} is no text: it has half a character") from None
        if "\0" in value:
            raise DataError(f"{what}: {value[:50]!r} has a NUL character")
