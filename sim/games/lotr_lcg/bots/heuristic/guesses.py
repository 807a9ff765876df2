"""Expected values of the numbers and conditions of texts, before there is a position to read them in."""

import numpy as np

from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.effects import codes
from mazarbul.sim.engine.bits import bit, has
from mazarbul.sim.engine.machine import first_row, is_constant, walk
from mazarbul.sim.games.lotr_lcg.content import columns, words
from mazarbul.sim.games.lotr_lcg.ids import IS, NONE

USUAL_COUNT = 2
USUAL_X = 2
USUAL_THREAT = 32
USUAL_DAMAGE = 3  # that `all_damage` heals


@kernel
def guess(t, m, value, is_undefended):
    """Return the expected int64 value of an encoded number or condition; is_undefended: 1 or 0."""
    if is_constant(value):
        return np.int64(value)
    row = first_row(value)
    height = 0
    while True:
        row, height = walk(m, t, row, height)
        code = np.int64(t.expressions[row, codes.CODE])
        if code == codes.END:
            return m.stack[height - 1]
        m.stack[height] = guess_word(t, code, is_undefended)
        height += 1
        row += 1


@kernel
def guess_word(t, code, is_undefended):
    """Return the expected value of a condition or number of this game."""
    if code == words.VALUE.UNDEFENDED:
        return np.int64(is_undefended)
    if code == words.VALUE.COUNT:
        return np.int64(USUAL_COUNT)
    if code == words.VALUE.PLAYERS:
        return np.int64(t.player_n)
    if code == words.VALUE.X:
        return np.int64(USUAL_X)
    if code == words.VALUE.THREAT_OF:
        return np.int64(USUAL_THREAT)
    if code == words.VALUE.ALL_DAMAGE:
        return np.int64(USUAL_DAMAGE)
    if code == words.VALUE.TOKENS_ON or code == words.VALUE.BLANK_SHADOW:
        return np.int64(0)
    return np.int64(1)


@kernel
def asks_for(t, value, code):
    """Return whether a condition uses a word of this game."""
    if value < codes.VALUE_BASE:
        return False
    row = np.int64(value - codes.VALUE_BASE)
    while t.expressions[row, codes.CODE] != codes.END:
        if t.expressions[row, codes.CODE] == code:
            return True
        row += 1
    return False


@kernel
def counted_claims(t, value):
    """Return the number that a condition compares with the claimed objectives, 0 if none."""
    if value < codes.VALUE_BASE:
        return np.int64(0)
    row = np.int64(value - codes.VALUE_BASE)
    most = np.int64(0)
    is_claim = False
    while t.expressions[row, codes.CODE] != codes.END:
        code = t.expressions[row, codes.CODE]
        if code == words.VALUE.COUNT:
            is_claim = t.set_required[t.expressions[row, columns.COUNT.CARDS]] & IS.CLAIMED != 0
        elif code == codes.CONST and is_claim:
            most = max(most, np.int64(t.expressions[row, codes.CONST_NUMBER]))
        row += 1
    return most


@kernel
def counted_cards(t, value, block):
    """Return the cards of a block that a condition counts, without claimed objectives and captives."""
    found = np.int64(0)
    if value < codes.VALUE_BASE:
        return found
    row = np.int64(value - codes.VALUE_BASE)
    while t.expressions[row, codes.CODE] != codes.END:
        if t.expressions[row, codes.CODE] == words.VALUE.COUNT:
            cards = np.int64(t.expressions[row, columns.COUNT.CARDS])
            if t.set_required[cards] & (IS.CLAIMED | IS.CAPTIVE) == 0:
                found |= t.set_cards[cards, block]
        row += 1
    return found


@kernel
def next_operation(t, row):
    """Return the row after one of operations, including nested lists, without the modifiers of an `until`."""
    if t.rows[row, codes.CODE] == words.OPERATION.UNTIL:
        return np.int64(t.rows[row, columns.UNTIL.END])
    return row + 1


@kernel
def follow(t, m, row, is_undefended):
    """Return the next row of operations like `next_operation`, or where an IF is expected to lead."""
    code = t.rows[row, codes.CODE]
    if code == codes.JUMP:
        return np.int64(t.rows[row, codes.JUMP_ROW])
    if code == codes.IF and guess(t, m, np.int64(t.rows[row, codes.IF_VALUE]), is_undefended) == 0:
        return np.int64(t.rows[row, codes.IF_ELSE])
    return next_operation(t, row)


@kernel
def operations(t, row):
    """Return the set of codes - 16 of the operations in a list."""
    found = np.int64(0)
    while row != NONE and t.rows[row, codes.CODE] != codes.END:
        code = np.int64(t.rows[row, codes.CODE])
        if code >= codes.FIRST_CODE:
            found |= bit(code - codes.FIRST_CODE)
        row = next_operation(t, row)
    return found


@kernel
def granted(t, row):
    """Return the set of codes - 16 of the modifiers that the `until` lists in a list grant."""
    found = np.int64(0)
    while row != NONE and t.rows[row, codes.CODE] != codes.END:
        if t.rows[row, codes.CODE] == words.OPERATION.UNTIL:
            for r in range(row + 1, t.rows[row, columns.UNTIL.END]):
                found |= bit(t.rows[r, codes.CODE] - codes.FIRST_CODE)
        row = next_operation(t, row)
    return found


@kernel
def options(t, row):
    """Return how many options the first `choose` of a list has, 1 if it has none."""
    while row != NONE and t.rows[row, codes.CODE] != codes.END:
        if t.rows[row, codes.CODE] == words.OPERATION.CHOOSE:
            n = np.int64(0)
            option = row + 1
            while option < t.rows[row, columns.CHOOSE.END]:
                option = np.int64(t.rows[option, columns.BLOCK.END])
                n += 1
            return n
        row = next_operation(t, row)
    return np.int64(1)


@kernel
def does(m, e, code):
    """Return whether a text carries out an operation."""
    return has(m.does[e], code - codes.FIRST_CODE)


@kernel
def grants(m, e, code):
    """Return whether a text grants a modifier."""
    return has(m.grants[e], code - codes.FIRST_CODE)


@kernel
def pays(m, e, code):
    """Return whether the cost of a text has an operation."""
    return has(m.pays[e], code - codes.FIRST_CODE)
