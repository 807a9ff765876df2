"""Characters and enemies as the planning of a decision sees them: strengths, and losses if they meet."""

import numpy as np

from sim.engine.bits import bit, has, lowest_bit
from sim.engine.jit import kernel
from sim.games.lotr_lcg import vocabulary as words
from sim.games.lotr_lcg.features import (
    BLOWS,
    DEFENDED,
    MOST_CHARACTERS,
    MOST_FOES,
    UNDEFENDED,
    W_DEFENDER,
    W_HUNT,
    W_NEWCOMER,
    W_RALLY,
)
from sim.games.lotr_lcg.heuristic.unseen import count_blows
from sim.games.lotr_lcg.heuristic.values import (
    WEAKENED,
    blow_worth,
    kill_worth,
    life,
    pain,
    threat_cost,
    wound_worth,
)
from sim.games.lotr_lcg.ids import (
    ALLY,
    ATK,
    BLOCK,
    BLOCKS,
    COMBAT,
    DEF,
    ENCOUNTER,
    ENEMY,
    HERO,
    HP,
    NONE,
    SEATS,
    WIL,
)
from sim.games.lotr_lcg.rules.numbers import can_attack_player, flag, has_flag, is_possible_code, stat
from sim.games.lotr_lcg.rules.zones import block_of, card_bit, heroes_of, is_character, living, local_of

OPEN_AGAIN = 0.25  # how much more each further undefended attack costs than the one before
NEW_NEED = 4.0  # attack that destroys an enemy still to be revealed
NEW_WORTH = 6.0  # of destroying it


@kernel
def load_characters(s, t, m, player):
    """Note the player's ready characters in ascending order, with what they can do."""
    m.char_n = 0
    m.again = 0
    m.blocks = 0
    m.fights = 0
    for b in range(SEATS):
        rest = s.controlled[player, b] & ~s.exhausted[b] & (t.of_type[b, HERO] | t.of_type[b, ALLY])
        while rest != 0 and m.char_n < MOST_CHARACTERS:
            card = np.int64(b) * BLOCK + lowest_bit(rest)
            rest &= rest - 1
            if is_character(s, t, card):
                add_character(s, t, m, card)


@kernel
def add_character(s, t, m, card):
    """Note one character."""
    i = np.int64(m.char_n)
    m.char_n = i + 1
    m.char[i] = card
    m.wil[i] = stat(s, t, card, WIL)
    m.atk[i] = stat(s, t, card, ATK)
    m.dfn[i] = stat(s, t, card, DEF)
    m.hp[i] = stat(s, t, card, HP) - s.damage[card]
    m.loss[i] = life(s, t, m, card)
    m.stay[i] = 0.7 * m.spare[card]
    m.go[i] = m.eager[card]
    if not flag(s, t, words.CANNOT_DEFEND, card):
        m.blocks |= bit(i)
    if not flag(s, t, words.CANNOT_ATTACK, card):
        m.fights |= bit(i)
    if has(t.flagged[words.ATTACKS_STAGING, block_of(card)], local_of(card)):
        m.stay[i] += m.w[W_HUNT] * staging_hunt(s, t, m, card)
    if can_rally(s, m, card):
        m.again |= bit(i)
        m.go[i] += m.w[W_RALLY]


@kernel
def staging_hunt(s, t, m, card):
    """Return what a character can do to an enemy in the staging area by attacking it alone."""
    best = 0.0
    strength = stat(s, t, card, ATK) + m.lone[card]
    rest = s.staging & t.of_type[ENCOUNTER, ENEMY]
    while rest != 0:
        enemy = ENCOUNTER * BLOCK + lowest_bit(rest)
        rest &= rest - 1
        best = max(best, blow_worth(s, t, m, enemy, strength - stat(s, t, enemy, DEF)))
    return best


@kernel
def can_rally(s, m, card):
    """Tell whether a character can be readied after it has committed, by its own text or an attachment."""
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
    """Note an enemy, the strongest first; return its number."""
    i = min(np.int64(m.foe_n), np.int64(MOST_FOES - 1))
    m.foe_n = i + 1
    while i > 0 and m.foe_atk[i - 1] < attack:
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
    m.foe_wound[i] = WEAKENED * worth
    return i


