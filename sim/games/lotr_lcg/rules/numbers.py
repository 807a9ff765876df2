"""The numbers of cards with all changes, and the other standing and lasting modifiers."""

import numpy as np

from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.engine import sets
from mazarbul.sim.engine.bits import bit, has, lowest_bit
from mazarbul.sim.engine.faults import Fault, fail
from mazarbul.sim.games.lotr_lcg.content import words
from mazarbul.sim.games.lotr_lcg.ids import (
    BLOCK,
    BLOCKS,
    CARDS,
    ENCOUNTER,
    NONE,
    STAGE_SOURCE,
    STAT,
    STAT_N,
    TYPE,
)
from mazarbul.sim.games.lotr_lcg.rules.conditions import evaluate
from mazarbul.sim.games.lotr_lcg.rules.sets import in_set
from mazarbul.sim.games.lotr_lcg.rules.zones import (
    block_of,
    is_character,
    is_exhausted,
    is_face_down,
    local_of,
    player_of,
    with_text,
)
from mazarbul.sim.games.lotr_lcg.state import GRANTS_LIST

FACE_DOWN_NUMBER = 1  # attack, defense and hit points of a face-down enemy (LCG-28.13)


@kernel
def column_of(code):
    """Return the column of the number of a card that a modifier changes, NONE if it changes none."""
    for column in range(STAT_N):
        if words.STAT_MODIFIERS[column] == code:
            return np.int64(column)
    return np.int64(NONE)


@kernel
def own_modifiers(s, t, source, what, column):
    """Return the sum of the standing modifiers of a source for a column whose target is `what`."""
    total = np.int64(0)
    first = np.int64(t.modifier_first[source])
    for m in range(first, first + t.modifier_n[source]):
        modifier = t.modifiers[m]
        if modifier.code == words.STAT_MODIFIERS[column] and modifier.what == what:
            you = player_of(s, source)
            if evaluate(s, t, modifier.condition, source, you, NONE) != 0:
                total += evaluate(s, t, modifier.n, source, you, NONE)
    return total


@kernel
def aura_modifiers(s, t, card, column):
    """Return the sum of the standing modifiers of all cards in play that change a set this card is in."""
    total = np.int64(0)
    for b in range(BLOCKS):
        if t.aura_stats[b] == 0:
            continue
        rest = with_text(s, b) & t.aura_stats[b]
        while rest != 0:
            source = np.int64(b) * BLOCK + lowest_bit(rest)
            rest &= rest - 1
            total += set_modifiers(s, t, source, card, column)
    if has(t.stage_flags[s.stage], words.STAT_MODIFIERS[column]):
        total += set_modifiers(s, t, STAGE_SOURCE + np.int64(s.stage), card, column)
    return total


@kernel
def set_modifiers(s, t, source, card, column):
    """Return the sum of the standing modifiers of a source that change a set the card is in."""
    total = np.int64(0)
    first = np.int64(t.modifier_first[source])
    for m in range(first, first + t.modifier_n[source]):
        modifier = t.modifiers[m]
        if (
            modifier.code == words.STAT_MODIFIERS[column]
            and modifier.what >= 0
            and in_set(s, t, modifier.what, card)
        ):
            you = player_of(s, source) if source < CARDS else np.int64(NONE)
            if evaluate(s, t, modifier.condition, source, you, NONE) != 0:
                total += evaluate(s, t, modifier.n, source, you, NONE)
    return total


@kernel
def granted_on_sets(s, t, card, column):
    """Return the sum of the lasting changes of sets that the card is in (LCG-22.7, `live`)."""
    total = np.int64(0)
    for i in range(s.grant_n):
        grant = s.grants[i]
        if grant.code == words.STAT_MODIFIERS[column] and grant.set >= 0 and in_set(s, t, grant.set, card):
            total += grant.n
    return total


@kernel
def stat(s, t, card, column):
    """Return a number of a card in play (STAT) with all modifiers, at least 0 (LCG-2.7)."""
    b = block_of(card)
    i = local_of(card)
    if is_face_down(s, card):
        has_number = column != STAT.WILLPOWER and column != STAT.THREAT
        printed = np.int64(FACE_DOWN_NUMBER if has_number else 0)
        return max(printed + s.bonus[card, column], 0)
    value = np.int64(t.stats[card, column]) + s.bonus[card, column]
    if has(t.own_stats[b], i):
        value += own_modifiers(s, t, card, words.CARD.SELF, column)
    k = np.int64(s.first_on[card])
    while k != NONE:
        if has(t.host_stats[block_of(k)], local_of(k)):
            value += own_modifiers(s, t, k, words.CARD.HOST, column)
        k = np.int64(s.next_on[k])
    if t.has_auras != 0:
        value += aura_modifiers(s, t, card, column)
    if has(s.granted, words.STAT_MODIFIERS[column]):
        value += granted_on_sets(s, t, card, column)
    if column == STAT.DEFENSE and flag(s, t, words.MODIFIER.NO_DEFENSE, card):
        return np.int64(0)
    return max(value, 0)


