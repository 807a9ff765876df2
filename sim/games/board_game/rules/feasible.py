"""Whether a statement could do anything now (BG-7.2, BG-20.8).

A list can do something if one of its statements can. A pick is tried with every thing of its set, a second
one in the same text too; what a roll or a tile would bring is taken to be 1.
"""

import numpy as np

from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.effects import codes
from mazarbul.sim.engine import sets
from mazarbul.sim.games.board_game.content import words
from mazarbul.sim.games.board_game.frames import Scope
from mazarbul.sim.games.board_game.ids import (
    FIGURE_N,
    NONE,
)
from mazarbul.sim.games.board_game.rules import columns
from mazarbul.sim.games.board_game.rules.conditions import evaluate
from mazarbul.sim.games.board_game.rules.doable import check_row
from mazarbul.sim.games.board_game.rules.sets import find


@kernel
def scratch(s, f):
    """Copy a scope to the free frame above the stack, for checks that try what is picked; return it."""
    above = np.int64(s.frame_n)
    if f != above:
        s.frames[above, :] = s.frames[f, :]
    return above


# Lists -----------------------------------------------------------------------------------------------


@kernel
def is_possible(s, t, row, stop, f):
    """Return whether a list from a row up to `stop` (NONE: its end) could do anything. f: its scope."""
    return check(s, t, row, stop, scratch(s, f))


@kernel
def is_option_possible(s, t, option, f):
    """Return whether an option, or the list of a `may`, could do anything; an empty option always can."""
    end = np.int64(t.rows[option, columns.BLOCK.END])
    return end == option + 1 or is_possible(s, t, option + 1, end, f)


@kernel
def check(s, t, row, stop, f):
    """Return whether a list could do anything; its first pick is tried with everything in its set."""
    while row != stop and t.rows[row, codes.CODE] != codes.END:
        code = np.int64(t.rows[row, codes.CODE])
        if is_pick(code):
            find(s, t, set_of_pick(t, row, code), f)
            for i in sets.members_of_words(np.int64(s.found[0]), np.int64(s.found[1])):
                s.frames[f, slot_of(code)] = i
                if i < most_of(t, code) and check_rest(s, t, row + 1, stop, f):
                    return True
            s.frames[f, slot_of(code)] = NONE
        elif check_row(s, t, row, code, f):
            return True
        row = row_after(s, t, row, code, f)
    return False


@kernel
def check_rest(s, t, row, stop, f):
    """Return the same for what follows the first pick; a second one is tried in the same way."""
    while row != stop and t.rows[row, codes.CODE] != codes.END:
        code = np.int64(t.rows[row, codes.CODE])
        if is_pick(code):
            find(s, t, set_of_pick(t, row, code), f)
            for i in sets.members_of_words(np.int64(s.found[0]), np.int64(s.found[1])):
                s.frames[f, slot_of(code)] = i
                if i < most_of(t, code) and check_last(s, t, row + 1, stop, f):
                    return True
            s.frames[f, slot_of(code)] = NONE
        elif check_row(s, t, row, code, f):
            return True
        row = row_after(s, t, row, code, f)
    return False


@kernel
def check_last(s, t, row, stop, f):
    """Return the same for what follows the second pick; a third one counts if its set is not empty."""
    while row != stop and t.rows[row, codes.CODE] != codes.END:
        code = np.int64(t.rows[row, codes.CODE])
        if is_pick(code):
            find(s, t, set_of_pick(t, row, code), f)
            if not sets.is_empty(s.found) and sets.first(s.found) < most_of(t, code):
                return True
        elif check_row(s, t, row, code, f):
            return True
        row = row_after(s, t, row, code, f)
    return False


@kernel
def row_after(s, t, row, code, f):
    """Return the next row: into the list of a statement, or where an IF or JUMP leads."""
    if code == codes.JUMP:
        return np.int64(t.rows[row, codes.JUMP_ROW])
    if code == codes.IF and evaluate(s, t, np.int64(t.rows[row, codes.IF_VALUE]), f) == 0:
        return np.int64(t.rows[row, codes.IF_ELSE])
    return row + 1


# Picks -----------------------------------------------------------------------------------------------


@kernel
def is_pick(code):
    """Return whether a statement picks something, or goes through a set."""
    return (
        code == words.OPERATION.PICK_REGION
        or code == words.OPERATION.PICK_ARMY
        or code == words.OPERATION.PICK_NATION
        or code == words.OPERATION.PICK_FIGURE
        or code == words.OPERATION.EACH_REGION
    )


@kernel
def slot_of(code):
    """Return the slot of a scope that a statement fills with what it picks."""
    if code == words.OPERATION.PICK_ARMY:
        return np.int64(Scope.army)
    if code == words.OPERATION.PICK_NATION:
        return np.int64(Scope.nation)
    return np.int64(Scope.figure if code == words.OPERATION.PICK_FIGURE else Scope.place)


@kernel
def set_of_pick(t, row, code):
    """Return the number of the set that a statement picks from."""
    if code == words.OPERATION.EACH_REGION:
        return np.int64(t.rows[row, columns.EACH_REGION.REGIONS])
    return np.int64(t.rows[row, columns.PICK_REGION.REGIONS])


@kernel
def most_of(t, code):
    """Return a number above those of the things that a statement picks from."""
    return np.int64(FIGURE_N if code == words.OPERATION.PICK_FIGURE else t.region_of.shape[0])
