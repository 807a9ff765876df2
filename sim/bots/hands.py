"""What a seat sees of hands that are sets of cards: its own, and how many cards are in the others."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from mazarbul.sim.compile.jit import at_home, kernel
from mazarbul.sim.engine.bits import popcount


def seeing_hands(seats: int, home: str) -> tuple[np.dtype, Callable]:
    """Return the type `SEEN` and the kernel `see` of a `Sight`, for a state with the field `hand`.

    seats: of the game; `hand` has a set of cards for each. `hidden` then has the cards in the hands of the
    others, and `hand_n` the number of cards in each hand. home: the module that asks for it.
    """

    @kernel
    def see(s, t, seat, v):  # noqa: ARG001  (the signature of all games)
        """Fill `v` with the cards that a seat does not see, and the sizes of the hands."""
        v.hidden[0] = 0
        for owner in range(seats):
            v.hand_n[owner] = popcount(s.hand[owner])
            if owner != seat:
                v.hidden[0] |= s.hand[owner]

    seen = np.dtype([("hidden", "i8", (1,)), ("hand_n", "i2", (seats,))], align=True)
    return seen, at_home(see, home)
