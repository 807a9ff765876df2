"""Features of positions at the beginning of a turn, from which their value is learnt."""

from __future__ import annotations

import numpy as np

from mazarbul.sim.engine.bits import has, popcount
from mazarbul.sim.engine.jit import kernel
from mazarbul.sim.games.board_game import ids
from mazarbul.sim.games.board_game.ids import (
    AWAY,
    FIGURE_N,
    FIGURES,
    FREE_NATIONS,
    NATION_N,
    NATIONS,
    NONE,
    PIECE,
    REGIONS,
    SEATS,
    SIDE,
    SIDE_N,
    STRONGHOLDS,
)
from mazarbul.sim.games.board_game.records import way_left
from mazarbul.sim.games.contract import Setup

TURNS = 20  # with weights of their own; later turns have those of the last one
HEIGHTS = (5, 8, 10)  # Corruption beyond each of them is a feature
SCALARS = (
    "constant",
    "corruption",
    *(f"corruption beyond {height}" for height in HEIGHTS),
    "way to the Crack of Doom",
    "square of that way",
    "corruption times that way",
    "on the Mordor Track",
    "hidden",
    "companions",
    *(f"points lacked by {side}" for side in ids.SIDES),
    *(f"square of the points lacked by {side}" for side in ids.SIDES),
    *(f"dice of {side}" for side in ids.SIDES),
    *(f"rings of {side}" for side in ids.SIDES),
    *(f"cards of {side}" for side in ids.SIDES),
    *(f"special tiles for {side}" for side in ids.SIDES),
    "eyes among the tiles",
)
CORRUPTION = 1
BEYOND = 2
WAY = BEYOND + len(HEIGHTS)
MORDOR = WAY + 3
HIDDEN, MEMBERS = MORDOR + 1, MORDOR + 2
LACKING = MEMBERS + 1
SQUARES, DICE, RINGS, HANDS, TILES = (LACKING + SIDE_N * i for i in range(1, 6))
EYES = TILES + SIDE_N
NATION_STATES = ("steps to war", "active", "regulars", "elites", "leaders")
AT_NATIONS = len(SCALARS)
NATION_STATE_N = len(NATION_STATES)
FIGURE_STATES = ("in the Fellowship", "on the map", "dead")
AT_FIGURES = AT_NATIONS + NATION_N * NATION_STATE_N
FIGURE_STATE_N = len(FIGURE_STATES)
AT_CAPTURED = AT_FIGURES + FIGURE_N * FIGURE_STATE_N  # first feature of the Settlements that the enemy holds
AT_SIEGES = AT_CAPTURED + REGIONS  # first one of the Strongholds under siege
FEATURES = AT_SIEGES + STRONGHOLDS


def names(setup: Setup) -> list[str]:
    """Return the names of the features in the order of `look`, "" for those that the set-up does not have.

    What an overlay has changed has none: what was learnt of the printed one does not hold for it.
    """
    found = [*SCALARS, *[""] * (FEATURES - len(SCALARS))]
    for things, states, first in (
        (NATIONS, NATION_STATES, AT_NATIONS),
        (FIGURES, FIGURE_STATES, AT_FIGURES),
    ):
        for i, thing in enumerate(things):
            if thing not in setup.changed:
                here = first + i * len(states)
                found[here : here + len(states)] = [f"{thing} {state}" for state in states]
    for i, region in enumerate(setup.catalogue["regions"]):
        if region["id"] not in setup.changed:
            found[AT_CAPTURED + i] = f"{region['id']} captured"
    for i, stronghold in enumerate(setup.catalogue["strongholds"]):
        found[AT_SIEGES + i] = f"{stronghold['id']} under siege"
    return found


@kernel
def look(s, t, x):
    """Fill `x`, float64 (FEATURES,), with the features of a position in which everything is known."""
    x[:] = 0.0
    x[0] = 1.0
    look_at_fellowship(s, t, x)
    for side in range(SIDE_N):
        lacking = max(np.float64(t.points_to_win[side]) - s.points[side], 0.0)
        x[LACKING + side] = lacking
        x[SQUARES + side] = lacking * lacking
        x[DICE + side] = s.pool_dice[side]
        x[RINGS + side] = s.rings[side]
    for seat in range(SEATS):
        x[HANDS + t.seat_side[seat]] += popcount(np.int64(s.hand[seat]))
    for nation in range(NATION_N):
        x[AT_NATIONS + nation * NATION_STATE_N] = s.steps[nation]
        x[AT_NATIONS + nation * NATION_STATE_N + 1] = np.float64(has(np.int64(s.active), nation))
    look_at_armies(s, x)
    look_at_figures(s, x)
    for region in range(t.region_n):
        owner = t.owner[region]
        x[AT_CAPTURED + region] = np.float64(owner != NONE and s.control[region] != owner)
    for stronghold in range(t.stronghold_n):
        x[AT_SIEGES + stronghold] = np.float64(has(np.int64(s.sieges), stronghold))


@kernel
def look_at_fellowship(s, t, x):
    """Add the way of the Ring, its Corruption and the pool of tiles to the features."""
    corruption = np.float64(s.corruption)
    way = np.float64(way_left(s, t))
    x[CORRUPTION] = corruption
    for i in range(len(HEIGHTS)):
        x[BEYOND + i] = max(corruption - HEIGHTS[i], 0.0)
    x[WAY] = way
    x[WAY + 1] = way * way
    x[WAY + 2] = corruption * way
    x[MORDOR] = np.float64(s.mordor != NONE)
    x[HIDDEN] = s.is_hidden
    x[MEMBERS] = popcount(np.int64(s.members))
    pool = np.int64(s.tiles) | np.int64(s.specials)
    own = ~np.int64(t.standard_tiles)
    for tile in range(t.tile_n):
        if has(pool & own, tile):
            is_good = t.tile_sort[t.tile_kind[tile]] == ids.TILE.FREE_PEOPLES
            x[TILES + (SIDE.FREE_PEOPLES if is_good else SIDE.SHADOW)] += 1.0
    x[EYES] = popcount(np.int64(s.tiles) & np.int64(t.eye_tiles)) / max(popcount(np.int64(s.tiles)), 1)


@kernel
def look_at_armies(s, x):
    """Add the figures of each Nation on the map to the features."""
    for stand in range(ids.BOX + STRONGHOLDS):
        if s.unit_n[stand] == 0 and s.leader_n[stand] == 0:
            continue
        for nation in range(NATION_N):
            first = AT_NATIONS + nation * NATION_STATE_N + 2
            x[first] += s.units[stand, nation, PIECE.REGULAR]
            x[first + 1] += s.units[stand, nation, PIECE.ELITE]
            if nation < FREE_NATIONS:
                x[first + 2] += s.leaders[stand, nation]
            elif nation == ids.NATION.SAURON:
                x[first + 2] += s.nazgul[stand]


@kernel
def look_at_figures(s, x):
    """Add where each Character is to the features."""
    for figure in range(FIGURE_N):
        where = np.int64(s.stand[figure])
        first = AT_FIGURES + figure * FIGURE_STATE_N
        if where == AWAY.FELLOWSHIP:
            x[first] = 1.0
        elif where >= 0:
            x[first + 1] = 1.0
        elif where == AWAY.DEAD:
            x[first + 2] = 1.0


@kernel
def turn_of(s):
    """Return the number of the turn."""
    return np.int64(s.turn)
