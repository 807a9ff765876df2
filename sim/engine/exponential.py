"""The exponential function by operations that every processor rounds alike; those of libraries differ."""

from sim.engine.jit import kernel

MOST = 100.0  # chances and shares of chances need no more
HALVINGS = 10


@kernel
def exponential(x):
    """Return e to the power of x, with a relative error below 1e-11; x counts as MOST at most, either way."""
    x = min(max(x, -MOST), MOST) / (1 << HALVINGS)
    y = 1.0
    for n in range(9, 0, -1):  # its series
        y = 1.0 + y * x / n
    for _ in range(HALVINGS):
        y *= y
    return y
