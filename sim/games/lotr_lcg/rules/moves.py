"""Cards that enter play, change hands and leave play, with all consequences (LCG-2, LCG-15)."""

import numpy as np

from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.engine.bits import bit, has, lowest_bit
from mazarbul.sim.engine.faults import Fault, fail
from mazarbul.sim.engine.log import note
from mazarbul.sim.games.lotr_lcg import records
from mazarbul.sim.games.lotr_lcg.content import words
from mazarbul.sim.games.lotr_lcg.ids import (
    ATTACHED,
    DECK_HOST,
    ENCOUNTER,
    FACE_DOWN,
    KEYWORD,
    NONE,
    ON,
    SEATS,
    TYPE,
    ZONE,
    E,
)
from mazarbul.sim.games.lotr_lcg.rules.changes import discard_shadows
from mazarbul.sim.games.lotr_lcg.rules.delayed import forget_later
from mazarbul.sim.games.lotr_lcg.rules.numbers import forget_grants
from mazarbul.sim.games.lotr_lcg.rules.piles import (
    pull,
    put_at_bottom,
    put_in_deck,
    put_in_discard,
    put_in_hand,
    put_on_top,
    take_top,
)
from mazarbul.sim.games.lotr_lcg.rules.triggers import emit
from mazarbul.sim.games.lotr_lcg.rules.zones import (
    block_of,
    card_bit,
    controller,
    in_play,
    is_face_down,
    link_attachment,
    local_of,
    mark_dirty,
    player_of,
    put_on_table,
    unlink_attachment,
)

# Entering -----------------------------------------------------------------------------------------


@kernel
def enter_play(s, t, card, player):
    """Put a character that is out of play into play under a player's control, ready (LCG-2.4)."""
    pull(s, card)
    forget_later(s, card)
    put_on_table(s, card)
    b = block_of(card)
    s.controlled[player, b] |= card_bit(card)
    mark_dirty(s)
    note(s, E.ENTER, card, player, 0)
    emit(s, t, ON.ENTERS, card, player, 0, NONE, NONE)


@kernel
def to_staging(s, t, card):
    """Put an encounter card, wherever it is, into the staging area."""
    if in_play(s, card):
        for p in range(SEATS):
            s.engaged[p, ENCOUNTER] &= ~card_bit(card)
            s.controlled[p, ENCOUNTER] &= ~card_bit(card)
        if s.host[card] != NONE:
            drop_from_host(s, t, card)
    else:
        pull(s, card)
        put_on_table(s, card)
    if s.active == card:
        s.active = NONE
    s.staging |= card_bit(card)
    mark_dirty(s)
    note(s, E.ENTER, card, NONE, 0)


@kernel
def back_to_staging(s, t, enemy):
    """Return an enemy to the staging area; a face-down one is discarded instead (A-26)."""
    if is_face_down(s, enemy):
        leave_play(s, t, enemy, words.TO.DISCARD, False)
    else:
        to_staging(s, t, enemy)


@kernel
def to_active(s, card):
    """Make a location of the staging area the active one (LCG-10.1)."""
    s.staging &= ~card_bit(card)
    s.active = card


@kernel
def engage(s, t, card, player):
    """Let an enemy engage a player, from the staging area, another player or out of play (LCG-11.4)."""
    if not in_play(s, card):
        pull(s, card)
        put_on_table(s, card)
    b = block_of(card)
    for p in range(SEATS):
        s.engaged[p, b] &= ~card_bit(card)
    if b == ENCOUNTER:
        s.staging &= ~card_bit(card)
    s.engaged[player, b] |= card_bit(card)
    s.order_n += 1
    s.order[card] = s.order_n
    records.count_harm(s, card, records.ENGAGED, 1)
    mark_dirty(s)
    note(s, E.ENGAGE, card, player, 0)
    emit(s, t, ON.ENGAGES, card, player, 0, NONE, NONE)


@kernel
def face_down_enemy(s, t, player):
    """Make the top card of a player's deck engage that player face down (LCG-28.13)."""
    card = take_top(s, player)
    if card == NONE:
        return
    put_on_table(s, card)
    b = block_of(card)
    s.face_down[b] |= card_bit(card)
    s.form[card] = FACE_DOWN
    s.varied[b] |= card_bit(card)
    engage(s, t, card, player)


