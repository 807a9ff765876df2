"""The steps of a game for Python callers (see `mazarbul.sim.engine.driver`)."""

from mazarbul.sim.engine.driver import Driver
from mazarbul.sim.engine.jit import kernel
from mazarbul.sim.games.card_game.kernel import PLAYING

_driven = PLAYING.drive


@kernel
def drive(s, t, step, a, b, before):
    """Take a step, then continue to the next decision (see `mazarbul.sim.engine.playing.Playing`)."""
    _driven(s, t, step, a, b, before)


DRIVER = Driver("card_game", drive)
