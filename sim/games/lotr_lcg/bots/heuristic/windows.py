"""Action windows and responses (D-02, D-10): something is done if it is worth more than it costs."""

import numpy as np

from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.engine import sets
from mazarbul.sim.engine.actions import a_of, b_of, kind_of
from mazarbul.sim.engine.bits import has, mask_of
from mazarbul.sim.engine.frames import KIND
from mazarbul.sim.engine.stack import top
from mazarbul.sim.games.lotr_lcg.actions import PLAY, RESPOND, TEXTS, USE
from mazarbul.sim.games.lotr_lcg.bots.heuristic.guesses import does
from mazarbul.sim.games.lotr_lcg.bots.heuristic.programs import IMPOSSIBLE, list_worth, text_worth
from mazarbul.sim.games.lotr_lcg.bots.heuristic.scores import NEVER, score_only
from mazarbul.sim.games.lotr_lcg.bots.heuristic.values import hand_worth, resource_price
from mazarbul.sim.games.lotr_lcg.bots.weights import W
from mazarbul.sim.games.lotr_lcg.content import words
from mazarbul.sim.games.lotr_lcg.content.layout import COST_X
from mazarbul.sim.games.lotr_lcg.frames import Attack, Cancellable, EnemyAttack, Responses, Reveal, Window
from mazarbul.sim.games.lotr_lcg.ids import (
    ENEMY_ATTACK_WINDOWS,
    NONE,
    ON,
    PLAYER_ATTACK_WINDOWS,
    SEATS,
    TYPE,
    WINDOW,
)
from mazarbul.sim.games.lotr_lcg.rules.play import pool
from mazarbul.sim.games.lotr_lcg.rules.triggers import fill_scope, holds
from mazarbul.sim.games.lotr_lcg.rules.zones import block_of, local_of

MOST_X = 6

#: Windows that only matter while there is an enemy to fight.
FIGHTS = mask_of((WINDOW.C0, *ENEMY_ATTACK_WINDOWS, *PLAYER_ATTACK_WINDOWS))


@kernel
def event_price(s, t, m, player, card, x):
    """Return the cost of playing an event."""
    cost = x if t.cost[card] == COST_X else np.int64(t.cost[card])
    return cost * resource_price(s, t, m, player) + m.w[W.SPEND] * hand_worth(s, t, m, card)


@kernel
def played_worth(s, t, m, player, card, e, k):
    """Return the worth of playing an event with a text, less its cost, with the best X."""
    if t.cost[card] != COST_X:
        return text_worth(s, t, m, e, card, player, k, 0) - event_price(s, t, m, player, card, 0)
    best = IMPOSSIBLE
    most = min(pool(s, t, player, np.int64(t.sphere[card]), 0, False), np.int64(MOST_X))
    for x in range(most + 1):
        value = text_worth(s, t, m, e, card, player, k, x) - event_price(s, t, m, player, card, x)
        best = max(best, value)
    return best


@kernel
def action_of(s, t, card):
    """Return the action text with which an event is played from hand now."""
    first = np.int64(t.effect_first[card])
    for e in range(first, first + t.effect_n[card]):
        if t.effects[e].on == ON.ACTION and (t.effects[e].phase == NONE or t.effects[e].phase == s.phase):
            return np.int64(e)
    return first


@kernel
def is_fighting(s, t):
    """Return whether an enemy is engaged with a player, or attacked."""
    return s.strike_frame != NONE or any_foe(s, t)


@kernel
def any_foe(s, t):
    """Return whether an enemy is engaged with a player."""
    is_any = False
    for player in range(t.player_n):
        is_any |= not sets.is_empty(s.engaged[player])
    return is_any


@kernel
def score_window(s, t, player, m):
    """Fill the scores of the actions of a window, and of passing (D-02)."""
    window = top(s)[Window.window]
    if has(FIGHTS, window) and not is_fighting(s, t):
        score_only(s, m, np.int64(0))
        return
    is_early = window == WINDOW.P1 and (player - s.turn_of) % t.player_n >= s.cursor
    for i in range(s.option_n):
        action = np.int64(s.options[i])
        kind = kind_of(action)
        card = a_of(action)
        if kind == PLAY:
            e = action_of(s, t, card)
            is_idle = is_early or not has(m.when[e], window)  # resources are first for the own turn
            value = NEVER if is_idle else played_worth(s, t, m, player, card, e, NONE)
        elif kind == USE:
            e = np.int64(t.effect_first[card]) + b_of(action)
            value = NEVER if not has(m.when[e], window) else text_worth(s, t, m, e, card, player, NONE, 0)
        else:
            value = m.w[W.ACT]
        m.score[i] = value


# Responses ----------------------------------------------------------------------------------------


@kernel
def cancelled_harm(s, t, m, k):
    """Return the harm, of a When Revealed or shadow text, that a cancelling response prevents."""
    stopped = np.int64(s.pending[k].frame)
    if stopped == NONE or s.frames[stopped, Cancellable.is_cancelled] != 0:
        return 0.0
    if s.frames[stopped, KIND] == Reveal.kind:
        return harm_of(s, t, m, s.frames[stopped, Reveal.card], ON.REVEALED, np.int64(s.first_player))
    card = s.frames[stopped, EnemyAttack.shadow_card]
    if card == NONE:
        return 0.0
    return harm_of(s, t, m, card, ON.SHADOW, s.frames[stopped, Attack.player])


@kernel
def harm_of(s, t, m, card, on, you):
    """Return the harm of the texts of an encounter card of one kind; its good effects count against it."""
    total = 0.0
    first = np.int64(t.effect_first[card])
    for e in range(first, first + t.effect_n[card]):
        if t.effects[e].on == on and holds(s, t, e, card, you, NONE):
            f = np.int64(s.frame_n)
            fill_scope(s, f, card, you, NONE)
            total -= list_worth(s, t, m, np.int64(t.effects[e].do), NONE, f, 0, you)
    return total


@kernel
def response_worth(s, t, m, player, source, e, k):
    """Return the worth of a response, less its cost."""
    value = 0.0
    if does(m, e, words.OPERATION.CANCEL):
        value = cancelled_harm(s, t, m, k)
        if value < m.w[W.CANCEL]:
            return IMPOSSIBLE
    if (
        block_of(source) < SEATS
        and t.type[source] == TYPE.EVENT
        and has(s.hand[block_of(source)], local_of(source))
    ):
        return value + played_worth(s, t, m, player, source, e, k)
    return value + text_worth(s, t, m, e, source, player, k, 0)


@kernel
def score_response(s, t, player, m):
    """Fill the scores of the responses, and of passing (D-10)."""
    first = top(s)[Responses.first]
    for i in range(s.option_n):
        action = np.int64(s.options[i])
        if kind_of(action) != RESPOND:
            m.score[i] = 0.01
            continue
        source = a_of(action)
        e = np.int64(t.effect_first[source]) + b_of(action) % TEXTS
        value = response_worth(s, t, m, player, source, e, first + b_of(action) // TEXTS)
        m.score[i] = value