@kernel
def attach(s, t, card, host):
    """Attach a card, wherever it is, to a card in play (LCG-6.10, LCG-21.6)."""
    if in_play(s, card):
        s.staging &= ~(card_bit(card) if block_of(card) == ENCOUNTER else np.int64(0))
        if s.host[card] != NONE:
            drop_from_host(s, t, card)
    else:
        pull(s, card)
        put_on_table(s, card)
    link_attachment(s, card, host)
    count_as_attached(s, card)
    player = controller(s, host)
    if t.type[card] == TYPE.ATTACHMENT and player == NONE:
        player = block_of(card)
    if player != NONE and (t.type[card] == TYPE.ATTACHMENT or t.type[card] == TYPE.OBJECTIVE):
        s.controlled[player, block_of(card)] |= card_bit(card)
    mark_gains(s, t, card)
    if has(t.keyword[block_of(card), KEYWORD.RESTRICTED], local_of(card)):
        s.is_dirty |= 4
    note(s, E.ATTACH, card, host, 0)
    emit(s, t, ON.ENTERS, card, player, 0, NONE, NONE)


@kernel
def attach_to_deck(s, card, player):
    """Attach a card, wherever it is, to a player's deck."""
    if not in_play(s, card):
        pull(s, card)
        put_on_table(s, card)
    s.host[card] = DECK_HOST + player
    s.on_deck[player] |= card_bit(card)
    count_as_attached(s, card)
    mark_dirty(s)
    note(s, E.ATTACH, card, DECK_HOST + player, 0)


@kernel
def count_as_attached(s, card):
    """Make an encounter card that is attached count as an attachment (LCG-2.1)."""
    if block_of(card) == ENCOUNTER:
        s.form[card] = ATTACHED
        s.varied[ENCOUNTER] |= card_bit(card)


@kernel
def mark_gains(s, t, card):
    """Ask for state checks, and for gained traits and icons if an attachment grants some."""
    s.is_dirty |= 3 if has(t.gainers[block_of(card)], local_of(card)) else 1


@kernel
def drop_from_host(s, t, card):
    """Take an attachment off its host without moving it anywhere."""
    unlink_attachment(s, card)
    mark_gains(s, t, card)
    if block_of(card) == ENCOUNTER:
        s.form[card] = 0
        s.varied[ENCOUNTER] &= ~card_bit(card)
        for p in range(SEATS):
            s.controlled[p, ENCOUNTER] &= ~card_bit(card)


@kernel
def take_control(s, t, card, player):
    """Give a player control of an ally with its attachments; its state is unchanged (LCG-23.3)."""
    if t.type[card] != TYPE.ALLY or not in_play(s, card):
        return
    change_controller(s, card, player)
    k = np.int64(s.first_on[card])
    while k != NONE:
        if controller(s, k) != NONE:
            change_controller(s, k, player)
        k = np.int64(s.next_on[k])
    mark_dirty(s)
    note(s, E.ENTER, card, player, 1)


@kernel
def change_controller(s, card, player):
    """Move a card from its controller to a player."""
    b = block_of(card)
    for p in range(SEATS):
        s.controlled[p, b] &= ~card_bit(card)
    s.controlled[player, b] |= card_bit(card)


# Leaving ------------------------------------------------------------------------------------------


@kernel
def leave_play(s, t, card, to, is_destroyed):
    """Take a card out of play; `to`: TO of the vocabulary. Its attachments are discarded (LCG-2.8).

    is_destroyed: by damage or exploration; then Victory counts (LCG-21.10). Texts that replace the
    discard pile apply (LCG-20.9). Announces ON_DESTROYED and ON_LEAVES.
    """
    k = np.int64(s.first_on[card])
    while k != NONE:
        after = np.int64(s.next_on[k])
        leave_alone(s, t, k, words.TO.DISCARD, False)
        k = after
    discard_shadows(s, card)
    leave_alone(s, t, card, to, is_destroyed)


@kernel
def leave_alone(s, t, card, to, is_destroyed):
    """Take a card without attachments out of play."""
    player = player_of(s, card)
    if is_destroyed and t.type[card] != TYPE.LOCATION:
        emit(s, t, ON.DESTROYED, card, player, 0, NONE, NONE)
    if is_destroyed and t.type[card] == TYPE.LOCATION:
        emit(s, t, ON.EXPLORED, card, player, 0, NONE, NONE)
    emit(s, t, ON.LEAVES, card, player, 0, NONE, NONE)
    if to == words.TO.DISCARD:
        to = replaced_destination(s, t, card, is_destroyed)
    keep_records(s, t, card, to, is_destroyed)
    if to == words.TO.STAGING:
        to_staging(s, t, card)
        return
    clear_card(s, t, card)
    mark_dirty(s)
    if is_destroyed and t.victory[card] > 0 and to == words.TO.DISCARD:
        s.victory |= card_bit(card)
        s.zone[card] = ZONE.VICTORY
    else:
        put_away(s, t, card, to)
    note(s, E.LEAVE, card, s.zone[card], is_destroyed)


