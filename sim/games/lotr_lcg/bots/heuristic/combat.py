"""Combat: the order of attacks, defenders, damage, the players' attacks (D-17 to D-23)."""

import numpy as np

from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.engine import sets
from mazarbul.sim.engine.actions import a_of, kind_of
from mazarbul.sim.engine.bits import bit, has, lowest_bit
from mazarbul.sim.engine.stack import top
from mazarbul.sim.games.lotr_lcg.actions import ATTACKER, DEFEND, DONE, STOP
from mazarbul.sim.games.lotr_lcg.bots.heuristic.meetings import combat_loss, weigh_meetings
from mazarbul.sim.games.lotr_lcg.bots.heuristic.situation import (
    add_foe,
    clear_foes,
    load_attackers,
    load_characters,
)
from mazarbul.sim.games.lotr_lcg.bots.heuristic.values import blow_worth, hurt, kill_worth
from mazarbul.sim.games.lotr_lcg.bots.weights import W
from mazarbul.sim.games.lotr_lcg.frames import Attack
from mazarbul.sim.games.lotr_lcg.ids import BLOCK, NONE, ON, SEATS, STAT
from mazarbul.sim.games.lotr_lcg.rules.attacks import total
from mazarbul.sim.games.lotr_lcg.rules.conditions import first_of
from mazarbul.sim.games.lotr_lcg.rules.numbers import stat
from mazarbul.sim.games.lotr_lcg.rules.targets import LONE, RANGED, eligible, need_against
from mazarbul.sim.games.lotr_lcg.rules.zones import engaged_with

UNEASY = 1.0  # least loss that a Sentinel must save another player
MOST_EXACT = 8  # attackers up to which every set is tried
OLDER = 1e-4  # prefers the one of two equally good enemies that has engaged longer
FINE = 0.01  # prefers the weaker of two equally good attackers


# Enemy attacks ------------------------------------------------------------------------------------


@kernel
def score_next_attacker(s, t, m):
    """Fill the scores of the enemies that could attack next (D-17).

    The strongest meets the best defender; enemies with texts at or after their attack come last.
    """
    for i in range(s.option_n):
        enemy = a_of(np.int64(s.options[i]))
        value = np.float64(stat(s, t, enemy, STAT.ATTACK)) - OLDER * s.order[enemy]
        if enemy >= SEATS * BLOCK:
            first = np.int64(t.effect_first[enemy])
            for e in range(first, first + t.effect_n[enemy]):
                if t.effects[e].on == ON.ATTACKS or t.effects[e].on == ON.ATTACKED:
                    value -= 2.0
        m.score[i] = value


@kernel
def current_foe(s, t, m, enemy):
    """Return the number of the attacking enemy among the stored enemies; it has yet to attack."""
    for e in range(m.foe_n):
        if m.foe[e] == enemy:
            m.foe_odds[e] = 1.0
            return np.int64(e)
    return add_foe(s, t, m, enemy, 1.0)


@kernel
def loss_with(m, e, i, everybody):
    """Return the loss if the i-th character (NONE: nobody) meets the e-th attack, the others the rest."""
    cost = m.w[W.EXPOSED] * m.open_loss[e]
    free = everybody
    if i != NONE:
        cost = m.block_loss[i, e] + m.w[W.DEFENDER] * m.atk[i]
        free = everybody & ~bit(i)
    before = m.foe_odds[e]
    m.foe_odds[e] = 0.0
    cost += combat_loss(m, free, m.w[W.STRIKE])
    m.foe_odds[e] = before
    return cost


@kernel
def number_of(m, card):
    """Return the number of a character in `m.char`, NONE if it is not there."""
    for i in range(m.char_n):
        if m.char[i] == card:
            return np.int64(i)
    return np.int64(NONE)


@kernel
def score_defend(s, t, player, m):
    """Fill the scores of the defenders, of no defender, or of no more defenders (D-18)."""
    frame = top(s)
    if first_of(s, np.int64(s.frame_n - 1), Attack.others) != NONE:
        score_further_defender(s, t, m)
        return
    load_characters(s, t, m, player)
    load_attackers(s, t, m, player)
    e = current_foe(s, t, m, frame[Attack.enemy])
    weigh_meetings(s, t, m, player, True)
    everybody = bit(m.char_n) - 1
    for i in range(s.option_n):
        action = np.int64(s.options[i])
        k = number_of(m, a_of(action)) if kind_of(action) == DEFEND else np.int64(NONE)
        m.score[i] = -loss_with(m, e, k, everybody)


