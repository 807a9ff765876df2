"""Actions of every game: a kind and two numbers in one int32, `kind << 20 | a << 10 | b`.

A state record has `actor` and `decision` (whose decision is pending, and of what kind), `options`,
int32 (most options,), and `option_n` (see `mazarbul.sim.engine.state`). A game declares its kinds with
`mazarbul.sim.engine.kinds`; the meaning of a and b (a card, a place, a number), each 0 to 1023, depends on
the kind.
"""

import numpy as np

from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.engine.bits import lowest_bit
from mazarbul.sim.engine.faults import Fault, fail

NONE = -1  # in every field of a state or table: no seat, no card, nothing
MOST_KINDS = 62  # sets of kinds are the bits of one int64 (`no_kind` of a mind)
KIND_SHIFT = 20
A_SHIFT = 10
FIELD_MASK = 1023  # of a and of b


@kernel
def action(kind, a, b):
    """Return the int64 code of an action; a and b are 0 if the kind does not need them."""
    return np.int64(kind) << np.int64(KIND_SHIFT) | np.int64(a) << np.int64(A_SHIFT) | np.int64(b)


@kernel
def kind_of(code):
    """Return the kind of an action."""
    return np.int64(code) >> np.int64(KIND_SHIFT)


@kernel
def a_of(code):
    """Return a of an action."""
    return np.int64(code) >> np.int64(A_SHIFT) & np.int64(FIELD_MASK)


@kernel
def b_of(code):
    """Return b of an action."""
    return np.int64(code) & np.int64(FIELD_MASK)


@kernel
def offer(s, kind, a, b):
    """Append an action to the options of the pending decision; one that does not fit is a fault."""
    if (np.int64(a) | np.int64(b)) & ~np.int64(FIELD_MASK) != 0:
        fail(s, Fault.NUMBER, np.int64(kind))
    elif s.option_n < s.options.size:
        s.options[s.option_n] = np.int32(action(kind, a, b))
        s.option_n += 1
    else:
        fail(s, Fault.OPTIONS, np.int64(s.decision))


@kernel
def offer_each(s, kind, first, members):
    """Offer an action for each member of a set: its a is `first` plus the member."""
    rest = np.int64(members)
    while rest != 0:
        offer(s, kind, first + lowest_bit(rest), 0)
        rest &= rest - 1


@kernel
def offer_each_b(s, kind, a, first, members):
    """Offer an action for each member of a set: its b is `first` plus the member."""
    rest = np.int64(members)
    while rest != 0:
        offer(s, kind, a, first + lowest_bit(rest))
        rest &= rest - 1


@kernel
def ask(s, seat, kind):
    """Begin a decision of kind `kind` for `seat`; the options follow with `offer`."""
    s.actor = seat
    s.decision = kind
    s.option_n = 0


def packed(kind: int, a: int = 0, b: int = 0) -> int:
    """Return the code of an action, outside kernels."""
    return int(kind) << KIND_SHIFT | int(a) << A_SHIFT | int(b)


def unpacked(code: int) -> tuple[int, int, int]:
    """Return kind, a and b of an action, outside kernels."""
    code = int(code)
    return code >> KIND_SHIFT, code >> A_SHIFT & FIELD_MASK, code & FIELD_MASK
