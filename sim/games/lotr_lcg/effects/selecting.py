"""Operations that select cards, so that the next ones can use them as `it`."""

import numpy as np

from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.engine.bits import bit, lowest_bit
from mazarbul.sim.engine.faults import Fault, fail
from mazarbul.sim.engine.log import note
from mazarbul.sim.games.lotr_lcg.content import columns, words
from mazarbul.sim.games.lotr_lcg.frames import Scope
from mazarbul.sim.games.lotr_lcg.ids import BLOCKS, CARDS, ENCOUNTER, NONE, E
from mazarbul.sim.games.lotr_lcg.rules.conditions import (
    evaluate,
    player_of_word,
    set_it,
    whose,
)
from mazarbul.sim.games.lotr_lcg.rules.piles import random_index
from mazarbul.sim.games.lotr_lcg.rules.sets import find, in_set
from mazarbul.sim.games.lotr_lcg.rules.zones import block_of, card_bit


@kernel
def select(s, t, row, code, f):
    """Carry out `all`, `random`, `topmost` or `look`: they put cards into `it` without asking."""
    source = s.frames[f, Scope.source]
    you = s.frames[f, Scope.you]
    if code == words.OPERATION.LOOK:
        look(s, t, row, f)
    elif code == words.OPERATION.TOPMOST:
        player = player_of_word(s, np.int64(t.rows[row, columns.TOPMOST.OF]), source, you, f)
        set_it(s, f, topmost(s, t, np.int64(t.rows[row, columns.TOPMOST.CARDS]), player))
    elif code == words.OPERATION.ALL:
        cards = np.int64(t.rows[row, columns.ALL.CARDS])
        zones = np.int64(t.rows[row, columns.ALL.ZONE])
        if find_of(s, t, cards, zones, np.int64(t.rows[row, columns.ALL.OF]), f):
            for b in range(BLOCKS):
                s.frames[f, Scope.it + b] = s.found[b]
        else:
            set_it(s, f, NONE)
    elif code == words.OPERATION.RANDOM:
        n = evaluate(s, t, np.int64(t.rows[row, columns.RANDOM.N]), source, you, f)
        cards = np.int64(t.rows[row, columns.RANDOM.CARDS])
        zones = np.int64(t.rows[row, columns.RANDOM.ZONE])
        if find_of(s, t, cards, zones, np.int64(t.rows[row, columns.RANDOM.OF]), f):
            choose_random(s, n, f)
        else:
            set_it(s, f, NONE)
    else:
        fail(s, Fault.WORD, code)


@kernel
def find_of(s, t, cards, zones, of, f):
    """Put those cards of a set in the zones into `s.found`; return False if `of` means nobody."""
    player, not_player = whose(s, of, s.frames[f, Scope.source], s.frames[f, Scope.you], f)
    if of != words.PLAYER.ANYONE and player == NONE and not_player == NONE:
        return False
    find(s, t, cards, zones, player, not_player)
    return True


@kernel
def choose_random(s, n, f):
    """Move n random cards from `s.found` into `it`."""
    total = np.int64(0)
    for b in range(BLOCKS):
        s.frames[f, Scope.it + b] = 0
        rest = np.int64(s.found[b])
        while rest != 0:
            rest &= rest - 1
            total += 1
    while n > 0 and total > 0:
        k = random_index(s, total)
        total -= 1
        n -= 1
        for b in range(BLOCKS):
            rest = np.int64(s.found[b])
            while rest != 0:
                i = lowest_bit(rest)
                rest &= rest - 1
                if k == 0:
                    s.found[b] &= ~bit(i)
                    s.frames[f, Scope.it + b] |= bit(i)
                k -= 1


@kernel
def topmost(s, t, cards, player):
    """Return the matching card that lies topmost in a player's discard pile, or NONE."""
    if player == NONE:
        return np.int64(NONE)
    for k in range(s.discard_n[player]):
        card = np.int64(s.discard[player, s.discard_n[player] - 1 - k])
        if in_set(s, t, cards, card):
            return card
    return np.int64(NONE)


@kernel
def look(s, t, row, f):
    """Show the user the top n cards of a pile, or the shadow card just dealt (LCG-22.9)."""
    source = s.frames[f, Scope.source]
    you = s.frames[f, Scope.you]
    pile = np.int64(t.rows[row, columns.LOOK.PILE])
    owner = player_of_word(s, np.int64(t.rows[row, columns.LOOK.OF]), source, you, f)
    for b in range(BLOCKS):
        s.looked[b] = 0
    if pile == words.PILE.SHADOW:
        card = s.frames[f, Scope.other]
        if card != NONE:
            s.shadow_known[you] |= card_bit(card)
            note(s, E.LOOK, you, card, 0)
        set_it(s, f, card)
        return
    if pile != words.PILE.DECK and pile != words.PILE.ENCOUNTER_DECK:
        fail(s, Fault.NAME, pile)
    set_it(s, f, NONE)
    block = np.int64(ENCOUNTER) if pile == words.PILE.ENCOUNTER_DECK else owner
    if block == NONE:
        return
    n = min(evaluate(s, t, np.int64(t.rows[row, columns.LOOK.N]), source, you, f), np.int64(s.deck_n[block]))
    for k in range(n):
        card = np.int64(s.deck[block, s.deck_n[block] - 1 - k])
        s.looked[block] |= card_bit(card)
        note(s, E.LOOK, you, card, 0)
    s.frames[f, Scope.it + block] = s.looked[block]
    looker = looker_of(source, you, block)
    s.known[looker, block] = max(np.int64(s.known[looker, block]), n)


@kernel
def looker_of(source, you, block):
    """Return who sees the cards that a text looks at in a deck (LCG-22.9): its user, or the deck's player.

    A text of the encounter side that makes each player look at their own deck has one user for all of them.
    """
    is_players = source < CARDS and block_of(source) != ENCOUNTER
    return np.int64(you) if is_players or block == ENCOUNTER else np.int64(block)