@kernel
def score_further_defender(s, t, m):
    """Fill the scores of one more defender, by what it saves beyond its attack, and of done (D-18)."""
    frame = top(s)
    first = first_of(s, np.int64(s.frame_n - 1), Attack.others)
    harm = stat(s, t, frame[Attack.enemy], STAT.ATTACK) + 1 - total(s, t, frame, STAT.DEFENSE)
    for i in range(s.option_n):
        action = np.int64(s.options[i])
        if kind_of(action) == DONE:
            m.score[i] = 0.0
            continue
        card = a_of(action)
        spared = hurt(s, t, m, first, harm) - hurt(s, t, m, first, harm - stat(s, t, card, STAT.DEFENSE))
        value = spared - m.w[W.DEFENDER] * stat(s, t, card, STAT.ATTACK) - 0.2
        m.score[i] = value


@kernel
def score_sentinel(s, t, player, m):
    """Fill the scores of the Sentinels that could save the attacked player, and of none (D-19)."""
    frame = top(s)
    load_characters(s, t, m, frame[Attack.player])
    clear_foes(m)
    e = current_foe(s, t, m, frame[Attack.enemy])
    weigh_meetings(s, t, m, frame[Attack.player], True)
    undefended = m.open_loss[e]
    load_characters(s, t, m, player)
    load_attackers(s, t, m, player)
    own = combat_loss_of(s, t, m, player)
    e = current_foe(s, t, m, frame[Attack.enemy])
    weigh_meetings(s, t, m, player, True)
    everybody = bit(m.char_n) - 1
    m.score[0] = UNEASY - undefended - own
    for i in range(1, s.option_n):
        k = number_of(m, a_of(np.int64(s.options[i])))
        m.score[i] = -loss_with(m, e, k, everybody)


@kernel
def combat_loss_of(s, t, m, player):
    """Return the expected loss of a player in the attacks still to come."""
    weigh_meetings(s, t, m, player, True)
    return combat_loss(m, bit(m.char_n) - 1, m.w[W.STRIKE])


@kernel
def score_damaged(s, t, m):
    """Fill the scores of the characters that could take the damage of the attack (D-20, D-21)."""
    frame = top(s)
    n = stat(s, t, frame[Attack.enemy], STAT.ATTACK) - total(s, t, frame, STAT.DEFENSE)
    for i in range(s.option_n):
        card = a_of(np.int64(s.options[i]))
        left = stat(s, t, card, STAT.HIT_POINTS) - s.damage[card]
        m.score[i] = FINE * left - hurt(s, t, m, card, n)


# The players' attacks -----------------------------------------------------------------------------


@kernel
def gather(s, t, m, player, target):
    """Store the player's ready characters that can join an attack on an enemy; return their number."""
    need = need_against(s, target, player)
    m.char_n = 0
    for b in range(SEATS):
        rest = eligible(s, t, player, b, need)
        while rest != 0 and m.char_n < m.char.size:
            card = np.int64(b) * BLOCK + lowest_bit(rest)
            rest &= rest - 1
            i = np.int64(m.char_n)
            m.char[i] = card
            m.atk[i] = stat(s, t, card, STAT.ATTACK)
            if need == LONE:
                m.atk[i] += m.lone[card]
            m.char_n = i + 1
    return m.char_n


@kernel
def least_set(m, need):
    """Return the set of gathered characters with the least attack that reaches `need`, 0 if none does.

    Up to MOST_EXACT characters every set is tried; of more, the strongest are added until they suffice.
    """
    n = min(np.int64(m.char_n), np.int64(MOST_EXACT))
    if m.char_n > MOST_EXACT:
        return strongest_set(m, need)
    best = np.int64(0)
    best_sum = np.inf
    m.powers[0] = 0.0
    for k in range(1, np.int64(1) << n):
        low = lowest_bit(np.int64(k))
        m.powers[k] = m.powers[k & (k - 1)] + m.atk[low] + FINE
        if need <= m.powers[k] < best_sum:
            best_sum = m.powers[k]
            best = np.int64(k)
    return best


@kernel
def strongest_set(m, need):
    """Return the strongest gathered characters that together reach `need`, 0 if even all do not."""
    found = np.int64(0)
    strength = 0.0
    while strength < need:
        best = np.int64(NONE)
        for i in range(m.char_n):
            if not has(found, i) and (best == NONE or m.atk[i] > m.atk[best]):
                best = np.int64(i)
        if best == NONE:
            return np.int64(0)
        found |= bit(best)
        strength += m.atk[best]
    return found


