"""Texts that begin: their scopes, whether they can be used, moments at which they work (BG-7.2, BG-7.5)."""

import numpy as np

from sim.engine.actions import NONE
from sim.engine.bits import lowest_bit
from sim.engine.jit import kernel
from sim.engine.machine import BEGIN, Text
from sim.engine.stack import push, top
from sim.games.board_game.content.layout import FIGURE_SOURCE
from sim.games.board_game.content.triggers import ON, TEXT_PART
from sim.games.board_game.frames import Scope, Tile
from sim.games.board_game.ids import (
    BLOCK,
    FIGURE_N,
    ON_TILE,
    ZONE,
)
from sim.games.board_game.rules.conditions import evaluate, find_frame
from sim.games.board_game.rules.feasible import is_possible
from sim.games.board_game.rules.seats import lead

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
    frame[Scope.role] = NONE


@kernel
def push_text(s, t, effect, card, figure, seat, face, stage):
    """Put a text on the work stack. stage: AGREED if it is used in any case."""
    push(s, Text.kind, stage)
    fill_scope(s, t, s.frame_n - 1, effect, card, figure, seat, face)
    top(s)[0] = Text.kind
    top(s)[Text.stage] = stage


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


# Windows -------------------------------------------------------------------------------------------


@kernel
def open_window(s, t, on, side, card):
    """Put the texts of a side that work at a moment on the stack: of its table cards and its Characters.

    card: that was used, or NONE; its own texts do not count. Each text asks first if it is optional.
    """
    seat = lead(s, side)
    for figure in range(FIGURE_N):
        source = FIGURE_SOURCE + figure
        for effect in range(t.effect_first[source], t.effect_first[source] + t.effect_n[source]):
            if t.effects[effect].on == on and t.figure_side[figure] == side:
                is_guide = t.effects[effect].part == TEXT_PART.GUIDE
                if (is_guide and s.guide == figure) or (not is_guide and s.stand[figure] >= 0):
                    push_text(s, t, effect, card, figure, seat, np.int64(NONE), BEGIN)
    rest = np.int64(s.table[side])
    while rest != 0:
        other = side * BLOCK + lowest_bit(rest)
        rest &= rest - 1
        if other == card:
            continue
        for effect in range(t.effect_first[other], t.effect_first[other] + t.effect_n[other]):
            if t.effects[effect].on == on:
                push_text(s, t, effect, other, np.int64(NONE), seat, np.int64(NONE), BEGIN)


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
    is_there = frame[Scope.figure_of] != NONE or s.zone[frame[Scope.card]] == ZONE.TABLE
    if not is_there or evaluate(s, t, np.int64(t.effects[effect].condition), f) == 0:
        return False
    row = np.int64(t.effects[effect].do)
    return row != NONE and is_possible(s, t, row, np.int64(NONE), f)
