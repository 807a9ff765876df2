"""Hands and payment: mulligans, planning, hosts, X, the heroes who pay (D-01, D-03 to D-06)."""

import numpy as np

from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.engine import sets
from mazarbul.sim.engine.actions import a_of, b_of, kind_of
from mazarbul.sim.engine.bits import has, lowest_bit, popcount
from mazarbul.sim.engine.stack import top
from mazarbul.sim.games.lotr_lcg.actions import PLAY
from mazarbul.sim.games.lotr_lcg.bots.heuristic.cards import BOUND_ENEMY
from mazarbul.sim.games.lotr_lcg.bots.heuristic.guesses import guess
from mazarbul.sim.games.lotr_lcg.bots.heuristic.programs import text_worth
from mazarbul.sim.games.lotr_lcg.bots.heuristic.values import hand_worth, is_double, resource_price
from mazarbul.sim.games.lotr_lcg.bots.weights import W
from mazarbul.sim.games.lotr_lcg.content import words
from mazarbul.sim.games.lotr_lcg.content.layout import COST_X
from mazarbul.sim.games.lotr_lcg.frames import Pay, Play
from mazarbul.sim.games.lotr_lcg.ids import BLOCK, ENCOUNTER, KEYWORD, NONE, ON, STAT, TYPE
from mazarbul.sim.games.lotr_lcg.rules.numbers import stat
from mazarbul.sim.games.lotr_lcg.rules.play import (
    matches,
    pool,
)
from mazarbul.sim.games.lotr_lcg.rules.sets import find
from mazarbul.sim.games.lotr_lcg.rules.stages import restricted_on
from mazarbul.sim.games.lotr_lcg.rules.zones import block_of, controller, heroes_of, is_character, local_of

ENGINE = 4.0  # worth of texts from which a deck is built around the card
FOUNDATION = 2.0  # worth in an opening hand of such a card
EARLY = 3  # cost of a card that can be played in the first two rounds
LATE = 5  # cost of a card that cannot
OWN = 0.5  # worth of giving an attachment to an own character
THIRD_RESTRICTED = 5.0
#: How well one more point of a number suits a character, as a share of the number's weight: for each point
#: of it that the character has, of which each point of the rival use takes a part away.
WILLPOWER_SUITS, ATTACK_SUITS, DEFENSE_SUITS, RIVAL = 0.15, 0.2, 0.3, 0.5
#: The same of a hit point: for damage on the character, damage that makes it stronger, and Defense.
HURT, RELIEVED, DEFENDS = 0.3, 2.0, 0.2
TWICE = 0.5  # share of its worth for a second copy of an attachment on one host


# Opening hand -------------------------------------------------------------------------------------


@kernel
def opening_worth(s, t, m, card):
    """Return the worth of a card in an opening hand, in cards that can be played in the first rounds."""
    value = 0.0
    if m.engine[card] >= ENGINE or m.worth[card] >= 2.0 * ENGINE:
        value += FOUNDATION
    if is_double(s, t, card):
        return 0.0
    if t.cost[card] <= EARLY:
        value += 1.0
    elif LATE <= t.cost[card] < COST_X:
        value -= 0.5
    return value


@kernel
def opening_score(s, t, m, player, cards):
    """Return the mean worth in an opening hand of a set of the player's cards."""
    total = 0.0
    rest = cards
    while rest != 0:
        total += opening_worth(s, t, m, np.int64(player) * BLOCK + lowest_bit(rest))
        rest &= rest - 1
    return total / max(popcount(cards), np.int64(1))


@kernel
def score_mulligan(s, t, player, m):
    """Fill the scores of keeping the hand, and of drawing a new one if it is below the average (D-01)."""
    held = np.int64(s.hand[player])
    usual = opening_score(s, t, m, player, held | s.in_deck[player])
    lack = m.w[W.MULLIGAN] * usual - opening_score(s, t, m, player, held)
    for i in range(s.option_n):
        m.score[i] = lack if b_of(np.int64(s.options[i])) == 1 else 0.0


# Playing cards ------------------------------------------------------------------------------------


