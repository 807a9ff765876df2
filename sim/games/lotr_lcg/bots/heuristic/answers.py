"""Chooses the part of the policy that answers a decision; answers choices of texts.

These are D-06 to D-08, D-11, D-13, D-16, and D-24 to D-28.
"""

import numpy as np

from sim.engine.actions import a_of, b_of
from sim.engine.bits import has
from sim.engine.faults import Fault, fail
from sim.engine.frames import KIND
from sim.engine.jit import kernel
from sim.engine.machine import Choose, Rows
from sim.engine.stack import top
from sim.games.lotr_lcg import actions
from sim.games.lotr_lcg.bots.heuristic.combat import (
    choose_attack,
    choose_attacker,
    choose_damaged,
    choose_defend,
    choose_next_attacker,
    choose_sentinel,
)
from sim.games.lotr_lcg.bots.heuristic.deeds import claim_worth
from sim.games.lotr_lcg.bots.heuristic.journey import choose_engage, choose_tie, choose_travel
from sim.games.lotr_lcg.bots.heuristic.planning import (
    choose_host,
    choose_mulligan,
    choose_pay,
    choose_planning,
    choose_x,
)
from sim.games.lotr_lcg.bots.heuristic.programs import list_worth, picked_worth, text_worth
from sim.games.lotr_lcg.bots.heuristic.quest import choose_commit
from sim.games.lotr_lcg.bots.heuristic.values import attachment_worth, hand_worth, resource_price
from sim.games.lotr_lcg.bots.heuristic.windows import choose_response, choose_window
from sim.games.lotr_lcg.bots.weights import W
from sim.games.lotr_lcg.content import columns
from sim.games.lotr_lcg.content.words import (
    TO,
)
from sim.games.lotr_lcg.frames import Pick, PickPlayer, PutBack, Scope, Triggers
from sim.games.lotr_lcg.ids import NONE, STAT, TYPE
from sim.games.lotr_lcg.rules.numbers import ready_tax, stat
from sim.games.lotr_lcg.rules.triggers import user_of

ROUND_OF_USE = 0.7  # worth of a point of a hero's numbers for the coming round


@kernel
def choose_option(s, t, player, m):
    """Return the index of the option that the policy takes."""
    what = s.decision
    if what == actions.WINDOW:
        return choose_window(s, t, player, m)
    if what == actions.PAY:
        return choose_pay(s, t, player, m)
    if what == actions.COMMIT:
        return choose_commit(s, t, player, m)
    if what == actions.PLANNING:
        return choose_planning(s, t, player, m)
    if what == actions.RESPONSE:
        return choose_response(s, t, player, m)
    if what == actions.DEFEND:
        return choose_defend(s, t, player, m)
    if what == actions.ATTACK:
        return choose_attack(s, t, player, m)
    if what == actions.ATTACKER:
        return choose_attacker(s, t, player, m)
    if what == actions.NEXT_ATTACKER:
        return choose_next_attacker(s, t)
    if what == actions.ENGAGE:
        return choose_engage(s, t, player, m)
    if what == actions.TRAVEL:
        return choose_travel(s, t, m)
    return choose_rare_option(s, t, player, m, what)


@kernel
def choose_rare_option(s, t, player, m, what):
    """Return the index of the option that the policy takes in a less frequent decision."""
    if what == actions.UNDEFENDED_HERO or what == actions.DAMAGED_DEFENDER:
        return choose_damaged(s, t, m)
    if what == actions.SENTINEL:
        return choose_sentinel(s, t, player, m)
    if what == actions.ENGAGE_TIE:
        return choose_tie(s, t, m)
    if what == actions.MULLIGAN:
        return choose_mulligan(s, t, player, m)
    if what == actions.HOST:
        return choose_host(s, t, player, m)
    if what == actions.CHOOSE_X:
        return choose_x(s, t, player, m)
    if what == actions.PLAYER:
        return choose_player(s, t, m)
    if what == actions.MODE:
        return choose_mode(s, t, m)
    if what == actions.ORDER:
        return choose_order(s, t, m)
    if what == actions.REFRESH_PAY:
        return choose_refresh(s, t, player, m)
    if what == actions.RESTRICTED:
        return choose_restricted(s, t, m)
    if has(actions.PICKS, what):
        return choose_card(s, t, m)
    fail(s, Fault.DECISION, what)
    return np.int64(0)


@kernel
def borrow_context(s, f):
    """Copy a frame of the work stack to the free one above it, to be filled there; return its number."""
    g = np.int64(s.frame_n)
    s.frames[g] = s.frames[f]
    return g


@kernel
def stop_of(s, f):
    """Return the row that the list in a frame stops before, or NONE."""
    return s.frames[f, Rows.stop] if s.frames[f, KIND] == Rows.kind else np.int64(NONE)


