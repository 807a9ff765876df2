"""Characters that travel (BG-B16, BG-B25)."""

from sim.engine.jit import kernel


@kernel
def score_rider(s, t, m, seat, rider):
    """Return the worth of moving a Character or Nazgûl."""
    return 0.0


@kernel
def score_number(s, t, m, seat, n):
    """Return the worth of moving so many Nazgûl together."""
    return 0.0


@kernel
def score_join(s, t, m, seat, figure):
    """Return the worth of taking a Companion along."""
    return 0.0


@kernel
def score_go(s, t, m, seat, region):
    """Return the worth of sending the figures to a region."""
    return 0.0
