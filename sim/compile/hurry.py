"""Shortcuts through numba while it compiles kernels: the code that it makes is the same.

Most of the time goes into Python, in numba itself (docs/performance.md). The first two replacements answer
the same more quickly, and the third remembers the answer: a type does not change.
"""

import functools
import gc
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

from numba.core import ir
from numba.core.targetconfig import TargetConfig
from numba.core.types.npytypes import Record

#: New objects before Python looks for garbage, young, middle and old. numba makes millions of objects that
#: stay, and Python looks through them again and again.
THRESHOLD = (50_000, 20, 100)


def options(self) -> dict[str, object]:
    """Return all values of a `TargetConfig`: without a property and a function for each."""
    own = self._values
    return {name: own.get(name, option.default) for name, option in self.options.items()}


def variables(self, value) -> list:
    """Return the variables in a part of an instruction: without a list and a call for each."""
    if isinstance(value, ir.Var):
        return [value]
    if isinstance(value, ir.Inst):
        return value.list_vars()
    if isinstance(value, dict):
        value = value.values()
    elif not isinstance(value, list | tuple):
        return []
    found = []
    for part in value:
        if isinstance(part, ir.Var):
            found.append(part)
        elif isinstance(part, ir.Inst | dict | list | tuple):
            found += self._rec_list_vars(part)
    return found


SHORTCUTS = (
    (TargetConfig, "values", options),
    (ir.Inst, "_rec_list_vars", variables),
    (Record, "__repr__", functools.cache(Record.__repr__)),
)


@contextmanager
def hurried() -> Iterator[None]:
    """Take the shortcuts in this block only: other programs may use numba in this process too.

    The caller holds numba's lock, so that it is the only thread that compiles.
    """
    with ExitStack() as stack:
        stack.callback(gc.set_threshold, *gc.get_threshold())
        gc.set_threshold(*THRESHOLD)
        for owner, name, shortcut in SHORTCUTS:
            stack.callback(setattr, owner, name, getattr(owner, name))
            setattr(owner, name, shortcut)
        yield
