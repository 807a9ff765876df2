"""Machine code by its address: kernels that call other compiled kernels without compiling them again.

A function that Python calls is compiled with everything that it calls, which is nearly a whole game. A kernel
that got such a function the usual way would contain it once more. Here it gets the address of the code that
is there already, from this process or from the cache on disk, and passes records by their addresses too.
"""

from __future__ import annotations

import ctypes
from typing import Any

import numba
import numpy as np
from llvmlite import ir
from numba.core import cgutils
from numba.extending import intrinsic

from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.toml import DataError


def address_of(function: Any, *arguments: object) -> int:
    """Return the address of a kernel's machine code for such arguments, compiled or loaded if need be.

    function: a kernel on records and ints that Python may call. It is not called. Raises DataError if kernels
    are not compiled.
    """
    if numba.config.DISABLE_JIT:
        raise DataError("kernels are not compiled here: unset NUMBA_DISABLE_JIT")
    types = tuple(numba.typeof(argument) for argument in arguments)
    function.compile(types)
    made = function.overloads[types]
    return made.library.get_pointer_to_function(made.fndesc.llvm_cfunc_wrapper_name)


_WORD = ir.IntType(64)


@intrinsic
def _place(typingctx, record):
    """Return the address of a record."""

    def codegen(context, builder, signature, args):
        return builder.ptrtoint(args[0], _WORD)

    return numba.int64(record), codegen


def _address(record: np.record) -> int:
    """Return the address of a record, without compiling."""
    return np.frombuffer(record, np.uint8).ctypes.data


#: place(record): the address of a record.
place: Any = _address if numba.config.DISABLE_JIT else _place


@intrinsic
def call(typingctx, address, words):
    """Return what the kernel at an address returns, an int if anything.

    words: a tuple with its arguments, each an int or the `place` of a record.
    """

    def codegen(context, builder, signature, args):
        parts = cgutils.unpack_tuple(builder, args[1])
        given = [
            context.cast(builder, part, of, numba.int64) for part, of in zip(parts, words.types, strict=True)
        ]
        kind = ir.FunctionType(_WORD, [_WORD] * len(given))
        return builder.call(builder.inttoptr(args[0], kind.as_pointer()), given)

    return numba.int64(numba.int64, words), codegen


def _loader(bits: int):
    """Return the intrinsic that reads a signed int of so many bits from an address, aligned or not."""
    if numba.config.DISABLE_JIT:
        plain = getattr(ctypes, f"c_int{bits}")
        return lambda address: np.int64(plain.from_address(int(address)).value)

    @intrinsic
    def load(typingctx, address):
        """Return the signed int at an address."""

        def codegen(context, builder, signature, args):
            there = builder.inttoptr(args[0], ir.IntType(bits).as_pointer())
            found = builder.load(there, align=1)
            return found if bits == _WORD.width else builder.sext(found, _WORD)

        return numba.int64(numba.int64), codegen

    return load


_load1, _load2, _load4, _load8 = map(_loader, (8, 16, 32, 64))


@kernel
def loaded(address, size):
    """Return the signed int of `size` bytes, 1, 2, 4 or 8, at an address."""
    if size == 1:
        return _load1(address)
    if size == 2:
        return _load2(address)
    if size == 4:
        return _load4(address)
    return _load8(address)
