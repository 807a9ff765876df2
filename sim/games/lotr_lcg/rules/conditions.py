"""Players, cards, conditions and numbers that texts speak of (vocabulary.py).

A text is read in a *context*: the card with the text (`source`), its user (`you`) and a frame `f` of the
work stack with everything else, or NONE for standing texts. The slots of such a frame are C_*.
"""

import numpy as np

from sim.effects import codes
from sim.engine.bits import bit, has, lowest_bit, popcount
from sim.engine.expressions import combine
from sim.engine.jit import kernel
from sim.games.lotr_lcg import words
from sim.games.lotr_lcg.ids import BLOCK, BLOCKS, CARDS, NONE
from sim.games.lotr_lcg.rules.sets import at_zone, find, in_set
from sim.games.lotr_lcg.rules.zones import block_of, card_bit, engaged_with, living, local_of

# Slots of a frame that is the context of a text.
C_SOURCE = 3
C_YOU = 4
C_THEY = 5
C_CHOSEN = 6
C_X = 7
C_THAT = 8
C_THAT_PLAYER = 9
C_AMOUNT = 10
C_OTHER = 11
C_FRAME = 12
C_IT = 13  # .. 17, one mask a block

# Slots of the frames of attacks (rules/enemy_attack.py, rules/player_attack.py)
A_ENEMY = 1
A_PLAYER = 2
A_OTHERS = 6  # .. 10: defenders or attackers, one mask a block

#: What is left of `heal(it, all_damage)`.
PLENTY = 9_999


@kernel
def player_of_word(s, code, source, you, f):
    """Return the player a word means, or NONE if there is none (ANYONE and NOT_YOU: NONE)."""
    if code == words.YOU:
        return np.int64(you)
    if code == words.FIRST:
        return np.int64(s.first_player)
    if code == words.ATTACKED:
        return s.frames[s.attack_frame, A_PLAYER] if s.attack_frame != NONE else np.int64(NONE)
    if code == words.ENGAGED_PLAYER:
        return engaged_with(s, source) if source < CARDS else np.int64(NONE)
    if f == NONE:
        return np.int64(NONE)
    if code == words.THEY:
        return s.frames[f, C_THEY]
    if code == words.CHOSEN:
        return s.frames[f, C_CHOSEN]
    if code == words.THAT_PLAYER:
        return s.frames[f, C_THAT_PLAYER]
    if code == words.OWNER:
        card = first_of(s, f, C_IT)
        return block_of(card) if card != NONE else np.int64(NONE)
    return np.int64(NONE)


@kernel
def first_of(s, f, slot):
    """Return the first card of the masks of a frame that begin at `slot`, or NONE."""
    for b in range(BLOCKS):
        if s.frames[f, slot + b] != 0:
            return np.int64(b) * BLOCK + lowest_bit(s.frames[f, slot + b])
    return np.int64(NONE)


@kernel
def card_of_word(s, what, source, f):
    """Return the one card a word means (the first, if several), or NONE."""
    card = np.int64(NONE)
    if what == words.SELF:
        card = np.int64(source)
    elif what == words.HOST:
        card = np.int64(s.host[source]) if source < CARDS else np.int64(NONE)
    elif what == words.ATTACKER:
        if s.attack_frame != NONE:
            card = s.frames[s.attack_frame, A_ENEMY]
    elif what == words.DEFENDERS:
        if s.attack_frame != NONE:
            card = first_of(s, s.attack_frame, A_OTHERS)
    elif f != NONE:
        if what == words.IT:
            card = first_of(s, f, C_IT)
        elif what == words.THAT:
            card = s.frames[f, C_THAT]
        elif what == words.SHADOW_CARD:
            card = s.frames[f, C_OTHER]
    return card if card < CARDS else np.int64(NONE)


@kernel
def targets(s, t, what, source, f):
    """Put the cards that a word or set means into `s.found`; a set means those of it in play."""
    if what >= 0:
        find(s, t, what, 1, NONE, NONE)
        return
    for b in range(BLOCKS):
        s.found[b] = 0
    if what == words.IT:
        if f != NONE:
            for b in range(BLOCKS):
                s.found[b] = s.frames[f, C_IT + b]
    elif what == words.DEFENDERS:
        if s.attack_frame != NONE:
            for b in range(BLOCKS):
                s.found[b] = s.frames[s.attack_frame, A_OTHERS + b]
    else:
        card = card_of_word(s, what, source, f)
        if card != NONE:
            s.found[block_of(card)] = card_bit(card)


