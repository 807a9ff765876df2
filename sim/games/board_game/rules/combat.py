"""The numbers and rolls of a round of battle (BG-11.7 to BG-11.12, BG-13.1, BG-13.7)."""

import numpy as np

from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.engine.bits import has
from mazarbul.sim.engine.dice import roll_die
from mazarbul.sim.engine.log import note
from mazarbul.sim.games.board_game.content.layout import FIGURE_SOURCE
from mazarbul.sim.games.board_game.ids import (
    BATTLE,
    EVENT,
    FIGURE,
    FIGURE_N,
    NATION_N,
    PIECE,
    ROLE,
    RULE,
    SIDE,
    STREAM,
)
from mazarbul.sim.games.board_game.rules.seats import enemy_of
from mazarbul.sim.games.board_game.rules.standing import leading_elites
from mazarbul.sim.games.board_game.rules.stands import figures_at

SIDES_OF_DIE = 6
FIRST_ROLL, AGAIN, EARLY, LATE = range(4)  # rolls of a round: Combat roll, re-roll, extra attacks
FIRST_DIE = 32  # factor of the roll in the number of a die
FIRST_ROLE = 4 * FIRST_DIE  # factor of the role


@kernel
def side_of_role(s, role):
    """Return the side that attacks or defends in the battle."""
    return np.int64(s.battle_side) if role == ROLE.ATTACKER else enemy_of(s.battle_side)


@kernel
def units_in(s, role):
    """Return the number of units of a role in the battle."""
    stand = s.battle_stand[role]
    return np.int64(s.unit_n[stand]) if s.side_of[stand] == side_of_role(s, role) else np.int64(0)


@kernel
def strength(s, t, role):
    """Return the Combat Strength of a role: units, and Captains of the West (BG-11.7)."""
    stand = np.int64(s.battle_stand[role])
    n = np.int64(s.unit_n[stand])
    able = figures_at(s, stand, side_of_role(s, role)) & ~np.int64(s.muted)
    for i in range(t.modifier_n):
        m = t.modifiers[i]
        if m.rule == RULE.STRENGTH and m.source >= FIGURE_SOURCE and has(able, m.source - FIGURE_SOURCE):
            n += np.int64(m.n)
    return n


@kernel
def combat_dice(s, t, role):
    """Return the dice of a role's Combat roll (BG-11.7)."""
    if s.unit_n[s.battle_stand[role]] == 0:
        return np.int64(0)
    n = min(strength(s, t, role), np.int64(t.most_combat_dice))
    n = max(n - np.int64(s.fewer_dice[role]) - np.int64(s.always_fewer[role]), np.int64(1))
    return min(n, np.int64(s.most_dice[role])) if s.most_dice[role] > 0 else n


@kernel
def hit_number(s, t, role):
    """Return what a die of a role must show to hit (BG-11.8, BG-13.1, BG-13.7)."""
    is_first = s.battle == BATTLE.FIELD and s.battle_round == 1 and t.is_fortified[s.battle_region] == 1
    is_protected = s.battle == BATTLE.ASSAULT or is_first
    return np.int64(t.hits_on[1] if role == ROLE.ATTACKER and is_protected else t.hits_on[0])


@kernel
def nazgul_leadership(s, t, role):
    """Return the Nazgûl Leadership of a role now (BG-11.11)."""
    if side_of_role(s, role) != SIDE.SHADOW or s.no_nazgul == 1:
        return np.int64(0)
    stand = np.int64(s.battle_stand[role])
    lost = np.int64(s.forfeits[role]) | np.int64(s.muted) | np.int64(s.rider)
    n = np.int64(s.nazgul[stand])
    if s.stand[FIGURE.WITCH_KING] == stand and not has(lost, FIGURE.WITCH_KING):
        n += np.int64(t.leadership[FIGURE.WITCH_KING])
    return max(np.int64(0), n - np.int64(s.forfeit_points[role]))


