"""The worth of lasting modifiers in the position."""

import numpy as np

from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.effects import codes
from mazarbul.sim.engine import sets
from mazarbul.sim.engine.bits import has, lowest_bit
from mazarbul.sim.games.lotr_lcg.bots.heuristic.moments import (
    attack_change,
    attack_saved,
    defends_now,
    joint_defence,
    quest_change,
    strike_change,
    strikes_now,
)
from mazarbul.sim.games.lotr_lcg.content import columns, words
from mazarbul.sim.games.lotr_lcg.frames import Attack, Scope
from mazarbul.sim.games.lotr_lcg.ids import BLOCK, BLOCKS, ENCOUNTER, NONE, STAT
from mazarbul.sim.games.lotr_lcg.rules.conditions import evaluate, player_of_word, targets
from mazarbul.sim.games.lotr_lcg.rules.numbers import stat
from mazarbul.sim.games.lotr_lcg.rules.zones import block_of, is_enemy, local_of

FIERCER = 0.6  # cost of a point of attack of an enemy that has not attacked yet


@kernel
def granted_worth(s, t, m, row, f):
    """Return the worth of an `until` list in the scope of frame f."""
    total = 0.0
    for r in range(row + 1, t.rows[row, columns.UNTIL.END]):
        total += modifier_worth(s, t, m, np.int64(r), f)
    return total


@kernel
def modifier_worth(s, t, m, r, f):
    """Return the worth of one lasting modifier."""
    source = s.frames[f, Scope.source]
    you = s.frames[f, Scope.you]
    code = np.int64(t.rows[r, codes.CODE])
    if code == words.MODIFIER.STAGING_THREAT:
        n = evaluate(s, t, np.int64(t.rows[r, columns.NUMBER.N]), source, you, f)
        return quest_change(s, t, m, you, -n)
    if code == words.MODIFIER.MULTIPLE_DEFENDERS:
        player = player_of_word(s, np.int64(t.rows[r, columns.MULTIPLE_DEFENDERS.WHO]), source, you, f)
        return joint_defence(s, t, m, player) if player != NONE else 0.0
    if not has(words.ON_CARDS, code):
        return 0.0  # a bot cannot estimate it
    n = np.int64(1)
    if has(words.STATS, code):
        n = evaluate(s, t, np.int64(t.rows[r, columns.CARD_NUMBER.N]), source, you, f)
    targets(s, t, np.int64(t.rows[r, columns.ON_CARDS.WHAT]), source, f)
    for b in range(BLOCKS):
        m.hit[b] = s.found[b]
    if code == words.MODIFIER.CANNOT_ATTACK:
        return forbidden_attacks(s, t, m)
    k = concerned(s, t, m, code)
    if code == words.MODIFIER.WILLPOWER:
        return quest_change(s, t, m, you, n * k)
    if code == words.MODIFIER.THREAT:
        return quest_change(s, t, m, you, -n * k)
    if code == words.MODIFIER.NO_THREAT:
        return quest_change(s, t, m, you, k)
    if code == words.MODIFIER.ATTACK:
        return strike_change(s, t, m, n * k) + fiercer(s, t, m, n)
    if code == words.MODIFIER.NO_DEFENSE:
        return attack_change(s, t, m, 0, -k)
    return attack_change(s, t, m, 0, n * k) if code == words.MODIFIER.DEFENSE else 0.0


@kernel
def is_staged(s, card):
    """Return whether a card is in the staging area."""
    return block_of(card) == ENCOUNTER and has(s.staging, local_of(card))


@kernel
def concerned(s, t, m, code):
    """Return how many cards of `m.hit` a change of a number matters for now, or how much they lose."""
    k = np.int64(0)
    for b in range(BLOCKS):
        rest = m.hit[b]
        while rest != 0:
            i = lowest_bit(rest)
            card = np.int64(b) * BLOCK + i
            rest &= rest - 1
            if code == words.MODIFIER.WILLPOWER:
                k += np.int64(has(s.committed[b], i))
            elif code == words.MODIFIER.THREAT:
                k += np.int64(b == ENCOUNTER and has(s.staging, i))
            elif code == words.MODIFIER.NO_THREAT:
                k += stat(s, t, card, STAT.THREAT) if b == ENCOUNTER and has(s.staging, i) else np.int64(0)
            elif code == words.MODIFIER.ATTACK:
                k += np.int64(strikes_now(s, card))
            elif code == words.MODIFIER.DEFENSE:
                k += np.int64(defends_now(s, card))
            elif code == words.MODIFIER.NO_DEFENSE and defends_now(s, card):
                k += stat(s, t, card, STAT.DEFENSE)
    return k


@kernel
def fiercer(s, t, m, n):
    """Return the worth (below 0) of n more attack of the enemies of `m.hit`."""
    total = 0.0
    for b in range(BLOCKS):
        rest = m.hit[b]
        while rest != 0:
            card = np.int64(b) * BLOCK + lowest_bit(rest)
            rest &= rest - 1
            if not is_enemy(s, t, card):
                continue
            if s.attack_frame != NONE and s.frames[s.attack_frame, Attack.enemy] == card:
                total += attack_change(s, t, m, n, 0)
            else:
                total -= FIERCER * n
    return total


@kernel
def forbidden_attacks(s, t, m):
    """Return the worth of the enemies of `m.hit` not attacking."""
    total = 0.0
    for card in sets.members(m.hit):
        if is_enemy(s, t, card):
            total += attack_saved(s, t, m, card)
        elif stat(s, t, card, STAT.ATTACK) > 0:
            total -= FIERCER * stat(s, t, card, STAT.ATTACK)
    return total
