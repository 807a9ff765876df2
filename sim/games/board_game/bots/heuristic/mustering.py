"""Recruits, politics and Minions (BG-B12, BG-B13, BG-B15, BG-B28)."""

from sim.engine.jit import kernel


@kernel
def score_package(s, t, m, seat, package):
    """Return the worth of what a Muster result brings."""
    return 0.0


@kernel
def score_place(s, t, m, seat, piece, region):
    """Return the worth of a recruit in a region."""
    return 0.0


@kernel
def score_minion_place(s, t, m, seat, figure, region):
    """Return the worth of a Minion in a region."""
    return 0.0