# Other modifiers ----------------------------------------------------------------------------------


@kernel
def applies(s, t, m, source, card):
    """Return whether a standing modifier is about a card (card NONE: about no card)."""
    modifier = t.modifiers[m]
    if card != NONE:
        if modifier.what >= 0:
            if not in_set(s, t, modifier.what, card):
                return False
        elif modifier.what == words.CARD.SELF:
            if source != card:
                return False
        elif modifier.what != words.CARD.HOST:
            fail(s, Fault.CARD, modifier.what)
        elif source >= CARDS or s.host[source] != card:
            return False
    you = player_of(s, source) if source < CARDS else np.int64(NONE)
    return evaluate(s, t, modifier.condition, source, you, NONE) != 0


@kernel
def source_force(s, t, code, source, card):
    """Return (how many, sum of their numbers) of a source's modifiers of a code that apply to a card."""
    n = np.int64(0)
    total = np.int64(0)
    first = np.int64(t.modifier_first[source])
    for m in range(first, first + t.modifier_n[source]):
        if t.modifiers[m].code == code and applies(s, t, m, source, card):
            n += 1
            you = player_of(s, source) if source < CARDS else np.int64(NONE)
            total += evaluate(s, t, t.modifiers[m].n, source, you, NONE)
    return n, total


@kernel
def in_force(s, t, code, card, player):
    """Return (how many, sum of their numbers) of the modifiers of a code that apply.

    card: the card they must apply to, NONE for codes without a card. player: granted ones must be
    about this player, NONE for any.
    """
    n = np.int64(0)
    total = np.int64(0)
    if has(t.any_flags, code):
        for b in range(BLOCKS):
            rest = with_text(s, b) & t.flagged[code, b]
            while rest != 0:
                source = np.int64(b) * BLOCK + lowest_bit(rest)
                rest &= rest - 1
                found, number = source_force(s, t, code, source, card)
                n += found
                total += number
        if has(t.stage_flags[s.stage], code):
            found, number = source_force(s, t, code, STAGE_SOURCE + np.int64(s.stage), card)
            n += found
            total += number
    if has(s.granted, code):
        for i in range(s.grant_n):
            grant = s.grants[i]
            if grant.code != code or (player != NONE and grant.player != NONE and grant.player != player):
                continue
            if card == NONE or grant.card == card or (grant.set >= 0 and in_set(s, t, grant.set, card)):
                n += 1
                total += grant.n
    return n, total


@kernel
def is_possible_code(s, t, code):
    """Return whether any modifier of a code can apply at all: a quick check before `in_force`."""
    return has(t.any_flags, code) or has(s.granted, code)


@kernel
def flag(s, t, code, card):
    """Return whether a modifier of a code applies to a card."""
    if not is_possible_code(s, t, code):
        return False
    n, _ = in_force(s, t, code, card, NONE)
    return n > 0


@kernel
def has_flag(s, t, code):
    """Return whether a modifier of a code without a card applies."""
    return flag(s, t, code, NONE)


@kernel
def flag_for_player(s, t, code, player):
    """Return whether a lasting modifier of a code applies to a player."""
    if not is_possible_code(s, t, code):
        return False
    n, _ = in_force(s, t, code, NONE, player)
    return n > 0


@kernel
def flag_sum(s, t, code):
    """Return the sum of the numbers of the modifiers of a code without a card."""
    if not is_possible_code(s, t, code):
        return np.int64(0)
    _, total = in_force(s, t, code, NONE, NONE)
    return total


@kernel
def ready_tax(s, t, card):
    """Return the resources that readying a card in the refresh phase costs (LCG-16.1)."""
    if not is_possible_code(s, t, words.MODIFIER.READY_TAX):
        return np.int64(0)
    _, total = in_force(s, t, words.MODIFIER.READY_TAX, card, NONE)
    return total


