"""Arguments from Python: what is of another type is refused in words, before anything is done with it."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import is_dataclass
from functools import cache, wraps
from os import PathLike
from pathlib import Path
from typing import Any, TypeVar, get_args, get_type_hints

from mazarbul.given import DEFAULTS
from mazarbul.sim.toml import DataError, user_path
from mazarbul.wording import in_python

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
    """Let a function refuse arguments that are not of the types it declares. Raises DataError.

    Its errors speak of arguments. `**options: Unpack[T]` are arguments of their own: help shows each of them.
    """
    asked = _signature(function)

    @wraps(function)
    def call(*args: Any, **options: Any) -> Any:
        with in_python():
            for name, value in asked.bind(*args, **options).arguments.items():
                parameter = asked.parameters[name]
                several = value if parameter.kind is parameter.VAR_POSITIONAL else (value,)
                for each in several:
                    _check(function, parameter, each)
            return function(*args, **options)

    call.__signature__ = asked  # type: ignore[attr-defined]
    return call  # type: ignore[return-value]


def _signature(function: Callable[..., Any]) -> inspect.Signature:
    """Return the signature of a function, with the keys of its options as keywords."""
    own, found = inspect.signature(function), []
    for each in own.parameters.values():
        if each.kind is not each.VAR_KEYWORD:
            found.append(each)
            continue
        (options,) = get_args(eval(each.annotation, function.__globals__))
        found += [
            each.replace(name=name, kind=each.KEYWORD_ONLY, default=DEFAULTS.get(name), annotation=kind)
            for name, kind in get_type_hints(options).items()
        ]
    return own.replace(parameters=found)


def _check(function: Callable[..., Any], parameter: inspect.Parameter, value: object) -> None:
    from pydantic import ValidationError

    if parameter.annotation is parameter.empty:  # self
        return
    try:
        _adapter(function, parameter).validate_python(value, strict=True)
    except ValidationError as error:
        said = error.errors(include_url=False)[-1]["msg"]
        raise DataError(f"{parameter.name}: {said[:1].lower()}{said[1:]} (got {value!r})") from None
    _check_texts(value, parameter.name)


@cache
def _adapter(function: Callable[..., Any], parameter: inspect.Parameter) -> Any:
    """Return what checks a parameter of a function; pydantic takes long to import."""
    from pydantic import ConfigDict, TypeAdapter

    known = parameter.annotation
    if isinstance(known, str):  # the others of the function need not be imported here
        known = eval(known, function.__globals__)
    config = None if is_dataclass(known) else ConfigDict(arbitrary_types_allowed=True)
    return TypeAdapter(known, config=config)


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
