"""Action windows (LCG-4.3) and rounds of responses (LCG-22.5): players act one after another."""

import numpy as np

from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.engine.actions import ask, offer
from mazarbul.sim.engine.bits import has, lowest_bit
from mazarbul.sim.engine.faults import Fault, fail
from mazarbul.sim.engine.stack import pop, top
from mazarbul.sim.games.lotr_lcg import actions, records
from mazarbul.sim.games.lotr_lcg.actions import TEXTS
from mazarbul.sim.games.lotr_lcg.content.layout import COST_X
from mazarbul.sim.games.lotr_lcg.frames import Cancellable, Priority, Responses, Window
from mazarbul.sim.games.lotr_lcg.ids import BLOCK, BLOCKS, BY, NONE, ON, SPHERE, STAGE_SOURCE, TYPE
from mazarbul.sim.games.lotr_lcg.rules.feasible import can_use
from mazarbul.sim.games.lotr_lcg.rules.limits import count_use
from mazarbul.sim.games.lotr_lcg.rules.play import can_play_event, pool, start_event
from mazarbul.sim.games.lotr_lcg.rules.triggers import RESPONSES, is_match, push_effect
from mazarbul.sim.games.lotr_lcg.rules.zones import block_of, card_bit, controller, local_of, next_player

MOST_USES = 50  # of one player in one window, LCG-30.2


@kernel
def step_window(s, t):
    """Let the player with priority act or pass; a player with no action passes at once (LCG-4.6)."""
    frame = top(s)
    while frame[Priority.passes] < t.player_n and frame[Priority.player] != NONE:
        player = frame[Priority.player]
        if has(s.in_game, player) and frame[Window.uses + player] < MOST_USES:
            ask(s, player, actions.WINDOW)
            offer(s, actions.PASS, 0, 0)
            offer_actions(s, t, player)
            if s.option_n > 1:
                return
            s.option_n = 0
        pass_on(s, t)
    pop(s)


@kernel
def pass_on(s, t):
    """Let the player with priority pass."""
    frame = top(s)
    frame[Priority.passes] += 1
    frame[Priority.player] = (frame[Priority.player] + 1) % np.int64(t.player_n)


@kernel
def offer_actions(s, t, player):
    """Offer all actions that a player may take now (D-02)."""
    rest = s.hand[player] & t.hand_actors[player]
    funds = pool(s, t, player, SPHERE.NEUTRAL, 0, False) if rest != 0 else np.int64(0)
    while rest != 0:
        i = lowest_bit(rest)
        rest &= rest - 1
        card = np.int64(player) * BLOCK + i
        if funds < t.cost[card] < COST_X and t.type[card] == TYPE.EVENT:
            continue
        if t.twins[card] & s.hand[player] == 0 and action_text(s, t, card, player) != NONE:
            offer(s, actions.PLAY, card, 0)
    for b in range(BLOCKS):
        usable = (s.controlled[player, b] & t.actors[b]) | (s.in_play[b] & t.open_actors[b])
        usable &= ~s.face_down[b]
        while usable != 0:
            card = np.int64(b) * BLOCK + lowest_bit(usable)
            usable &= usable - 1
            if card != s.captive:
                offer_uses(s, t, card, player)


@kernel
def action_text(s, t, card, player):
    """Return the action text with which a player may play an event from hand now, or NONE."""
    first = np.int64(t.effect_first[card])
    for e in range(first, first + t.effect_n[card]):
        effect = t.effects[e]
        is_time = effect.on == ON.ACTION and (effect.phase == NONE or effect.phase == s.phase)
        if is_time and can_play_event(s, t, player, card, e, NONE):
            return np.int64(e)
    return np.int64(NONE)


@kernel
def is_user(s, effect_by, card, player):
    """Return whether a player may use a text of a card in play (LCG-20.2, LCG-20.8)."""
    if effect_by == BY.ANY:
        return True
    if effect_by == BY.FIRST:
        return player == s.first_player
    if effect_by != BY.CONTROLLER:
        fail(s, Fault.NAME, effect_by)
    who = controller(s, card) if card < STAGE_SOURCE else np.int64(NONE)
    return who == player


@kernel
def offer_uses(s, t, card, player):
    """Offer the action texts of a card in play that a player may use now."""
    first = np.int64(t.effect_first[card])
    for k in range(t.effect_n[card]):
        effect = t.effects[first + k]
        if effect.on != ON.ACTION or effect.hand != 0 or not is_user(s, effect.by, card, player):
            continue
        if (effect.phase == NONE or effect.phase == s.phase) and can_use(
            s, t, first + k, card, player, NONE, 0
        ):
            offer(s, actions.USE, card, k)


@kernel
def answer_pass(s, t):
    """Pass in a window or a round of responses."""
    pass_on(s, t)


