"""The cost of characters meeting enemies in combat, and what the players can still do afterwards."""

import numpy as np

from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.engine.bits import bit, lowest_bit
from mazarbul.sim.games.lotr_lcg.bots.features import BLOWS, DEFENDED, UNDEFENDED
from mazarbul.sim.games.lotr_lcg.bots.heuristic.unseen import count_blows
from mazarbul.sim.games.lotr_lcg.bots.heuristic.values import life, pain, threat_cost
from mazarbul.sim.games.lotr_lcg.bots.weights import W
from mazarbul.sim.games.lotr_lcg.content import words
from mazarbul.sim.games.lotr_lcg.ids import BLOCK, NONE, STAT
from mazarbul.sim.games.lotr_lcg.rules.numbers import flag, is_possible_code, stat
from mazarbul.sim.games.lotr_lcg.rules.zones import card_bit, heroes_of


@kernel
def dealt(s, t, m, player, foe, is_known):
    """Return the attack added by seen shadow cards, defended and undefended, and the number of unseen ones.

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
    """Return the cost of n damage on the i-th character."""
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
        odds = m.blow[m.seat, DEFENDED, k]
        if odds > 0.0:
            total += odds * known_cost(s, t, m, player, i, base + k, is_excessive)
    return total + unknown * m.mean_malice[m.seat, DEFENDED] - 0.5 * sting


@kernel
def known_cost(s, t, m, player, i, n, is_excessive):
    """Return the cost of n damage on the i-th character, with the threat raised by excess damage."""
    cost = block_harm(t, m, i, n)
    if is_excessive and n > m.hp[i]:
        cost += threat_cost(s, t, m, player, np.int64(n - m.hp[i]))
    return cost


@kernel
def load_heroes(s, t, m, player):
    """Store the heroes of a player who could take an undefended attack."""
    m.hero_n = 0
    rest = heroes_of(s, t, player)
    while rest != 0:
        card = np.int64(player) * BLOCK + lowest_bit(rest)
        rest &= rest - 1
        k = np.int64(m.hero_n)
        m.hero_n = k + 1
        m.hero[k] = card
        m.hero_left[k] = stat(s, t, card, STAT.HIT_POINTS) - s.damage[card]
        m.hero_loss[k] = life(s, t, m, card)


@kernel
def hero_harm(s, t, m, player, n, is_excessive):
    """Return the cost of n damage on the best hero to take it, with the threat raised by excess damage."""
    least = np.inf
    for k in range(m.hero_n):
        if n < m.hero_left[k]:
            least = min(least, pain(t, m, np.int64(m.hero[k]), m.hero_left[k], n))
        elif is_excessive:
            least = min(least, m.hero_loss[k] + threat_cost(s, t, m, player, np.int64(n - m.hero_left[k])))
        else:
            least = min(least, m.hero_loss[k])
    return least if least < np.inf else 0.0


@kernel
def open_cost(s, t, m, player, e, bonus, unknown, is_excessive):
    """Return the expected loss if nobody defends against the e-th enemy: the fittest hero takes it."""
    base = m.foe_atk[e] + bonus
    if unknown == 0.0:
        return hero_harm(s, t, m, player, base, is_excessive) if base > 0.0 else 0.0
    total = 0.0
    for k in range(BLOWS):
        odds = m.blow[m.seat, UNDEFENDED, k]
        if odds > 0.0 and base + k > 0.0:
            total += odds * hero_harm(s, t, m, player, base + k, is_excessive)
    return total + unknown * m.mean_malice[m.seat, UNDEFENDED]


@kernel
def weigh_meetings(s, t, m, player, is_known):
    """Compute the losses of every defence; is_known: True in combat, when shadow cards have been dealt."""
    count_blows(s, m, player)
    load_heroes(s, t, m, player)
    is_possible = is_possible_code(s, t, words.MODIFIER.EXCESS_RAISES_THREAT)
    for e in range(m.foe_from, m.foe_n):
        if m.foe_odds[e] == 0.0:
            m.open_loss[e] = 0.0
            continue
        foe = np.int64(m.foe[e])
        defended, undefended, unknown = dealt(s, t, m, player, foe, is_known)
        is_excessive = is_possible and foe != NONE and flag(s, t, words.MODIFIER.EXCESS_RAISES_THREAT, foe)
        m.open_loss[e] = open_cost(s, t, m, player, e, undefended, unknown, is_excessive)
        for i in range(m.char_from, m.char_n):
            m.block_loss[i, e] = block_cost(s, t, m, player, i, e, defended, unknown, is_excessive)


@kernel
def combat_loss(m, free, share):
    """Return the expected loss in combat with a set of characters ready, less a share of the kills.

    Every enemy from the strongest down meets the cheapest defence; the remaining characters attack.
    """
    total = 0.0
    opens = m.w[W.EXPOSED]
    for e in range(m.foe_from, m.foe_n):
        if m.foe_odds[e] == 0.0:
            continue
        least = m.open_loss[e] * opens
        chosen = np.int64(NONE)
        rest = free & m.blocks
        while rest != 0:
            i = lowest_bit(rest)
            rest &= rest - 1
            cost = m.block_loss[i, e] + m.w[W.DEFENDER] * m.atk[i]
            if cost < least:
                least = cost
                chosen = i
        total += m.foe_odds[e] * least
        if chosen == NONE:
            opens += m.w[W.OPEN]
        elif m.foe_odds[e] > 0.4:
            free &= ~bit(chosen)
    return total - share * hunt(m, free)


@kernel
def strength_of(m, free):
    """Return the attack of a set of characters."""
    total = 0.0
    rest = free & m.fights
    while rest != 0:
        total += m.atk[lowest_bit(rest)]
        rest &= rest - 1
    return total


@kernel
def hunt(m, free):
    """Return the worth of what the remaining characters can destroy."""
    strength = strength_of(m, free)
    if strength > 0.0:
        strength += m.backing
    total = 0.0
    for e in range(m.foe_from, m.foe_n):
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
