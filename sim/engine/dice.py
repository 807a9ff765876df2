"""Dice whose luck depends on nothing but (game, purpose, number of the roll, die).

There is no generator state (see `sim.engine.rng`): two variants of a game roll the same where they ask the
same question, however many dice were rolled elsewhere.
"""

import numpy as np

from sim.engine.jit import kernel
from sim.engine.rng import key, stream


@kernel
def roll_die(seed, purpose, number, die, sides):
    """Return what one of several dice of a roll shows, int64, 1 to `sides`.

    seed: uint64 of the game. purpose: of the stream. number: of the roll. die: of the dice of that roll;
    all non-negative integers. 2**62 keys fall on the sides: no side is favoured by more than one of them.
    """
    return key(stream(seed, purpose, number), die) % np.int64(sides) + 1


@kernel
def roll(seed, purpose, number, sides):
    """Return what a single die shows, int64, 1 to `sides`; see `roll_die`."""
    return roll_die(seed, purpose, number, 0, sides)
