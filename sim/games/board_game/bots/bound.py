"""What a seat avoids: options that use a card, Nation, figure, region or action.

See `mazarbul.sim.bots.bound`.
"""

import numpy as np

from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.engine import sets
from mazarbul.sim.engine.actions import a_of, b_of, kind_of
from mazarbul.sim.engine.bits import has
from mazarbul.sim.engine.machine import Text
from mazarbul.sim.engine.stack import top, top_kind
from mazarbul.sim.games.board_game import actions
from mazarbul.sim.games.board_game.frames import Scope
from mazarbul.sim.games.board_game.ids import BLOCK, FIGURE, FIGURE_N, NONE, PIECE_N


@kernel
def is_avoided(s, t, m, seat, action):
    """Return whether the seat avoids an option."""
    kind = kind_of(action)
    a = a_of(action)
    b = b_of(action)
    if has(m.no_kind[seat], kind):
        return True
    if uses_card(s, t, m, seat, kind, a, b):
        return True
    nation = nation_used(kind, a)
    if nation != NONE and has(m.no_nation[seat], nation):
        return True
    figure = figure_used(kind, a, b)
    if figure != NONE and has(m.no_figure[seat], figure):
        return True
    region = region_chosen(t, kind, a, b)
    return region != NONE and sets.has(m.no_region[seat], region)


@kernel
def uses_card(s, t, m, seat, kind, a, b):
    """Return whether an option uses a card of the own side that the seat avoids; it may be discarded."""
    if kind == actions.MAY and b == 1 and top_kind(s) == Text.kind:
        card = np.int64(top(s)[Scope.card])
    elif has(actions.USES_CARD, kind):
        card = np.int64(a)
    else:
        return False
    if card == NONE or card // BLOCK != t.seat_side[seat]:
        return False
    if kind == actions.TACTIC and has(m.no_combat[seat], card % BLOCK):
        return True
    return has(m.no_card[seat], card % BLOCK)


@kernel
def nation_used(kind, a):
    """Return the Nation that an option brings nearer to war or recruits for, or NONE."""
    if kind == actions.POLITICS:
        return np.int64(a)
    return np.int64(a // PIECE_N) if kind == actions.PLACE else np.int64(NONE)


@kernel
def figure_used(kind, a, b):
    """Return the figure that an option brings into play, moves or uses, or NONE."""
    if kind == actions.MINION or kind == actions.CROWN or kind == actions.ROUSE or kind == actions.JOIN:
        return np.int64(a)
    if kind == actions.VOICE:
        return np.int64(FIGURE.SARUMAN)
    if kind == actions.RIDER and a < FIGURE_N:
        return np.int64(a)
    if kind == actions.TAKE and a >= actions.SLOTS and b > 0:
        return np.int64(a - actions.SLOTS)
    return np.int64(NONE)


@kernel
def region_chosen(t, kind, a, b):
    """Return the region that an option sends somebody to, attacks or recruits in, or NONE."""
    if kind == actions.MARCH or kind == actions.STRIKE:
        return np.int64(t.region_of[b])
    if kind == actions.PLACE:
        return np.int64(b)
    if kind == actions.GO or kind == actions.DECLARE or kind == actions.REVEAL or kind == actions.RETREAT:
        return np.int64(a)
    return np.int64(NONE)
