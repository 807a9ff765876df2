"""Delayed effects of texts: at the end of the phase, the combat, the round (LCG-4.4)."""

import numpy as np

from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.engine import sets
from mazarbul.sim.engine.faults import Fault, fail
from mazarbul.sim.games.lotr_lcg.frames import Scope
from mazarbul.sim.games.lotr_lcg.ids import BLOCKS, NONE
from mazarbul.sim.games.lotr_lcg.rules.triggers import DELAYED, queue
from mazarbul.sim.games.lotr_lcg.state import LATER_LIST


@kernel
def queue_later(s, t, time):
    """Add the delayed lists of a moment (UNTIL) to the pending occasions (LCG-4.4)."""
    for i in range(s.later_n):
        if s.later[i].time == time and s.later[i].row != NONE:
            queue(s, t, 0, NONE, NONE, 0, NONE, NONE, DELAYED, i)


@kernel
def add_later(s, row, time, f):
    """Store a list to be carried out at a moment; f: frame with its scope."""
    i = np.int64(NONE)
    for k in range(s.later_n):
        if s.later[k].row == NONE:
            i = np.int64(k)
    if i == NONE:
        if s.later_n >= s.later.size:
            fail(s, Fault.LIST, LATER_LIST)
            return
        i = np.int64(s.later_n)
        s.later_n += 1
    entry = s.later[i]
    entry.row = row
    entry.time = time
    entry.source = s.frames[f, Scope.source]
    entry.you = s.frames[f, Scope.you]
    for b in range(BLOCKS):
        entry.it[b] = s.frames[f, Scope.it + b]


@kernel
def forget_later(s, card):
    """Remove a card that enters play from delayed lists: it counts as a new card (LCG-2.8)."""
    for i in range(s.later_n):
        entry = s.later[i]
        was_meant = sets.has(entry.it, card)
        sets.remove(entry.it, card)
        if entry.source == card or (was_meant and sets.is_empty(entry.it)):
            entry.row = NONE
