"""Chance for test games in numpy: every number depends only on the game, a purpose and a name."""

from __future__ import annotations

import hashlib

import numpy as np


def uniform(seed: int, first: int, n: int, purpose: str) -> np.ndarray:
    """Return a number from 0 to 1 for each of n games from `first` on. float64 (n,)."""
    stream = int.from_bytes(hashlib.sha256(f"{seed}/{purpose}".encode()).digest()[:8], "little")
    with np.errstate(over="ignore"):
        z = np.arange(first, first + n, dtype=np.uint64) * np.uint64(0x9E3779B97F4A7C15) + np.uint64(stream)
        for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB), (31, 1)):
            z = (z ^ (z >> np.uint64(shift))) * np.uint64(factor)
    return (z >> np.uint64(11)) / float(1 << 53)


def order(seed: int, first: int, n: int, names: list[str]) -> np.ndarray:
    """Return the place of every card in a shuffled deck, by keys of the names. int64 (len(names), n)."""
    keys = np.array([uniform(seed, first, n, name) for name in names])
    return np.argsort(np.argsort(keys, 0), 0)
