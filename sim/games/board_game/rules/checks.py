"""What is checked after every step (BG-3.9): lone Leaders, sieges, Gollum and the Guide."""

import numpy as np

from sim.engine import sets
from sim.engine.jit import kernel
from sim.engine.stack import push
from sim.games.board_game.frames import NewGuide
from sim.games.board_game.ids import AWAY, FIGURE, NONE, SIDE
from sim.games.board_game.rules import fellowship
from sim.games.board_game.rules.control import check_siege
from sim.games.board_game.rules.stands import eliminate_leaders, put_figure, units_of


@kernel
def settle(s, t):
    """Carry out the checks that are due; what they change is checked again."""
    s.is_dirty = 0
    while not sets.is_empty(s.dirty):
        stand = sets.first(s.dirty)
        sets.remove(s.dirty, stand)
        if s.leader_n[stand] > 0 and units_of(s, stand, SIDE.FREE_PEOPLES) == 0:
            eliminate_leaders(s, stand)  # BG-1.12
        region = np.int64(t.region_of[stand])
        if region != NONE:
            check_siege(s, t, region)
    if s.members != s.guided:
        choose_guide(s)


@kernel
def choose_guide(s):
    """Have a Guide chosen after the membership has changed; else Gollum is the one (BG-15.6, BG-15.7)."""
    s.guided = s.members
    if s.members == 0:
        put_figure(s, FIGURE.GOLLUM, AWAY.FELLOWSHIP)
        fellowship.set_guide(s, FIGURE.GOLLUM)
    else:
        push(s, NewGuide.kind, 0)
