"""What carrying out a text is worth in the position: its lists are walked through, nothing is changed.

A frame above the work stack serves as the context, as it does when the rules ask whether a text can be
used. Whoever a text lets choose is expected to choose what is best for the players.
"""

import numpy as np

from sim.effects import codes
from sim.engine.bits import has, lowest_bit
from sim.engine.jit import kernel
from sim.games.lotr_lcg import words
from sim.games.lotr_lcg.effects.selecting import topmost
from sim.games.lotr_lcg.features import W_CARD, W_LOOK, W_PREY, W_REVEAL, W_SHADOW
from sim.games.lotr_lcg.heuristic.deeds import (
    attaching,
    drawing,
    progress_in,
    striking,
    worth_of_move,
    worth_on_card,
)
from sim.games.lotr_lcg.heuristic.grants import granted_worth
from sim.games.lotr_lcg.heuristic.guesses import does, pays
from sim.games.lotr_lcg.heuristic.texts import FACE_DOWN_GUARD, ON_DECK, PRISONER
from sim.games.lotr_lcg.heuristic.values import card_loss, threat_cost
from sim.games.lotr_lcg.ids import BLOCK, BLOCKS, NONE, Z_HAND, Z_LOOKED
from sim.games.lotr_lcg.rules.conditions import (
    C_CHOSEN,
    C_IT,
    C_SOURCE,
    C_THEY,
    C_X,
    C_YOU,
    card_of_word,
    evaluate,
    player_of_word,
    set_it,
    targets,
    whose,
)
from sim.games.lotr_lcg.rules.picks import P_N, P_ZONE, candidates, is_eligible
from sim.games.lotr_lcg.rules.sets import find
from sim.games.lotr_lcg.rules.triggers import fill_context
from sim.games.lotr_lcg.rules.zones import player_at

IMPOSSIBLE = -1e6
MOST_PICKS = 4
FOUND_CARD = 0.7  # worth of the best of the cards looked at, in cards, and what each of them adds
EACH_LOOKED = 0.12


@kernel
def text_worth(s, t, m, e, source, you, k, x):
    """Return the worth of a text, its cost included: with the best player and option it lets choose.

    k: pending occasion or NONE. x: what is chosen for X.
    """
    best = IMPOSSIBLE
    asks = does(m, e, words.PICK_PLAYER) or pays(m, e, words.PICK_PLAYER)
    for player in range(t.player_n if asks else 1):
        if asks and not has(s.in_game, player):
            continue
        for option in range(m.branches[e]):
            f = np.int64(s.frame_n)
            fill_context(s, f, source, you, k)
            s.frames[f, C_X] = x
            value = list_worth(s, t, m, np.int64(t.effects[e].cost), NONE, f, option, player)
            value += list_worth(s, t, m, np.int64(t.effects[e].do), NONE, f, option, player)
            best = max(best, value)
    return best


@kernel
def list_worth(s, t, m, row, stop, f, option, player):
    """Return the worth of a list (row NONE: nothing) in the context of frame f, which it fills as it goes.

    stop: row to stop before, or NONE. option: what a `choose` takes. player: whom a `pick_player` picks.
    """
    total = 0.0
    number = 0  # options passed
    each = np.int64(NONE)  # row of the `each` that is being served
    served = np.int64(0)
    while row != NONE and row != stop and t.rows[row, 0] != codes.END:
        code = np.int64(t.rows[row, 0])
        if each != NONE and row == t.rows[each, 1]:
            served += 1
            they = player_at(s, t, s.first_player, served)
            if they != NONE:
                s.frames[f, C_THEY] = they
                row = each + 1
                continue
            each = np.int64(NONE)
        if code == words.EACH:
            each = row
            served = np.int64(0)
            s.frames[f, C_THEY] = player_at(s, t, s.first_player, 0)
            row += 1
        elif code == words.OPTION:
            row = row + 1 if number == option else np.int64(t.rows[row, 1])
            number += 1
        elif code == words.PICK_PLAYER:
            who = player_of_word(s, np.int64(t.rows[row, 1]), s.frames[f, C_SOURCE], s.frames[f, C_YOU], f)
            if not is_eligible(s, t, player, who, t.rows[row, 2]):
                return IMPOSSIBLE
            s.frames[f, C_CHOSEN] = player
            row += 1
        elif code == words.CHOOSE:
            row += 1
        else:
            if code <= words.LOOK and code >= words.PICK:
                total += selection(s, t, m, row, stop, code, f)
            elif code >= codes.FIRST_CODE:
                total += statement_worth(s, t, m, row, code, f)
            row = next_row(s, t, row, code, f)
    return total


