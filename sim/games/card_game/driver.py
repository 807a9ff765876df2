"""The steps of a game for Python callers (see `mazarbul.sim.engine.driver`)."""

from mazarbul.sim.engine.driver import DEAL, DECIDE, Driver
from mazarbul.sim.engine.jit import kernel
from mazarbul.sim.games.card_game.kernel import advance_to, deal_game, decide


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


DRIVER = Driver("card_game", drive)