@kernel
def entry_text(s, t, m, card, player):
    """Return the present worth of a card's effects when it enters play."""
    total = 0.0
    first = np.int64(t.effect_first[card])
    for e in range(first, first + t.effect_n[card]):
        on = t.effects[e].on
        if (on == ON.ENTERS or on == ON.PLAYED) and t.effects[e].hand == 0:
            value = text_worth(s, t, m, np.int64(e), card, player, NONE, 0)
            total += max(value, 0.0)
    return total


@kernel
def play_worth(s, t, m, player, card):
    """Return the worth of playing a card, without its cost."""
    if t.type[card] == TYPE.ATTACHMENT:
        return best_host_worth(s, t, m, player, card)
    return m.worth[card] + entry_text(s, t, m, card, player)


@kernel
def reserve_for(s, t, m, player):
    """Return the resources that a player should keep for an event in hand, and the sphere they must match."""
    rest = s.hand[player] & m.kept[player]
    cost = np.int64(0)
    sphere = np.int64(0)
    while rest != 0:
        card = np.int64(player) * BLOCK + lowest_bit(rest)
        rest &= rest - 1
        if t.cost[card] <= 2 and (cost == 0 or t.cost[card] < cost):
            cost = np.int64(t.cost[card])
            sphere = np.int64(t.sphere[card])
    return cost, sphere


@kernel
def price(s, t, m, player, card):
    """Return the cost of playing a card: its resources, itself, and its part of the reserve."""
    cost = np.int64(t.cost[card])
    value = cost * resource_price(s, t, m, player) + m.w[W.SPEND] * hand_worth(s, t, m, card)
    kept, sphere = reserve_for(s, t, m, player)
    if kept > 0 and cost > 0:
        left = pool(s, t, player, sphere, 0, False)
        if left - cost < kept:
            value += m.w[W.RESERVE] * kept
    return value


@kernel
def score_planning(s, t, player, m):
    """Fill the scores of the cards to play now, and of being done (D-03)."""
    for i in range(s.option_n):
        action = np.int64(s.options[i])
        if kind_of(action) != PLAY:
            m.score[i] = 0.0
            continue
        card = a_of(action)
        cost = price(s, t, m, player, card)
        gain = play_worth(s, t, m, player, card) - cost
        value = gain / (1.0 + t.cost[card])  # cheap cards that stay in play come first
        m.score[i] = value


# Hosts --------------------------------------------------------------------------------------------


@kernel
def best_host_worth(s, t, m, player, card):
    """Return the worth of an attachment on its best host."""
    find(s, t, np.int64(t.attach_to[card]), np.int64(t.attach_zone[card]), NONE, NONE)
    sets.assign(m.found, s.found)
    best = -1e9
    for host in sets.members(m.found):
        best = max(best, host_worth(s, t, m, player, card, host))
    return best


@kernel
def host_worth(s, t, m, player, card, host):
    """Return the worth of an attachment on a host."""
    value = m.engine[card] + standing_on(s, t, m, card, host)
    if is_character(s, t, host):
        if controller(s, host) == player:
            value += OWN
        if (
            has(t.keyword[block_of(card), KEYWORD.RESTRICTED], local_of(card))
            and restricted_on(s, t, host) >= 2
        ):
            value -= THIRD_RESTRICTED
        if t.type[host] == TYPE.ALLY:
            value *= 0.6
        if m.lifts[block_of(card)] >> local_of(card) & 1:
            value += 0.4 * (
                stat(s, t, host, STAT.WILLPOWER)
                + stat(s, t, host, STAT.ATTACK)
                + stat(s, t, host, STAT.DEFENSE)
            )
    k = np.int64(s.first_on[host])
    while k != NONE:
        if t.title[k] == t.title[card] and block_of(k) != ENCOUNTER:
            value *= TWICE
        k = np.int64(s.next_on[k])
    return value