@kernel
def next_row(s, t, row, code, f):
    """Return the row after a statement and its list, or where an IF or JUMP leads."""
    if code == codes.JUMP or code >= words.UNTIL:
        return np.int64(t.rows[row, 1])
    if code == codes.IF:
        value = np.int64(t.rows[row, 1])
        if evaluate(s, t, value, s.frames[f, C_SOURCE], s.frames[f, C_YOU], f) == 0:
            return np.int64(t.rows[row, 2])
    return row + 1


# Selecting ----------------------------------------------------------------------------------------


@kernel
def selection(s, t, m, row, stop, code, f):
    """Fill `it` as a selecting statement is expected to; return what the selection itself is worth."""
    source = s.frames[f, C_SOURCE]
    you = s.frames[f, C_YOU]
    if code == words.PICK:
        return picking(s, t, m, row, stop, f)
    set_it(s, f, NONE)
    if code == words.LOOK:
        return m.w[W_LOOK] if t.rows[row, 1] != words.PILE_DECK else 0.0
    if code == words.TOPMOST:
        whom = player_of_word(s, np.int64(t.rows[row, 2]), source, you, f)
        set_it(s, f, topmost(s, t, np.int64(t.rows[row, 1]), whom))
        return 0.0
    first = 2 if code == words.ALL else 3
    zones = np.int64(t.rows[row, first])
    if code == words.RANDOM:
        n = evaluate(s, t, np.int64(t.rows[row, 2]), source, you, f)
        return -m.w[W_CARD] * n if zones == Z_HAND else 0.0
    if zones == Z_LOOKED:
        return 0.0
    of = np.int64(t.rows[row, first + 1])
    player, not_player = whose(s, of, source, you, f)
    if of == words.ANYONE or player != NONE or not_player != NONE:
        find(s, t, np.int64(t.rows[row, 1]), zones, player, not_player)
        for b in range(BLOCKS):
            s.frames[f, C_IT + b] = s.found[b]
    return 0.0


