"""Random streams that depend only on (run seed, game index, purpose, number, item).

There is no generator state: each random fact is a hash, so that two variants of a game share
their luck wherever they ask the same question (common random numbers), and results do not depend
on chunking, threads or resume. The hash is the finaliser of SplitMix64 (Steele, Lea and Flood,
"Fast splittable pseudorandom number generators", OOPSLA 2014).
"""

import hashlib

import numpy as np

from mazarbul.sim.compile.jit import kernel

GOLDEN = np.uint64(0x9E3779B97F4A7C15)
MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
MIX_2 = np.uint64(0x94D049BB133111EB)
SHIFT_1 = np.uint64(30)
SHIFT_2 = np.uint64(27)
SHIFT_3 = np.uint64(31)
DROP = np.uint64(2)


@kernel
def mix(x):
    """Return the SplitMix64 finaliser of the uint64 `x`."""
    x = (x ^ (x >> SHIFT_1)) * MIX_1
    x = (x ^ (x >> SHIFT_2)) * MIX_2
    return x ^ (x >> SHIFT_3)


@kernel
def game_seed(run_seed, index):
    """Return the uint64 seed of game `index` of the run with seed `run_seed` (both int64)."""
    return mix(mix(np.uint64(run_seed) + GOLDEN) + GOLDEN * np.uint64(index + 1))


@kernel
def stream(seed, purpose, number):
    """Return the uint64 base of one stream of a game, such as the third shuffle of a deck.

    seed: uint64 of the game. purpose, number: small non-negative integers.
    """
    return mix(mix(seed + GOLDEN * np.uint64(purpose + 1)) + GOLDEN * np.uint64(number + 1))


@kernel
def key(base, item):
    """Return the sorting key of `item` (int64) in the stream `base`: int64, 0 to 2**62 - 1."""
    return np.int64(mix(base ^ (GOLDEN * np.uint64(item))) >> DROP)


@kernel
def chain(steps):
    """Run the sequential generator for some steps: fixed integer work to compare machines with."""
    state = GOLDEN
    for _ in range(steps):
        state = mix(state + GOLDEN)  # each step waits for the one before
    return state


def stable_key(name: str) -> int:
    """Return a non-negative 62-bit hash of a name, the same on every machine: an item of a stream."""
    return int.from_bytes(hashlib.sha256(name.encode()).digest()[:8], "big") >> 2
