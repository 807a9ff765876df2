"""The worth of changed numbers at this moment: to the quest, the enemy attack, the players' attack."""

import numpy as np

from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.engine import sets
from mazarbul.sim.engine.bits import has, lowest_bit
from mazarbul.sim.games.lotr_lcg.bots.heuristic.meetings import block_harm, combat_loss, weigh_meetings
from mazarbul.sim.games.lotr_lcg.bots.heuristic.quest import quest_gain, reveals_to_come
from mazarbul.sim.games.lotr_lcg.bots.heuristic.situation import (
    add_character,
    load_attackers,
    load_characters,
)
from mazarbul.sim.games.lotr_lcg.bots.heuristic.unseen import count_unseen
from mazarbul.sim.games.lotr_lcg.bots.heuristic.values import blow_worth, hurt
from mazarbul.sim.games.lotr_lcg.bots.weights import W
from mazarbul.sim.games.lotr_lcg.frames import Attack, Reveal
from mazarbul.sim.games.lotr_lcg.ids import BLOCK, NONE, PHASE, STAT
from mazarbul.sim.games.lotr_lcg.rules.attacks import total
from mazarbul.sim.games.lotr_lcg.rules.conditions import first_of
from mazarbul.sim.games.lotr_lcg.rules.numbers import committed_willpower, staging_threat, stat
from mazarbul.sim.games.lotr_lcg.rules.quest import RESOLUTION, STAGING
from mazarbul.sim.games.lotr_lcg.rules.zones import controller, engaged_with, heroes_of


@kernel
def margin_to_come(s, t, m, player):
    """Return willpower less threat as they will be when the quest is resolved, as far as can be known."""
    margin = np.float64(committed_willpower(s, t) - staging_threat(s, t))
    reveals = np.int64(0)
    if s.step <= STAGING:
        reveals = reveals_to_come(s, t)
    else:
        f = np.int64(s.reveal_frame)
        while f != NONE:
            reveals += s.frames[f, Reveal.left]
            f = s.frames[f, Reveal.outer]
    if reveals > 0:
        count_unseen(s, t, m, player)
        margin -= reveals * m.mean_threat
    return margin


@kernel
def quest_change(s, t, m, player, n):
    """Return the worth to this quest of n more willpower, or less threat in the staging area."""
    if n == 0 or s.phase != PHASE.QUEST or s.step > RESOLUTION:
        return 0.0
    margin = np.int64(np.floor(margin_to_come(s, t, m, player) + 0.5))
    return quest_gain(s, t, m, margin + n) - quest_gain(s, t, m, margin)


# The attack of an enemy ---------------------------------------------------------------------------


@kernel
def least_hurt(s, t, m, player, n):
    """Return the cost of n damage on the best hero of a player to take it."""
    least = np.inf
    rest = heroes_of(s, t, player)
    while rest != 0:
        least = min(least, hurt(s, t, m, player * BLOCK + lowest_bit(rest), n))
        rest &= rest - 1
    return least if least < np.inf else 0.0


@kernel
def blow_cost(s, t, m, attack, defense):
    """Return the cost of the current enemy attack with n more attack and n more defense of the defenders."""
    frame = s.frames[s.attack_frame]
    defender = first_of(s, np.int64(s.attack_frame), Attack.others)
    n = stat(s, t, frame[Attack.enemy], STAT.ATTACK) + attack
    if defender == NONE:
        return least_hurt(s, t, m, frame[Attack.player], n)
    return hurt(s, t, m, defender, n - max(total(s, t, frame, STAT.DEFENSE) + defense, 0))


@kernel
def attack_change(s, t, m, attack, defense):
    """Return the worth of more attack of the current attacker and more defense of the defenders."""
    if s.attack_frame == NONE:
        return 0.0
    return blow_cost(s, t, m, 0, 0) - blow_cost(s, t, m, attack, defense)


