"""Armies that retreat (BG-11.15, BG-8.2)."""

import numpy as np

from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.engine.log import note
from mazarbul.sim.games.board_game.ids import EVENT, NONE
from mazarbul.sim.games.board_game.rules import politics
from mazarbul.sim.games.board_game.rules.control import besieger, is_free
from mazarbul.sim.games.board_game.rules.standing import is_barred
from mazarbul.sim.games.board_game.rules.stands import move_all


@kernel
def can_retreat_to(s, t, side, region):
    """Return whether a side's Army may retreat to an adjacent region (BG-11.15)."""
    if not is_free(s, t, side, region) or is_barred(s, t, side, region):
        return False
    if t.retreat_into_enemy_nation == 1 or besieger(s, t, region) == side:
        return True
    nation = np.int64(t.region_nation[region])
    return nation == NONE or t.nation_side[nation] == side


@kernel
def retreat(s, t, stand, region):
    """Let an Army retreat to a region with all but Level 0; it captures nothing (BG-8.2, BG-10.3a)."""
    side = np.int64(s.side_of[stand])
    note(s, EVENT.RETREAT, stand, region, 0)
    move_all(s, stand, region, side, np.int64(t.movers))
    politics.entered(s, t, region, side)
