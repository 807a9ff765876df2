"""Seeds that follow from another seed: luck of its own for a confirmation, a generation, a check."""

from __future__ import annotations

import numpy as np


def fresh_seed(*key: int) -> int:
    """Return a seed, 0 .. 2**63 - 1: the same for the same key, another one for any other key.

    key: a seed of 0 or more, and what else tells a purpose from others.
    """
    return int(np.random.SeedSequence(key).generate_state(1, np.uint64)[0] >> np.uint64(1))
