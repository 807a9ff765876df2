"""Arithmetic that several parts of the heuristic bot use."""

import numpy as np

from mazarbul.sim.compile.jit import kernel


@kernel
def expit(x):
    """Return a chance for any number: 0 for very small ones, 1 for very large ones, 0.5 at 0."""
    return 0.5 + 0.5 * x / np.sqrt(4.0 + x * x)


@kernel
def clamp(x, least, most):
    """Return the number of an interval that is nearest to x."""
    return max(least, min(x, most))
