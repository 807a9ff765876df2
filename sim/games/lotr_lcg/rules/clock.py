"""The time within a round: the codes of phases are in chronological order (LCG-4.1)."""

from mazarbul.sim.compile.jit import kernel


@kernel
def is_before(s, phase):
    """Return whether a phase of the round is still to come."""
    return s.phase < phase
