"""What statements of texts about Nations, cards and dice are worth to their side (BG-B12, BG-B31)."""

import numpy as np

from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.engine.bits import lowest_bit
from mazarbul.sim.engine.machine import is_constant
from mazarbul.sim.games.board_game.bots.features import CORRUPTION
from mazarbul.sim.games.board_game.bots.weights import W
from mazarbul.sim.games.board_game.content import words
from mazarbul.sim.games.board_game.frames import Scope
from mazarbul.sim.games.board_game.ids import FACE, FREE_NATIONS, NONE, SIDE, ZONE
from mazarbul.sim.games.board_game.rules import columns
from mazarbul.sim.games.board_game.rules.conditions import evaluate, side_meant
from mazarbul.sim.games.board_game.rules.piles import turnable
from mazarbul.sim.games.board_game.rules.politics import is_active
from mazarbul.sim.games.board_game.rules.sets import find

OPERATION = words.OPERATION


@kernel
def number_in(s, t, m, row, column, f):
    """Return the number in a column of a row; one that a roll decides is its mean."""
    value = np.int64(t.rows[row, column])
    n = 1.0 * evaluate(s, t, value, f)
    return n if is_constant(value) else n * m.luck


@kernel
def worth_of_rest(s, t, m, row, code, f):
    """Return what a statement about Nations, cards or dice is worth to the side of its text."""
    side = s.frames[f, Scope.side]
    if code == OPERATION.ADVANCE or code == OPERATION.ACTIVATE or code == OPERATION.ENTER_WAR:
        return worth_of_politics(s, t, m, row, code, f)
    if code == OPERATION.DRAW:
        return m.w[W.CARD] * number_in(s, t, m, row, columns.DRAW.N, f)
    if code == OPERATION.PLAY_CARD:
        return m.w[W.FREE_PLAY]
    if code == OPERATION.DISCARD:
        whose = side_meant(s, np.int64(t.rows[row, columns.DISCARD.SIDE]), f)
        worth = m.w[W.CARD]
        if t.rows[row, columns.DISCARD.ZONE] == ZONE.TABLE:
            worth = m.w[W.TABLE_CARD] if s.table[whose] != 0 else 0.0
        elif whose != side:
            worth *= np.float64(has_hand(s, t, whose))
        return worth if whose != side else -worth
    if code == OPERATION.TURN_DICE:
        return worth_of_dice(s, t, m, row, f)
    return 0.0


@kernel
def has_hand(s, t, side):
    """Return whether a seat of a side has a card in hand."""
    found = False
    for seat in range(t.seat_n):
        found |= t.seat_side[seat] == side and s.hand[seat] != 0
    return found


@kernel
def worth_of_politics(s, t, m, row, code, f):
    """Return what changes of the political track are worth to the side of a text."""
    side = s.frames[f, Scope.side]
    n = 1.0
    if code == OPERATION.ADVANCE:
        n = number_in(s, t, m, row, columns.ADVANCE.N, f)
    find(s, t, np.int64(t.rows[row, columns.NATIONS.NATIONS]), f)
    rest = np.int64(s.found[0])
    worth = 0.0
    while rest != 0:
        nation = np.int64(lowest_bit(rest))
        rest &= rest - 1
        gain = change_worth(s, m, nation, code, n)
        is_free = nation < FREE_NATIONS
        worth += gain if is_free == (side == SIDE.FREE_PEOPLES) else -gain
    return worth


@kernel
def change_worth(s, m, nation, code, n):
    """Return what a change of a Nation on the political track is worth to its own side."""
    active = is_active(s, nation)
    steps = np.int64(s.steps[nation])
    if code == OPERATION.ACTIVATE:
        return 0.0 if active else m.w[W.AWAKE]
    if code == OPERATION.ENTER_WAR:
        return (0.0 if active else m.w[W.AWAKE]) + steps_worth(m, steps, steps)
    if n < 0.0:
        return -m.w[W.WAR_THREE] if steps < 3 else 0.0
    worth = steps_worth(m, steps, np.int64(n))
    if not active:
        worth = 0.0 if steps <= 1 else m.w[W.QUIET] * worth
    return worth


@kernel
def steps_worth(m, steps, n):
    """Return what n steps towards war are worth for a Nation that is so many steps from it."""
    worth = 0.0
    for _ in range(min(steps, n)):
        if steps == 1:
            worth += m.w[W.WAR_ONE]
        elif steps == 2:
            worth += m.w[W.WAR_TWO]
        else:
            worth += m.w[W.WAR_THREE]
        steps -= 1
    return worth


@kernel
def worth_of_dice(s, t, m, row, f):
    """Return what turning Action dice is worth to the side of a text; what may be left is never a loss."""
    side = s.frames[f, Scope.side]
    whose = side_meant(s, np.int64(t.rows[row, columns.TURN_DICE.SIDE]), f)
    n = min(number_in(s, t, m, row, columns.TURN_DICE.N, f), 1.0 * turnable(s, t, row, f))
    each = turned_worth(s, t, m, np.int64(t.rows[row, columns.TURN_DICE.TO]))
    if t.rows[row, columns.TURN_DICE.HOW] == words.HOW_MANY.UP_TO:
        each = max(0.0, each)
    return n * each if whose == side else -n * each


@kernel
def turned_worth(s, t, m, to):
    """Return what an unused die is worth more to its owner when it is turned to a result."""
    if to == words.TURNS_TO.LOST:
        return -m.w[W.DIE_LOST]
    if to == FACE.EYE:
        is_moving = s.is_hidden == 1 and s.dice_n[SIDE.FREE_PEOPLES] > 0
        if m.hunt_level >= t.most_hunt_dice and s.mordor == NONE:
            return -m.w[W.EYE_TURNED]
        return m.w[W.EYE_TURNED] if m.shadow_plan == CORRUPTION and is_moving else -0.5 * m.w[W.EYE_TURNED]
    return m.w[W.DIE_TURNED] if to == FACE.WILL else 0.0
