"""Announces events to the texts that listen: forced ones first, then responses (LCG-22.3, A-20)."""

import numpy as np

from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.engine import sets
from mazarbul.sim.engine.actions import ask, offer
from mazarbul.sim.engine.bits import has, lowest_bit
from mazarbul.sim.engine.faults import Fault, fail
from mazarbul.sim.engine.frames import KIND
from mazarbul.sim.engine.machine import BEGIN, Text
from mazarbul.sim.engine.stack import claim, pop, push, top
from mazarbul.sim.games.lotr_lcg.actions import ORDER
from mazarbul.sim.games.lotr_lcg.content import words
from mazarbul.sim.games.lotr_lcg.frames import Delayed, Responses, Scope, Triggers
from mazarbul.sim.games.lotr_lcg.ids import BLOCK, BLOCKS, CARDS, ENCOUNTER, IS, NONE, ON, STAGE_SOURCE
from mazarbul.sim.games.lotr_lcg.rules.conditions import (
    evaluate,
    whose,
)
from mazarbul.sim.games.lotr_lcg.rules.sets import bits_of, in_set_as
from mazarbul.sim.games.lotr_lcg.rules.zones import block_of, controller, engaged_with, with_text
from mazarbul.sim.games.lotr_lcg.state import PENDING_LIST

# Values of `pending.effect` that are not a forced text
RESPONSES = NONE  # an occasion of responses
DONE = -2
DELAYED = -3  # `source` is then the number of an entry of `state.later`


@kernel
def user_of(s, source):
    """Return the player who is `you` for a text: controller, owner (hand), engaged player, else the first."""
    if source >= CARDS:
        return np.int64(s.first_player)
    p = controller(s, source)
    if p != NONE:
        return p
    if block_of(source) != ENCOUNTER:
        return block_of(source)
    p = engaged_with(s, source)
    return p if p != NONE else np.int64(s.first_player)


@kernel
def emit(s, t, on, card, player, amount, other, frame):
    """Announce an event (ON): queue forced texts, and the occasion if any player may respond.

    card: its subject, STAGE_SOURCE + stage or NONE. player: its player or NONE. other: shadow card or
    NONE. frame: the frame that a `cancel` stops, or NONE.
    """
    if has(t.heard, on):
        emit_forced(s, t, on, card, player, amount, other, frame)
        emit_responses(s, t, on, card, player, amount, other, frame)


@kernel
def emit_forced(s, t, on, card, player, amount, other, frame):
    """Queue the forced texts that an event triggers."""
    for b in range(BLOCKS):
        listeners = np.int64(t.forced[on, b])
        if listeners == 0:
            continue
        here = np.int64(with_text(s, b))
        if on == ON.RESCUED and b == ENCOUNTER:
            here |= s.aside
        listeners &= here
        while listeners != 0:
            source = np.int64(b) * BLOCK + lowest_bit(listeners)
            listeners &= listeners - 1
            queue_texts(s, t, on, source, card, player, amount, other, frame)
    if has(t.stage_hears[s.stage], on):
        source = STAGE_SOURCE + np.int64(s.stage)
        queue_texts(s, t, on, source, card, player, amount, other, frame)


@kernel
def emit_responses(s, t, on, card, player, amount, other, frame):
    """Queue the occasion if a card in play, in a hand or the stage has a response to it."""
    is_heard = sets.meet(t.responders[on], s.in_play) or sets.meet(t.hand_responders[on], s.hand)
    if is_heard or has(t.stage_hears[s.stage], on):
        queue(s, t, on, card, player, amount, other, frame, RESPONSES, NONE)


@kernel
def queue(s, t, on, card, player, amount, other, frame, effect, source):
    """Append an occasion to the pending ones."""
    if s.pending_n >= s.pending.size:
        fail(s, Fault.LIST, PENDING_LIST)
        return
    row = s.pending[s.pending_n]
    row.on = on
    row.card = card
    row.player = player
    row.amount = amount
    row.other = other
    row.frame = frame
    row.effect = effect
    row.source = source
    row.form = 0
    row.bits = 0
    row.has_stage = 0
    sets.clear(row.answered)
    if 0 <= card < CARDS:
        row.form = s.form[card]
        row.bits = bits_of(s, t, card)
    s.pending_n += 1


@kernel
def queue_texts(s, t, on, source, card, player, amount, other, frame):
    """Queue a source's forced texts for an occasion if they listen for it."""
    first = np.int64(t.effect_first[source])
    for e in range(first, first + t.effect_n[source]):
        effect = t.effects[e]
        if effect.on != on or effect.may != 0:
            continue
        queue(s, t, on, card, player, amount, other, frame, e, source)
        if not is_match(s, t, e, source, s.pending_n - 1):
            s.pending_n -= 1


@kernel
def is_match(s, t, e, source, k):
    """Return whether pending occasion `k` is what text `e` listens for; its `if` is checked later."""
    effect = t.effects[e]
    occasion = s.pending[k]
    card = np.int64(occasion.card)
    if occasion.on == ON.PHASE_BEGINS or occasion.on == ON.PHASE_ENDS:
        return effect.phase == NONE or effect.phase == occasion.amount
    if effect.phase != NONE and effect.phase != s.phase:
        return False
    if card != NONE:
        if effect.card >= 0:
            if card >= CARDS or not in_set_as(t, effect.card, card, occasion.form, occasion.bits):
                return False
        elif effect.card == words.CARD.SELF:
            if card != source:
                return False
        elif effect.card != words.CARD.HOST:
            fail(s, Fault.CARD, effect.card)
        elif source >= CARDS or card != s.host[source]:
            return False
        if effect.card != words.CARD.SELF and occasion.bits & IS.CAPTIVE != 0:
            return False
    if effect.of == words.PLAYER.ANYONE:
        return True
    you = user_of(s, source)
    player, not_player = whose(s, effect.of, source, you, NONE)
    if not_player != NONE:
        return occasion.player != not_player
    return occasion.player == player