@kernel
def standing_on(s, t, m, card, host):
    """Return how well the standing modifiers of an attachment suit a host, in comparison to others."""
    total = 0.0
    first = np.int64(t.modifier_first[card])
    for i in range(first, first + t.modifier_n[card]):
        modifier = t.modifiers[i]
        if modifier.what != words.CARD.HOST:
            continue
        n = np.float64(guess(t, m, np.int64(modifier.n), 0))
        code = np.int64(modifier.code)
        if code == words.MODIFIER.CANNOT_ATTACK and t.type[host] == TYPE.ENEMY:
            need = stat(s, t, host, STAT.DEFENSE) + stat(s, t, host, STAT.HIT_POINTS) - s.damage[host]
            total += stat(s, t, host, STAT.ATTACK) * (0.8 + 0.12 * need) - BOUND_ENEMY
        elif code == words.MODIFIER.THREAT and t.type[host] == TYPE.LOCATION:
            total += 0.3 * (t.quest_points[host] - 3) if n < 0 else 0.0
        elif is_character(s, t, host):
            total += n * suits(s, t, m, code, host)
    return total


@kernel
def suits(s, t, m, code, host):
    """Return how well one more point of a number suits a character."""
    if code == words.MODIFIER.WILLPOWER:
        lean = stat(s, t, host, STAT.WILLPOWER) - RIVAL * stat(s, t, host, STAT.ATTACK)
        return WILLPOWER_SUITS * m.w[W.WILLPOWER] * lean
    if code == words.MODIFIER.ATTACK:
        lean = stat(s, t, host, STAT.ATTACK) - RIVAL * stat(s, t, host, STAT.WILLPOWER)
        return ATTACK_SUITS * m.w[W.ATTACK] * lean
    if code == words.MODIFIER.DEFENSE:
        return DEFENSE_SUITS * m.w[W.DEFENSE] * stat(s, t, host, STAT.DEFENSE)
    if code == words.MODIFIER.HIT_POINTS:
        need = HURT * s.damage[host] + RELIEVED * m.relief[host] + DEFENDS * stat(s, t, host, STAT.DEFENSE)
        return m.w[W.HIT_POINTS] * need
    return 0.0


@kernel
def score_host(s, t, player, m):
    """Fill the scores of the hosts for an attachment that is being played (D-06)."""
    card = top(s)[Play.card]
    for i in range(s.option_n):
        value = host_worth(s, t, m, player, card, a_of(np.int64(s.options[i])))
        m.score[i] = value


# Paying -------------------------------------------------------------------------------------------


@kernel
def score_x(s, t, player, m):
    """Fill the scores of each X (D-05)."""
    frame = top(s)
    each = resource_price(s, t, m, player)
    for i in range(s.option_n):
        x = b_of(np.int64(s.options[i]))
        value = -each * x
        if frame[Play.text] != NONE:
            value += text_worth(s, t, m, frame[Play.text], frame[Play.card], player, frame[Play.occasion], x)
        m.score[i] = value


@kernel
def choose_pay(s, t, player, m):
    """Return the index of the hero who pays the next resource (D-04).

    Heroes whose resources have another use are spared; of the others those with the most pay. As the heroes
    come in ascending order, the first one that should pay at all is taken.
    """
    frame = top(s)
    left = frame[Pay.left]
    most = np.int64(s.option_n)
    lowest = np.int64(NONE)
    taken0 = np.int64(0)
    taken1 = np.int64(0)
    taken2 = np.int64(0)
    is_apart = frame[Pay.is_apart] != 0
    for _ in range(left):
        best = np.int64(NONE)
        best_worth = -np.inf
        rest = heroes_of(s, t, player)
        while rest != 0:
            i = lowest_bit(rest)
            rest &= rest - 1
            hero = np.int64(player) * BLOCK + i
            taken = taken0 if i == 0 else (taken1 if i == 1 else taken2)
            if i < frame[Pay.next] or s.tokens[hero] <= taken or not matches(s, t, hero, frame[Pay.sphere]):
                continue
            if is_apart and taken > 0:
                continue
            value = np.float64(s.tokens[hero] - taken)
            if has(m.own_use[player], i) and value <= 2.0:
                value -= 10.0
            if value > best_worth:
                best_worth = value
                best = i
        if best == NONE:
            break
        taken0 += np.int64(best == 0)
        taken1 += np.int64(best == 1)
        taken2 += np.int64(best == 2)
        lowest = best if lowest == NONE else min(lowest, best)
    for i in range(most):
        if lowest != NONE and local_of(a_of(np.int64(s.options[i]))) == lowest:
            return np.int64(i)
    return np.int64(0)