@kernel
def picking(s, t, m, row, stop, f):
    """Let `it` be the cards that are best picked."""
    source = s.frames[f, C_SOURCE]
    you = s.frames[f, C_YOU]
    if t.rows[row, P_ZONE] == Z_LOOKED:
        set_it(s, f, NONE)
        return m.w[W_CARD] * (FOUND_CARD + EACH_LOOKED * s.frames[f, C_X])
    n = min(evaluate(s, t, np.int64(t.rows[row, P_N]), source, you, f), np.int64(MOST_PICKS))
    candidates(s, t, row, f)
    for b in range(BLOCKS):
        m.found[b] = s.found[b]
        m.chosen[b] = 0
    for _ in range(n):
        card = best_of(s, t, m, row, stop, f)
        if card == NONE:
            break
        m.found[card // BLOCK] &= ~(np.int64(1) << card % BLOCK)
        m.chosen[card // BLOCK] |= np.int64(1) << card % BLOCK
    for b in range(BLOCKS):
        s.frames[f, C_IT + b] = m.chosen[b]
    return 0.0


@kernel
def best_of(s, t, m, row, stop, f):
    """Return the card of `m.found` that is best picked, or NONE."""
    best = np.int64(NONE)
    best_worth = 0.0
    for b in range(BLOCKS):
        rest = m.found[b]
        while rest != 0:
            card = np.int64(b) * BLOCK + lowest_bit(rest)
            rest &= rest - 1
            value = picked_worth(s, t, m, row, stop, f, card)
            if best == NONE or value > best_worth:
                best = card
                best_worth = value
    return best


@kernel
def picked_worth(s, t, m, row, stop, f, card):
    """Return the worth of picking a card: of what follows the pick, up to the next selection."""
    set_it(s, f, card)
    total = 0.0
    row += 1
    while row != stop and t.rows[row, 0] != codes.END:
        code = np.int64(t.rows[row, 0])
        if words.PICK <= code <= words.PICK_PLAYER or code >= words.EACH:
            break
        if code >= codes.FIRST_CODE:
            total += statement_worth(s, t, m, row, code, f)
        row = next_row(s, t, row, code, f)
    return total


# Statements ---------------------------------------------------------------------------------------


@kernel
def statement_worth(s, t, m, row, code, f):
    """Return the worth of one statement that selects nothing."""
    source = s.frames[f, C_SOURCE]
    you = s.frames[f, C_YOU]
    a = np.int64(t.rows[row, 1])
    if code == words.UNTIL:
        return granted_worth(s, t, m, row, f)
    if code == words.LATER:
        return -card_loss(s, t, m, source) if moves_itself(t, row) else 0.0
    if code <= words.RESOURCES or code == words.PROGRESS_ON or code == words.UNCOMMIT or code == words.MOVE:
        return worth_on_cards(s, t, m, row, code, f)
    if code == words.THREAT or code == words.DRAW:
        player = player_of_word(s, a, source, you, f)
        if player == NONE or not has(s.in_game, player):
            return 0.0
        n = evaluate(s, t, np.int64(t.rows[row, 2]), source, you, f)
        return -threat_cost(s, m, player, n) if code == words.THREAT else drawing(s, m, player, n)
    if code == words.PROGRESS:
        return progress_in(s, t, m, a, evaluate(s, t, np.int64(t.rows[row, 2]), source, you, f))
    if code == words.ATTACH:
        card = card_of_word(s, a, source, f)
        return attaching(s, t, m, card, card_of_word(s, np.int64(t.rows[row, 2]), source, f))
    if code == words.ATTACK:
        return striking(s, t, m, card_of_word(s, a, source, f), you)
    if code == words.REVEAL:
        return -m.w[W_REVEAL] * evaluate(s, t, a, source, you, f)
    if code == words.DEAL_SHADOW:
        return -m.w[W_SHADOW] * evaluate(s, t, np.int64(t.rows[row, 2]), source, you, f)
    return deed_worth(m, code)


@kernel
def moves_itself(t, row):
    """Tell whether a `later` list moves the card whose text it is."""
    for r in range(row + 1, t.rows[row, 1]):
        if t.rows[r, 0] == words.MOVE and t.rows[r, 1] == words.SELF:
            return True
    return False


@kernel
def deed_worth(m, code):
    """Return the worth of a statement whose arguments do not matter."""
    if code == words.SURGE:
        return -m.w[W_REVEAL]
    if code == words.ATTACH_TO_DECK:
        return -ON_DECK
    if code == words.FACE_DOWN_ENEMY:
        return -FACE_DOWN_GUARD
    if code == words.CAPTURE:
        return -PRISONER
    if code == words.RESCUE:
        return PRISONER
    if code == words.WIN:
        return 10.0 * m.w[W_PREY]
    return 0.0  # cancelling is weighed by who answers; shuffling and going on to the next stage are nothing


@kernel
def worth_on_cards(s, t, m, row, code, f):
    """Return the worth of an operation on all cards that it means."""
    source = s.frames[f, C_SOURCE]
    you = s.frames[f, C_YOU]
    n = np.int64(0)
    player = np.int64(NONE)
    if code == words.MOVE:
        player = player_of_word(s, np.int64(t.rows[row, 3]), source, you, f)
    elif code != words.READY and code != words.EXHAUST and code != words.UNCOMMIT:
        n = evaluate(s, t, np.int64(t.rows[row, 2]), source, you, f)
    targets(s, t, np.int64(t.rows[row, 1]), source, f)
    for b in range(BLOCKS):
        m.hit[b] = s.found[b]
    is_short = t.rows[row + 1, 0] == words.LATER
    total = 0.0
    for b in range(BLOCKS):
        rest = m.hit[b]
        while rest != 0:
            card = np.int64(b) * BLOCK + lowest_bit(rest)
            rest &= rest - 1
            if code == words.MOVE:
                total += worth_of_move(s, t, m, card, np.int64(t.rows[row, 2]), player, you, is_short)
            else:
                total += worth_on_card(s, t, m, code, card, n, you)
    return total
