"""Bots that are held back: what a seat avoids is taken out of its options, and some choices are blunders.

Restricted play is a measure of balance: what a side loses without a card, an action or a place is what
that is worth to it (Jaffe, Miller, Andersen, Liu, Karlin and Popovic, "Evaluating competitive game
balance with restricted play", AIIDE 2012).

A game takes out what its seats avoid between `set_aside` and `settle`, since only it knows what an
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
    """Take all options away; `m` remembers them in their order."""
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
    """Offer all again if nothing was kept: what a seat avoids it does if there is nothing else to do."""
    if s.option_n == 0:
        widen(s, m)


@kernel
def widen(s, m):
    """Put the options back as they were before `set_aside`: a bot changes nothing of a game."""
    for i in range(m.option_n):
        s.options[i] = m.options[i]
    s.option_n = m.option_n
