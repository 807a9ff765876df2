"""What Characters can do for a die, and how they enter play (BG-6.7, BG-8.8, BG-8.9)."""

import numpy as np

from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.engine.actions import NONE, offer
from mazarbul.sim.engine.bits import has
from mazarbul.sim.engine.faults import Fault, fail
from mazarbul.sim.engine.machine import AGREED
from mazarbul.sim.games.board_game import actions
from mazarbul.sim.games.board_game.content import words
from mazarbul.sim.games.board_game.content.layout import FIGURE_SOURCE
from mazarbul.sim.games.board_game.content.triggers import ON, TEXT_PART
from mazarbul.sim.games.board_game.ids import (
    AWAY,
    FACE_N,
    FIGURE_N,
    SIDE,
)
from mazarbul.sim.games.board_game.rules.piles import says
from mazarbul.sim.games.board_game.rules.plays import pays_with
from mazarbul.sim.games.board_game.rules.repeats import advanced, uses_barred
from mazarbul.sim.games.board_game.rules.scopes import does_something, holds, try_scope
from mazarbul.sim.games.board_game.rules.windows import push_text

# Texts of Characters that a die pays for -----------------------------------------------------------


@kernel
def is_ready(s, t, seat, effect, figure):
    """Return whether a seat could use an `action` of a Character, if it had the die (BG-8.8, BG-8.9)."""
    row = t.effects[effect]
    if row.on != ON.ACTION or t.figure_side[figure] != t.seat_side[seat]:
        return False
    is_own = t.figure_seat[figure] == NONE or t.figure_seat[figure] == seat
    if row.part == TEXT_PART.ENTER:
        is_there = s.stand[figure] == AWAY.UNUSED
    elif row.part == TEXT_PART.GUIDE:
        is_there = s.guide == figure and s.stand[figure] == AWAY.FELLOWSHIP
    else:
        is_there = s.stand[figure] >= 0
    if not is_own or not is_there:
        return False
    f = try_scope(s, t, effect, NONE, figure, seat)
    if advanced(s, t, np.int64(row.do), f) & ~np.int64(t.seat_nations[seat]) != 0:
        return False  # political steps are the partner's own (BG-18.6)
    if uses_barred(s, t, np.int64(t.seat_side[seat]), np.int64(row.do), f, True):
        return False
    if not holds(s, t, effect, NONE, figure, seat):
        return False
    return t.allow_null_plays == 1 or does_something(s, t, effect, NONE, figure, seat)


@kernel
def kind_of(t, effect, figure):
    """Return the kind of action that uses an `action` of a Character."""
    if t.effects[effect].part == TEXT_PART.ENTER:
        return np.int64(actions.MINION if has(t.minions, figure) else actions.CROWN)
    return np.int64(actions.ROUSE if t.figure_side[figure] == SIDE.FREE_PEOPLES else actions.VOICE)


@kernel
def number_of(t, effect, figure):
    """Return which of the `action`s of a Character a text is, from 0 on."""
    n = np.int64(0)
    for other in range(t.effect_first[FIGURE_SOURCE + figure], effect):
        n += np.int64(t.effects[other].on == ON.ACTION and t.effects[other].part == t.effects[effect].part)
    return n


@kernel
def offer_abilities(s, t, seat):
    """Offer what Characters can do, and those who enter, with each die that pays (BD-20, BD-21, BD-27)."""
    side = np.int64(t.seat_side[seat])
    for figure in range(FIGURE_N):
        source = FIGURE_SOURCE + figure
        for effect in range(t.effect_first[source], t.effect_first[source] + t.effect_n[source]):
            if not is_ready(s, t, seat, effect, figure):
                continue
            kind = kind_of(t, effect, figure)
            a = number_of(t, effect, figure) if kind == actions.VOICE else np.int64(figure)
            for face in range(FACE_N):
                is_paid = s.dice[side, face] > 0 and pays_with(t, np.int64(t.effects[effect].die), face)
                if is_paid and works_for(s, t, seat, effect, figure, face):
                    offer(s, kind, a, face)


@kernel
def works_for(s, t, seat, effect, figure, face):
    """Return whether a text that is ready still is when the die that pays is used (BG-4.2)."""
    if not says(t, FIGURE_SOURCE + figure, words.OPERATION.TURN_DICE):
        return True
    side = np.int64(t.seat_side[seat])
    s.dice[side, face] -= 1
    found = is_ready(s, t, seat, effect, figure)
    s.dice[side, face] += 1
    return found


@kernel
def start_ability(s, t, seat, kind, a):
    """Begin the text of a Character that an action names."""
    for figure in range(FIGURE_N):
        source = FIGURE_SOURCE + figure
        for effect in range(t.effect_first[source], t.effect_first[source] + t.effect_n[source]):
            if is_ready(s, t, seat, effect, figure) and kind_of(t, effect, figure) == kind:
                found = number_of(t, effect, figure) if kind == actions.VOICE else np.int64(figure)
                if found == a:
                    push_text(s, t, effect, np.int64(NONE), figure, seat, np.int64(NONE), AGREED)
                    return
    fail(s, Fault.ANSWER, kind)
