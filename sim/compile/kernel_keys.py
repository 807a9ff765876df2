"""The keys of kernels: what one is made from, as text that is the same in every process.

That is its module with all imports, the values that it encloses, and the types of its arguments.
"""

from __future__ import annotations

import functools
import hashlib
import inspect
from collections.abc import Callable
from pathlib import Path

import numba
import numpy as np

from mazarbul.sim.compile.sources import module_hash

DIGEST_BYTES = 16


class _Nameless(Exception):
    """A kernel that is made from something that has no lasting name."""


def key_of(function: Callable, kinds: tuple[numba.types.Type, ...]) -> bytes | None:
    """Return the key of a kernel for arguments of these types.

    Return None for one that is not kept: a generator, whose callers need more of it than its code, or one
    that encloses what cannot be named.
    """
    if inspect.isgeneratorfunction(function):
        return None
    try:
        made_from = (_named(function), tuple(map(str, kinds)), bool(numba.config.BOUNDSCHECK))
    except _Nameless:
        return None
    return digest(repr(made_from).encode())


def digest(data: bytes) -> bytes:
    """Return a checksum of so many bytes that no two things have the same."""
    return hashlib.sha256(data).digest()[:DIGEST_BYTES]


@functools.cache
def _named(function: Callable) -> tuple:
    """Return what a function is made from, as values with a lasting text. Raises _Nameless."""
    code = function.__code__
    if not Path(code.co_filename).is_file():
        raise _Nameless
    enclosed = [_value(cell.cell_contents) for cell in function.__closure__ or ()]
    place = (module_hash(code.co_filename, function.__module__), function.__module__)
    return (*place, function.__qualname__, code.co_firstlineno, *enclosed)


def _value(value: object) -> object:
    """Return an enclosed value as one with a lasting text. Raises _Nameless."""
    if isinstance(value, tuple | list):
        return tuple(map(_value, value))
    if isinstance(value, np.dtype):
        return str(numba.from_dtype(value))
    if isinstance(value, np.ndarray):
        return str(value.dtype), value.shape, value.tobytes()
    if value is None or isinstance(value, bool | int | float | str | bytes | np.generic):
        return repr(value)
    if hasattr(value, "py_func"):
        return _named(value.py_func)
    raise _Nameless
