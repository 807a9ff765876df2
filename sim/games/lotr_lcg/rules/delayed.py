"""What a text lets happen later: at the end of the phase, the combat, the round (LCG-4.4)."""

import numpy as np

from sim.engine.bits import bit, has
from sim.engine.jit import kernel
from sim.games.lotr_lcg.ids import BLOCK, BLOCKS, NONE
from sim.games.lotr_lcg.rules.conditions import C_IT, C_SOURCE, C_YOU
from sim.games.lotr_lcg.rules.triggers import DELAYED, queue
from sim.games.lotr_lcg.rules.zones import block_of, mark_full


@kernel
def queue_later(s, t, time):
    """Add the delayed lists of a moment (UNTIL_*) to the pending occasions (LCG-4.4)."""
    for i in range(s.later_n):
        if s.later[i].time == time and s.later[i].row != NONE:
            queue(s, t, 0, NONE, NONE, 0, NONE, NONE, DELAYED, i)


@kernel
def add_later(s, row, time, f):
    """Remember a list that is to be carried out at a moment; f: frame with its context."""
    i = np.int64(NONE)
    for k in range(s.later_n):
        if s.later[k].row == NONE:
            i = np.int64(k)
    if i == NONE:
        if s.later_n >= s.later.size:
            mark_full(s)
            return
        i = np.int64(s.later_n)
        s.later_n += 1
    entry = s.later[i]
    entry.row = row
    entry.time = time
    entry.source = s.frames[f, C_SOURCE]
    entry.you = s.frames[f, C_YOU]
    for b in range(BLOCKS):
        entry.it[b] = s.frames[f, C_IT + b]


@kernel
def forget_later(s, card):
    """Let delayed lists no longer be about a card that enters play: it is not the one it was (LCG-2.8)."""
    b = block_of(card)
    for i in range(s.later_n):
        entry = s.later[i]
        was_meant = has(entry.it[b], card % BLOCK)
        entry.it[b] &= ~bit(card % BLOCK)
        left = np.int64(0)
        for k in range(BLOCKS):
            left |= entry.it[k]
        if entry.source == card or (was_meant and left == 0):
            entry.row = NONE
