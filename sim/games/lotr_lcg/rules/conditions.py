"""Players, cards, conditions and numbers in texts (vocabulary.py).

A text is read in a *scope*: the card with the text (`source`), its user (`you`) and a frame `f` of the
work stack with the rest, or NONE for standing texts. Its slots are those of `frames.Scope`.
"""

import numpy as np

from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.effects import codes
from mazarbul.sim.engine import sets
from mazarbul.sim.engine.bits import bit, has
from mazarbul.sim.engine.faults import Fault, fail
from mazarbul.sim.engine.machine import first_row, is_constant, walk
from mazarbul.sim.games.lotr_lcg.content import columns, words
from mazarbul.sim.games.lotr_lcg.frames import Attack, Scope
from mazarbul.sim.games.lotr_lcg.ids import BLOCKS, CARDS, NONE, Z
from mazarbul.sim.games.lotr_lcg.rules.sets import at_zone, find, in_set
from mazarbul.sim.games.lotr_lcg.rules.zones import (
    block_of,
    card_bit,
    cards_at,
    engaged_with,
    living,
    local_of,
)

#: Number of `heal(it, all_damage)`.
PLENTY = 9_999


@kernel
def player_of_word(s, code, source, you, f):
    """Return the player that a name means, or NONE if there is none (ANYONE and NOT_YOU: NONE)."""
    if code == words.PLAYER.YOU:
        return np.int64(you)
    if code == words.PLAYER.FIRST:
        return np.int64(s.first_player)
    if code == words.PLAYER.ATTACKED:
        return s.frames[s.attack_frame, Attack.player] if s.attack_frame != NONE else np.int64(NONE)
    if code == words.PLAYER.ENGAGED_PLAYER:
        return engaged_with(s, source) if source < CARDS else np.int64(NONE)
    if code == words.PLAYER.THEY:
        return s.frames[f, Scope.they] if f != NONE else np.int64(NONE)
    if code == words.PLAYER.CHOSEN:
        return s.frames[f, Scope.chosen] if f != NONE else np.int64(NONE)
    if code == words.PLAYER.THAT_PLAYER:
        return s.frames[f, Scope.that_player] if f != NONE else np.int64(NONE)
    if code == words.PLAYER.OWNER:
        card = first_of(s, f, Scope.it) if f != NONE else np.int64(NONE)
        return block_of(card) if card != NONE else np.int64(NONE)
    if code != words.PLAYER.ANYONE and code != words.PLAYER.NOT_YOU:
        fail(s, Fault.NAME, code)
    return np.int64(NONE)


@kernel
def first_of(s, f, slot):
    """Return the first card of the masks of a frame that begin at `slot`, or NONE."""
    return sets.first(cards_at(s.frames[f], slot))


@kernel
def card_of_word(s, what, source, f):
    """Return the card that a name means (the first, if several), or NONE; NONE for a set."""
    card = np.int64(NONE)
    if what == words.CARD.SELF:
        card = np.int64(source)
    elif what == words.CARD.HOST:
        card = np.int64(s.host[source]) if source < CARDS else np.int64(NONE)
    elif what == words.CARD.ATTACKER:
        if s.attack_frame != NONE:
            card = s.frames[s.attack_frame, Attack.enemy]
    elif what == words.CARD.DEFENDERS:
        if s.attack_frame != NONE:
            card = first_of(s, s.attack_frame, Attack.others)
    elif what == words.CARD.IT:
        if f != NONE:
            card = first_of(s, f, Scope.it)
    elif what == words.CARD.THAT:
        if f != NONE:
            card = s.frames[f, Scope.that]
    elif what == words.CARD.SHADOW_CARD:
        if f != NONE:
            card = s.frames[f, Scope.other]
    elif what < 0 and what != words.CARD.NOBODY:
        fail(s, Fault.CARD, what)
    return card if card < CARDS else np.int64(NONE)


@kernel
def targets(s, t, what, source, f):
    """Put the cards that a word or set means into `s.found`; for a set, its cards in play."""
    if what >= 0:
        find(s, t, what, Z.PLAY, NONE, NONE)
        return
    for b in range(BLOCKS):
        s.found[b] = 0
    if what == words.CARD.IT:
        if f != NONE:
            for b in range(BLOCKS):
                s.found[b] = s.frames[f, Scope.it + b]
    elif what == words.CARD.DEFENDERS:
        if s.attack_frame != NONE:
            for b in range(BLOCKS):
                s.found[b] = s.frames[s.attack_frame, Attack.others + b]
    else:
        card = card_of_word(s, what, source, f)
        if card != NONE:
            s.found[block_of(card)] = card_bit(card)


@kernel
def found_n(s):
    """Return how many cards are in `s.found`."""
    return sets.count(s.found)