@kernel
def count_action(s, t, player):
    """Give priority to the next player after an action."""
    frame = top(s)
    frame[Priority.passes] = 0
    frame[Window.uses + player] += 1
    frame[Priority.player] = next_player(s, t, player)


@kernel
def answer_play(s, t, card):
    """Play an event from hand."""
    player = top(s)[Priority.player]
    e = action_text(s, t, card, player)
    count_action(s, t, player)
    start_event(s, t, player, card, e, NONE)


@kernel
def answer_use(s, t, card, number):
    """Use an action text of a card in play, given by its number among the card's texts."""
    player = top(s)[Priority.player]
    e = t.effect_first[card] + number
    count_action(s, t, player)
    count_use(s, t, e, card, player)
    records.used(s, card)
    push_effect(s, e, card, player, NONE)


# Responses ----------------------------------------------------------------------------------------


@kernel
def step_responses(s, t):
    """Let the player with priority respond to one of the occasions or pass (D-10, LCG-22.5).

    Events of the same moment are answered in one round, so that the answers can be given in
    any order (LCG-7.1, W-14).
    """
    frame = top(s)
    while frame[Priority.passes] < t.player_n and frame[Priority.player] != NONE:
        player = frame[Priority.player]
        if has(s.in_game, player):
            ask(s, player, actions.RESPONSE)
            offer(s, actions.PASS, 0, 0)
            for k in range(frame[Responses.first], frame[Responses.after]):
                if s.pending[k].effect == RESPONSES and not is_cancelled(s, k):
                    offer_responses(s, t, player, k)
            if s.option_n > 1:
                return
            s.option_n = 0
        pass_on(s, t)
    pop(s)


@kernel
def is_cancelled(s, k):
    """Return whether the event of a pending occasion has been cancelled, so there are no responses to it."""
    stopped = s.pending[k].frame
    return stopped != NONE and s.frames[stopped, Cancellable.is_cancelled] != 0


@kernel
def offer_responses(s, t, player, k):
    """Offer all responses of a player to a pending occasion."""
    on = np.int64(s.pending[k].on)
    rest = s.hand[player] & t.hand_responders[on, player]
    while rest != 0:
        i = lowest_bit(rest)
        rest &= rest - 1
        card = np.int64(player) * BLOCK + i
        if t.twins[card] & s.hand[player] == 0:
            offer_answers(s, t, card, player, k)
    about = np.int64(s.pending[k].card)
    is_gone = on == ON.LEAVES or on == ON.DESTROYED or on == ON.EXPLORED
    for b in range(BLOCKS):
        usable = np.int64(s.in_play[b])
        if is_gone and about != NONE and about < STAGE_SOURCE and block_of(about) == b:
            usable |= card_bit(about)
        usable &= t.responders[on, b] & ~s.face_down[b] & ~s.pending[k].answered[b]
        while usable != 0:
            card = np.int64(b) * BLOCK + lowest_bit(usable)
            usable &= usable - 1
            if card != s.captive:
                offer_answers(s, t, card, player, k)
    if has(t.stage_hears[s.stage], on) and s.pending[k].has_stage == 0:
        offer_answers(s, t, STAGE_SOURCE + np.int64(s.stage), player, k)


@kernel
def offer_answers(s, t, source, player, k):
    """Offer the texts of a source with which a player may answer an occasion."""
    on = s.pending[k].on
    number = (k - top(s)[Responses.first]) * TEXTS
    first = np.int64(t.effect_first[source])
    for i in range(t.effect_n[source]):
        effect = t.effects[first + i]
        if effect.on != on or effect.may == 0:
            continue
        if effect.hand == 0 and not is_user(s, effect.by, source, player):
            continue
        if not is_match(s, t, first + i, source, k):
            continue
        if effect.hand != 0:
            if can_play_event(s, t, player, source, first + i, k):
                offer(s, actions.RESPOND, source, number + i)
        elif can_use(s, t, first + i, source, player, k, 0):
            offer(s, actions.RESPOND, source, number + i)


@kernel
def answer_respond(s, t, card, number):
    """Carry out a response; each copy responds once to an occasion (LCG-20.3)."""
    frame = top(s)
    player = frame[Priority.player]
    k = frame[Responses.first] + number // TEXTS
    e = t.effect_first[card] + number % TEXTS
    frame[Priority.passes] = 0
    frame[Priority.player] = next_player(s, t, player)
    if card >= STAGE_SOURCE:
        s.pending[k].has_stage = 1
    else:
        if has(s.hand[block_of(card)], local_of(card)):
            start_event(s, t, player, card, e, k)
            return
        s.pending[k].answered[block_of(card)] |= card_bit(card)
        records.used(s, card)
    count_use(s, t, e, card, player)
    push_effect(s, e, card, player, k)
