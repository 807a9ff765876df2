"""Chooses the part of the policy that scores a decision; scores choices of texts.

These are D-06 to D-08, D-11, D-13, D-16, and D-24 to D-28.
"""

import numpy as np

from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.engine.actions import a_of, b_of
from mazarbul.sim.engine.bits import has
from mazarbul.sim.engine.faults import Fault, fail
from mazarbul.sim.engine.frames import KIND
from mazarbul.sim.engine.machine import Choose, Rows
from mazarbul.sim.engine.stack import top
from mazarbul.sim.games.lotr_lcg import actions
from mazarbul.sim.games.lotr_lcg.bots.heuristic.combat import (
    OLDER,
    choose_attacker,
    score_attack,
    score_damaged,
    score_defend,
    score_next_attacker,
    score_sentinel,
)
from mazarbul.sim.games.lotr_lcg.bots.heuristic.deeds import claim_worth
from mazarbul.sim.games.lotr_lcg.bots.heuristic.journey import score_engage, score_tie, score_travel
from mazarbul.sim.games.lotr_lcg.bots.heuristic.planning import (
    choose_pay,
    score_host,
    score_mulligan,
    score_planning,
    score_x,
)
from mazarbul.sim.games.lotr_lcg.bots.heuristic.programs import list_worth, picked_worth, text_worth
from mazarbul.sim.games.lotr_lcg.bots.heuristic.quest import score_commit
from mazarbul.sim.games.lotr_lcg.bots.heuristic.scores import score_only
from mazarbul.sim.games.lotr_lcg.bots.heuristic.values import attachment_worth, hand_worth, resource_price
from mazarbul.sim.games.lotr_lcg.bots.heuristic.windows import score_response, score_window
from mazarbul.sim.games.lotr_lcg.bots.weights import W
from mazarbul.sim.games.lotr_lcg.content import columns
from mazarbul.sim.games.lotr_lcg.content.words import TO
from mazarbul.sim.games.lotr_lcg.frames import Pick, PickPlayer, PutBack, Scope, Triggers
from mazarbul.sim.games.lotr_lcg.ids import NONE, STAT, TYPE
from mazarbul.sim.games.lotr_lcg.rules.numbers import ready_tax, stat
from mazarbul.sim.games.lotr_lcg.rules.triggers import user_of

ROUND_OF_USE = 0.7  # worth of a point of a hero's numbers for the coming round


@kernel
def score_option(s, t, player, m):
    """Fill the scores of the options of the pending decision."""
    what = s.decision
    if what == actions.WINDOW:
        score_window(s, t, player, m)
    elif what == actions.PAY:
        score_only(s, m, choose_pay(s, t, player, m))
    elif what == actions.COMMIT:
        score_commit(s, t, player, m)
    elif what == actions.PLANNING:
        score_planning(s, t, player, m)
    elif what == actions.RESPONSE:
        score_response(s, t, player, m)
    elif what == actions.DEFEND:
        score_defend(s, t, player, m)
    elif what == actions.ATTACK:
        score_attack(s, t, player, m)
    elif what == actions.ATTACKER:
        score_only(s, m, choose_attacker(s, t, player, m))
    elif what == actions.NEXT_ATTACKER:
        score_next_attacker(s, t, m)
    elif what == actions.ENGAGE:
        score_engage(s, t, player, m)
    elif what == actions.TRAVEL:
        score_travel(s, t, m)
    else:
        score_rare_option(s, t, player, m, what)


