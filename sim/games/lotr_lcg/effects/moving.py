"""Operations that move cards from anywhere to anywhere."""

import numpy as np

from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.engine.bits import has, lowest_bit, mask_of
from mazarbul.sim.engine.faults import Fault, fail
from mazarbul.sim.engine.log import note
from mazarbul.sim.engine.stack import pop, push, top
from mazarbul.sim.games.lotr_lcg import actions, records
from mazarbul.sim.games.lotr_lcg.content import columns, words
from mazarbul.sim.games.lotr_lcg.effects.selecting import looker_of
from mazarbul.sim.games.lotr_lcg.frames import PutBack, Scope
from mazarbul.sim.games.lotr_lcg.ids import BLOCK, BLOCKS, CARDS, ENCOUNTER, NONE, STAGE_SOURCE, ZONE, E
from mazarbul.sim.games.lotr_lcg.rules.conditions import first_of, player_of_word, targets
from mazarbul.sim.games.lotr_lcg.rules.feasible import is_unique_in_play
from mazarbul.sim.games.lotr_lcg.rules.moves import (
    back_to_staging,
    engage,
    enter_play,
    leave_play,
    put_away,
    take_control,
    to_staging,
)
from mazarbul.sim.games.lotr_lcg.rules.picks import offer_listed
from mazarbul.sim.games.lotr_lcg.rules.piles import forget, pull, shuffle
from mazarbul.sim.games.lotr_lcg.rules.zones import (
    block_of,
    card_bit,
    engaged_with,
    in_play,
    is_enemy,
    is_hero_or_ally,
)

#: Destinations that take a card out of play, as `put_away` takes them.
OUT_OF_PLAY = mask_of(
    (words.TO.DISCARD, words.TO.HAND, words.TO.DECK_TOP, words.TO.DECK_BOTTOM, words.TO.DECK, words.TO.ASIDE)
)


@kernel
def move(s, t, row, f):
    """Move all these cards; if several go back on a deck, the user chooses their order."""
    source = s.frames[f, Scope.source]
    you = s.frames[f, Scope.you]
    to = np.int64(t.rows[row, columns.MOVE.TO])
    player = player_of_word(s, np.int64(t.rows[row, columns.MOVE.WHO]), source, you, f)
    targets(s, t, np.int64(t.rows[row, columns.MOVE.WHAT]), source, f)
    n = np.int64(0)
    for b in range(BLOCKS):
        rest = np.int64(s.found[b])
        while rest != 0:
            rest &= rest - 1
            n += 1
    if n > 1 and (to == words.TO.DECK_TOP or to == words.TO.DECK_BOTTOM):
        push(s, PutBack.kind, to, you, source)
        for b in range(BLOCKS):
            top(s)[PutBack.cards + b] = s.found[b]
            if s.found[b] != 0:
                top(s)[PutBack.looker] = looker_of(source, you, b)
        return
    masks = np.int64(s.frame_n)  # a free frame keeps the cards, as later steps may use `s.found`
    for b in range(BLOCKS):
        s.frames[masks, b] = s.found[b]
    if n > 1 and to == words.TO.DECK:
        shuffle_in(s, t, masks)
        return
    for b in range(BLOCKS):
        rest = s.frames[masks, b]
        while rest != 0:
            card = np.int64(b) * BLOCK + lowest_bit(rest)
            rest &= rest - 1
            if s.zone[card] == ZONE.DECK and (to == words.TO.HAND or to == words.TO.DECK_TOP):
                move_unseen(s, t, card, to, looker_of(source, you, np.int64(b)))
            else:
                move_card(s, t, card, to, player, source)


@kernel
def move_unseen(s, t, card, to, looker):
    """Move a card of a deck to a hand or back on top: only the player who looks at it knows it then."""
    b = block_of(card)
    known = np.int64(s.known[looker, b])
    move_card(s, t, card, to, NONE, STAGE_SOURCE)
    forget(s, b)
    s.known[looker, b] = known if to == words.TO.DECK_TOP else max(known - 1, 0)


@kernel
def shuffle_in(s, t, masks):
    """Shuffle several cards into their decks, each deck once. masks: frame that holds the cards."""
    for b in range(BLOCKS):
        rest = s.frames[masks, b]
        if rest == 0:
            continue
        while rest != 0:
            card = np.int64(b) * BLOCK + lowest_bit(rest)
            rest &= rest - 1
            if in_play(s, card):
                leave_play(s, t, card, words.TO.DECK_TOP, False)
            else:
                pull(s, card)
                put_away(s, t, card, words.TO.DECK_TOP)
        shuffle(s, t, b)


@kernel
def move_card(s, t, card, to, player, source):
    """Move one card to the destination TO."""
    if to == words.TO.STAGING:
        if block_of(card) == ENCOUNTER or is_enemy(s, t, card):
            note(s, E.BACK, card, 0, 0)
            if in_play(s, card):
                back_to_staging(s, t, card)
            else:
                to_staging(s, t, card)
    elif to == words.TO.ENGAGED:
        if player != NONE and has(s.in_game, player) and engaged_with(s, card) != player:
            engage(s, t, card, player)
    elif to == words.TO.PLAY:
        put_into_play(s, t, card, player)
    elif to == words.TO.CONTROL:
        if player != NONE and has(s.in_game, player):
            take_control(s, t, card, player)
    elif not has(OUT_OF_PLAY, to):
        fail(s, Fault.NAME, to)
    elif in_play(s, card):
        if (
            is_hero_or_ally(t, card)
            and source < CARDS
            and block_of(source) == ENCOUNTER
            and to == words.TO.DISCARD
        ):
            records.killed(s, source)
        leave_play(s, t, card, to, False)
    elif s.zone[card] != ZONE.PLAY:
        if s.zone[card] == ZONE.HAND and to == words.TO.DISCARD:
            records.left(s, card, records.LEFT.HAND_LOST)
        if s.zone[card] != ZONE.RESOLVING or to != words.TO.DISCARD or block_of(card) == ENCOUNTER:
            pull(s, card)
            put_away(s, t, card, to)
            note(s, E.LEAVE, card, s.zone[card], 0)
            if to == words.TO.HAND:
                records.drawn(s, card)


@kernel
def put_into_play(s, t, card, player):
    """Put a hero or ally that is out of play into play, unless a card of its title is there (LCG-23.1)."""
    if player == NONE or not has(s.in_game, player) or in_play(s, card) or not is_hero_or_ally(t, card):
        return
    if is_unique_in_play(s, t, card):
        return
    if s.zone[card] == ZONE.HAND:
        records.played(s, card)
    enter_play(s, t, card, player)


@kernel
def step_put_back(s, t):
    """Ask for the order in which looked-at cards go back (D-25), the last one is the outermost."""
    frame = top(s)
    if first_of(s, np.int64(s.frame_n - 1), PutBack.cards) == NONE:
        pop(s)
        return
    offer_listed(s, t, frame[PutBack.looker], actions.LOOKED, PutBack.cards)


@kernel
def answer_put_back(s, t, card):
    """Put the chosen card back."""
    frame = top(s)
    to = frame[PutBack.to]
    frame[PutBack.cards + block_of(card)] &= ~card_bit(card)
    if s.zone[card] == ZONE.DECK and to == words.TO.DECK_TOP:
        move_unseen(s, t, card, to, frame[PutBack.looker])
    else:
        move_card(s, t, card, to, NONE, frame[PutBack.source])
    s.looked[block_of(card)] &= ~card_bit(card)
