"""What a text is worth to its side now, operation by operation (BG-B15, BG-B31).

Nothing of the game is changed: a list is read as the rules read it when they ask whether it can do something
(`rules/feasible.py`), a frame above the work stack is its scope. A pick is expected to be the best one, and a
second one the first of its set.
"""

import numpy as np

from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.effects import codes
from mazarbul.sim.engine import sets
from mazarbul.sim.engine.bits import has
from mazarbul.sim.engine.machine import is_constant, next_option
from mazarbul.sim.games.board_game.bots.heuristic.deeds import row_worth
from mazarbul.sim.games.board_game.bots.weights import W
from mazarbul.sim.games.board_game.content import words
from mazarbul.sim.games.board_game.frames import Scope
from mazarbul.sim.games.board_game.ids import NONE, SIDE
from mazarbul.sim.games.board_game.rules import columns
from mazarbul.sim.games.board_game.rules.conditions import evaluate, side_meant
from mazarbul.sim.games.board_game.rules.feasible import is_pick, most_of, set_of_pick, slot_of
from mazarbul.sim.games.board_game.rules.sets import find

OPERATION = words.OPERATION
SHIFTING = sum(1 << code for code in (OPERATION.MOVE_FIGURES, OPERATION.SEPARATE, OPERATION.MOVE_TO))


@kernel
def start_list(m):
    """Forget what an earlier list has rolled and moved."""
    m.luck = 1.0
    m.is_shifted = 0


@kernel
def list_worth(s, t, m, row, stop, f):
    """Return the worth of a list to the side of its text. row NONE: nothing. f: its scope, which it fills."""
    total = 0.0
    share = 1.0
    start_list(m)
    while row != NONE and row != stop and t.rows[row, codes.CODE] != codes.END:
        code = np.int64(t.rows[row, codes.CODE])
        if code == codes.IF:
            share = if_share(s, t, m, row, f)
            row = row + 1 if share > 0.0 else np.int64(t.rows[row, codes.IF_ELSE])
            share = share if share > 0.0 else 1.0
        elif code == codes.JUMP:
            share = 1.0
            row = np.int64(t.rows[row, codes.JUMP_ROW])
        elif code == OPERATION.EACH_REGION:
            total += share * each_worth(s, t, m, row, f)
            row = np.int64(t.rows[row, codes.BLOCK_END])
        elif code == OPERATION.CHOOSE:
            total += share * choice_worth(s, t, m, row, f)
            row = np.int64(t.rows[row, codes.BLOCK_END])
        elif code == OPERATION.MAY:
            end = np.int64(t.rows[row, codes.BLOCK_END])
            total += share * max(0.0, rest_worth(s, t, m, row + 1, end, f))
            row = end
        else:
            if is_pick(code):
                pick_best(s, t, m, row, stop, code, f)
            elif code >= codes.FIRST_CODE and code != OPERATION.OPTION:
                total += share * row_worth(s, t, m, row, code, f)
                m.is_shifted |= np.int64(has(SHIFTING, code))
            row = after(t, row, code)
    return total


@kernel
def after(t, row, code):
    """Return the row after a statement; the list of one that draws tiles to look at is judged with it."""
    return np.int64(t.rows[row, codes.BLOCK_END]) if code == OPERATION.PROBE_TILES else row + 1


@kernel
def if_share(s, t, m, row, f):
    """Return the chance that the first branch of an `if` is taken: where figures move before, it may be."""
    value = np.int64(t.rows[row, codes.IF_VALUE])
    if evaluate(s, t, value, f) != 0:
        return 1.0
    if m.is_shifted == 0 or is_constant(value):
        return 0.0
    return m.w[W.HOPED_FREE] if s.frames[f, Scope.side] == SIDE.FREE_PEOPLES else m.w[W.HOPED_SHADOW]


