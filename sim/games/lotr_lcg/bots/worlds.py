"""Worlds that fit what a player knows: all that is hidden from it is dealt anew (LCG-30.4).

Hidden cards change names with each other: those in a deck below the cards that the player has looked at,
face-down shadow cards, the hands of other players, and cards that are face-down enemies.
"""

import numpy as np

from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.engine.actions import a_of, action, b_of, kind_of
from mazarbul.sim.engine.bits import lowest_bit
from mazarbul.sim.engine.frames import KIND
from mazarbul.sim.engine.piles import shuffle_keys, shuffled
from mazarbul.sim.engine.rng import mix, stream
from mazarbul.sim.games.lotr_lcg.frames import Attack, EnemyAttack, PlayerAttack, Window
from mazarbul.sim.games.lotr_lcg.ids import BLOCK, BLOCKS, CARDS, ENCOUNTER, NONE, SEATS
from mazarbul.sim.games.lotr_lcg.rules.zones import block_of, card_bit

HIDDEN, LUCK = range(2)  # purposes of the streams of a world


@kernel
def determinise(w, s, t, player, seed, names):
    """Make `w`, a copy of the state `s`, a world that fits what a player knows of `s`.

    names: int64 (CARDS,), filled with the new name of every card. seed: uint64 of the world. The result
    depends on nothing hidden.
    """
    base = mix(seed ^ np.uint64(s.hand[player]))
    for card in range(CARDS):
        names[card] = card
    for block in range(BLOCKS):
        if block < t.player_n or block == ENCOUNTER:
            rename(w, s, t, player, block, stream(base, HIDDEN, block), names)
    exchange(w, s, names)
    w.shuffle_n[:] = 0
    w.random_n = 0
    w.seed = stream(base, LUCK, 0)
    w.game = 0
    w.is_logged = 0


@kernel
def exchange(w, s, names):
    """Rename the cards in `w`, a copy of the state `s`. names: int64 (CARDS,), the new name of every card."""
    for block in range(BLOCKS):
        move_masks(w, s, block, names)
    move_values(w, s, names)
    move_frames(w, s, names)
    for i in range(s.option_n):
        w.options[i] = np.int32(renamed(np.int64(s.options[i]), names))


@kernel
def offered(s, block):
    """Return the cards of a deck that options name; there are some while the player searches that deck."""
    found = np.int64(0)
    for i in range(s.option_n):
        card = a_of(np.int64(s.options[i]))
        if block_of(card) == block:
            found |= card_bit(card)
    return found & s.in_deck[block]


@kernel
def is_calm(s):
    """Return whether no frame but attacks and windows speaks of cards."""
    for f in range(s.frame_n):
        kind = s.frames[f, KIND]
        if kind != EnemyAttack.kind and kind != PlayerAttack.kind and kind != Window.kind:
            return False
    return True


@kernel
def rename(w, s, t, player, block, base, names):
    """Deal new names to the hidden cards of a block."""
    first = block * BLOCK
    seen = offered(s, block) if block == ENCOUNTER else np.int64(0)
    hidden = np.int64(0)
    bottom = np.int64(s.deck_n[block]) - s.known[player, block]
    for i in range(bottom):
        hidden |= card_bit(s.deck[block, i]) & ~seen
    shadows = np.int64(0)
    hand = np.int64(0)
    turned = np.int64(0)
    if block == ENCOUNTER:
        if seen == 0:
            shadows = s.shadows & ~s.shadow_known[player]
    else:
        if block != player:
            hand = np.int64(s.hand[block])
        if is_calm(s):
            turned = np.int64(s.face_down[block])
    shuffle_keys(w, t, base, first, hidden | shadows | hand | turned)
    n = np.int64(0)
    for i in range(bottom):
        card = np.int64(s.deck[block, i])
        if hidden & card_bit(card) != 0:
            names[card] = first + shuffled(w, n)
            n += 1
    n = rename_set(w, s, first, hand, n, names)
    n = rename_set(w, s, first, turned, n, names)
    if shadows != 0:
        rename_shadows(w, s, shadows, n, names)


@kernel
def rename_set(w, s, first, cards, n, names):
    """Deal new names to a set of cards in the order in which they became enemies, if they did."""
    while cards != 0:
        best = first + lowest_bit(cards)
        rest = cards & (cards - 1)
        while rest != 0:
            card = first + lowest_bit(rest)
            rest &= rest - 1
            if s.order[card] < s.order[best]:
                best = card
        cards &= ~card_bit(best)
        names[best] = first + shuffled(w, n)
        n += 1
    return n