@kernel
def replaced_destination(s, t, card, is_destroyed):
    """Return the destination of a card that would go to the discard pile (LCG-20.9)."""
    if has(t.heard, ON.LEAVING) and not is_face_down(s, card):
        first = np.int64(t.effect_first[card])
        for e in range(first, first + t.effect_n[card]):
            effect = t.effects[e]
            if effect.on == ON.LEAVING and (is_destroyed or effect.destroyed == 0):
                return np.int64(effect.to)
    return np.int64(words.TO.DISCARD)


@kernel
def keep_records(s, t, card, to, is_destroyed):
    """Record how a card left play, and the card to blame."""
    is_player_card = block_of(card) != ENCOUNTER
    if is_destroyed:
        is_location = t.type[card] == TYPE.LOCATION
        records.left(s, card, records.LEFT.EXPLORED if is_location else records.LEFT.DESTROYED)
        if not is_player_card:
            records.count_harm(s, card, records.BEATEN, 1)
    elif to == words.TO.DISCARD:
        records.left(s, card, records.LEFT.DISCARDED)
    else:
        records.left(s, card, records.LEFT.RETURNED)
    if is_destroyed and is_player_card and not is_face_down(s, card):
        records.killed(s, np.int64(s.blame[card]))


@kernel
def clear_card(s, t, card):
    """Take a card and everything on it off the table, not yet to any zone (zone RESOLVING)."""
    b = block_of(card)
    keep = ~card_bit(card)
    s.in_play[b] &= keep
    s.exhausted[b] &= keep
    s.committed[b] &= keep
    s.damaged[b] &= keep
    s.face_down[b] &= keep
    s.varied[b] &= keep
    s.has_attacked[b] &= keep
    s.blank[b] &= keep
    for p in range(SEATS):
        s.controlled[p, b] &= keep
        s.engaged[p, b] &= keep
        s.struck[p, b] &= keep
    s.form[card] = 0
    s.damage[card] = 0
    s.blame[card] = NONE
    s.tokens[card] = 0
    s.progress[card] = 0
    if s.host[card] != NONE:
        unlink_attachment(s, card)
        mark_gains(s, t, card)
    if s.active == card:
        s.active = NONE
    if s.captive == card:
        s.captive = NONE
    if b == ENCOUNTER:
        s.staging &= keep
        s.guarded &= keep
        free_guarded(s, card)
    if s.grant_n > 0:
        forget_grants(s, card)
    s.zone[card] = ZONE.RESOLVING


@kernel
def free_guarded(s, card):
    """Free the objective of a guard that leaves play (LCG-21.5)."""
    rest = np.int64(s.guarded)
    while rest != 0:
        i = lowest_bit(rest)
        rest &= rest - 1
        if s.guard[i] == card:
            s.guarded &= ~bit(i)
            s.guard[i] = NONE


@kernel
def put_away(s, t, card, to):
    """Put a card without a zone at the destination TO: its owner's hand, deck or pile, or aside (LCG-23.2).

    A card of an encounter deck that is put aside can come back, one of a player has left the game.

    An eliminated player no longer has a hand or deck: the card goes to the pile (LCG-17.2).
    """
    if block_of(card) != ENCOUNTER and not has(s.in_game, block_of(card)):
        put_in_discard(s, card)
    elif to == words.TO.HAND:
        if block_of(card) == ENCOUNTER:
            put_in_discard(s, card)
        else:
            put_in_hand(s, card)
    elif to == words.TO.DECK_TOP:
        put_on_top(s, card)
    elif to == words.TO.DECK_BOTTOM:
        put_at_bottom(s, card)
    elif to == words.TO.DECK:
        put_in_deck(s, t, card)
    elif to == words.TO.ASIDE and block_of(card) == ENCOUNTER:
        s.aside |= card_bit(card)
        s.zone[card] = ZONE.ASIDE
    elif to == words.TO.ASIDE:
        s.zone[card] = ZONE.OUT
    else:
        put_in_discard(s, card)
        if to != words.TO.DISCARD:
            fail(s, Fault.NAME, to)
