"""What things are worth to a side, in points of score: figures, Settlements, Corruption, cards."""

import numpy as np

from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.engine.bits import has, lowest_bit
from mazarbul.sim.games.board_game.bots.weights import W
from mazarbul.sim.games.board_game.ids import (
    AWAY,
    FIGURE,
    FIGURE_N,
    NATION_N,
    NONE,
    PIECE,
    SETTLEMENT,
    SIDE,
    TILE_VALUE,
    UNIT_N,
)
from mazarbul.sim.games.board_game.rules.stands import count, side_of_nation

MEAN_DIE = 3.5  # of a tile that shows a die

# Figures -------------------------------------------------------------------------------------------


@kernel
def hit_worth(m, side):
    """Return what a hit point of a side's Armies is worth to it; dead units of the Shadow come back."""
    return m.w[W.UNIT_FREE] if side == SIDE.FREE_PEOPLES else m.w[W.UNIT_SHADOW]


@kernel
def piece_worth(m, nation, piece):
    """Return what a counted figure is worth to its side."""
    if piece == PIECE.LEADER:
        return m.w[W.LEADER]
    if piece == PIECE.NAZGUL:
        return m.w[W.NAZGUL]
    worth = hit_worth(m, side_of_nation(nation))
    return worth * m.w[W.ELITE_WORTH] if piece == PIECE.ELITE else worth


@kernel
def figure_worth(s, t, m, figure):
    """Return what a Character that is not in the Fellowship is worth to his side."""
    worth = m.w[W.FIGURE_DIE] * t.figure_dice[figure] + m.w[W.LEADER] * t.leadership[figure]
    worth += m.w[W.LEVEL] * t.level[figure]
    if figure == FIGURE.STRIDER and s.stand[FIGURE.ARAGORN] == AWAY.UNUSED:
        worth += m.w[W.HEIR]
    return worth


@kernel
def member_worth(s, t, m, figure):
    """Return what a Companion is worth while he is in the Fellowship: damage that he may take, his Guide."""
    left = 1.0
    worth = m.w[W.MEMBER]
    if s.mordor != NONE:
        left = min(1.0, 1.2 * m.steps / max(1.0, np.float64(t.crack)))
        worth = 0.0
    worth += left * m.w[W.SHIELD] * t.level[figure]
    if figure == FIGURE.STRIDER and s.stand[FIGURE.ARAGORN] == AWAY.UNUSED and s.mordor == NONE:
        worth += m.w[W.HEIR]
    if figure == FIGURE.GANDALF_GREY and is_awaited(s):
        worth -= m.w[W.GAMBIT]
    return worth


@kernel
def is_awaited(s):
    """Return whether Gandalf the White could come when the Grey is gone (BG-8.9)."""
    is_minion = False
    for figure in range(FIGURE.WITCH_KING, FIGURE_N):
        is_minion |= s.stand[figure] != AWAY.UNUSED
    return is_minion and s.stand[FIGURE.GANDALF_WHITE] == AWAY.UNUSED


@kernel
def army_worth(s, t, m, stand):
    """Return what the Army at a stand, with all figures there, is worth to its side."""
    side = np.int64(s.side_of[stand])
    worth = 0.0
    for nation in range(NATION_N):
        if side_of_nation(nation) == side:
            for piece in range(UNIT_N):
                worth += piece_worth(m, nation, piece) * count(s, stand, nation, piece)
    return worth + others_worth(s, t, m, stand, side)


@kernel
def others_worth(s, t, m, stand, side):
    """Return what the Leaders, Nazgûl and Characters of a side at a stand are worth."""
    worth = m.w[W.NAZGUL] * s.nazgul[stand]
    if side == SIDE.FREE_PEOPLES:
        worth = m.w[W.LEADER] * s.leader_n[stand]
    for figure in range(FIGURE_N):
        if has(s.who[stand], figure) and t.figure_side[figure] == side:
            worth += figure_worth(s, t, m, np.int64(figure))
    return worth


# Settlements ---------------------------------------------------------------------------------------


@kernel
def prize(s, t, m, side, region):
    """Return what taking the Settlement of a region is worth to a side, 0 if it holds it or there is none."""
    if t.settlement[region] == SETTLEMENT.NONE or s.control[region] == side:
        return 0.0
    points = np.float64(t.value[region])
    worth = m.w[W.POINT] * points + m.w[W.TOWN]
    if points >= m.lacking[side] and points > 0.0 and t.owner[region] != side:
        worth += m.w[W.WAR_WON]
    return worth


@kernel
def stake(s, t, m, side, region):
    """Return what a side would lose with the Settlement of a region, 0 if it does not hold it."""
    if t.settlement[region] == SETTLEMENT.NONE or s.control[region] != side:
        return 0.0
    return prize(s, t, m, np.int64(1 - side), region)


# The Ring ------------------------------------------------------------------------------------------


@kernel
def burden(t, m, corruption):
    """Return what so much Corruption costs the Free Peoples; each point costs more than the one before."""
    c = max(0.0, corruption)
    worth = m.w[W.CORRUPTION] * c + 0.5 * m.w[W.CORRUPTION_STEEP] * c * c
    return worth + m.w[W.RING_LOST] if c >= t.most_corruption else worth


@kernel
def corrupting(s, t, m, n):
    """Return what n more Corruption costs the Free Peoples now, negative for healing."""
    now = np.float64(s.corruption)
    return burden(t, m, now + n) - burden(t, m, now)


@kernel
def damage_of_kind(t, kind, eye):
    """Return the mean damage of a kind of tile. eye: that of an Eye."""
    if t.tile_value[kind] == TILE_VALUE.EYE:
        return eye
    if t.tile_value[kind] == TILE_VALUE.DIE:
        return MEAN_DIE
    return np.float64(t.tile_number[kind])


@kernel
def mean_damage(s, t, void, eye):
    """Return the mean damage of the next tile. void: set of kinds that do nothing. eye: of an Eye."""
    pool = np.int64(s.tiles)
    if pool == 0:
        pool = np.int64(s.drawn) & np.int64(t.standard_tiles)
    total = 0.0
    n = 0
    while pool != 0:
        kind = np.int64(t.tile_kind[lowest_bit(pool)])
        pool &= pool - 1
        n += 1
        if not has(void, kind):
            total += damage_of_kind(t, kind, eye)
    return total / max(n, 1)


@kernel
def tile_damage_at(s, t, m, damage):
    """Return what the damage of a tile costs the Free Peoples; Companions can take a part of it."""
    relief = 1.0
    if s.members != 0:
        relief = 1.0 - m.w[W.SHARED]
    return relief * corrupting(s, t, m, damage)


# Places --------------------------------------------------------------------------------------------


@kernel
def need_at(s, t, m, side, region):
    """Return what one more unit of a side in a region is worth beyond the unit itself."""
    need = m.w[W.FRONT] * m.pull[side, region]
    if s.side_of[region] == side:
        need += m.w[W.WITH_ARMY]
    is_own = t.settlement[region] != SETTLEMENT.NONE and s.control[region] == side
    if is_own and m.threat[region] > 0.0:
        need += m.w[W.RELIEF] * t.value[region]
    return need
