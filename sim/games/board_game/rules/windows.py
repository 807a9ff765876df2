"""Texts that begin: their scopes, and the moments at which table cards and Characters have theirs (BG-7.5).

Whether a text that begins here can be used is found out when its turn comes (`scopes.is_usable`).
"""

import numpy as np

from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.engine import sets
from mazarbul.sim.engine.actions import NONE
from mazarbul.sim.engine.bits import has, lowest_bit
from mazarbul.sim.engine.machine import BEGIN, Text
from mazarbul.sim.engine.stack import push, top
from mazarbul.sim.games.board_game.content.layout import FIGURE_SOURCE
from mazarbul.sim.games.board_game.content.triggers import ON, TEXT_PART
from mazarbul.sim.games.board_game.frames import Scope
from mazarbul.sim.games.board_game.ids import AWAY, BLOCK, FIGURE_N, SIDE
from mazarbul.sim.games.board_game.rules.seats import lead
from mazarbul.sim.games.board_game.rules.sets import find
from mazarbul.sim.games.board_game.rules.ways import passes

# Scopes --------------------------------------------------------------------------------------------


@kernel
def fill_scope(s, t, f, effect, card, figure, seat, face):
    """Make frame `f` the scope of a text with nothing picked. card, figure: whose it is, or NONE."""
    frame = s.frames[f]
    frame[:] = 0
    frame[Scope.text] = effect
    frame[Scope.card] = card
    frame[Scope.figure_of] = figure
    frame[Scope.seat] = seat
    frame[Scope.side] = t.seat_side[seat]
    frame[Scope.face] = face
    frame[Scope.place] = NONE
    frame[Scope.army] = NONE
    frame[Scope.nation] = NONE
    frame[Scope.figure] = NONE


@kernel
def push_text(s, t, effect, card, figure, seat, face, stage):
    """Put a text on the work stack. stage: AGREED if it is used in any case."""
    push(s, Text.kind, stage)
    fill_scope(s, t, s.frame_n - 1, effect, card, figure, seat, face)
    top(s)[0] = Text.kind
    top(s)[Text.stage] = stage


# Windows -------------------------------------------------------------------------------------------


@kernel
def open_window(s, t, on, seat, card):
    """Put the texts of a seat's side that work at a moment on the stack: of its table cards and Characters.

    card: that was used, or NONE; its own texts do not count. Each text asks first if it is optional.
    """
    side = np.int64(t.seat_side[seat])
    for figure in range(FIGURE_N):
        source = FIGURE_SOURCE + figure
        for effect in range(t.effect_first[source], t.effect_first[source] + t.effect_n[source]):
            is_meant = t.effects[effect].on == on and t.figure_side[figure] == side
            if is_meant and is_there(s, figure, on) and is_at_work(s, t, effect, figure):
                push_text(s, t, effect, card, np.int64(figure), seat, np.int64(NONE), BEGIN)
    rest = np.int64(s.table[side])
    while rest != 0:
        other = side * BLOCK + lowest_bit(rest)
        rest &= rest - 1
        if other == card:
            continue
        for effect in range(t.effect_first[other], t.effect_first[other] + t.effect_n[other]):
            if t.effects[effect].on == on and is_on_way(s, t, effect):
                push_text(s, t, effect, other, np.int64(NONE), seat, np.int64(NONE), BEGIN)


@kernel
def is_at_work(s, t, effect, figure):
    """Return whether a Character is where a text of his works: not yet in play, the Guide, or on the map."""
    part = t.effects[effect].part
    if part == TEXT_PART.ENTER:
        return s.stand[figure] == AWAY.UNUSED
    if part == TEXT_PART.GUIDE:
        return s.guide == figure and s.stand[figure] == AWAY.FELLOWSHIP
    return s.stand[figure] >= 0


@kernel
def is_there(s, figure, on):
    """Return whether a Character is where a moment is: in a battle, those who take part (BG-11.2)."""
    if on != ON.BATTLE_START and on != ON.FIRST_ROUND:
        return True
    stand = s.stand[figure]
    return not has(s.muted, figure) and (stand == s.battle_stand[0] or stand == s.battle_stand[1])


@kernel
def open_for(s, t, on, side):
    """Open a window for the texts of a side, for which its leading seat decides (BG-18.4)."""
    open_window(s, t, on, lead(s, side), np.int64(NONE))


@kernel
def is_on_way(s, t, effect):
    """Return whether the way in `s.path` goes through a place of a text on `path`; other texts have none."""
    if t.effects[effect].on != ON.PATH:
        return True
    find(s, t, np.int64(t.effects[effect].places), np.int64(NONE))
    found = False
    for region in sets.members(s.found):
        found |= passes(s, region)
    return found


@kernel
def open_path(s, t):
    """Open the window of a reveal or declaration: the Shadow's texts about its way (BG-14.16)."""
    open_for(s, t, ON.PATH, SIDE.SHADOW)
