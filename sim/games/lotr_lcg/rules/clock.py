"""What time of the round it is: phases have their codes in the order of time (LCG-4.1)."""

from sim.engine.jit import kernel


@kernel
def is_before(s, phase):
    """Return whether a phase of the round is still to come."""
    return s.phase < phase