@kernel
def rename_shadows(w, s, shadows, n, names):
    """Deal new names to the face-down shadow cards, enemy by enemy."""
    for block in range(BLOCKS):
        rest = s.in_play[block]
        while rest != 0:
            card = np.int64(s.first_shadow[block * BLOCK + lowest_bit(rest)])
            rest &= rest - 1
            while card != NONE:
                if shadows & card_bit(card) != 0:
                    names[card] = ENCOUNTER * BLOCK + shuffled(w, n)
                    n += 1
                card = np.int64(s.next_shadow[card])


@kernel
def moved(mask, block, names):
    """Return a set of cards of a block under their new names."""
    found = np.int64(0)
    while mask != 0:
        found |= card_bit(names[block * BLOCK + lowest_bit(mask)])
        mask &= mask - 1
    return found


@kernel
def move_masks(w, s, block, names):
    """Rename the cards in all sets of cards."""
    w.hand[block] = moved(s.hand[block], block, names)
    w.in_deck[block] = moved(s.in_deck[block], block, names)
    w.looked[block] = moved(s.looked[block], block, names)
    w.in_play[block] = moved(s.in_play[block], block, names)
    w.exhausted[block] = moved(s.exhausted[block], block, names)
    w.face_down[block] = moved(s.face_down[block], block, names)
    w.varied[block] = moved(s.varied[block], block, names)
    w.damaged[block] = moved(s.damaged[block], block, names)
    w.has_attacked[block] = moved(s.has_attacked[block], block, names)
    w.blank[block] = moved(s.blank[block], block, names)
    for p in range(SEATS):
        w.controlled[p, block] = moved(s.controlled[p, block], block, names)
        w.engaged[p, block] = moved(s.engaged[p, block], block, names)
        w.struck[p, block] = moved(s.struck[p, block], block, names)
    if block == ENCOUNTER:
        w.staging = moved(s.staging, block, names)
        w.aside = moved(s.aside, block, names)
        w.shadows = moved(s.shadows, block, names)
        for p in range(SEATS):
            w.shadow_known[p] = moved(s.shadow_known[p], block, names)


@kernel
def named(card, names):
    """Return the new name of a card; NONE and other things stay."""
    return names[card] if card >= 0 and card < CARDS else np.int64(card)


@kernel
def move_values(w, s, names):
    """Move what is kept for each card to its new name, and rename the cards it speaks of."""
    for old in range(CARDS):
        new = names[old]
        if new != old:
            w.zone[new] = s.zone[old]
            w.form[new] = s.form[old]
            w.host[new] = s.host[old]
            w.first_on[new] = s.first_on[old]
            w.next_on[new] = s.next_on[old]
            w.first_shadow[new] = s.first_shadow[old]
            w.next_shadow[new] = s.next_shadow[old]
            w.damage[new] = s.damage[old]
            w.blame[new] = s.blame[old]
            w.tokens[new] = s.tokens[old]
            w.progress[new] = s.progress[old]
            w.bonus[new] = s.bonus[old]
            w.order[new] = s.order[old]
            w.entered[new] = s.entered[old]
    for card in range(CARDS):
        w.host[card] = named(np.int64(w.host[card]), names)
        w.first_on[card] = named(np.int64(w.first_on[card]), names)
        w.next_on[card] = named(np.int64(w.next_on[card]), names)
        w.first_shadow[card] = named(np.int64(w.first_shadow[card]), names)
        w.next_shadow[card] = named(np.int64(w.next_shadow[card]), names)
        w.blame[card] = named(np.int64(w.blame[card]), names)
    for block in range(BLOCKS):
        for i in range(s.deck_n[block]):
            w.deck[block, i] = names[s.deck[block, i]]


@kernel
def move_frames(w, s, names):
    """Rename the enemies of attacks: they may be face-down cards."""
    for f in range(s.frame_n):
        kind = s.frames[f, KIND]
        if kind == EnemyAttack.kind or kind == PlayerAttack.kind:
            w.frames[f, Attack.enemy] = named(s.frames[f, Attack.enemy], names)


@kernel
def renamed(code, names):
    """Return an action under the new names of cards."""
    card = a_of(code)
    if card < 0 or card >= CARDS or names[card] == card:
        return code
    return action(kind_of(code), names[card], b_of(code))
