"""Characters and enemies for the planning of a decision: strengths, and losses if they meet."""

import numpy as np

from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.engine import sets
from mazarbul.sim.engine.bits import bit, has, lowest_bit
from mazarbul.sim.games.lotr_lcg.bots.features import MOST_CHARACTERS, MOST_FOES
from mazarbul.sim.games.lotr_lcg.bots.heuristic.values import blow_worth, kill_worth, life, wound_worth
from mazarbul.sim.games.lotr_lcg.bots.weights import W
from mazarbul.sim.games.lotr_lcg.content import words
from mazarbul.sim.games.lotr_lcg.ids import BLOCK, ENCOUNTER, KEYWORD, NONE, PHASE, SEATS, STAT, TYPE
from mazarbul.sim.games.lotr_lcg.rules.numbers import can_attack_player, flag, has_flag, stat
from mazarbul.sim.games.lotr_lcg.rules.zones import (
    block_of,
    heroes_and_allies,
    is_character,
    living,
    local_of,
)

NEW_NEED = 4.0  # attack that destroys an enemy still to be revealed
BACKING = 0.4  # share of other players' Ranged attack that is expected to be left for combat


@kernel
def load_characters(s, t, m, player):
    """Store the player's ready characters in ascending order, with their abilities."""
    clear_characters(m)
    add_characters(s, t, m, player)


@kernel
def clear_characters(m):
    """Forget all characters."""
    m.char_from = 0
    m.char_n = 0
    m.again = 0
    m.blocks = 0
    m.fights = 0


@kernel
def add_characters(s, t, m, player):
    """Store the player's ready characters after those of other players."""
    m.char_from = m.char_n
    for b in range(SEATS):
        rest = s.controlled[player, b] & ~s.exhausted[b] & heroes_and_allies(t, b)
        while rest != 0 and m.char_n < MOST_CHARACTERS:
            card = np.int64(b) * BLOCK + lowest_bit(rest)
            rest &= rest - 1
            if is_character(s, t, card):
                add_character(s, t, m, card)


@kernel
def add_character(s, t, m, card):
    """Store one character."""
    i = np.int64(m.char_n)
    m.char_n = i + 1
    m.char[i] = card
    m.wil[i] = stat(s, t, card, STAT.WILLPOWER)
    m.atk[i] = stat(s, t, card, STAT.ATTACK)
    m.dfn[i] = stat(s, t, card, STAT.DEFENSE)
    m.hp[i] = stat(s, t, card, STAT.HIT_POINTS) - s.damage[card]
    m.loss[i] = life(s, t, m, card)
    m.stay[i] = m.w[W.ACTION] * m.spare[card]
    m.go[i] = m.w[W.EAGER] * m.eager[card]
    if not flag(s, t, words.MODIFIER.CANNOT_DEFEND, card):
        m.blocks |= bit(i)
    if not flag(s, t, words.MODIFIER.CANNOT_ATTACK, card):
        m.fights |= bit(i)
    if has(t.flagged[words.MODIFIER.ATTACKS_STAGING, block_of(card)], local_of(card)):
        m.stay[i] += m.w[W.HUNT] * staging_hunt(s, t, m, card)
    if can_rally(s, m, card):
        m.again |= bit(i)
        m.go[i] += m.w[W.RALLY]


@kernel
def staging_hunt(s, t, m, card):
    """Return the attack of a character that attacks an enemy in the staging area alone."""
    best = 0.0
    strength = stat(s, t, card, STAT.ATTACK) + m.lone[card]
    rest = s.staging & t.of_type[ENCOUNTER, TYPE.ENEMY]
    while rest != 0:
        enemy = ENCOUNTER * BLOCK + lowest_bit(rest)
        rest &= rest - 1
        best = max(best, blow_worth(s, t, m, enemy, strength - stat(s, t, enemy, STAT.DEFENSE)))
    return best


@kernel
def can_rally(s, m, card):
    """Return whether a character can be readied after it has committed, by its own text or an attachment."""
    if m.rally[card] != NONE and s.tokens[card] >= m.rally[card]:
        return True
    k = np.int64(s.first_on[card])
    while k != NONE:
        if has(m.lifts[block_of(k)] & ~s.exhausted[block_of(k)], local_of(k)):
            return True
        k = np.int64(s.next_on[k])
    return False


# Enemies ------------------------------------------------------------------------------------------


