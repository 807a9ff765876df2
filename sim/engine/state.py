"""The fields of a state that every game has: identity, pending decision, work stack, log, fault.

A game's STATE begins with them and adds its own; kernels of `mazarbul.sim.engine` find them by name.
"""

from collections.abc import Callable, Collection, Mapping
from types import MappingProxyType

import numpy as np

from mazarbul.sim.compile.jit import kernel, kernel_of_text
from mazarbul.sim.effects.codes import STACK_LIMIT
from mazarbul.sim.engine.actions import NONE
from mazarbul.sim.engine.kinds import LimitError

MOST_COUNTED = int(np.iinfo(np.int16).max)  # the most that int16 counters and events hold
NOTHING: Mapping = MappingProxyType({})
LINE = 8  # int64 in a line of the cache: frames that fill whole lines are copied faster, 1% of a game


def play_fields(game: str, *, options: int, frames: int, width: int, events: int) -> list[tuple]:
    """Return the fields of a structured type that all states have.

    game: its name, for errors. options: most options of a decision. frames, width: most frames on the work
    stack, and slots per frame. events: most events in a log. Raises LimitError for numbers out of range.
    """
    given = {"options": options, "frames": frames, "slots of a frame": width, "events": events}
    for what, n in given.items():
        if not 0 < n <= MOST_COUNTED:
            raise LimitError(f"{game}: 1 to {MOST_COUNTED} {what} are possible, not {n}")
    return [
        ("seed", "u8"),  # seed of this game's random streams
        ("game", "i8"),  # index of the game in its run
        ("actor", "i2"),  # seat that decides, NONE if no decision is pending
        ("decision", "i2"),  # kind of the decision, one of the game's kinds of action
        ("option_n", "i2"),  # number of legal actions
        ("options", "i4", (options,)),  # [0..option_n) legal actions
        ("decisions", "i4"),  # made so far
        ("frame_n", "i2"),
        ("frames", "i8", (frames, -(-width // LINE) * LINE)),  # [0..frame_n) kind and slots, innermost last
        ("stack", "i8", (STACK_LIMIT,)),  # operands while an expression is evaluated
        ("is_logged", "i2"),  # 1: keep events
        ("event_n", "i2"),
        ("events", "i2", (events, 4)),  # [0..event_n) events since the last decision
        ("fault", "i2"),  # fault that stopped the game, else Fault.NONE
        ("fault_code", "i8"),
    ]


@kernel
def clear_play(s):
    """Reset the fields that all states have, except seed, game and whether a log is kept."""
    s.actor = NONE
    s.decision = 0
    s.option_n = 0
    s.decisions = 0
    s.frame_n = 0
    s.event_n = 0
    s.fault = 0
    s.fault_code = 0


@kernel
def halt(s):
    """Clear the pending decision: the game stops where it is."""
    s.actor = NONE
    s.option_n = 0


def clearing(
    state: np.dtype,
    home: str,
    starts: Mapping[str, int] = NOTHING,
    kept: Collection[str] = (),
    name: str = "clear",
) -> Callable:
    """Return the kernel `name`(s), which resets a state but for its seed, game and whether a log is kept.

    state: type of the states of a game. home: its module that asks for it. starts: field -> the number that
    it begins with, if that is not 0. kept: fields that stay as they are, besides lists of records: these are
    as long as another field says. name: a module has one kernel of each name, as machine code is kept by it.
    """
    names = state.names or ()
    lines = [f"def {name}(s):", "    clear_play(s)"]
    for field in names[names.index("fault_code") + 1 :]:
        form = state[field]
        if field not in kept and form.base.names is None:
            lines.append(f"    s.{field}{'[:]' if form.shape else ''} = {starts.get(field, 0)}")
    return kernel_of_text("\n".join(lines), home, clear_play=clear_play)
