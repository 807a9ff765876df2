"""Functions of a run or a collection also take what `mazarbul` returns, which holds one."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar

P = ParamSpec("P")
R = TypeVar("R")
T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)


class Holder(Protocol[T_co]):
    """What holds a run or a collection, such as `mazarbul.SavedRun` and `mazarbul.Answer`."""

    @property
    def opened(self) -> T_co:
        """The run or the collection."""


def opened(what: T | Holder[T]) -> T:
    """Return a run or a collection, or what somebody holds of it."""
    found: T = getattr(what, "opened", what)  # type: ignore[arg-type]
    return found


def of_opened(function: Callable[Concatenate[T, P], R]) -> Callable[Concatenate[T | Holder[T], P], R]:
    """Let a function, whose first argument is a run or a collection, take what holds one."""

    @wraps(function)
    def call(first: Any, *args: P.args, **options: P.kwargs) -> R:
        return function(opened(first), *args, **options)

    return call
