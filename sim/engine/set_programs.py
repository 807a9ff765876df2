"""Sets that are joined when they are needed (the rows of sets in `mazarbul.sim.effects.codes`).

A game walks the rows of a set itself. It handles sets of one mask, which have no rows, and the live words
that only it can compute, and leaves every other code to this module: `join` for whole sets, `decide` for a
question about one thing.

A tables record has `set_rows`, int32 (rows, SET_WIDTH), and `set_near`, int64 (relations, things, words). A
state record has `set_stack`, int64 (SET_STACK, words): the current sets, in the form of
`mazarbul.sim.engine.sets`.
"""

from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.effects import codes
from mazarbul.sim.engine import sets


@kernel
def join(s, t, row, top):
    """Carry out a row that joins the last sets on the stack; return the stack's new height."""
    code = t.set_rows[row, codes.CODE]
    last = s.set_stack[top - 1]
    if code == codes.NEAR:
        found = s.set_stack[top]
        sets.clear(found)
        for i in sets.members(last):
            sets.unite(found, t.set_near[t.set_rows[row, codes.SET_ARGUMENT], i])
        sets.assign(last, found)
        return top
    before = s.set_stack[top - 2]
    if code == codes.UNION:
        sets.unite(before, last)
    elif code == codes.INTERSECTION:
        sets.intersect(before, last)
    else:
        sets.subtract(before, last)
    return top - 1


@kernel
def decide(code, answers):
    """Carry out a row that joins the last two answers about one thing; return the remaining answers.

    answers: a stack of bits, the last answer lowest: whether the thing is in each of the current sets.
    """
    last = answers & 1
    before = answers >> 1
    if code == codes.UNION:
        return before | last
    if code == codes.INTERSECTION:
        return before & (last | ~1)
    return before & ~last
