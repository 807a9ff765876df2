"""What to do with a die (BG-B15, BG-B17, BG-B32, BG-B33)."""

from sim.engine.jit import kernel


@kernel
def score_turn(s, t, m, seat):
    """Fill the scores of the actions of a turn."""
    for i in range(s.option_n):
        m.score[i] = 0.0
