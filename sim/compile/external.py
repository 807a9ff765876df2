"""Shared kernels as their callers see them: a name, behind which LLVM finds the machine code.

A caller that is read from a cache may come into a process that has not met the kernel yet. So a caller keeps
where the kernel is from, and to load the caller brings the kernel's machine code along.
"""

from __future__ import annotations

import functools
import importlib
import pickle
from collections.abc import Callable

import llvmlite.binding
from numba.core import serialize, types
from numba.core.compiler import CompileResult

from mazarbul.sim.compile.libraries import LinkedLibrary

MARK = b"shared"  # no LLVM code begins with it

Kinds = tuple[types.Type, ...]

#: Module and name of a shared kernel -> what gets its machine code ready for arguments of some types.
SHARED_KERNELS: dict[tuple[str, str], Callable[[Kinds], External]] = {}


class External(LinkedLibrary):
    """A shared kernel, for arguments of some types, as a library that callers link: it has no code itself."""

    @classmethod
    def of_kernel(cls, codegen, function: Callable, kinds: Kinds) -> External:
        """Return the library of a shared kernel, made of `function`."""
        library = cls(codegen, f"{function.__module__}.{function.__qualname__}")
        library._place = function.__module__, function.__qualname__, kinds
        library._reload_init.add(functools.partial(ready, *library._place))  # numba calls it at each load
        library.finalize()
        return library

    def as_bytes(self) -> bytes:
        """Return what `read` makes the library of."""
        return MARK + serialize.dumps(self._place)


def ready(module: str, name: str, kinds: Kinds) -> External:
    """Return the library of a shared kernel; its machine code is loaded then, or compiled."""
    importlib.import_module(module)
    return SHARED_KERNELS[module, name](kinds)


def read(data: bytes) -> External:
    """Return the library that `External.as_bytes` has written; its machine code is loaded or compiled."""
    return ready(*pickle.loads(data.removeprefix(MARK)))


def publish(symbol: str, made: CompileResult) -> None:
    """Let LLVM find the machine code of a kernel under a symbol."""
    address = made.library.get_pointer_to_function(made.fndesc.llvm_func_name)
    llvmlite.binding.add_symbol(symbol, address)
