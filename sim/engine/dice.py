"""Dice whose luck depends only on (game, purpose, number of the roll, die).

There is no generator state (see `mazarbul.sim.engine.rng`): two variants of a game get the same roll wherever
they ask the same question, however many dice were rolled elsewhere.
"""

import numpy as np

from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.engine.rng import key, stream


@kernel
def roll_die(seed, purpose, number, die, sides):
    """Return the result of one of several dice in a roll, int64, 1 to `sides`.

    seed: uint64 of the game. purpose: of the stream. number: of the roll. die: of the dice of that roll;
    all non-negative integers. 2**62 keys map to the sides: no side gets more than one key more than another.
    """
    return key(stream(seed, purpose, number), die) % np.int64(sides) + 1


@kernel
def roll(seed, purpose, number, sides):
    """Return the result of a single die, int64, 1 to `sides`; see `roll_die`."""
    return roll_die(seed, purpose, number, 0, sides)
