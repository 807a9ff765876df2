"""The work stack of a game: what is still to be done, innermost frame last.

A state record has `frames`, int64 (most frames, slots), and `frame_n`. Slot 0 of a frame is its kind;
the other slots belong to whoever carries on with frames of that kind.
"""

from sim.engine.jit import kernel


@kernel
def push(s, kind, a, b, c, d):
    """Push a frame with up to four arguments; the other slots are 0. The stack must not be full."""
    frame = s.frames[s.frame_n]
    frame[:] = 0
    frame[0] = kind
    frame[1] = a
    frame[2] = b
    frame[3] = c
    frame[4] = d
    s.frame_n += 1


@kernel
def pop(s):
    """Drop the top frame."""
    s.frame_n -= 1


@kernel
def top(s):
    """Return the top frame, an int64 array view; there must be one."""
    return s.frames[s.frame_n - 1]
