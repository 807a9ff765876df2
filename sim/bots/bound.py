"""Restricted bots: what a seat avoids is removed from its options, and some choices are blunders.

Restricted play is a measure of balance: the worth of a card, an action or a place to a side is what the
side loses without it (Jaffe, Miller, Andersen, Liu, Karlin and Popovic, "Evaluating competitive game
balance with restricted play", AIIDE 2012).

Only the game knows what an action uses: `narrowing` makes the kernel that removes options of its own kernel.
"""

from collections.abc import Callable

import numpy as np

from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.engine.rng import key, stream

KEYS = 2.0**62  # keys of a stream are below


@kernel
def blunders(s, m, seat, purpose):
    """Return whether the pending decision of a seat is made at random. purpose: its stream of blunders."""
    share = m.blunder[seat]
    return share >= 1.0 or key(stream(s.seed, purpose, s.decisions), 0) < share * KEYS


def narrowing(is_avoided: Callable) -> Callable:
    """Return the kernel narrow(s, t, m, seat) of a game: it removes the options that the seat avoids.

    is_avoided(s, t, m, seat, action): a kernel. A seat does what it avoids if nothing else is possible;
    `widen` restores the options.
    """

    @kernel
    def narrow(s, t, m, seat):
        """Remove the options that the seat avoids."""
        m.option_n = s.option_n
        for i in range(m.option_n):
            m.options[i] = s.options[i]
        s.option_n = 0
        for i in range(m.option_n):
            if not is_avoided(s, t, m, seat, np.int64(m.options[i])):
                s.options[s.option_n] = m.options[i]
                s.option_n += 1
        if s.option_n == 0:
            widen(s, m)

    return narrow


@kernel
def widen(s, m):
    """Restore the options from before `narrow`: a bot changes nothing in a game."""
    for i in range(m.option_n):
        s.options[i] = m.options[i]
    s.option_n = m.option_n