@kernel
def found_n(s):
    """Return how many cards are in `s.found`."""
    n = np.int64(0)
    for b in range(BLOCKS):
        n += popcount(s.found[b])
    return n


@kernel
def whose(s, of, source, you, f):
    """Return (player, player excluded) that an `of` means; NONE where there is no restriction."""
    if of == words.ANYONE:
        return np.int64(NONE), np.int64(NONE)
    if of == words.NOT_YOU:
        return np.int64(NONE), np.int64(you)
    return player_of_word(s, of, source, you, f), np.int64(NONE)


@kernel
def count(s, t, cards, zones, of, source, you, f):
    """Return how many cards of a set are in the zones."""
    player, not_player = whose(s, of, source, you, f)
    if of != words.ANYONE and player == NONE and not_player == NONE:
        return np.int64(0)
    find(s, t, cards, zones, player, not_player)
    return found_n(s)


@kernel
def is_undefended(s):
    """Tell whether the current enemy attack has no defender at this moment (LCG-13.8)."""
    if s.attack_frame == NONE:
        return False
    return first_of(s, s.attack_frame, A_OTHERS) == NONE


@kernel
def is_attacking(s, t, card, cards, zones):
    """Tell whether a character attacks an enemy of the set in the zones."""
    if s.strike_frame == NONE or card == NONE:
        return False
    f = np.int64(s.strike_frame)
    if not has(s.frames[f, A_OTHERS + block_of(card)], local_of(card)):
        return False
    target = s.frames[f, A_ENEMY]
    return in_set(s, t, cards, target) and at_zone(s, target, zones)


@kernel
def word(s, t, code, a, b, c, source, you, f):
    """Return the value of a condition or number of this game; truth is 1 or 0."""
    if code == words.COUNT:
        return count(s, t, a, b, c, source, you, f)
    if code == words.UNDEFENDED:
        return np.int64(is_undefended(s))
    if code == words.PLAYERS_IN_GAME:
        return living(s)
    if code == words.THREAT_OF:
        player = player_of_word(s, a, source, you, f)
        return np.int64(s.threat[player]) if player != NONE else np.int64(0)
    if code == words.X:
        return s.frames[f, C_X] if f != NONE else np.int64(0)
    if code == words.AMOUNT:
        return s.frames[f, C_AMOUNT] if f != NONE else np.int64(0)
    if code == words.ALL_DAMAGE:
        return np.int64(PLENTY)
    return word_of_card(s, t, code, card_of_word(s, a, source, f), b, c)


@kernel
def word_of_card(s, t, code, card, b, c):
    """Return the value of a condition or number that speaks of one card."""
    if card == NONE:
        return np.int64(0)
    if code == words.IS_A:
        return np.int64(in_set(s, t, b, card))
    if code == words.AT:
        return np.int64(at_zone(s, card, b))
    if code == words.DAMAGE_ON:
        return np.int64(s.damage[card])
    if code == words.TOKENS_ON:
        return np.int64(s.tokens[card])
    if code == words.ATTACKING:
        return np.int64(is_attacking(s, t, card, b, c))
    return np.int64(has(s.blank[block_of(card)], local_of(card)))


@kernel
def evaluate(s, t, value, source, you, f):
    """Return the int64 value of an encoded condition or number of the effect language.

    value: a constant, or codes.VALUE_BASE + first row of a stack program in `t.expressions`.
    source: card, or STAGE_SOURCE + stage. you: its user, or NONE. f: frame with the context, or NONE.
    """
    if value < codes.VALUE_BASE:
        return np.int64(value)
    row = np.int64(value - codes.VALUE_BASE)
    top = 0
    while True:
        code = t.expressions[row, 0]
        a = np.int64(t.expressions[row, 1])
        if code == codes.END:
            return s.stack[top - 1]
        if code == codes.CONST:
            s.stack[top] = a
            top += 1
        elif code >= codes.FIRST_CODE:
            b = np.int64(t.expressions[row, 2])
            c = np.int64(t.expressions[row, 3])
            s.stack[top] = word(s, t, code, a, b, c, source, you, f)
            top += 1
        else:
            top = combine(s, code, top)
        row += 1


@kernel
def set_it(s, f, card):
    """Let `it` of a context be one card, or nothing for NONE."""
    for b in range(BLOCKS):
        s.frames[f, C_IT + b] = 0
    if card != NONE:
        s.frames[f, C_IT + block_of(card)] = bit(local_of(card))
