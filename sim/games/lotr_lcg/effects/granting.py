"""Operations that let something hold for a while (LCG-22.7)."""

import numpy as np

from sim.engine.bits import lowest_bit
from sim.engine.jit import kernel
from sim.games.lotr_lcg.content import words
from sim.games.lotr_lcg.frames import Context
from sim.games.lotr_lcg.ids import BLOCK, BLOCKS, NONE, STAT_N
from sim.games.lotr_lcg.rules.conditions import evaluate, player_of_word, targets
from sim.games.lotr_lcg.rules.numbers import grant
from sim.games.lotr_lcg.rules.zones import engaged_with, mark_dirty


@kernel
def grant_rows(s, t, row, f):
    """Let the modifiers of an `until` list hold (LCG-22.7)."""
    until = np.int64(t.rows[row, 2])
    for r in range(row + 1, t.rows[row, 1]):
        grant_row(s, t, np.int64(r), until, f)


@kernel
def grant_row(s, t, r, until, f):
    """Let one modifier hold: on a set for whatever is in it, on named cards for those there are now."""
    source = s.frames[f, Context.source]
    you = s.frames[f, Context.you]
    code = np.int64(t.rows[r, 0])
    a = np.int64(t.rows[r, 1])
    if code == words.MODIFIER.MULTIPLE_DEFENDERS:
        grant(s, code, NONE, NONE, 1, player_of_word(s, a, source, you, f), until)
        return
    if (
        code == words.MODIFIER.STAGING_THREAT
        or code == words.MODIFIER.EXTRA_REVEALS
        or code == words.MODIFIER.REFRESH_THREAT
    ):
        grant(s, code, NONE, NONE, evaluate(s, t, a, source, you, f), NONE, until)
        return
    if code == words.MODIFIER.ALLY_LIMIT:
        grant(s, code, NONE, NONE, evaluate(s, t, a, source, you, f), NONE, until)
        return
    if code == words.MODIFIER.HOLD or code == words.MODIFIER.NO_DRAW or code == words.MODIFIER.NO_STAGING:
        grant(s, code, NONE, NONE, 1, NONE, until)
        return
    if code == words.MODIFIER.NO_ENGAGEMENT_CHECKS:
        grant(s, code, NONE, NONE, 1, NONE, until)
        return
    n = np.int64(1)
    if code < words.MODIFIER.WILLPOWER + STAT_N or code == words.MODIFIER.READY_TAX:
        n = evaluate(s, t, np.int64(t.rows[r, 2]), source, you, f)
    if a >= 0:
        grant(s, code, NONE, a, n, NONE, until)
        return
    targets(s, t, a, source, f)
    for b in range(BLOCKS):
        rest = np.int64(s.found[b])
        while rest != 0:
            card = np.int64(b) * BLOCK + lowest_bit(rest)
            rest &= rest - 1
            player = engaged_with(s, card) if code == words.MODIFIER.CANNOT_ATTACK else np.int64(NONE)
            grant(s, code, card, NONE, n, player, until)
    mark_dirty(s)
