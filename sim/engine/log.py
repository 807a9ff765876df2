"""The event log of a game: the events since the last decision, for traces and scripts.

A state record has `is_logged`, `events`, (most events, 4) of integers, and `event_n`.
"""

from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.engine.actions import MOST_KINDS, a_of, b_of, kind_of, packed

SEAT_STEP = MOST_KINDS + 2  # kinds of actions are below


@kernel
def note(s, kind, a, b, c):
    """Append an event (a kind and three arguments) to the log, if the game keeps one.

    Events that do not fit are dropped: no rule reads the log, and play in batches keeps none.
    """
    if s.is_logged != 0 and s.event_n < s.events.shape[0]:
        i = s.event_n
        s.events[i, 0] = kind
        s.events[i, 1] = a
        s.events[i, 2] = b
        s.events[i, 3] = c
        s.event_n = i + 1


@kernel
def note_action(s, kind, action):
    """Append the event of an action by the deciding seat, such as its only option."""
    note(s, kind, s.actor * SEAT_STEP + kind_of(action), a_of(action), b_of(action))


def noted_action(a: int, b: int, c: int) -> tuple[int, int]:
    """Return the seat and the action of an event that `note_action` has appended, outside kernels."""
    seat, kind = divmod(a, SEAT_STEP)
    return seat, packed(kind, b, c)