@kernel
def insert_foe(m, card, attack, need, odds, worth):
    """Store an enemy, the strongest of a player first; return its number."""
    i = min(np.int64(m.foe_n), np.int64(MOST_FOES - 1))
    m.foe_n = i + 1
    while i > m.foe_from and m.foe_atk[i - 1] < attack:
        m.foe[i] = m.foe[i - 1]
        m.foe_atk[i] = m.foe_atk[i - 1]
        m.foe_need[i] = m.foe_need[i - 1]
        m.foe_left[i] = m.foe_left[i - 1]
        m.foe_odds[i] = m.foe_odds[i - 1]
        m.foe_near[i] = m.foe_near[i - 1]
        m.foe_worth[i] = m.foe_worth[i - 1]
        m.foe_wound[i] = m.foe_wound[i - 1]
        i -= 1
    m.foe[i] = card
    m.foe_atk[i] = attack
    m.foe_need[i] = need
    m.foe_left[i] = need
    m.foe_odds[i] = odds
    m.foe_near[i] = odds
    m.foe_worth[i] = worth
    m.foe_wound[i] = m.w[W.WEAKENED] * worth
    return i


@kernel
def add_foe(s, t, m, card, odds):
    """Store an enemy in play; return its number. odds: chance that it attacks."""
    left = stat(s, t, card, STAT.HIT_POINTS) - s.damage[card]
    need = np.float64(left + stat(s, t, card, STAT.DEFENSE))
    attack = np.float64(stat(s, t, card, STAT.ATTACK))
    i = insert_foe(m, card, attack, need, odds, kill_worth(s, t, m, card))
    m.foe_left[i] = left
    m.foe_wound[i] = wound_worth(s, t, m, card)
    return i


@kernel
def load_attackers(s, t, m, player):
    """Store the enemies engaged with a player; those that have attacked or cannot are no longer a danger."""
    clear_foes(m)
    add_attackers(s, t, m, player)


@kernel
def clear_foes(m):
    """Forget all enemies."""
    m.foe_from = 0
    m.foe_n = 0


@kernel
def add_attackers(s, t, m, player):
    """Store the enemies engaged with a player after those of other players."""
    m.foe_from = m.foe_n
    is_combat = s.phase == PHASE.COMBAT
    m.backing = ranged_of_others(s, t, player) * (1.0 if is_combat else BACKING)
    for card in sets.members(s.engaged[player]):
        is_done = is_combat and sets.has(s.has_attacked, card)
        odds = 0.0 if is_done or not can_attack_player(s, t, card, player) else 1.0
        e = add_foe(s, t, m, card, odds)
        m.foe_near[e] = 0.0 if is_combat and sets.has(s.struck[player], card) else 1.0


@kernel
def ranged_of_others(s, t, player):
    """Return the attack of the ready Ranged characters of the other players, who can join an attack."""
    total = 0.0
    for other in range(t.player_n):
        if other == player:
            continue
        for b in range(SEATS):
            rest = s.controlled[other, b] & ~s.exhausted[b] & t.keyword[b, KEYWORD.RANGED]
            while rest != 0:
                card = np.int64(b) * BLOCK + lowest_bit(rest)
                rest &= rest - 1
                if is_character(s, t, card):
                    total += stat(s, t, card, STAT.ATTACK)
    return total


@kernel
def load_comers(s, t, m, player, reveals):
    """Add the enemies of the staging area that will engage the player, and a share of those still to come."""
    if has_flag(s, t, words.MODIFIER.NO_ENGAGEMENT_CHECKS):
        return
    rest = s.staging & t.of_type[ENCOUNTER, TYPE.ENEMY]
    while rest != 0:
        card = ENCOUNTER * BLOCK + lowest_bit(rest)
        rest &= rest - 1
        cost = t.engagement[card]
        if cost <= s.threat[player]:
            add_foe(s, t, m, card, 1.0 / within_reach(s, t, cost))
    odds = m.w[W.NEWCOMER] * reveals * m.enemies / max(living(s), np.int64(1))
    if odds > 0.0:
        insert_foe(m, np.int64(NONE), m.mean_attack, NEW_NEED, min(odds, 1.0), m.w[W.FRESH])


@kernel
def within_reach(s, t, cost):
    """Return how many players have at least a given threat."""
    n = np.int64(0)
    for player in range(t.player_n):
        if has(s.in_game, player) and s.threat[player] >= cost:
            n += 1
    return max(n, np.int64(1))
