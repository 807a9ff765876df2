"""How often a text has been used this phase or round (LCG-4.5)."""

import numpy as np

from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.engine.faults import Fault, fail
from mazarbul.sim.games.lotr_lcg.ids import BY, LIMIT, NONE
from mazarbul.sim.games.lotr_lcg.state import USE, USES_LIST


@kernel
def uses_of(s, e, source, player):
    """Return how often a player has used a limited text of a source."""
    for i in range(s.use_n):
        if s.uses[i, USE.TEXT] == e and s.uses[i, USE.SOURCE] == source and s.uses[i, USE.PLAYER] == player:
            return np.int64(s.uses[i, USE.TIMES])
    return np.int64(0)


@kernel
def is_within_limit(s, t, e, source, player):
    """Return whether a player may use a text once more (LCG-4.5)."""
    effect = t.effects[e]
    if effect.limit == LIMIT.NONE:
        return True
    who = player if effect.by == BY.ANY else np.int64(NONE)
    return uses_of(s, e, source, who) < effect.times


@kernel
def count_use(s, t, e, source, player):
    """Record that a player uses a limited text."""
    effect = t.effects[e]
    if effect.limit == LIMIT.NONE:
        return
    who = player if effect.by == BY.ANY else np.int64(NONE)
    for i in range(s.use_n):
        if s.uses[i, USE.TEXT] == e and s.uses[i, USE.SOURCE] == source and s.uses[i, USE.PLAYER] == who:
            s.uses[i, USE.TIMES] += 1
            return
    if s.use_n >= s.uses.shape[0]:
        fail(s, Fault.LIST, USES_LIST)
    else:
        i = s.use_n
        s.uses[i, USE.TEXT] = e
        s.uses[i, USE.SOURCE] = source
        s.uses[i, USE.PLAYER] = who
        s.uses[i, USE.TIMES] = 1
        s.use_n += 1


@kernel
def forget_uses(s, t, limit):
    """Reset the limits of a phase (LIMIT.PHASE) or, with LIMIT.ROUND, all of them."""
    if limit != LIMIT.PHASE:
        s.use_n = 0
        return
    kept = 0
    for i in range(s.use_n):
        if t.effects[s.uses[i, USE.TEXT]].limit != LIMIT.PHASE:
            for c in range(s.uses.shape[1]):
                s.uses[kept, c] = s.uses[i, c]
            kept += 1
    s.use_n = kept