@kernel
def ally_limit(s, t):
    """Return how many allies all players together may play a round, or NONE without a limit (LCG-28.11)."""
    if not is_possible_code(s, t, words.MODIFIER.ALLY_LIMIT):
        return np.int64(NONE)
    n, total = in_force(s, t, words.MODIFIER.ALLY_LIMIT, NONE, NONE)
    return total // n if n > 0 else np.int64(NONE)


@kernel
def can_attack_player(s, t, enemy, player):
    """Return whether an enemy can attack a player (LCG-13.4)."""
    if not is_possible_code(s, t, words.MODIFIER.CANNOT_ATTACK):
        return True
    n, _ = in_force(s, t, words.MODIFIER.CANNOT_ATTACK, enemy, player)
    return n == 0


@kernel
def can_be_attacker(s, t, card):
    """Return whether a character is ready and may be declared as an attacker."""
    return (
        is_character(s, t, card)
        and not is_exhausted(s, card)
        and not flag(s, t, words.MODIFIER.CANNOT_ATTACK, card)
    )


@kernel
def can_defend(s, t, card):
    """Return whether a character is ready and may be declared as a defender."""
    return (
        is_character(s, t, card)
        and not is_exhausted(s, card)
        and not flag(s, t, words.MODIFIER.CANNOT_DEFEND, card)
    )


# Sums of the quest phase --------------------------------------------------------------------------


@kernel
def staging_threat(s, t):
    """Return the threat in the staging area (LCG-9.1)."""
    total = np.int64(0)
    rest = s.staging & (t.of_type[ENCOUNTER, TYPE.ENEMY] | t.of_type[ENCOUNTER, TYPE.LOCATION])
    while rest != 0:
        card = ENCOUNTER * BLOCK + lowest_bit(rest)
        rest &= rest - 1
        if not flag(s, t, words.MODIFIER.NO_THREAT, card):
            total += stat(s, t, card, STAT.THREAT)
    return max(total + flag_sum(s, t, words.MODIFIER.STAGING_THREAT), 0)


@kernel
def committed_willpower(s, t):
    """Return the willpower of all committed characters (LCG-9.1)."""
    total = np.int64(0)
    for card in sets.members_of_both(s.committed, s.in_play):
        total += stat(s, t, card, STAT.WILLPOWER)
    return total


# Lasting modifiers ------------------------------------------------------------------------------


@kernel
def grant(s, code, card, cards, n, player, until):
    """Grant a modifier until a moment (UNTIL_*). card: NONE for a set or none; cards: set or NONE."""
    if card != NONE and has(words.STATS, code):
        s.bonus[card, column_of(code)] += n
        if is_added(s, code, card, n, until):
            return
    else:
        s.granted |= bit(code)
    if s.grant_n >= s.grants.size:
        fail(s, Fault.LIST, GRANTS_LIST)
        return
    row = s.grants[s.grant_n]
    row.code = code
    row.card = card
    row.set = cards
    row.n = n
    row.player = player
    row.until = until
    s.grant_n += 1


@kernel
def is_added(s, code, card, n, until):
    """Add a change of a number to the one on the same card that ends at the same moment, if any."""
    for i in range(s.grant_n):
        row = s.grants[i]
        if row.code == code and row.card == card and row.until == until:
            row.n += n
            return True
    return False


@kernel
def expire(s, until):
    """End the lasting modifiers of a moment; sets is_dirty, as hit points can fall (LCG-15.4)."""
    if s.grant_n == 0:
        return
    kept = 0
    s.granted = 0
    for i in range(s.grant_n):
        code = np.int64(s.grants[i].code)
        card = np.int64(s.grants[i].card)
        is_number = has(words.STATS, code)
        if s.grants[i].until == until:
            if code != 0 and card != NONE and is_number:
                s.bonus[card, column_of(code)] -= s.grants[i].n
            continue
        if code == 0:
            continue
        s.grants[kept] = s.grants[i]
        kept += 1
        if card == NONE or not is_number:
            s.granted |= bit(code)
    s.grant_n = kept
    s.is_dirty |= 1


@kernel
def forget_grants(s, card):
    """Drop the lasting modifiers on a card that leaves play."""
    for i in range(s.grant_n):
        if s.grants[i].card == card:
            s.grants[i].code = 0
    for column in range(STAT_N):
        s.bonus[card, column] = 0


@kernel
def remaining_hit_points(s, t, card):
    """Return the hit points of a card less the damage on it (LCG-2.8)."""
    return stat(s, t, card, STAT.HIT_POINTS) - np.int64(s.damage[card])
