"""The encounter cards that a player has not seen: their threat, enemies and shadow effects.

The cards of the encounter deck are known, except for their order and for those face down as shadow
cards: a player counts both together.
"""

import numpy as np

from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.engine.bits import lowest_bit
from mazarbul.sim.games.lotr_lcg.bots.features import BLOWS, DEFENDED, THREATS, UNDEFENDED
from mazarbul.sim.games.lotr_lcg.bots.weights import W
from mazarbul.sim.games.lotr_lcg.ids import BLOCK, ENCOUNTER, KEYWORD, STAT, TYPE
from mazarbul.sim.games.lotr_lcg.rules.zones import card_bit

MOST_EACH = 7  # most threat of a card; more counts as this


@kernel
def unseen(s, player):
    """Return the encounter cards that the player only knows to be in the deck or face down."""
    return s.in_deck[ENCOUNTER] | (s.shadows & ~s.shadow_known[player])


@kernel
def expected(s, player):
    """Return the encounter cards that the next ones come from: the discard pile if the deck is used up."""
    found = unseen(s, player)
    return found if found != 0 else np.int64(s.in_discard[ENCOUNTER])


@kernel
def count_unseen(s, t, m, player):
    """Compute the averages of an unseen encounter card."""
    rest = expected(s, player)
    n = 0.0
    threat = 0.0
    enemies = 0.0
    attack = 0.0
    harm = 0.0
    while rest != 0:
        card = ENCOUNTER * BLOCK + lowest_bit(rest)
        rest &= rest - 1
        n += 1.0
        harm += m.harm[m.seat, card] + t.doomed[card]
        if t.type[card] == TYPE.ENEMY:
            enemies += 1.0
            attack += t.stats[card, STAT.ATTACK]
        if t.type[card] == TYPE.ENEMY or t.type[card] == TYPE.LOCATION:
            threat += t.stats[card, STAT.THREAT]
    m.unseen_n = n
    n = max(n, 1.0)
    m.mean_threat = threat / n
    m.enemies = enemies / n
    m.mean_attack = attack / max(enemies, 1.0)
    m.mean_reveal = m.w[W.REVEAL] + 0.5 * harm / n


@kernel
def count_blows(s, m, player):
    """Compute the chance of each bonus that a shadow card gives its attacker."""
    rest = unseen(s, player)
    if rest == m.blow_cards[m.seat]:  # the same as last time
        return
    m.blow_cards[m.seat] = rest
    for d in range(2):
        m.mean_malice[m.seat, d] = 0.0
        for i in range(BLOWS):
            m.blow[m.seat, d, i] = 0.0
    n = 0.0
    while rest != 0:
        card = ENCOUNTER * BLOCK + lowest_bit(rest)
        rest &= rest - 1
        n += 1.0
        for d in range(DEFENDED, UNDEFENDED + 1):
            m.blow[m.seat, d, min(max(np.int64(m.bonus[card, d]), 0), BLOWS - 1)] += 1.0
            m.mean_malice[m.seat, d] += m.malice[m.seat, card, d]
    for d in range(2):
        if n == 0.0:
            m.blow[m.seat, d, 0] = 1.0
            continue
        m.mean_malice[m.seat, d] /= n
        for i in range(BLOWS):
            m.blow[m.seat, d, i] /= n


@kernel
def count_threats(s, t, m, player, n):
    """Compute the chance of each sum of threat of the next n encounter cards.

    The top card counts exactly if the player knows it. A card that surges adds an average one.
    """
    count_unseen(s, t, m, player)
    for i in range(THREATS):
        m.threat_odds[i] = 0.0
    m.threat_odds[0] = 1.0
    m.threat_n = 1
    known = min(np.int64(s.known[player, ENCOUNTER]), n)
    seen = np.int64(0)
    for k in range(known):
        card = np.int64(s.deck[ENCOUNTER, s.deck_n[ENCOUNTER] - 1 - k])
        seen |= card_bit(card)
        shift_threats(m, threat_of(t, card))
    rest = expected(s, player)
    if rest & ~seen != 0:
        rest &= ~seen
    for _ in range(n - known):
        add_unknown(t, m, rest)


@kernel
def threat_of(t, card):
    """Return the threat that an encounter card brings to the staging area."""
    if t.type[card] != TYPE.ENEMY and t.type[card] != TYPE.LOCATION:
        return np.int64(0)
    return min(np.int64(t.stats[card, STAT.THREAT]), np.int64(MOST_EACH))


@kernel
def shift_threats(m, n):
    """Add a known number to all sums."""
    last = min(np.int64(m.threat_n) + n, np.int64(THREATS))
    for i in range(last - 1, -1, -1):
        m.threat_odds[i] = m.threat_odds[i - n] if i >= n else 0.0
    m.threat_n = last


@kernel
def add_unknown(t, m, cards):
    """Add the threat of one unknown card of a set to all sums."""
    counts = m.spare_odds
    for i in range(THREATS):
        counts[i] = 0.0
    total = 0.0
    rest = cards
    while rest != 0:
        card = ENCOUNTER * BLOCK + lowest_bit(rest)
        rest &= rest - 1
        n = threat_of(t, card)
        if card_bit(card) & t.keyword[ENCOUNTER, KEYWORD.SURGE] != 0:
            n = min(n + np.int64(m.mean_threat + 0.5), np.int64(MOST_EACH))
        counts[n] += 1.0
        total += 1.0
    if total == 0.0:
        return
    last = min(np.int64(m.threat_n) + MOST_EACH, np.int64(THREATS))
    for i in range(last - 1, -1, -1):
        chance = 0.0
        for n in range(min(i, MOST_EACH) + 1):
            chance += m.threat_odds[i - n] * counts[n]
        m.threat_odds[i] = chance / total
    m.threat_n = last


@kernel
def badness(t, m, card):
    """Return the cost of an encounter card on top of the deck."""
    value = m.harm[m.seat, card] + t.doomed[card]
    if t.type[card] == TYPE.ENEMY:
        return value + 0.6 * m.w[W.KILL] * m.danger[m.seat, card]
    if t.type[card] == TYPE.LOCATION:
        return value + 1.5 * t.stats[card, STAT.THREAT]
    return value


@kernel
def mean_badness(s, t, m, player):
    """Return the average cost of an unseen encounter card."""
    rest = unseen(s, player)
    total = 0.0
    n = 0.0
    while rest != 0:
        total += badness(t, m, ENCOUNTER * BLOCK + lowest_bit(rest))
        rest &= rest - 1
        n += 1.0
    return total / max(n, 1.0)
