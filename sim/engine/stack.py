"""The work stack of a game: the pending work, innermost frame last.

A state record has `frames`, int64 (most frames, width of a frame), and `frame_n`. Slot 0 of a frame is
its kind; the other slots belong to the kind (see `mazarbul.sim.engine.frames`).
"""

import numpy as np
from numba import literal_unroll

from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.engine.faults import Fault, fail
from mazarbul.sim.engine.frames import KIND

NO_KIND = -1  # of an empty stack
SPARE = 1  # frames that are never pushed: rules use the one above the stack as scratch space


@kernel
def claim(s):
    """Push the free frame above the stack as it is, and return it; a full stack is a fault."""
    if s.frame_n < s.frames.shape[0] - SPARE:
        s.frame_n += 1
    else:
        fail(s, Fault.FRAMES, s.frame_n)
    return s.frames[s.frame_n - 1]


@kernel
def push(s, kind, *values):
    """Push a frame with one or more values for its first slots, in order; the others are 0."""
    frame = claim(s)
    frame[:] = 0
    frame[KIND] = kind
    slot = KIND + 1
    for value in literal_unroll(values):  # their types may differ
        frame[slot] = value
        slot += 1


@kernel
def pop(s):
    """Drop the top frame."""
    s.frame_n -= 1


@kernel
def top(s):
    """Return the top frame, an int64 array view; there must be one."""
    return s.frames[s.frame_n - 1]


@kernel
def top_kind(s):
    """Return the kind of the top frame, or NO_KIND if there is none."""
    return s.frames[s.frame_n - 1, KIND] if s.frame_n > 0 else np.int64(NO_KIND)