@kernel
def rest_worth(s, t, m, row, stop, f):
    """Return the worth of rows within a list; of what they pick, the first is taken."""
    total = 0.0
    share = 1.0
    while row != NONE and row != stop and t.rows[row, codes.CODE] != codes.END:
        code = np.int64(t.rows[row, codes.CODE])
        if code == codes.IF:
            share = if_share(s, t, m, row, f)
            row = row + 1 if share > 0.0 else np.int64(t.rows[row, codes.IF_ELSE])
            share = share if share > 0.0 else 1.0
        elif code == codes.JUMP:
            share = 1.0
            row = np.int64(t.rows[row, codes.JUMP_ROW])
        elif code == OPERATION.CHOOSE:
            total += share * plain_choice_worth(s, t, m, row, f)
            row = np.int64(t.rows[row, codes.BLOCK_END])
        else:
            if is_pick(code):
                find(s, t, set_of_pick(t, row, code), f)
                s.frames[f, slot_of(code)] = sets.first(s.found)
            elif code >= codes.FIRST_CODE and code != OPERATION.OPTION and code != OPERATION.MAY:
                total += share * row_worth(s, t, m, row, code, f)
                m.is_shifted |= np.int64(has(SHIFTING, code))
            row = after(t, row, code)
    return total


@kernel
def plain_worth(s, t, m, row, stop, f):
    """Return the worth of the statements between two rows, whatever their conditions."""
    total = 0.0
    while row < stop:
        code = np.int64(t.rows[row, codes.CODE])
        if code >= codes.FIRST_CODE and not is_pick(code) and not has(words.OPENING, code):
            total += row_worth(s, t, m, row, code, f)
        row += 1
    return total


# Choices -------------------------------------------------------------------------------------------


@kernel
def is_own_choice(s, t, row, f):
    """Return whether the side of a text makes a choice of it."""
    return side_meant(s, np.int64(t.rows[row, columns.CHOOSE.WHO]), f) == s.frames[f, Scope.side]


@kernel
def choice_worth(s, t, m, row, f):
    """Return the worth of the option of a choice that its chooser is expected to take."""
    is_own = is_own_choice(s, t, row, f)
    best = 0.0
    is_first = True
    option = next_option(t, row, np.int64(NONE))
    while option != NONE:
        worth = rest_worth(s, t, m, option + 1, np.int64(t.rows[option, codes.BLOCK_END]), f)
        if is_first or (worth > best if is_own else worth < best):
            best = worth
        is_first = False
        option = next_option(t, row, option)
    return best


@kernel
def plain_choice_worth(s, t, m, row, f):
    """Return the same for a choice within a list that is tried."""
    is_own = is_own_choice(s, t, row, f)
    best = 0.0
    is_first = True
    option = next_option(t, row, np.int64(NONE))
    while option != NONE:
        worth = plain_worth(s, t, m, option + 1, np.int64(t.rows[option, codes.BLOCK_END]), f)
        if is_first or (worth > best if is_own else worth < best):
            best = worth
        is_first = False
        option = next_option(t, row, option)
    return best


@kernel
def each_worth(s, t, m, row, f):
    """Return the worth of a list that is carried out for each region of a set."""
    end = np.int64(t.rows[row, codes.BLOCK_END])
    find(s, t, np.int64(t.rows[row, columns.EACH_REGION.REGIONS]), f)
    sets.assign(m.tried, s.found)
    total = 0.0
    for region in sets.members(m.tried):
        s.frames[f, Scope.place] = region
        total += rest_worth(s, t, m, row + 1, end, f)
    return total


# Picks ---------------------------------------------------------------------------------------------


@kernel
def pick_best(s, t, m, row, stop, code, f):
    """Put the thing into its scope that a pick is expected to take."""
    who = np.int64(t.rows[row, columns.PICK_REGION.WHO])
    find(s, t, set_of_pick(t, row, code), f)
    best = sets.first(s.found)
    if best == NONE or who == words.CHOOSER.RANDOM:
        s.frames[f, slot_of(code)] = best
        return
    is_own = side_meant(s, who, f) == s.frames[f, Scope.side]
    sets.assign(m.tried, s.found)
    best_worth = 0.0
    is_first = True
    for i in range(best, most_of(t, code)):
        if sets.has(m.tried, i):
            s.frames[f, slot_of(code)] = i
            worth = rest_worth(s, t, m, row + 1, stop, f)
            if is_first or (worth > best_worth if is_own else worth < best_worth):
                best = np.int64(i)
                best_worth = worth
            is_first = False
    s.frames[f, slot_of(code)] = best