@kernel
def leadership(s, t, role):
    """Return the Leadership of a role now (BG-11.9, BG-12.5)."""
    stand = np.int64(s.battle_stand[role])
    side = side_of_role(s, role)
    lost = np.int64(s.forfeits[role]) | np.int64(s.muted) | np.int64(s.rider)
    n = nazgul_leadership(s, t, role)
    if side == SIDE.FREE_PEOPLES:
        n += np.int64(s.leader_n[stand])
    for figure in range(FIGURE_N):
        if has(figures_at(s, stand, side) & ~lost, figure) and figure != FIGURE.WITCH_KING:
            n += np.int64(t.leadership[figure])
    elites = leading_elites(s, t)
    for nation in range(NATION_N):
        if has(elites, nation):
            n += np.int64(s.units[stand, nation, PIECE.ELITE])
    return n


@kernel
def battle_key(s, t):
    """Return the number of this round of this battle, for its stream: its place, turn and round."""
    nth = np.int64(s.battles_at[s.battle_region]) & 31
    key = np.int64(t.region_key[s.battle_region]) & 0xFFFFFFFFFF
    return key << 20 | np.int64(s.turn) << 13 | nth << 8 | np.int64(s.battle_round) & 255


@kernel
def roll_dice(s, t, role, n, bonus, needed, sort):
    """Roll n dice of a role that hit on `needed` with a bonus; return the hits. sort: which roll it is."""
    number = battle_key(s, t)
    first = role * FIRST_ROLE + sort * FIRST_DIE
    hits = np.int64(0)
    for die in range(n):
        result = roll_die(s.seed, STREAM.BATTLE, number, first + die, SIDES_OF_DIE)
        note(s, EVENT.COMBAT, role, result, sort)
        if sort == FIRST_ROLL:
            s.ones[role] += np.int64(result == 1)
        hits += np.int64(result != 1 and (result == SIDES_OF_DIE or result + bonus >= needed))
    return hits


@kernel
def roll_both(s, t):
    """Roll the Combat dice of both sides (BG-11.6, step 4)."""
    for role in range(2):
        n = combat_dice(s, t, role)
        s.roll_n[role] = n
        bonus = np.int64(s.roll_bonus[role])
        s.roll_hits[role] = roll_dice(s, t, role, n, bonus, hit_number(s, t, role), np.int64(FIRST_ROLL))


@kernel
def roll_again(s, t):
    """Roll misses again, as many as Leadership allows (BG-11.10)."""
    for role in range(2):
        missed = np.int64(s.roll_n[role]) - np.int64(s.roll_hits[role]) - np.int64(s.backfired[role])
        n = min(min(leadership(s, t, role), missed), np.int64(t.most_combat_dice))
        if s.no_again[role] == 1:
            n = np.int64(0)
        s.again_n[role] = n
        bonus = np.int64(s.again_bonus[role])
        s.again_hits[role] = roll_dice(s, t, role, n, bonus, hit_number(s, t, role), np.int64(AGAIN))


@kernel
def waiting_hits(s, role):
    """Return the hits of a role that the enemy must take now (BG-12.8)."""
    n = np.int64(s.roll_hits[role]) + np.int64(s.again_hits[role])
    return max(np.int64(0), n + np.int64(s.more_hits[role]) - np.int64(s.less_hits[role]))


@kernel
def clear_round(s):
    """Forget what Combat cards and dice have done in the round before."""
    s.combat_card[:] = -1
    s.is_cancelled[:] = 0
    s.roll_n[:] = 0
    s.roll_hits[:] = 0
    s.ones[:] = 0
    s.backfired[:] = 0
    s.again_n[:] = 0
    s.again_hits[:] = 0
    s.more_hits[:] = 0
    s.less_hits[:] = 0
    s.extra_hits[:] = 0
    s.roll_bonus[:] = 0
    s.again_bonus[:] = 0
    s.fewer_dice[:] = 0
    s.most_dice[:] = 0
    s.no_again[:] = 0
    s.forfeits[:] = 0
    s.forfeit_points[:] = 0
    s.muted = 0
