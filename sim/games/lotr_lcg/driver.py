"""The steps of a game as Python takes them: for scripts, traces and tests.

All are in one kernel. A function that is called from Python is compiled with all that it calls, and each
of these calls nearly every rule.
"""

from sim.engine.faults import run_kernel
from sim.engine.jit import kernel
from sim.games.lotr_lcg.ids import NONE
from sim.games.lotr_lcg.kernel import advance_to, deal_game, deal_next_quest, decide

DEAL, DEAL_NEXT, DECIDE, GO_ON = range(4)

Point = tuple[int, int]
"""A phase and a step of it."""
NOWHERE: Point = (NONE, NONE)


@kernel
def drive(s, t, step, a, b, c, halt, halt_step):
    """Take a step, then continue to the next decision, the end of the game, or the start of a phase's step.

    a, b, c: seed and index of the game and number of the quest to DEAL, or the action. halt, halt_step: the
    phase and the step of it to stop before; NONE for none.
    """
    if step == DEAL:
        deal_game(s, t, a, b, c)
    elif step == DEAL_NEXT:
        deal_next_quest(s, t, a, b, c)
    elif step == DECIDE:
        decide(s, t, a)
    advance_to(s, t, halt, halt_step)  # the only call: all rules are compiled into it


def new_game(s, t, seed: int, index: int, quest: int = 0) -> None:
    """Set up game `index` of the run with `seed` and continue to its first decision. quest: of a campaign."""
    _drive(s, t, DEAL, seed, index, quest)


def next_quest(s, t, seed: int, index: int, quest: int) -> None:
    """Set up the next quest of a campaign that carries over, and continue to its first decision."""
    _drive(s, t, DEAL_NEXT, seed, index, quest)


def apply(s, t, action: int, halt: Point | None = None) -> None:
    """Apply a legal action and continue to the next decision or the end. halt: where to stop before."""
    _drive(s, t, DECIDE, action, halt=halt)


def advance(s, t, halt: Point | None = None) -> None:
    """Continue to the next decision, or to the start of the phase and step `halt`."""
    _drive(s, t, GO_ON, halt=halt)


def _drive(s, t, step: int, a: int = 0, b: int = 0, c: int = 0, halt: Point | None = None) -> None:
    run_kernel(drive, "lotr_lcg", s, t, step, a, b, c, *(halt or NOWHERE))
