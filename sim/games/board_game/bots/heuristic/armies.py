"""Marches and attacks (BG-B1, BG-B2, BG-B18, BG-B28)."""

from sim.engine.jit import kernel


@kernel
def score_march(s, t, m, seat, origin, to):
    """Return the worth of a march from a field to another; NONE: of no more."""
    return 0.0


@kernel
def score_strike(s, t, m, seat, stand, at):
    """Return the worth of an attack."""
    return 0.0


@kernel
def score_send(s, t, m, seat, whole):
    """Return the worth of a template of the part that marches or attacks."""
    return 0.0


@kernel
def score_take(s, t, m, seat, slot, n):
    """Return the worth of a number of figures in the part that marches or attacks."""
    return 0.0
