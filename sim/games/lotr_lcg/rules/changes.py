"""Shadow cards, damage, threat, progress, drawing: frequent operations (LCG-12, LCG-15, LCG-17)."""

import numpy as np

from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.engine.bits import has
from mazarbul.sim.engine.log import note
from mazarbul.sim.engine.stack import pop, push, top
from mazarbul.sim.games.lotr_lcg import records
from mazarbul.sim.games.lotr_lcg.content import words
from mazarbul.sim.games.lotr_lcg.frames import Cancellable, Draw
from mazarbul.sim.games.lotr_lcg.ids import (
    CARDS,
    DECK_HOST,
    ENCOUNTER,
    NONE,
    ON,
    SEATS,
    STAGE_SOURCE,
    TYPE,
    ZONE,
    E,
)
from mazarbul.sim.games.lotr_lcg.rules.numbers import has_flag
from mazarbul.sim.games.lotr_lcg.rules.piles import put_in_discard, put_in_hand, take_top
from mazarbul.sim.games.lotr_lcg.rules.triggers import emit
from mazarbul.sim.games.lotr_lcg.rules.zones import (
    block_of,
    card_bit,
    engaged_with,
    in_play,
    is_hero_or_ally,
    mark_dirty,
    player_of,
)

# Shadow cards -------------------------------------------------------------------------------------


@kernel
def deal_shadow(s, t, enemy):
    """Deal an enemy the next encounter card face down, if there is one (LCG-12.1, LCG-12.2)."""
    if t.is_basic != 0 or not in_play(s, enemy):
        return
    card = take_top(s, ENCOUNTER)
    if card == NONE:
        return
    s.zone[card] = ZONE.SHADOW
    s.shadows |= card_bit(card)
    s.next_shadow[card] = NONE
    if s.first_shadow[enemy] == NONE:
        s.first_shadow[enemy] = card
    else:
        k = np.int64(s.first_shadow[enemy])
        while s.next_shadow[k] != NONE:
            k = np.int64(s.next_shadow[k])
        s.next_shadow[k] = card
    if not has_shadow_text(t, card):
        s.blank[block_of(enemy)] |= card_bit(enemy)
    records.count_harm(s, card, records.SHADOW, 1)
    note(s, E.SHADOW, enemy, card, 0)
    emit(s, t, ON.SHADOW_DEALT, enemy, engaged_with(s, enemy), 0, card, NONE)


@kernel
def has_shadow_text(t, card):
    """Return whether a card has a shadow effect."""
    first = np.int64(t.effect_first[card])
    n = 0
    for e in range(first, first + t.effect_n[card]):
        n += t.effects[e].on == ON.SHADOW
    return n > 0


@kernel
def discard_shadows(s, enemy):
    """Discard the shadow cards of an enemy (LCG-12.4)."""
    k = np.int64(s.first_shadow[enemy])
    s.first_shadow[enemy] = NONE
    while k != NONE:
        after = np.int64(s.next_shadow[k])
        s.next_shadow[k] = NONE
        s.shadows &= ~card_bit(k)
        for p in range(SEATS):
            s.shadow_known[p] &= ~card_bit(k)
        put_in_discard(s, k)
        k = after


# Damage, threat, progress -------------------------------------------------------------------------


@kernel
def damage(s, t, card, n, source):
    """Put n damage on a card in play (LCG-15.1). source: the card that deals it, or NONE."""
    if n <= 0 or not in_play(s, card) or card == s.captive:
        return
    s.damage[card] += n
    s.damaged[block_of(card)] |= card_bit(card)
    if source != NONE and source < CARDS and block_of(source) == ENCOUNTER and is_hero_or_ally(t, card):
        s.blame[card] = source
        records.harmed(s, source, n)
    mark_dirty(s)
    note(s, E.DAMAGE, card, n, 0)
    emit(s, t, ON.DAMAGED, card, player_of(s, card), n, NONE, NONE)


@kernel
def raise_threat(s, t, player, n):
    """Raise a player's threat by n, or lower it, not below 0 (A-33)."""
    if n == 0 or not has(s.in_game, player):
        return
    before = np.int64(s.threat[player])
    s.threat[player] = min(max(before + n, 0), np.int64(t.threat_limit))
    mark_dirty(s)
    note(s, E.THREAT, player, s.threat[player] - before, s.threat[player])


@kernel
def place_progress(s, t, n):
    """Put n progress on the current quest: first on the active location, the rest on the card (LCG-9.6)."""
    if s.active != NONE and n > 0:
        location = np.int64(s.active)
        taken = min(n, max(np.int64(t.quest_points[location]) - s.progress[location], 0))
        progress_on_card(s, t, location, taken)
        n -= taken
    quest_card_progress(s, t, n)


@kernel
def progress_on_card(s, t, card, n):
    """Put n progress on a location (LCG-9.7); the excess is lost."""
    if n == 0 or not in_play(s, card) or t.type[card] != TYPE.LOCATION:
        return
    before = np.int64(s.progress[card])
    s.progress[card] = max(before + n, 0)
    mark_dirty(s)
    note(s, E.PROGRESS, card, s.progress[card] - before, 0)


@kernel
def quest_card_progress(s, t, n):
    """Put n progress on the quest card itself; n below 0 removes it, at most all of it (LCG-9.5)."""
    if n == 0:
        return
    before = np.int64(s.quest_progress)
    s.quest_progress = max(before + n, 0)
    mark_dirty(s)
    source = STAGE_SOURCE + np.int64(s.stage)
    note(s, E.PROGRESS, source, s.quest_progress - before, 0)
    if n > 0:
        emit(s, t, ON.PROGRESS_MADE, source, NONE, n, NONE, NONE)


# Drawing ------------------------------------------------------------------------------------------


@kernel
def draw(s, t, player, n):
    """Let a player draw n cards (LCG-5.2), unless something replaces the draw (A-39)."""
    if (
        n <= 0
        or s.deck_n[player] == 0
        or not has(s.in_game, player)
        or has_flag(s, t, words.MODIFIER.NO_DRAW)
    ):
        return
    if s.on_deck[player] != 0 and has(t.heard, ON.WOULD_DRAW):
        push(s, Draw.kind, player, n)
        return
    draw_now(s, player, n)


@kernel
def draw_now(s, player, n):
    """Take n cards off the top of a player's deck into hand."""
    for _ in range(n):
        card = take_top(s, player)
        if card == NONE:
            return
        put_in_hand(s, card)
        records.drawn(s, card)
        note(s, E.DRAW, player, card, 0)


@kernel
def step_draw(s, t):
    """Continue a draw that a text may replace."""
    frame = top(s)
    player = frame[Draw.player]
    n = frame[Draw.number]
    if frame[Draw.is_announced] == 0:
        frame[Draw.is_announced] = 1
        emit(s, t, ON.WOULD_DRAW, DECK_HOST + player, player, n, NONE, s.frame_n - 1)
        return
    is_cancelled = frame[Cancellable.is_cancelled] != 0
    pop(s)
    if not is_cancelled:
        draw_now(s, player, n)
