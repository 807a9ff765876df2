"""Sets as bits of one int64: bit i is set when element i (0 to 62) is a member."""

from collections.abc import Iterable

import numba
import numpy as np
from llvmlite import ir
from numba.extending import intrinsic

from mazarbul.sim.compile.jit import kernel

if numba.config.DISABLE_JIT:

    def popcount(mask):
        """Return how many bits of `mask`, an int64, are set."""
        return (int(mask) & 2**64 - 1).bit_count()

    def lowest_bit(mask):
        """Return the index of the lowest set bit of `mask`, which must not be 0."""
        mask = int(mask)
        return (mask & -mask).bit_length() - 1

else:

    @intrinsic
    def popcount(typingctx, mask):
        """Return how many bits of `mask`, an int64, are set."""

        def codegen(context, builder, signature, args):
            return builder.ctpop(args[0])

        return numba.int64(numba.int64), codegen

    @intrinsic
    def lowest_bit(typingctx, mask):
        """Return the index of the lowest set bit of `mask`, which must not be 0."""

        def codegen(context, builder, signature, args):
            return builder.cttz(args[0], ir.Constant(ir.IntType(1), 1))

        return numba.int64(numba.int64), codegen


@kernel
def bit(i):
    """Return the mask with only bit `i` set, as int64 for any integer type of `i`."""
    return np.int64(1) << np.int64(i)


@kernel
def has(mask, i):
    """Return whether bit `i` of `mask` is set."""
    return (np.int64(mask) >> np.int64(i)) & np.int64(1) != 0


def members(mask: int) -> list[int]:
    """Return the bit numbers of a non-negative mask in ascending order, outside kernels."""
    mask = int(mask)
    return [i for i in range(mask.bit_length()) if mask >> i & 1]


def mask_of(bits: Iterable[int]) -> int:
    """Return the mask with the given bits, outside kernels."""
    mask = 0
    for i in bits:
        mask |= 1 << int(i)
    return mask
