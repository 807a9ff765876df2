"""Scores of the options of a decision, which a policy fills in the mind."""

from mazarbul.sim.compile.jit import kernel

NEVER = -1e6  # score of an option that is out of the question


@kernel
def score_only(s, m, i):
    """Fill the scores so that nothing but the i-th option is in question."""
    for k in range(s.option_n):
        m.score[k] = NEVER
    m.score[i] = 0.0