@kernel
def add_foe(s, t, m, card, odds):
    """Note an enemy in play; return its number. odds: chance that it attacks."""
    left = stat(s, t, card, HP) - s.damage[card]
    need = np.float64(left + stat(s, t, card, DEF))
    attack = np.float64(stat(s, t, card, ATK))
    i = insert_foe(m, card, attack, need, odds, kill_worth(s, t, m, card))
    m.foe_left[i] = left
    m.foe_wound[i] = wound_worth(s, t, m, card)
    return i


@kernel
def load_attackers(s, t, m, player):
    """Note the enemies engaged with a player; those that have attacked or cannot are no danger any more."""
    m.foe_n = 0
    is_combat = s.phase == COMBAT
    for b in range(BLOCKS):
        rest = s.engaged[player, b]
        while rest != 0:
            i = lowest_bit(rest)
            card = np.int64(b) * BLOCK + i
            rest &= rest - 1
            is_done = is_combat and has(s.has_attacked[b], i)
            odds = 0.0 if is_done or not can_attack_player(s, t, card, player) else 1.0
            e = add_foe(s, t, m, card, odds)
            m.foe_near[e] = 0.0 if is_combat and has(s.struck[player, b], i) else 1.0


@kernel
def load_comers(s, t, m, player, reveals):
    """Add the enemies of the staging area that will engage the player, and some of those still to come."""
    if has_flag(s, t, words.NO_ENGAGEMENT_CHECKS):
        return
    rest = s.staging & t.of_type[ENCOUNTER, ENEMY]
    while rest != 0:
        card = ENCOUNTER * BLOCK + lowest_bit(rest)
        rest &= rest - 1
        cost = t.engagement[card]
        if cost <= s.threat[player]:
            add_foe(s, t, m, card, 1.0 / within_reach(s, t, cost))
    odds = m.w[W_NEWCOMER] * reveals * m.enemies / max(living(s), np.int64(1))
    if odds > 0.0:
        insert_foe(m, np.int64(NONE), m.mean_attack, NEW_NEED, min(odds, 1.0), NEW_WORTH)


@kernel
def within_reach(s, t, cost):
    """Return how many players have at least a threat."""
    n = np.int64(0)
    for player in range(t.player_n):
        if has(s.in_game, player) and s.threat[player] >= cost:
            n += 1
    return max(n, np.int64(1))


# What happens if they meet ------------------------------------------------------------------------


@kernel
def dealt(s, t, m, player, foe, is_known):
    """Return the attack that shadow cards the player has seen add, defended and undefended, and how many are unseen.

    is_known: True in combat, when the shadow cards have been dealt.
    """
    if t.is_basic != 0:
        return 0.0, 0.0, 0.0
    if foe == NONE or not is_known:
        return 0.0, 0.0, 1.0
    defended = 0.0
    undefended = 0.0
    unknown = 0.0
    k = np.int64(s.first_shadow[foe])
    while k != NONE:
        if s.shadow_known[player] & card_bit(k) != 0:
            defended += m.bonus[k, DEFENDED]
            undefended += m.bonus[k, UNDEFENDED]
        else:
            unknown += 1.0
        k = np.int64(s.next_shadow[k])
    return defended, undefended, unknown


@kernel
def block_harm(t, m, i, n):
    """Return what n damage on the i-th character costs."""
    if n <= 0.0:
        return 0.0
    if n >= m.hp[i]:
        return m.loss[i]
    return pain(t, m, np.int64(m.char[i]), m.hp[i], n)


@kernel
def block_cost(s, t, m, player, i, e, bonus, unknown, is_excessive):
    """Return the expected loss if the i-th character defends against the e-th enemy."""
    sting = np.float64(m.sting[m.char[i]])
    if sting > 0.0 and m.foe[e] != NONE and sting >= m.foe_left[e]:
        return -m.foe_worth[e]
    base = m.foe_atk[e] + bonus - m.dfn[i]
    if unknown == 0.0:
        return known_cost(s, t, m, player, i, base, is_excessive) - 0.5 * sting
    total = 0.0
    for k in range(BLOWS):
        odds = m.blow[DEFENDED, k]
        if odds > 0.0:
            total += odds * known_cost(s, t, m, player, i, base + k, is_excessive)
    return total + unknown * m.mean_malice[DEFENDED] - 0.5 * sting


