"""Recruits, politics and Minions (BG-B12, BG-B13, BG-B15, BG-B28)."""

import numpy as np

from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.engine.bits import has, popcount
from mazarbul.sim.games.board_game.bots.heuristic.worths import need_at
from mazarbul.sim.games.board_game.bots.weights import W
from mazarbul.sim.games.board_game.ids import (
    FIGURE,
    FREE_NATIONS,
    NONE,
    PACKAGE,
    PIECE,
    PIECE_N,
    SIDE,
    VOICE,
)
from mazarbul.sim.games.board_game.rules import muster
from mazarbul.sim.games.board_game.rules.politics import is_active

NEVER = -1000.0  # worth of what cannot be done
MOST_UNITS = 5  # of a Nation that count when it goes to war

# Recruits ------------------------------------------------------------------------------------------


@kernel
def score_place(s, t, m, seat, piece, region):
    """Return the worth of a recruit in a region."""
    side = np.int64(t.seat_side[seat])
    sort = piece % PIECE_N
    if sort == PIECE.REGULAR:
        worth = m.w[W.MUSTER]
    elif sort == PIECE.ELITE:
        worth = m.w[W.MUSTER_ELITE]
    else:
        worth = m.w[W.MUSTER_LEADER]
        if s.unit_n[region] <= s.leader_n[region] + s.nazgul[region]:
            return 0.3 * worth
    return worth + need_at(s, t, m, side, region)


@kernel
def best_places(s, t, m, seat, sort):
    """Fill `place_best`: worth of the best two places for a sort of recruit, LEADER for Nazgûl too."""
    m.place_best[sort, 0] = NEVER
    m.place_best[sort, 1] = NEVER
    for region in range(t.region_n):
        nation = np.int64(t.region_nation[region])
        if nation == NONE or not has(s.at_war, nation):
            continue
        piece = muster.of_nation(nation, sort)
        if not muster.can_place(s, t, seat, nation, piece, region):
            continue
        worth = score_place(s, t, m, seat, nation * PIECE_N + piece, region)
        if worth > m.place_best[sort, 0]:
            m.place_best[sort, 1] = m.place_best[sort, 0]
            m.place_best[sort, 0] = worth
        elif worth > m.place_best[sort, 1]:
            m.place_best[sort, 1] = worth


@kernel
def package_worth(m, package):
    """Return the worth of a package, from `place_best`; two figures go to two Settlements."""
    if package == PACKAGE.TWO_REGULARS:
        return m.place_best[PIECE.REGULAR, 0] + m.place_best[PIECE.REGULAR, 1]
    if package == PACKAGE.TWO_LEADERS:
        return m.place_best[PIECE.LEADER, 0] + m.place_best[PIECE.LEADER, 1]
    if package == PACKAGE.REGULAR_LEADER:
        # the Leader may be wanted where the Regular is
        return m.place_best[PIECE.REGULAR, 0] + m.place_best[PIECE.LEADER, 0] - 2.0
    return m.place_best[muster.piece_in(package, 0), 0]


@kernel
def find_recruits(s, t, m, seat):
    """Fill `place_best` for all sorts, and return the worth of the best package."""
    best_places(s, t, m, seat, np.int64(PIECE.REGULAR))
    best_places(s, t, m, seat, np.int64(PIECE.ELITE))
    best_places(s, t, m, seat, np.int64(PIECE.LEADER))
    best = NEVER
    for package in range(len(PACKAGE)):
        best = max(best, package_worth(m, package))
    return best


# Politics ------------------------------------------------------------------------------------------


@kernel
def war_worth(s, t, m, nation):
    """Return the worth of a step of a Nation towards war (BG-B12, BG-B28)."""
    steps = s.steps[nation]
    if steps == 0:
        return 0.0
    worth = m.w[W.WAR_THREE]
    if steps == 1:
        worth = m.w[W.WAR_ONE]
    elif steps == 2:
        worth = m.w[W.WAR_TWO]
    units = 0
    alarm = 0.0
    for region in range(t.region_n):
        if s.side_of[region] != NONE and has(s.nations[region], nation):
            units += np.int64(s.units[region, nation, 0]) + np.int64(s.units[region, nation, 1])
        if t.region_nation[region] == nation and t.value[region] > 0 and m.threat[region] > 0.0:
            alarm = m.w[W.ALARM]
    worth += m.w[W.WAR_UNITS] * min(units, MOST_UNITS) + alarm
    if nation < FREE_NATIONS and not is_active(s, nation):
        return m.w[W.QUIET] * worth
    return worth


@kernel
def rouse_worth(s, t, m, figure):
    """Return the worth of a Companion's step for his Nation (BG-6.7)."""
    best = 0.0
    for nation in range(FREE_NATIONS):
        if has(t.rouses[figure], nation):
            best = max(best, war_worth(s, t, m, nation))
    return best


# Minions -------------------------------------------------------------------------------------------


@kernel
def minion_worth(s, t, m, figure):
    """Return the worth of bringing a Minion into play (BG-B13)."""
    if figure == FIGURE.SARUMAN:
        return m.w[W.SARUMAN]
    if figure == FIGURE.WITCH_KING:
        passive = np.int64(t.nations_of[SIDE.FREE_PEOPLES]) & ~np.int64(s.active)
        return m.w[W.WITCH_KING] - m.w[W.PROVOKE] * popcount(passive)
    return m.w[W.MOUTH]


@kernel
def score_minion_place(s, m, region):
    """Return the worth of a Minion in a region: with the largest Army that is near a target."""
    size = min(np.float64(s.unit_n[region]), 10.0)
    return m.pull[SIDE.SHADOW, region] + 4.0 * size


@kernel
def voice_worth(s, t, m, mode):
    """Return the worth of the Voice of Saruman (BG-B15)."""
    if mode == VOICE.UPGRADE:
        return 0.8 * m.w[W.VOICE]
    full = s.unit_n[t.orthanc] >= t.field_limit - 1
    return 0.7 * m.w[W.VOICE] if full else m.w[W.VOICE]
