"""Ways on the map: of the Fellowship's figure, of Companions and of the Mouth of Sauron (BG-8.3, 8.4, 14.15).

`s.reach` is the workspace: for the Fellowship, [steps, region] the least cost of being there after so many
steps; for others, [0, region] the number of steps.
"""

import numpy as np

from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.games.board_game.ids import NONE, PATH, SETTLEMENT, SIDE
from mazarbul.sim.games.board_game.rules.control import besieger, is_besieged, is_shadow_stronghold

FAR = 120
TILE_COST = 2  # of a Stronghold on the way; Moria costs 1 more, since its Balrog may be at home


# The Fellowship ------------------------------------------------------------------------------------


@kernel
def draws_tile(s, t, region):
    """Return whether a way through a region costs a tile: for a Stronghold of the Shadow's (BG-14.15)."""
    nation = np.int64(t.region_nation[region])
    return is_shadow_stronghold(s, t, region) and nation != NONE and t.nation_side[nation] == SIDE.SHADOW


@kernel
def cost_of(s, t, region, with_tiles):
    """Return what a region on the way costs."""
    cost = np.int64(TILE_COST) if with_tiles and draws_tile(s, t, region) else np.int64(0)
    return cost + 1 if region == t.balrog else cost


@kernel
def find_way(s, t, start, goal, most, with_tiles):
    """Put the cheapest way of at most `most` steps into `s.path` (`path_choice`); the goal must be in reach.

    with_tiles: Strongholds cost tiles. Of equally cheap ways one with the fewest steps is taken.
    """
    measure_costs(s, t, start, most, with_tiles)
    best = np.int64(0)
    for steps in range(1, most + 1):
        if s.reach[steps, goal] < s.reach[best, goal]:
            best = np.int64(steps)
    s.path_n = best + 1
    region = np.int64(goal)
    for i in range(best, 0, -1):
        s.path[i] = region
        cost = s.reach[i, region] - cost_of(s, t, region, with_tiles)
        for k in range(t.near_n[region]):
            other = np.int64(t.near[region, k])
            if s.reach[i - 1, other] == cost:
                region = other
                break
    s.path[0] = region


@kernel
def measure_costs(s, t, start, most, with_tiles):
    """Fill `s.reach` with the least costs after 0 to `most` steps."""
    s.reach[:] = FAR
    s.reach[0, start] = cost_of(s, t, start, with_tiles)
    for steps in range(1, most + 1):
        for region in range(t.region_n):
            if s.reach[steps - 1, region] < FAR:
                for k in range(t.near_n[region]):
                    other = np.int64(t.near[region, k])
                    cost = s.reach[steps - 1, region] + cost_of(s, t, other, with_tiles)
                    s.reach[steps, other] = min(np.int64(s.reach[steps, other]), cost)


@kernel
def tiles_on_way(s, t):
    """Return how many Stronghold tiles the way in `s.path` costs, each region once (BG-14.15)."""
    if s.path_n == 1 and t.reveal_tile_stationary == 0:
        return np.int64(0)
    n = np.int64(0)
    for i in range(s.path_n):
        n += np.int64(draws_tile(s, t, np.int64(s.path[i])))
    return n


@kernel
def passes(s, region):
    """Return whether the way in `s.path` goes into, out of or through a region; staying is not enough."""
    found = False
    for i in range(s.path_n):
        found |= s.path_n > 1 and s.path[i] == region
    return found


# Companions and the Mouth of Sauron ----------------------------------------------------------------


@kernel
def stops_companions(s, t, region):
    """Return whether Companions end their move on entering a region (BG-8.3)."""
    if t.stop_at_shadow_nation == 1:
        return t.settlement[region] == SETTLEMENT.STRONGHOLD and t.owner[region] == SIDE.SHADOW
    return is_shadow_stronghold(s, t, region)


@kernel
def is_closed_to_companions(s, t, region):
    """Return whether Companions may neither enter nor leave a region: its garrison is besieged (BG-8.3)."""
    return is_besieged(s, t, region) and s.control[region] == SIDE.FREE_PEOPLES


@kernel
def is_closed_to_mouth(s, t, region):
    """Return whether the Mouth of Sauron may not enter a region, or leave it if it is besieged (BG-8.4)."""
    if t.stronghold[region] == NONE:
        return False
    if s.control[region] == SIDE.FREE_PEOPLES:
        return not is_besieged(s, t, region)
    return is_besieged(s, t, region)


@kernel
def stops_mouth(s, t, region):
    """Return whether the Mouth of Sauron ends his move on entering a region (BG-8.4)."""
    return t.mouth_stop == 1 and besieger(s, t, region) == SIDE.SHADOW


@kernel
def measure_steps(s, t, start, most, side, into_siege):
    """Fill `s.reach[0]` with the steps to every region in range, FAR for the others.

    side: whose Characters travel. into_siege: 1 if Companions may end where their side is besieged.
    """
    s.reach[0] = FAR
    s.reach[0, start] = 0
    is_free = side == SIDE.FREE_PEOPLES
    if is_free and is_closed_to_companions(s, t, start):
        return
    if not is_free and is_besieged(s, t, start) and s.control[start] == SIDE.SHADOW:
        return
    for steps in range(min(np.int64(most), PATH * 4)):
        is_done = True
        for region in range(t.region_n):
            if s.reach[0, region] == steps and (region == start or goes_on(s, t, region, is_free)):
                for k in range(t.near_n[region]):
                    other = np.int64(t.near[region, k])
                    if s.reach[0, other] == FAR and may_enter(s, t, other, is_free, into_siege):
                        s.reach[0, other] = steps + 1
                        is_done = False
        if is_done:
            return


@kernel
def goes_on(s, t, region, is_free):
    """Return whether a Character who has entered a region may go on."""
    if is_free:
        return not stops_companions(s, t, region) and not is_closed_to_companions(s, t, region)
    return not stops_mouth(s, t, region)


@kernel
def may_enter(s, t, region, is_free, into_siege):
    """Return whether a Character may enter a region."""
    if is_free:
        return into_siege == 1 or not is_closed_to_companions(s, t, region)
    return not is_closed_to_mouth(s, t, region)
