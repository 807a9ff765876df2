"""What is checked after every step (BG-3.9): lone Leaders, sieges, Gollum and the Guide."""

import numpy as np

from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.engine import sets
from mazarbul.sim.engine.stack import push
from mazarbul.sim.games.board_game.content.triggers import ON
from mazarbul.sim.games.board_game.frames import NewGuide
from mazarbul.sim.games.board_game.ids import AWAY, COMPANIONS, FIGURE_N, NONE, SIDE
from mazarbul.sim.games.board_game.rules import fellowship
from mazarbul.sim.games.board_game.rules.control import check_siege
from mazarbul.sim.games.board_game.rules.stands import eliminate_leaders, units_of
from mazarbul.sim.games.board_game.rules.windows import open_for


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
        choose_guide(s, t)
    elif s.members == 0:
        follow_lone_guide(s)


@kernel
def choose_guide(s, t):
    """Have a Guide chosen after the membership has changed; without Companions texts say who comes."""
    s.guided = s.members
    if s.members == 0:
        open_for(s, t, ON.FELLOWSHIP_EMPTY, SIDE.FREE_PEOPLES)
    else:
        push(s, NewGuide.kind, 0)


@kernel
def follow_lone_guide(s):
    """Make him the Guide who is in the Fellowship without being a Companion (BG-15.7)."""
    for figure in range(COMPANIONS, FIGURE_N):
        if s.stand[figure] == AWAY.FELLOWSHIP:
            fellowship.set_guide(s, figure)