@kernel
def known_cost(s, t, m, player, i, n, is_excessive):
    """Return what n damage on the i-th character costs, with the threat that what is beyond it raises."""
    cost = block_harm(t, m, i, n)
    if is_excessive and n > m.hp[i]:
        cost += threat_cost(s, m, player, np.int64(n - m.hp[i]))
    return cost


@kernel
def load_heroes(s, t, m, player):
    """Note the heroes of a player who could take an undefended attack."""
    m.hero_n = 0
    rest = heroes_of(s, t, player)
    while rest != 0:
        card = np.int64(player) * BLOCK + lowest_bit(rest)
        rest &= rest - 1
        k = np.int64(m.hero_n)
        m.hero_n = k + 1
        m.hero[k] = card
        m.hero_left[k] = stat(s, t, card, HP) - s.damage[card]
        m.hero_loss[k] = life(s, t, m, card)


@kernel
def hero_harm(t, m, n):
    """Return what n damage costs on the hero who bears it best."""
    least = 1e9
    for k in range(m.hero_n):
        if n >= m.hero_left[k]:
            cost = m.hero_loss[k]
        else:
            cost = pain(t, m, np.int64(m.hero[k]), m.hero_left[k], n)
        least = min(least, cost)
    return least if least < 1e9 else 0.0


@kernel
def open_cost(t, m, e, bonus, unknown):
    """Return the expected loss if nobody defends against the e-th enemy: the fittest hero takes it."""
    base = m.foe_atk[e] + bonus
    if unknown == 0.0:
        return hero_harm(t, m, base) if base > 0.0 else 0.0
    total = 0.0
    for k in range(BLOWS):
        odds = m.blow[UNDEFENDED, k]
        if odds > 0.0 and base + k > 0.0:
            total += odds * hero_harm(t, m, base + k)
    return total + unknown * m.mean_malice[UNDEFENDED]


@kernel
def weigh_meetings(s, t, m, player, is_known):
    """Work out the losses of every defence; is_known: True in combat, when shadow cards have been dealt."""
    count_blows(s, t, m, player)
    load_heroes(s, t, m, player)
    is_possible = is_possible_code(s, t, words.EXCESS_RAISES_THREAT)
    for e in range(m.foe_n):
        if m.foe_odds[e] == 0.0:
            m.open_loss[e] = 0.0
            continue
        foe = np.int64(m.foe[e])
        defended, undefended, unknown = dealt(s, t, m, player, foe, is_known)
        is_excessive = is_possible and foe != NONE and flag(s, t, words.EXCESS_RAISES_THREAT, foe)
        m.open_loss[e] = open_cost(t, m, e, undefended, unknown)
        for i in range(m.char_n):
            m.block_loss[i, e] = block_cost(s, t, m, player, i, e, defended, unknown, is_excessive)


@kernel
def combat_loss(m, free):
    """Return the expected loss in combat of a player with only a set of characters ready, less half the kills.

    Every enemy from the strongest down meets the cheapest defence; whoever is left attacks.
    """
    total = 0.0
    opens = 1.0
    for e in range(m.foe_n):
        if m.foe_odds[e] == 0.0:
            continue
        least = m.open_loss[e] * opens
        chosen = np.int64(NONE)
        rest = free & m.blocks
        while rest != 0:
            i = lowest_bit(rest)
            rest &= rest - 1
            cost = m.block_loss[i, e] + m.w[W_DEFENDER] * m.atk[i]
            if cost < least:
                least = cost
                chosen = i
        total += m.foe_odds[e] * least
        if chosen == NONE:
            opens += OPEN_AGAIN
        elif m.foe_odds[e] > 0.4:
            free &= ~bit(chosen)
    return total - m.w[W_HUNT] * hunt(m, free)


@kernel
def hunt(m, free):
    """Return what the characters that are left can destroy."""
    strength = 0.0
    rest = free & m.fights
    while rest != 0:
        strength += m.atk[lowest_bit(rest)]
        rest &= rest - 1
    total = 0.0
    for e in range(m.foe_n):
        if m.foe_near[e] == 0.0:
            continue
        if m.foe_need[e] <= strength:
            strength -= m.foe_need[e]
            total += m.foe_near[e] * m.foe_worth[e]
        elif strength > m.foe_need[e] - m.foe_left[e]:
            dealt_now = strength - (m.foe_need[e] - m.foe_left[e])
            total += m.foe_near[e] * m.foe_wound[e] * dealt_now / max(m.foe_left[e], 1.0)
            strength = 0.0
    return total
