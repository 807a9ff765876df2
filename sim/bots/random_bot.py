"""The random bot: uniform over the legal actions, from its own random stream."""

import numpy as np

from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.engine.rng import key, stream


@kernel
def random_index(seed, purpose, number, n):
    """Return an index in [0, n), uniform except for a bias of the hash below 1e-15.

    seed: uint64 of the game; purpose: the seat's bot stream; number: decisions so far in the game.
    """
    return key(stream(seed, purpose, number), 0) % np.int64(n)
