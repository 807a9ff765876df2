"""The steps of a game for Python callers: scripts, traces, tests.

One kernel has them all. A function called from Python is compiled with everything that it calls, and each
step calls nearly every rule.
"""

from sim.engine.faults import run_kernel
from sim.engine.jit import kernel
from sim.games.card_game.ids import NONE
from sim.games.card_game.kernel import advance_to, deal_game, decide

DEAL, DECIDE, GO_ON = range(3)


@kernel
def drive(s, t, step, a, b, halt):
    """Take a step, then continue to the next decision, the end of the game, or the phase `halt` (NONE: none).

    a, b: seed and index of the game to DEAL, or the action.
    """
    if step == DEAL:
        deal_game(s, t, a, b)
    elif step == DECIDE:
        decide(s, t, a)
    advance_to(s, t, halt)  # the only call: all rules are compiled into it


def new_game(s, t, seed: int, index: int) -> None:
    """Set up game `index` of the run with `seed` and continue to its first decision."""
    _drive(s, t, DEAL, seed, index)


def apply(s, t, action: int, halt: int | None = None) -> None:
    """Apply a legal action and continue to the next decision or the end. halt: a phase to stop before."""
    _drive(s, t, DECIDE, action, halt=halt)


def advance(s, t, halt: int | None = None) -> None:
    """Continue to the next decision, or to the beginning of the phase `halt`."""
    _drive(s, t, GO_ON, halt=halt)


def _drive(s, t, step: int, a: int = 0, b: int = 0, halt: int | None = None) -> None:
    run_kernel(drive, "card_game", s, t, step, a, b, NONE if halt is None else halt)