@kernel
def attack_saved(s, t, m, enemy):
    """Return the worth of an enemy not attacking in this phase."""
    player = engaged_with(s, enemy)
    if player == NONE:
        return 0.0
    load_characters(s, t, m, player)
    load_attackers(s, t, m, player)
    weigh_meetings(s, t, m, player, True)
    everybody = (np.int64(1) << m.char_n) - 1
    before = combat_loss(m, everybody, m.w[W.STRIKE])
    for e in range(m.foe_n):
        if m.foe[e] == enemy:
            m.open_loss[e] = 0.0
            return before - combat_loss(m, everybody, m.w[W.STRIKE])
    return 0.0


@kernel
def ready_gain(s, t, m, card):
    """Return the worth of one more ready character in the combat of its player."""
    player = controller(s, card)
    if player == NONE:
        return 0.0
    load_attackers(s, t, m, player)
    if m.foe_n == 0:
        return 0.0
    load_characters(s, t, m, player)
    if m.char_n >= m.char.size:
        return 0.0
    everybody = (np.int64(1) << m.char_n) - 1
    add_character(s, t, m, card)
    weigh_meetings(s, t, m, player, True)
    with_card = (np.int64(1) << m.char_n) - 1
    return combat_loss(m, everybody, m.w[W.STRIKE]) - combat_loss(m, with_card, m.w[W.STRIKE])


@kernel
def joint_defence(s, t, m, player):
    """Return the worth of being allowed several defenders against the current attack."""
    if s.attack_frame == NONE or s.frames[s.attack_frame, Attack.player] != player:
        return 0.0
    enemy = s.frames[s.attack_frame, Attack.enemy]
    load_characters(s, t, m, player)
    load_attackers(s, t, m, player)
    weigh_meetings(s, t, m, player, True)
    for e in range(m.foe_n):
        if m.foe[e] != enemy:
            continue
        alone = m.open_loss[e]
        together = np.inf
        for i in range(m.char_n):
            if not has(m.blocks, i):
                continue
            alone = min(alone, m.block_loss[i, e] + m.w[W.DEFENDER] * m.atk[i])
            for j in range(m.char_n):
                if i != j and has(m.blocks, j):
                    cost = block_harm(t, m, np.int64(i), m.foe_atk[e] - m.dfn[i] - m.dfn[j])
                    together = min(together, cost + m.w[W.DEFENDER] * (m.atk[i] + m.atk[j]))
        return max(alone - together, 0.0)
    return 0.0


# The players' attacks -----------------------------------------------------------------------------


@kernel
def strike_change(s, t, m, n):
    """Return the worth of n more attack of the attackers in the players' current attack."""
    if s.strike_frame == NONE or n == 0:
        return 0.0
    frame = s.frames[s.strike_frame]
    target = frame[Attack.enemy]
    strength = total(s, t, frame, STAT.ATTACK) - stat(s, t, target, STAT.DEFENSE)
    return blow_worth(s, t, m, target, strength + n) - blow_worth(s, t, m, target, strength)


@kernel
def strikes_now(s, card):
    """Return whether a character takes part in the players' current attack."""
    f = np.int64(s.strike_frame)
    return f != NONE and has(s.frames[f, Attack.others + card // BLOCK], card % BLOCK)


@kernel
def defends_now(s, card):
    """Return whether a character defends in the current enemy attack."""
    f = np.int64(s.attack_frame)
    return f != NONE and has(s.frames[f, Attack.others + card // BLOCK], card % BLOCK)


@kernel
def lone_strike(s, t, m, card, player):
    """Return the worth of one character attacking at once: on the best enemy engaged with the player."""
    best = 0.0
    strength = stat(s, t, card, STAT.ATTACK)
    for enemy in sets.members(s.engaged[player]):
        best = max(best, blow_worth(s, t, m, enemy, strength - stat(s, t, enemy, STAT.DEFENSE)))
    return best