@kernel
def whose(s, of, source, you, f):
    """Return (player, player excluded) that an `of` means; NONE where there is no restriction."""
    if of == words.PLAYER.ANYONE:
        return np.int64(NONE), np.int64(NONE)
    if of == words.PLAYER.NOT_YOU:
        return np.int64(NONE), np.int64(you)
    return player_of_word(s, of, source, you, f), np.int64(NONE)


@kernel
def count(s, t, cards, zones, of, source, you, f):
    """Return how many cards of a set are in the zones."""
    player, not_player = whose(s, of, source, you, f)
    if of != words.PLAYER.ANYONE and player == NONE and not_player == NONE:
        return np.int64(0)
    find(s, t, cards, zones, player, not_player)
    return found_n(s)


@kernel
def is_undefended(s):
    """Return whether the current enemy attack has no defender at this moment (LCG-13.8)."""
    if s.attack_frame == NONE:
        return False
    return first_of(s, s.attack_frame, Attack.others) == NONE


@kernel
def is_attacking(s, t, card, cards, zones):
    """Return whether a character attacks an enemy of the set in the zones."""
    if s.strike_frame == NONE or card == NONE:
        return False
    f = np.int64(s.strike_frame)
    if not has(s.frames[f, Attack.others + block_of(card)], local_of(card)):
        return False
    target = s.frames[f, Attack.enemy]
    return in_set(s, t, cards, target) and at_zone(s, target, zones)


@kernel
def word(s, t, row, source, you, f):
    """Return the value of the condition or number of this game in a row; truth is 1 or 0."""
    code = np.int64(t.expressions[row, codes.CODE])
    if code == words.VALUE.COUNT:
        cards = np.int64(t.expressions[row, columns.COUNT.CARDS])
        zones = np.int64(t.expressions[row, columns.COUNT.ZONE])
        return count(s, t, cards, zones, np.int64(t.expressions[row, columns.COUNT.OF]), source, you, f)
    if code == words.VALUE.UNDEFENDED:
        return np.int64(is_undefended(s))
    if code == words.VALUE.PLAYERS:
        return living(s)
    if code == words.VALUE.THREAT_OF:
        who = np.int64(t.expressions[row, columns.THREAT_OF.WHO])
        player = player_of_word(s, who, source, you, f)
        return np.int64(s.threat[player]) if player != NONE else np.int64(0)
    if code == words.VALUE.X:
        return s.frames[f, Scope.x] if f != NONE else np.int64(0)
    if code == words.VALUE.AMOUNT:
        return s.frames[f, Scope.amount] if f != NONE else np.int64(0)
    if code == words.VALUE.ALL_DAMAGE:
        return np.int64(PLENTY)
    if has(words.ABOUT_CARD, code):
        what = np.int64(t.expressions[row, columns.ABOUT_CARD.WHAT])
        return word_of_card(s, t, row, code, card_of_word(s, what, source, f))
    fail(s, Fault.VALUE, code)
    return np.int64(0)


@kernel
def word_of_card(s, t, row, code, card):
    """Return the value of a condition or number about one card."""
    if card == NONE:
        return np.int64(0)
    if code == words.VALUE.IS_A:
        return np.int64(in_set(s, t, np.int64(t.expressions[row, columns.IS_A.CARDS]), card))
    if code == words.VALUE.AT:
        return np.int64(at_zone(s, card, np.int64(t.expressions[row, columns.AT.ZONE])))
    if code == words.VALUE.DAMAGE_ON:
        return np.int64(s.damage[card])
    if code == words.VALUE.TOKENS_ON:
        return np.int64(s.tokens[card])
    if code == words.VALUE.ATTACKING:
        cards = np.int64(t.expressions[row, columns.ATTACKING.CARDS])
        return np.int64(is_attacking(s, t, card, cards, np.int64(t.expressions[row, columns.ATTACKING.ZONE])))
    if code == words.VALUE.BLANK_SHADOW:
        return np.int64(has(s.blank[block_of(card)], local_of(card)))
    fail(s, Fault.VALUE, code)
    return np.int64(0)


@kernel
def evaluate(s, t, value, source, you, f):
    """Return the int64 value of an encoded condition or number of the effect language.

    value: a constant, or codes.VALUE_BASE + first row of a stack program in `t.expressions`.
    source: card, or STAGE_SOURCE + stage. you: its user, or NONE. f: frame with the scope, or NONE.
    """
    if is_constant(value):
        return np.int64(value)
    row = first_row(value)
    height = 0
    while True:
        row, height = walk(s, t, row, height)
        if t.expressions[row, codes.CODE] == codes.END:
            return s.stack[height - 1]
        s.stack[height] = word(s, t, row, source, you, f)
        height += 1
        row += 1


@kernel
def set_it(s, f, card):
    """Set `it` of a scope to one card, or to nothing for NONE."""
    for b in range(BLOCKS):
        s.frames[f, Scope.it + b] = 0
    if card != NONE:
        s.frames[f, Scope.it + block_of(card)] = bit(local_of(card))