@kernel
def choose_card(s, t, m):
    """Return the index of the best card for a text: by what the text then does with it.

    Gains and losses alike (D-06, D-13, D-16, D-24, D-25, D-28). If several objectives are handled one by
    one, their order means nothing, since the guards are unknown: the first one offered is next.
    """
    kind = top(s)[KIND]
    if kind == PutBack.kind:
        return choose_put_back(s, t, m)
    if kind != Pick.kind:
        return np.int64(0)
    row = top(s)[Pick.row]
    f = top(s)[Pick.context]
    g = borrow_context(s, f)
    stop = stop_of(s, f)
    best = np.int64(0)
    best_worth = -1e9
    for i in range(s.option_n):
        card = a_of(np.int64(s.options[i]))
        value = picked_worth(s, t, m, row, stop, g, card) - 1e-4 * s.order[card]
        if value > best_worth:
            best_worth = value
            best = np.int64(i)
    return best


@kernel
def choose_put_back(s, t, m):
    """Return the index of the card that goes back on its deck next: the best one goes outermost (D-25)."""
    sign = -1.0 if top(s)[PutBack.to] != TO.DECK_BOTTOM else 1.0
    best = np.int64(0)
    best_worth = -1e9
    for i in range(s.option_n):
        value = sign * hand_worth(s, t, m, a_of(np.int64(s.options[i])))
        if value > best_worth:
            best_worth = value
            best = np.int64(i)
    return best


@kernel
def choose_player(s, t, m):
    """Return the index of the player who gains most from a text (D-07)."""
    f = top(s)[PickPlayer.context]
    row = s.frames[f, Rows.next]
    stop = stop_of(s, f)
    best = np.int64(0)
    best_worth = -1e9
    for i in range(s.option_n):
        player = b_of(np.int64(s.options[i]))
        g = borrow_context(s, f)
        s.frames[g, Scope.chosen] = player
        value = list_worth(s, t, m, row, stop, g, 0, player)
        if value > best_worth:
            best_worth = value
            best = np.int64(i)
    return best


@kernel
def choose_mode(s, t, m):
    """Return the index of the best option of a text (D-08)."""
    row = top(s)[Choose.row]
    f = top(s)[Choose.context]
    best = np.int64(0)
    best_worth = -1e9
    for i in range(s.option_n):
        option = row + 1
        for _ in range(b_of(np.int64(s.options[i]))):
            option = np.int64(t.rows[option, columns.BLOCK.END])
        value = -1e9
        for player in range(t.player_n):
            g = borrow_context(s, f)
            stop = np.int64(t.rows[option, columns.BLOCK.END])
            worth = list_worth(s, t, m, option + 1, stop, g, 0, np.int64(player))
            value = max(value, worth)
        if value > best_worth:
            best_worth = value
            best = np.int64(i)
    return best


@kernel
def choose_order(s, t, m):
    """Return the index of the pending text to carry out next: gains before losses (D-11)."""
    first = top(s)[Triggers.first]
    best = np.int64(0)
    best_worth = -1e9
    for i in range(s.option_n):
        k = first + b_of(np.int64(s.options[i]))
        e = np.int64(s.pending[k].effect)
        value = 0.0
        if e >= 0:
            source = np.int64(s.pending[k].source)
            value = text_worth(s, t, m, e, source, user_of(s, source), k, 0)
        if value > best_worth:
            best_worth = value
            best = np.int64(i)
    return best


@kernel
def choose_refresh(s, t, player, m):
    """Return the index of paying to ready a hero, or of leaving it exhausted (D-26)."""
    card = a_of(np.int64(s.options[0]))
    use = max(
        stat(s, t, card, STAT.WILLPOWER), max(stat(s, t, card, STAT.ATTACK), stat(s, t, card, STAT.DEFENSE))
    )
    value = ROUND_OF_USE * use + 0.5 * m.spare[card]
    pays = 1 if value > 0.8 * ready_tax(s, t, card) * resource_price(s, t, m, player) else 0
    for i in range(s.option_n):
        if b_of(np.int64(s.options[i])) == pays:
            return np.int64(i)
    return np.int64(0)


@kernel
def choose_restricted(s, t, m):
    """Return the index of the Restricted attachment to discard: the one worth least (D-27)."""
    best = np.int64(0)
    least = 1e9
    for i in range(s.option_n):
        card = a_of(np.int64(s.options[i]))
        value = attachment_worth(s, t, m, card)
        if t.type[card] == TYPE.OBJECTIVE:
            value = m.w[W.CLAIM] + max(claim_worth(s, t, m, card), 0.0)
        if value < least:
            least = value
            best = np.int64(i)
    return best
