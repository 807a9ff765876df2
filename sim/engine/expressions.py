"""The arithmetic and logic of the effect language's stack programs (see `mazarbul.sim.effects.codes`).

A state record has `stack`, int64 (codes.STACK_LIMIT,). A game walks the rows of a program itself,
pushes constants and the values of its own words, and leaves every other code to `combine`.
"""

import numpy as np

from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.effects import codes


@kernel
def combine(s, code, top):
    """Apply an arithmetic or logical code to the operands on the stack; return the new height."""
    last = s.stack[top - 1]
    if code == codes.NOT:
        s.stack[top - 1] = np.int64(last == 0)
        return top
    if code == codes.NEG:
        s.stack[top - 1] = -last
        return top
    if code == codes.SELECT:
        s.stack[top - 3] = s.stack[top - 2] if s.stack[top - 3] != 0 else last
        return top - 2
    s.stack[top - 2] = binary(code, s.stack[top - 2], last)
    return top - 1


@kernel
def binary(code, x, y):
    """Return the value of a two-operand code."""
    if code == codes.AND:
        return np.int64(x != 0 and y != 0)
    if code == codes.OR:
        return np.int64(x != 0 or y != 0)
    if code == codes.ADD:
        return x + y
    if code == codes.SUB:
        return x - y
    if code == codes.MUL:
        return x * y
    if code == codes.FLOORDIV:
        return x // y if y != 0 else np.int64(0)
    if code == codes.LT:
        return np.int64(x < y)
    if code == codes.LE:
        return np.int64(x <= y)
    if code == codes.EQ:
        return np.int64(x == y)
    return np.int64(x != y)
