"""Where figures can be recruited by cards (BG-7.6)."""

import numpy as np

from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.engine.bits import has
from mazarbul.sim.games.board_game.content import words
from mazarbul.sim.games.board_game.ids import NATION, NONE, PIECE, PIECE_N, REGIONS, SETTLEMENT, SIDE, UNIT_N
from mazarbul.sim.games.board_game.rules.control import besieger, is_free
from mazarbul.sim.games.board_game.rules.riders import place_in
from mazarbul.sim.games.board_game.rules.seats import enemy_of
from mazarbul.sim.games.board_game.rules.stands import box_of, side_of_nation, units_of


@kernel
def can_capture(s, t, side, region):
    """Return whether a card can give a side control of a region's Settlement: no enemy Army is there."""
    enemy = enemy_of(side)
    if t.settlement[region] == SETTLEMENT.NONE or s.control[region] != enemy or s.side_of[region] == enemy:
        return False
    box = box_of(t, region)
    return box == NONE or units_of(s, box, enemy) == 0


@kernel
def is_open_to_cards(s, t, side, region, how):
    """Return whether a side's units can be recruited in a region: free, with its own Army, or its own.

    In a Settlement of the enemy they cannot, but where a card names Armies they join one that besieges it.
    """
    if s.control[region] == enemy_of(side):
        is_joined = how & words.RECRUITING.JOIN != 0 and besieger(s, t, region) == side
        is_taken = how & words.RECRUITING.CAPTURE != 0 and can_capture(s, t, side, region)
        return is_joined or is_taken
    if s.control[region] == side:
        return True
    return is_free(s, t, side, region) or s.side_of[place_in(s, t, region, side)] == side


@kernel
def room_at(s, t, stand):
    """Return how many units more the limit of a stand allows (BG-1.11)."""
    limit = t.field_limit if stand < REGIONS else t.box_limit
    return max(np.int64(0), np.int64(limit) - np.int64(s.unit_n[stand]))


@kernel
def recruits_of(s, t, nation, piece, region, how):
    """Return how many figures of a piece can be recruited in a region now."""
    side = side_of_nation(nation)
    pool = np.int64(s.pool[nation, piece])
    if piece == PIECE.NAZGUL:
        return pool if nation == NATION.SAURON else np.int64(0)
    if pool == 0 or not is_open_to_cards(s, t, side, region, how):
        return np.int64(0)
    stand = place_in(s, t, region, side)
    if piece == PIECE.LEADER:
        return pool if side == SIDE.FREE_PEOPLES and units_of(s, stand, side) > 0 else np.int64(0)
    return min(pool, room_at(s, t, stand))


@kernel
def recruits(s, t, nation, pieces, region, how):
    """Return how many figures of any of these pieces can be recruited in a region now."""
    n = np.int64(0)
    units = np.int64(0)
    for piece in range(PIECE_N):
        if has(pieces, piece):
            found = recruits_of(s, t, nation, piece, region, how)
            if piece < UNIT_N:
                units += found
            else:
                n += found
    return n + min(units, room_at(s, t, place_in(s, t, region, side_of_nation(nation))))
