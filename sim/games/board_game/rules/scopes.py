"""Whether texts can be used, and could do anything now (BG-7.2, BG-7.5)."""

import numpy as np

from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.engine.actions import NONE
from mazarbul.sim.engine.stack import top
from mazarbul.sim.games.board_game.content.triggers import ON
from mazarbul.sim.games.board_game.frames import Scope, Tile
from mazarbul.sim.games.board_game.ids import ON_TILE, ZONE
from mazarbul.sim.games.board_game.rules.conditions import evaluate, find_frame
from mazarbul.sim.games.board_game.rules.feasible import is_possible
from mazarbul.sim.games.board_game.rules.manoeuvres import has_manoeuvres, is_bargain
from mazarbul.sim.games.board_game.rules.windows import fill_scope


@kernel
def try_scope(s, t, effect, card, figure, seat):
    """Make the free frame above the stack the scope of a text, for checks; return its number."""
    f = np.int64(s.frame_n)
    fill_scope(s, t, f, effect, card, figure, seat, NONE)
    return f


@kernel
def holds(s, t, effect, card, figure, seat):
    """Return whether the `if` of a text holds for a seat that uses it."""
    f = try_scope(s, t, effect, card, figure, seat)
    return evaluate(s, t, np.int64(t.effects[effect].condition), f) != 0


@kernel
def does_something(s, t, effect, card, figure, seat):
    """Return whether what a text does could do anything (BG-7.2)."""
    row = np.int64(t.effects[effect].do)
    return row != NONE and is_possible(s, t, row, np.int64(NONE), try_scope(s, t, effect, card, figure, seat))


@kernel
def is_usable(s, t):
    """Return whether the text on top, of a window, can be used now: its `if` holds, it does something."""
    frame = top(s)
    effect = frame[Scope.text]
    f = np.int64(s.frame_n - 1)
    if t.effects[effect].on == ON.TILE_DRAWN:
        at = find_frame(s, Tile.kind)
        if at == NONE or s.frames[at, Tile.used] & ON_TILE.CARD != 0:
            return False
    if t.effects[effect].on == ON.DAMAGE:
        at = find_frame(s, Tile.kind)
        if at == NONE or s.frames[at, Tile.damage] < 1:
            return False
    is_there = frame[Scope.figure_of] != NONE or s.zone[frame[Scope.card]] == ZONE.TABLE
    if not is_there or evaluate(s, t, np.int64(t.effects[effect].condition), f) == 0:
        return False
    row = np.int64(t.effects[effect].do)
    if has_manoeuvres(t, effect):
        return is_bargain(s, t, row, np.int64(NONE), f)
    return row != NONE and is_possible(s, t, row, np.int64(NONE), f)