# Scopes -------------------------------------------------------------------------------------------


@kernel
def clear_scope(s, f, source, you):
    """Make frame `f` the scope of a text of a source with no occasion."""
    frame = s.frames[f]
    frame[:] = 0
    frame[Scope.source] = source
    frame[Scope.you] = you
    frame[Scope.they] = NONE
    frame[Scope.chosen] = NONE
    frame[Scope.that] = NONE
    frame[Scope.that_player] = NONE
    frame[Scope.other] = NONE
    frame[Scope.frame] = NONE


@kernel
def fill_scope(s, f, source, you, k):
    """Make frame `f` the scope of a text of a source; k: pending occasion, or NONE."""
    clear_scope(s, f, source, you)
    if k == NONE:
        return
    frame = s.frames[f]
    occasion = s.pending[k]
    frame[Scope.that] = occasion.card
    frame[Scope.that_player] = occasion.player
    frame[Scope.amount] = occasion.amount
    frame[Scope.other] = occasion.other
    frame[Scope.frame] = occasion.frame


@kernel
def holds(s, t, e, source, you, k):
    """Return whether the `if` of a text holds; k: pending occasion, or NONE."""
    condition = np.int64(t.effects[e].condition)
    if condition == 1:
        return True
    f = np.int64(s.frame_n)  # the frame above the stack is free: it serves as a scope for a moment
    fill_scope(s, f, source, you, k)
    return evaluate(s, t, condition, source, you, f) != 0


@kernel
def push_effect(s, e, source, you, k):
    """Push the frame that carries out a text; k: pending occasion, or NONE."""
    frame = claim(s)
    fill_scope(s, np.int64(s.frame_n - 1), source, you, k)
    frame[KIND] = Text.kind
    frame[Text.stage] = BEGIN
    frame[Scope.text] = e


@kernel
def start_effect(s, effect, source, you):
    """Push the frame that carries out one text of a source, with no occasion."""
    push_effect(s, effect, source, you, NONE)


# The frame of occasions ---------------------------------------------------------------------------


@kernel
def open_triggers(s):
    """Push the frame that handles all new occasions."""
    push(s, Triggers.kind, s.pending_base, s.pending_n, s.pending_base, s.pending_base)
    s.pending_base = s.pending_n


@kernel
def step_triggers(s, t):
    """Carry out the next forced text (D-11); then open one round of responses (LCG-22.5)."""
    frame = top(s)
    first = frame[Triggers.first]
    end = frame[Triggers.after]
    chosen = np.int64(NONE)
    n = 0
    for k in range(first, end):
        if s.pending[k].effect == RESPONSES or s.pending[k].effect == DONE:
            continue
        if s.pending[k].effect >= 0 and not is_still_due(s, t, k):
            s.pending[k].effect = DONE
            continue
        if chosen == NONE:
            chosen = np.int64(k)
            n = 1
        elif not has_twin(s, first, k):
            n += 1
    if n == 1:
        start_pending(s, chosen)
        return
    if n > 1:
        ask(s, np.int64(s.first_player), ORDER)
        for k in range(first, end):
            effect = s.pending[k].effect
            if effect != RESPONSES and effect != DONE and not has_twin(s, first, k):
                source = s.pending[k].source if effect != DELAYED else s.later[s.pending[k].source].source
                offer(s, ORDER, source, k - first)
        return
    if frame[Triggers.asked] == first and has_responses(s, first, end):
        frame[Triggers.asked] = end
        push(s, Responses.kind, s.first_player, 0, first, end)
        return
    s.pending_n = first
    s.pending_base = frame[Triggers.outer]
    pop(s)


@kernel
def has_responses(s, first, end):
    """Return whether any of the occasions from `first` to before `end` may be responded to."""
    n = 0
    for k in range(first, end):
        n += s.pending[k].effect == RESPONSES
    return n > 0


@kernel
def has_twin(s, first, k):
    """Return whether an earlier pending entry of the frame is the same text on a copy of the card."""
    effect = s.pending[k].effect
    for i in range(first, k):
        if effect != DELAYED and s.pending[i].effect == effect and s.pending[i].card == s.pending[k].card:
            return True
        is_own = s.pending[i].card == s.pending[i].source and s.pending[k].card == s.pending[k].source
        if effect >= 0 and s.pending[i].effect == effect and is_own:
            return True
    return False


@kernel
def is_still_due(s, t, k):
    """Return whether the `if` of a pending forced text holds."""
    source = np.int64(s.pending[k].source)
    return holds(s, t, np.int64(s.pending[k].effect), source, user_of(s, source), k)


@kernel
def start_pending(s, k):
    """Start a pending forced text or delayed list."""
    effect = np.int64(s.pending[k].effect)
    source = np.int64(s.pending[k].source)
    s.pending[k].effect = DONE
    if effect == DELAYED:
        push(s, Delayed.kind, source)
    else:
        push_effect(s, effect, source, user_of(s, source), k)


@kernel
def answer_order(s, number):
    """Start the pending text that the first player chose as the next one (D-11)."""
    start_pending(s, top(s)[Triggers.first] + number)