@kernel
def score_rare_option(s, t, player, m, what):
    """Fill the scores of the options of a less frequent decision."""
    if what == actions.UNDEFENDED_HERO or what == actions.DAMAGED_DEFENDER:
        score_damaged(s, t, m)
    elif what == actions.SENTINEL:
        score_sentinel(s, t, player, m)
    elif what == actions.ENGAGE_TIE:
        score_tie(s, t, m)
    elif what == actions.MULLIGAN:
        score_mulligan(s, t, player, m)
    elif what == actions.HOST:
        score_host(s, t, player, m)
    elif what == actions.CHOOSE_X:
        score_x(s, t, player, m)
    elif what == actions.PLAYER:
        score_player(s, t, m)
    elif what == actions.MODE:
        score_mode(s, t, m)
    elif what == actions.ORDER:
        score_order(s, t, m)
    elif what == actions.REFRESH_PAY:
        score_refresh(s, t, player, m)
    elif what == actions.RESTRICTED:
        score_restricted(s, t, m)
    elif has(actions.PICKS, what):
        score_card(s, t, m)
    else:
        fail(s, Fault.DECISION, what)


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
def score_card(s, t, m):
    """Fill the scores of the cards for a text: by what the text then does with them.

    Gains and losses alike (D-06, D-13, D-16, D-24, D-25, D-28). If several objectives are handled one by
    one, their order means nothing, since the guards are unknown: the first one offered is next.
    """
    kind = top(s)[KIND]
    if kind == PutBack.kind:
        score_put_back(s, t, m)
        return
    if kind != Pick.kind:
        score_only(s, m, np.int64(0))
        return
    row = top(s)[Pick.row]
    f = top(s)[Pick.context]
    g = borrow_context(s, f)
    stop = stop_of(s, f)
    for i in range(s.option_n):
        card = a_of(np.int64(s.options[i]))
        value = picked_worth(s, t, m, row, stop, g, card) - OLDER * s.order[card]
        m.score[i] = value


@kernel
def score_put_back(s, t, m):
    """Fill the scores of the cards that could go back on their deck next: the best goes outermost (D-25)."""
    sign = -1.0 if top(s)[PutBack.to] != TO.DECK_BOTTOM else 1.0
    for i in range(s.option_n):
        value = sign * hand_worth(s, t, m, a_of(np.int64(s.options[i])))
        m.score[i] = value


@kernel
def score_player(s, t, m):
    """Fill the scores of the players, by what each gains from a text (D-07)."""
    f = top(s)[PickPlayer.context]
    row = s.frames[f, Rows.next]
    stop = stop_of(s, f)
    for i in range(s.option_n):
        player = b_of(np.int64(s.options[i]))
        g = borrow_context(s, f)
        s.frames[g, Scope.chosen] = player
        value = list_worth(s, t, m, row, stop, g, 0, player)
        m.score[i] = value


@kernel
def score_mode(s, t, m):
    """Fill the scores of the options of a text (D-08)."""
    row = top(s)[Choose.row]
    f = top(s)[Choose.context]
    for i in range(s.option_n):
        option = row + 1
        for _ in range(b_of(np.int64(s.options[i]))):
            option = np.int64(t.rows[option, columns.BLOCK.END])
        value = -np.inf
        for player in range(t.player_n):
            g = borrow_context(s, f)
            stop = np.int64(t.rows[option, columns.BLOCK.END])
            worth = list_worth(s, t, m, option + 1, stop, g, 0, np.int64(player))
            value = max(value, worth)
        m.score[i] = value


@kernel
def score_order(s, t, m):
    """Fill the scores of the pending texts to carry out next: gains before losses (D-11)."""
    first = top(s)[Triggers.first]
    for i in range(s.option_n):
        k = first + b_of(np.int64(s.options[i]))
        e = np.int64(s.pending[k].effect)
        value = 0.0
        if e >= 0:
            source = np.int64(s.pending[k].source)
            value = text_worth(s, t, m, e, source, user_of(s, source), k, 0)
        m.score[i] = value


@kernel
def score_refresh(s, t, player, m):
    """Fill the scores of paying to ready a hero, and of leaving it exhausted (D-26)."""
    card = a_of(np.int64(s.options[0]))
    use = max(
        stat(s, t, card, STAT.WILLPOWER), max(stat(s, t, card, STAT.ATTACK), stat(s, t, card, STAT.DEFENSE))
    )
    value = ROUND_OF_USE * use + 0.5 * m.spare[card]
    price = 0.8 * ready_tax(s, t, card) * resource_price(s, t, m, player)
    for i in range(s.option_n):
        m.score[i] = value - price if b_of(np.int64(s.options[i])) == 1 else 0.0


@kernel
def score_restricted(s, t, m):
    """Fill the scores of the Restricted attachments to discard: best is the one worth least (D-27)."""
    for i in range(s.option_n):
        card = a_of(np.int64(s.options[i]))
        value = attachment_worth(s, t, m, card)
        if t.type[card] == TYPE.OBJECTIVE:
            value = m.w[W.CLAIM] + max(claim_worth(s, t, m, card), 0.0)
        m.score[i] = -value
