"""Restricted bots: what a seat avoids is removed from its options, and some choices are blunders.

Restricted play is a measure of balance: the worth of a card, an action or a place to a side is what the
side loses without it (Jaffe, Miller, Andersen, Liu, Karlin and Popovic, "Evaluating competitive game
balance with restricted play", AIIDE 2012).

A game removes what its seats avoid between `set_aside` and `settle`, since only the game knows what an
action uses:

    set_aside(s, m)
    for i in range(m.option_n):
        if not is_avoided(s, t, m, seat, np.int64(m.options[i])):
            keep(s, m, i)
    settle(s, m)
"""

from sim.engine.jit import kernel
from sim.engine.rng import key, stream

KEYS = 2.0**62  # keys of a stream are below


@kernel
def blunders(s, m, seat, purpose):
    """Return whether the pending decision of a seat is made at random. purpose: its stream of blunders."""
    share = m.blunder[seat]
    return share >= 1.0 or key(stream(s.seed, purpose, s.decisions), 0) < share * KEYS


@kernel
def set_aside(s, m):
    """Remove all options; `m` remembers them in order."""
    m.option_n = s.option_n
    for i in range(m.option_n):
        m.options[i] = s.options[i]
    s.option_n = 0


@kernel
def keep(s, m, i):
    """Offer again the i-th of the options that were set aside."""
    s.options[s.option_n] = m.options[i]
    s.option_n += 1


@kernel
def settle(s, m):
    """Offer all options again if none was kept: a seat does what it avoids if nothing else is possible."""
    if s.option_n == 0:
        widen(s, m)


@kernel
def widen(s, m):
    """Restore the options from before `set_aside`: a bot changes nothing in a game."""
    for i in range(m.option_n):
        s.options[i] = m.options[i]
    s.option_n = m.option_n
