"""Operations that grant lasting modifiers (LCG-22.7)."""

import numpy as np

from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.effects import codes
from mazarbul.sim.engine.bits import has, lowest_bit
from mazarbul.sim.engine.faults import Fault, fail
from mazarbul.sim.games.lotr_lcg.content import columns, words
from mazarbul.sim.games.lotr_lcg.frames import Scope
from mazarbul.sim.games.lotr_lcg.ids import BLOCK, BLOCKS, NONE
from mazarbul.sim.games.lotr_lcg.rules.conditions import evaluate, player_of_word, targets
from mazarbul.sim.games.lotr_lcg.rules.numbers import grant
from mazarbul.sim.games.lotr_lcg.rules.zones import engaged_with, mark_dirty


@kernel
def grant_rows(s, t, row, f):
    """Grant the modifiers of an `until` list (LCG-22.7)."""
    until = np.int64(t.rows[row, columns.UNTIL.TIME])
    for r in range(row + 1, t.rows[row, columns.UNTIL.END]):
        grant_row(s, t, np.int64(r), until, f)


@kernel
def grant_row(s, t, r, until, f):
    """Grant one modifier."""
    source = s.frames[f, Scope.source]
    you = s.frames[f, Scope.you]
    code = np.int64(t.rows[r, codes.CODE])
    if has(words.ON_CARDS, code):
        grant_on_cards(s, t, r, code, until, f)
    elif has(words.NUMBERED, code):
        n = evaluate(s, t, np.int64(t.rows[r, columns.NUMBER.N]), source, you, f)
        grant(s, code, NONE, NONE, n, NONE, until)
    elif has(words.PLAIN, code):
        grant(s, code, NONE, NONE, 1, NONE, until)
    elif code == words.MODIFIER.MULTIPLE_DEFENDERS:
        who = np.int64(t.rows[r, columns.MULTIPLE_DEFENDERS.WHO])
        grant(s, code, NONE, NONE, 1, player_of_word(s, who, source, you, f), until)
    else:
        fail(s, Fault.WORD, code)


@kernel
def grant_on_cards(s, t, r, code, until, f):
    """Grant a modifier of cards: on a set for whatever is in it, on named cards for the present ones."""
    source = s.frames[f, Scope.source]
    what = np.int64(t.rows[r, columns.ON_CARDS.WHAT])
    n = np.int64(1)
    if has(words.NUMBERED, code):
        n = evaluate(s, t, np.int64(t.rows[r, columns.CARD_NUMBER.N]), source, s.frames[f, Scope.you], f)
    if what >= 0:
        grant(s, code, NONE, what, n, NONE, until)
        return
    targets(s, t, what, source, f)
    for b in range(BLOCKS):
        rest = np.int64(s.found[b])
        while rest != 0:
            card = np.int64(b) * BLOCK + lowest_bit(rest)
            rest &= rest - 1
            player = engaged_with(s, card) if code == words.MODIFIER.CANNOT_ATTACK else np.int64(NONE)
            grant(s, code, card, NONE, n, player, until)
    mark_dirty(s)
