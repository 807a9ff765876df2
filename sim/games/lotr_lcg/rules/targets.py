"""The enemies that the players' characters can attack (LCG-14.2)."""

import numpy as np

from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.engine import sets
from mazarbul.sim.engine.bits import has, lowest_bit
from mazarbul.sim.games.lotr_lcg.content.words import MODIFIER
from mazarbul.sim.games.lotr_lcg.ids import BLOCK, BLOCKS, ENCOUNTER, KEYWORD, NONE, SEATS, TYPE
from mazarbul.sim.games.lotr_lcg.rules.numbers import can_be_attacker, flag
from mazarbul.sim.games.lotr_lcg.rules.zones import block_of, card_bit, engaged_with, is_character, local_of

# The ability a character needs to attack a target (LCG-14.2)
NOTHING_MORE = 0  # an enemy engaged with its player
RANGED = 1  # an enemy engaged with another player
LONE = 2  # an enemy in staging


@kernel
def eligible(s, t, player, block, need):
    """Return the player's cards of a block that may be declared as attackers; need: required ability."""
    rest = s.controlled[player, block] & (t.of_type[block, TYPE.HERO] | t.of_type[block, TYPE.ALLY])
    rest &= ~s.exhausted[block]
    if need == RANGED:
        rest &= t.keyword[block, KEYWORD.RANGED]
    found = np.int64(0)
    while rest != 0:
        card = np.int64(block) * BLOCK + lowest_bit(rest)
        rest &= rest - 1
        if can_be_attacker(s, t, card) and (need != LONE or flag(s, t, MODIFIER.ATTACKS_STAGING, card)):
            found |= card_bit(card)
    return found


@kernel
def has_eligible(s, t, player, need):
    """Return whether the player has a character that may be declared as an attacker."""
    found = np.int64(0)
    for b in range(SEATS):
        if found == 0:
            found = eligible(s, t, player, b, need)
    return found != 0


@kernel
def need_against(s, target, player):
    """Return the ability a player's characters need to attack a target (LCG-14.2)."""
    engaged = engaged_with(s, target)
    if engaged == player:
        return NOTHING_MORE
    return RANGED if engaged != NONE else LONE


@kernel
def find_reachable(s, t, player, is_ranged, is_lone):
    """Put the enemies that a player can attack into `s.found` (LCG-14.2); return whether there are any.

    is_ranged, is_lone: whether those engaged with others, and those in staging, can be reached.
    """
    sets.assign(s.found, s.engaged[player])
    if is_ranged:
        for p in range(SEATS):
            sets.unite(s.found, s.engaged[p])
    if is_lone:
        s.found[ENCOUNTER] |= s.staging & t.of_type[ENCOUNTER, TYPE.ENEMY]
    return not sets.is_empty(s.found)


@kernel
def find_targets(s, t, player):
    """Put the enemies that the player may attack now into `s.found`; return whether there are any (D-22).

    Enemies that the player has attacked in this phase are left out (LCG-14.1).
    """
    if not has_eligible(s, t, player, NOTHING_MORE):
        return False
    is_ranged = has_eligible(s, t, player, RANGED)
    is_lone = has_eligible(s, t, player, LONE)
    find_reachable(s, t, player, is_ranged, is_lone)
    sets.subtract(s.found, s.struck[player])
    return not sets.is_empty(s.found)


@kernel
def quick_targets(s, t, character, player):
    """Put the enemies that a card lets a character attack into `s.found`; return whether there are any.

    The character may be exhausted, as the card's cost exhausts it; allowances do not count (LCG-14.7).
    """
    for b in range(BLOCKS):
        s.found[b] = 0
    if not is_character(s, t, character) or flag(s, t, MODIFIER.CANNOT_ATTACK, character):
        return False
    is_ranged = has(t.keyword[block_of(character), KEYWORD.RANGED], local_of(character))
    return find_reachable(s, t, player, is_ranged, flag(s, t, MODIFIER.ATTACKS_STAGING, character))
