"""The player of three who may not act twice in a row on the same Nation, nor with the same Army (BG-18.9).

`used` are the Nations of the action being made, or made last, `used_at` is where its Army is; `barred` and
`barred_at` are those of the action before, which the next one must not use.
"""

import numpy as np

from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.effects import codes
from mazarbul.sim.engine.bits import bit, has
from mazarbul.sim.games.board_game.content import words
from mazarbul.sim.games.board_game.ids import NATION, NONE, SIDE_N
from mazarbul.sim.games.board_game.rules import columns
from mazarbul.sim.games.board_game.rules.seats import lead
from mazarbul.sim.games.board_game.rules.sets import find


@kernel
def is_bound(s, t, side):
    """Return whether the one player of a side may not use a Nation twice in a row."""
    return t.seats_of[side] == 1 and t.no_repeat[lead(s, side)] == 1


@kernel
def forget_use(s):
    """Forget what was used: the actions of a turn are over."""
    s.used[:] = 0
    s.barred[:] = 0
    s.used_at[:] = NONE
    s.barred_at[:] = NONE


@kernel
def bar_used(s):
    """Bar what the last action of each side has used: the next one is chosen."""
    for side in range(SIDE_N):
        s.barred[side] = s.used[side]
        s.barred_at[side] = s.used_at[side]


@kernel
def begin_use(s, side):
    """Note that nothing has been used yet: an action begins."""
    s.used[side] = 0
    s.used_at[side] = NONE


@kernel
def note_use(s, t, side, nations, stand):
    """Note that an action uses Nations, and where their Army is now (NONE: it used none)."""
    if is_bound(s, t, side):
        s.used[side] |= nations
        if stand != NONE:
            s.used_at[side] = stand


@kernel
def is_barred_nation(s, t, side, nation):
    """Return whether an action may not be on a Nation."""
    return is_bound(s, t, side) and has(s.barred[side], nation)


@kernel
def is_barred_army(s, t, side, stand):
    """Return whether the Army at a stand was used by the action before, and may not act again.

    By `three_player_mixed` one of Gondor and Rohan, and of no others, may.
    """
    if not is_bound(s, t, side) or s.barred_at[side] != stand:
        return False
    both = bit(NATION.GONDOR) | bit(NATION.ROHAN)
    return t.mixed_except_gondor_rohan == 0 or s.nations[stand] != both


@kernel
def uses_barred(s, t, side, row, f, is_ability):
    """Return whether a text uses a barred Nation: it recruits it, or as an ability advances it."""
    if row == NONE or not is_bound(s, t, side):
        return False
    if is_ability and advanced(s, t, row, f) & np.int64(s.barred[side]) != 0:
        return True
    while t.rows[row, codes.CODE] != codes.END:
        is_recruit = t.rows[row, codes.CODE] == words.OPERATION.RECRUIT
        if is_recruit and has(s.barred[side], t.rows[row, columns.RECRUIT.NATION]):
            return True
        row += 1
    return False


@kernel
def advanced(s, t, row, f):
    """Return the Nations that a text advances."""
    nations = np.int64(0)
    while row != NONE and t.rows[row, codes.CODE] != codes.END:
        if t.rows[row, codes.CODE] == words.OPERATION.ADVANCE:
            find(s, t, np.int64(t.rows[row, columns.NATIONS.NATIONS]), f)
            nations |= np.int64(s.found[0])
        row += 1
    return nations
