"""Exponentials and logarithms by operations that every processor rounds alike; those of libraries differ."""

from mazarbul.sim.compile.jit import kernel

MOST = 100.0  # chances and shares of chances need no more
HALVINGS = 10
LOG_2 = 0.6931471805599453
TERMS = 17  # odd powers of a series up to this one
LEAST = 1e-30  # smaller numbers have its logarithm


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


@kernel
def logarithm(x):
    """Return the natural logarithm of x, with an error below 1e-11; x counts as LEAST at least."""
    x = max(x, LEAST)
    doublings = 0
    while x > 1.5:
        x *= 0.5
        doublings += 1
    while x < 0.75:
        x *= 2.0
        doublings -= 1
    y = (x - 1.0) / (x + 1.0)
    series = 0.0
    for n in range(TERMS, 0, -2):  # of the area hyperbolic tangent
        series = series * y * y + 1.0 / n
    return doublings * LOG_2 + 2.0 * y * series
