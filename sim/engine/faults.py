"""Faults: what must never happen stops a game, since continuing would give a wrong result unnoticed.

A state record has `fault` (one of Fault, NONE while all is well) and `fault_code`: the number that no code
could handle, or that of the list that is full. Kernels cannot raise; they call `fail`, the game's loop ends
before its next step, and `check_fault` raises the error in Python. So nothing that does not fit is dropped
unnoticed; only the event log, which no rule reads, may end early (see `mazarbul.sim.engine.log`).
"""

from collections.abc import Callable

import numpy as np

from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.engine.declared import numbered

#: Name of each fault -> what it means.
_MEANINGS = {
    "NONE": "",
    "FRAMES": "the work stack is full at {code} frames",
    "FRAME": "no rule continues frames of kind {code}",
    "PHASE": "no rule continues in phase {code}",
    "STEP": "no rule continues at step {code}",
    "WORD": "no rule carries out the word with code {code}",
    "VALUE": "no rule evaluates the word with code {code}",
    "NAME": "no rule knows the name with number {code} in an argument of a word",
    "CARD": "no rule knows the card that the name with number {code} stands for",
    "TYPE": "no rule plays a card of type {code}",
    "ZONE": "no rule takes a card from zone {code}",
    "DECISION": "no rule or bot answers a decision of kind {code}",
    "ANSWER": "no rule accepts an answer of kind {code}",
    "OPTIONS": "a decision of kind {code} has more options than the state can hold",
    "NUMBER": "an action of kind {code} has a number that actions cannot hold",
    "LIST": "the list '{field}' of the state is full",
}
Fault = numbered("Fault", _MEANINGS)


class GameFault(RuntimeError):
    """A game reached something that its rules or its state do not cover."""


@kernel
def fail(s, fault, code):
    """Stop the game with a fault; the first one stays. code: what is wrong; for LIST, see `list_number`."""
    if s.fault == Fault.NONE:
        s.fault = fault
        s.fault_code = code


def list_number(dtype, field: str) -> int:
    """Return the number that `fail` uses for a full list, a field of a state's type."""
    return dtype.names.index(field)


def check_fault(s, game: str, seed: int | None = None) -> None:
    """Raise a GameFault if a game was stopped by a fault.

    s: STATE record. game: its name. seed: of the run, if it is known.
    """
    if s.fault == Fault.NONE:
        return
    code = int(s.fault_code)
    name = Fault._fields[int(s.fault)]
    field = s.dtype.names[code] if name == "LIST" else ""
    what = _MEANINGS[name].format(code=code, field=field)
    luck = "" if seed is None else f" with seed {seed}"
    raise GameFault(f"game {int(s.game)} of {game}{luck} was stopped: {what}")


def run_kernel(function: Callable[..., None], game: str, s, *arguments, seed: int | None = None) -> None:
    """Call a kernel that plays on a state; raise a GameFault if a fault has stopped the game.

    function: takes `s` and the arguments. game, seed: as for `check_fault`.
    """
    with np.errstate(over="ignore"):  # hashes wrap round on purpose; without JIT numpy would warn
        function(s, *arguments)
    check_fault(s, game, seed)
