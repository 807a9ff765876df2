"""The worth of things in the position: threat, damage, lives, kills, readiness, cards in hand."""

import numpy as np

from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.engine import sets
from mazarbul.sim.engine.bits import has, lowest_bit, popcount
from mazarbul.sim.games.lotr_lcg.bots.weights import W
from mazarbul.sim.games.lotr_lcg.ids import (
    BLOCK,
    ENCOUNTER,
    NONE,
    PHASE,
    PRINTED_LIMIT,
    SEATS,
    SPHERE,
    STAT,
    TYPE,
)
from mazarbul.sim.games.lotr_lcg.rules.clock import is_before
from mazarbul.sim.games.lotr_lcg.rules.numbers import stat
from mazarbul.sim.games.lotr_lcg.rules.zones import (
    block_of,
    card_bit,
    controller,
    heroes_of,
    in_play,
    is_character,
    is_player_type,
    local_of,
)

# How much more threat costs from each level on, as it is felt
HEIGHTS = (30, 35, 40, 45, 48)
PRICES = (1.3, 2.0, 3.0, 6.0, 20.0)
ELIMINATION = 100.0
LIFE_OF_GUARD = 1.5  # worth of destroying a face-down enemy
UNMATCHED = 0.35  # share of its worth for a card in hand that no hero can pay for
PLENTY = 5  # resources at which one more is worth less


@kernel
def felt(t, threat):
    """Return the threat that is as near to the printed limit as this one is to the limit of the game."""
    return np.int64(threat) + PRINTED_LIMIT - np.int64(t.threat_limit)


@kernel
def steepness(t, m, threat):
    """Return how many times more a point of threat costs at this level than at the start."""
    price, level = 1.0, felt(t, threat)
    for i in range(len(HEIGHTS)):
        if level >= HEIGHTS[i]:
            price = PRICES[i]
    return 1.0 + m.w[W.STEEP] * (price - 1.0)