@kernel
def most_of(m, is_lone):
    """Return the attack of all gathered characters, or with is_lone of the strongest."""
    found = 0.0
    for i in range(m.char_n):
        found = max(found, m.atk[i]) if is_lone else found + m.atk[i]
    return found


@kernel
def target_worth(s, t, m, player, target):
    """Return the worth of attacking an enemy now: its destruction, less the attack it takes, or a blow."""
    gather(s, t, m, player, target)
    is_lone = need_against(s, target, player) == LONE
    need = np.float64(
        stat(s, t, target, STAT.DEFENSE) + stat(s, t, target, STAT.HIT_POINTS) - s.damage[target]
    )
    strength = most_of(m, is_lone)
    if strength < need:
        help_n = helpers(s, t, player, target) if not is_lone else 0.0
        if strength + help_n < need:
            n = np.int64(strength) - stat(s, t, target, STAT.DEFENSE)
            return m.w[W.PARTIAL] * blow_worth(s, t, m, target, n) if n > 0 else -1.0
    return kill_worth(s, t, m, target) * (1.0 + 1.0 / max(need, 1.0))


@kernel
def helpers(s, t, player, target):
    """Return the attack that Ranged characters of the other players can add."""
    found = 0.0
    if engaged_with(s, target) == NONE:
        return found
    for other in range(t.player_n):
        if other == player:
            continue
        for b in range(SEATS):
            rest = eligible(s, t, np.int64(other), b, RANGED)
            while rest != 0:
                found += stat(s, t, np.int64(b) * BLOCK + lowest_bit(rest), STAT.ATTACK)
                rest &= rest - 1
    return found


@kernel
def score_attack(s, t, player, m):
    """Fill the scores of the enemies to attack next, and of stopping (D-22)."""
    for i in range(s.option_n):
        action = np.int64(s.options[i])
        if kind_of(action) == STOP:
            m.score[i] = 0.0
            continue
        value = target_worth(s, t, m, player, a_of(action)) - OLDER * s.order[a_of(action)]
        m.score[i] = value


@kernel
def choose_attacker(s, t, player, m):
    """Return the index of the next attacker, or of done (D-23).

    The fewest that destroy the target take part; if it cannot be destroyed, those without
    another enemy left. Ranged characters of others join if they make the difference.
    """
    frame = top(s)
    target = frame[Attack.enemy]
    is_mine = frame[Attack.player] == player
    left = (
        stat(s, t, target, STAT.DEFENSE)
        + stat(s, t, target, STAT.HIT_POINTS)
        - s.damage[target]
        - total(s, t, frame, STAT.ATTACK)
    )
    if left <= 0:
        return done_option(s)
    gather(s, t, m, player, target)
    chosen = least_set(m, np.float64(left))
    if need_against(s, target, player) == LONE:
        return strongest_option(s, m)
    if chosen == 0 and is_mine:
        is_enough = helpers(s, t, player, target) + most_of(m, False) >= left
        blunt = total(s, t, frame, STAT.ATTACK) + most_of(m, False) <= stat(s, t, target, STAT.DEFENSE)
        if is_enough or not (blunt or other_targets(s, t, m, player, target)):
            chosen = bit(m.char_n) - 1
        else:
            return done_option(s)
    return option_in(s, m, chosen)


@kernel
def other_targets(s, t, m, player, target):
    """Return whether the gathered characters can destroy another enemy that is engaged with the player."""
    for enemy in sets.members_but(s.engaged[player], s.struck[player]):
        need = stat(s, t, enemy, STAT.DEFENSE) + stat(s, t, enemy, STAT.HIT_POINTS) - s.damage[enemy]
        if enemy != target and most_of(m, False) >= need:
            return True
    return False


@kernel
def done_option(s):
    """Return the index of being done; if it is not offered, of the first attacker, as one is required."""
    for i in range(s.option_n):
        if kind_of(np.int64(s.options[i])) == DONE:
            return np.int64(i)
    return np.int64(0)


@kernel
def option_in(s, m, chosen):
    """Return the index of an attacker of a set, or of done if none is offered."""
    for i in range(s.option_n):
        action = np.int64(s.options[i])
        if kind_of(action) == ATTACKER:
            k = number_of(m, a_of(action))
            if k != NONE and has(chosen, k):
                return np.int64(i)
    return done_option(s)


@kernel
def strongest_option(s, m):
    """Return the index of the strongest attacker that is offered."""
    best = np.int64(0)
    best_worth = -1.0
    for i in range(s.option_n):
        k = number_of(m, a_of(np.int64(s.options[i])))
        if k != NONE and m.atk[k] > best_worth:
            best_worth = m.atk[k]
            best = np.int64(i)
    return best