@kernel
def threat_cost(s, t, m, player, n):
    """Return the cost of n more threat to a player; below 0 for the worth of less."""
    now = np.int64(s.threat[player])
    if n >= 0:
        cost = m.w[W.THREAT] * n * steepness(t, m, now + n // 2)
        return cost + ELIMINATION if now + n >= t.threat_limit else cost
    n = max(n, -now)
    return m.w[W.RELIEF] * m.w[W.THREAT] * n * steepness(t, m, now + n // 2)


@kernel
def shared_threat_cost(s, t, m, n):
    """Return the cost of n more threat for every player."""
    total = 0.0
    for player in range(t.player_n):
        if has(s.in_game, player):
            total += threat_cost(s, t, m, player, n)
    return total


@kernel
def resource_price(s, t, m, player):
    """Return the worth of a resource to a player; the more there are, the less it is."""
    n = np.int64(0)
    rest = heroes_of(s, t, player)
    while rest != 0:
        n += s.tokens[player * BLOCK + lowest_bit(rest)]
        rest &= rest - 1
    return m.w[W.RESOURCE] if n <= PLENTY else m.w[W.RESOURCE] * PLENTY / n


# Characters ---------------------------------------------------------------------------------------


@kernel
def life(s, t, m, card):
    """Return the cost of losing a character in play."""
    if t.type[card] == TYPE.HERO:
        player = controller(s, card)
        if player == NONE:
            return m.w[W.HERO]
        is_last = heroes_of(s, t, player) & ~card_bit(card) == 0
        value = m.w[W.LAST_HERO] if is_last else m.w[W.HERO]
        return m.quality[card] * value + borne_worth(s, m, card)
    if has(m.fleeting[block_of(card)], local_of(card)):
        return 0.3 if not is_before(s, PHASE.COMBAT) else m.w[W.ONCE] * m.worth[card]
    return m.w[W.ALLY] + m.w[W.ALLY_COST] * t.cost[card]


@kernel
def borne_worth(s, m, card):
    """Return the worth of the attachments on a character that would be lost with it."""
    total = 0.0
    k = np.int64(s.first_on[card])
    while k != NONE:
        if block_of(k) != ENCOUNTER:
            total += 0.5 * m.worth[k]
        k = np.int64(s.next_on[k])
    return total


@kernel
def pain(t, m, card, left, n):
    """Return the cost of n damage that does not kill a character with `left` hit points left."""
    if t.type[card] != TYPE.HERO:
        return m.w[W.ALLY_PAIN] * n
    critical = min(max(3.0 - (left - n), 0.0), n)
    return m.w[W.PAIN] * n + m.w[W.WOUND] * min(critical, 2.0) - m.relief[card] * n


@kernel
def hurt(s, t, m, card, n):
    """Return the cost of n damage on a character in play."""
    if n <= 0 or not is_character(s, t, card):
        return 0.0
    left = stat(s, t, card, STAT.HIT_POINTS) - np.int64(s.damage[card])
    if n >= left:
        return life(s, t, m, card)
    return pain(t, m, card, np.float64(left), np.float64(n))


@kernel
def healing(s, t, m, card, n):
    """Return the worth of healing up to n damage on a character."""
    n = min(n, np.int64(s.damage[card]))
    if n <= 0 or not is_character(s, t, card):
        return 0.0
    left = stat(s, t, card, STAT.HIT_POINTS) - np.int64(s.damage[card])
    return 0.8 * max(pain(t, m, card, np.float64(left + n), np.float64(n)), 0.0)


@kernel
def readiness(s, t, m, card):
    """Return the worth of a character being ready, by the rest of the round."""
    if not is_character(s, t, card) or s.phase == PHASE.REFRESH:
        return 0.0
    fight = m.w[W.FIGHT] * (0.5 * stat(s, t, card, STAT.ATTACK) + 0.4 * stat(s, t, card, STAT.DEFENSE))
    if not is_before(s, PHASE.COMBAT):
        return fight if has_foe(s, controller(s, card)) else 0.0
    value = (
        max(m.w[W.READY] * stat(s, t, card, STAT.WILLPOWER), fight) if is_before(s, PHASE.QUEST) else fight
    )
    return max(value, 0.5 * m.spare[card])


@kernel
def has_foe(s, player):
    """Return whether an enemy is engaged with a player."""
    if player == NONE:
        return False
    return not sets.is_empty(s.engaged[player])


# Enemies ------------------------------------------------------------------------------------------


@kernel
def is_prey(s, m, card):
    """Return whether the stage waits for an enemy to be destroyed."""
    if block_of(card) != ENCOUNTER:
        return False
    return has(m.prey[s.stage] | m.holders[s.stage], local_of(card))


@kernel
def prey_worth(s, m):
    """Return the worth of destroying one of the enemies that the stage waits for."""
    n = popcount((m.prey[s.stage] | m.holders[s.stage]) & s.in_play[ENCOUNTER])
    return m.w[W.PREY] / max(n, np.int64(1))


@kernel
def kill_worth(s, t, m, card):
    """Return the worth of destroying an enemy in play."""
    value = plain_kill_worth(s, t, m, card)
    return value + prey_worth(s, m) if is_prey(s, m, card) else value


@kernel
def plain_kill_worth(s, t, m, card):
    """Return the worth of destroying an enemy in play, whether the stage waits for it or not."""
    if block_of(card) != ENCOUNTER:
        return LIFE_OF_GUARD
    return m.w[W.KILL] * m.danger[m.seat, card] + m.w[W.VICTORY] * t.victory[card] + 1.3 * s.tokens[card]


@kernel
def wound_worth(s, t, m, card):
    """Return the worth of damage that takes all hit points of an enemy but the last."""
    value = m.w[W.WEAKENED] * plain_kill_worth(s, t, m, card)
    return value + m.w[W.SIEGE] * prey_worth(s, m) if is_prey(s, m, card) else value


@kernel
def blow_worth(s, t, m, card, n):
    """Return the worth of n damage on an enemy."""
    if n <= 0 or not in_play(s, card):
        return 0.0
    all_points = stat(s, t, card, STAT.HIT_POINTS)
    left = all_points - np.int64(s.damage[card])
    if n >= left:
        return kill_worth(s, t, m, card)
    share = np.float64(n) / max(all_points, np.int64(1))
    return max(m.w[W.BLOW] * n, share * wound_worth(s, t, m, card))


# Cards --------------------------------------------------------------------------------------------


@kernel
def is_double(s, t, card):
    """Return whether a card is unique and a card with its title is in play."""
    block = block_of(card)
    if not has(t.unique[block], local_of(card)):
        return False
    for b in range(SEATS):
        rest = s.in_play[b] & t.unique[b] & ~s.face_down[b]
        while rest != 0:
            if t.title[b * BLOCK + lowest_bit(rest)] == t.title[card]:
                return True
            rest &= rest - 1
    return False


@kernel
def is_matched(s, t, card):
    """Return whether a hero in play of the card's owner can pay for it."""
    player = block_of(card)
    sphere = np.int64(t.sphere[card])
    rest = heroes_of(s, t, player)
    while rest != 0:
        hero = player * BLOCK + lowest_bit(rest)
        rest &= rest - 1
        if sphere == SPHERE.NEUTRAL or has(t.icons[hero, s.form[hero]], sphere):
            return True
    return False


@kernel
def hand_worth(s, t, m, card):
    """Return the worth of a card in its owner's hand."""
    if is_double(s, t, card):
        return 0.1 * m.w[W.CARD]
    value = m.w[W.CARD] + m.w[W.HOLD] * m.worth[card]
    if t.cost[card] >= 5:
        value -= 0.3 * m.w[W.CARD]
    return value if is_matched(s, t, card) else UNMATCHED * value


@kernel
def attachment_worth(s, t, m, card):
    """Return the worth of an attachment in play to the players; below 0 for one of the encounter deck."""
    if block_of(card) == ENCOUNTER:
        if s.host[card] == NONE:
            return 0.0
        return (
            m.w[W.CARD]
            if t.type[card] == TYPE.OBJECTIVE
            else -0.5 * m.danger[m.seat, card] - m.w[W.CARD] * 3.0
        )
    return max(np.float64(m.worth[card]), 0.5)


@kernel
def card_loss(s, t, m, card):
    """Return the cost to the players of discarding a card in play."""
    if not in_play(s, card):
        return 0.0
    if is_character(s, t, card):
        return life(s, t, m, card)
    if is_player_type(t, card) or s.host[card] != NONE:
        return attachment_worth(s, t, m, card)
    return 0.0
