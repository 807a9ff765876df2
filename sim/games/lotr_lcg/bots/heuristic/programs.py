"""The worth of carrying out a text in the position: its lists are read, nothing is changed.

A frame above the work stack serves as the scope, as it does when the rules ask whether a text can be
used. A choice in a text is expected to be the best one for the players.
"""

import numpy as np

from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.effects import codes
from mazarbul.sim.engine import sets
from mazarbul.sim.engine.bits import has, lowest_bit
from mazarbul.sim.engine.faults import Fault, fail
from mazarbul.sim.games.lotr_lcg.bots.heuristic.deeds import (
    attaching,
    drawing,
    progress_in,
    striking,
    worth_of_move,
    worth_on_card,
)
from mazarbul.sim.games.lotr_lcg.bots.heuristic.grants import granted_worth
from mazarbul.sim.games.lotr_lcg.bots.heuristic.guesses import does, next_operation, pays
from mazarbul.sim.games.lotr_lcg.bots.heuristic.texts import FACE_DOWN_GUARD, ON_DECK, PRISONER
from mazarbul.sim.games.lotr_lcg.bots.heuristic.values import card_loss, threat_cost
from mazarbul.sim.games.lotr_lcg.bots.weights import W
from mazarbul.sim.games.lotr_lcg.content import columns, words
from mazarbul.sim.games.lotr_lcg.effects.selecting import find_of, topmost
from mazarbul.sim.games.lotr_lcg.frames import Scope
from mazarbul.sim.games.lotr_lcg.ids import BLOCK, BLOCKS, NONE, Z
from mazarbul.sim.games.lotr_lcg.rules.conditions import (
    card_of_word,
    evaluate,
    player_of_word,
    set_it,
    targets,
)
from mazarbul.sim.games.lotr_lcg.rules.feasible import row_after
from mazarbul.sim.games.lotr_lcg.rules.picks import candidates, is_eligible
from mazarbul.sim.games.lotr_lcg.rules.triggers import fill_scope
from mazarbul.sim.games.lotr_lcg.rules.zones import player_at

IMPOSSIBLE = -1e6
MOST_PICKS = 4
FOUND_CARD = 0.7  # worth in cards of the best card looked at, and of each further one
EACH_LOOKED = 0.12


@kernel
def text_worth(s, t, m, e, source, you, k, x):
    """Return the worth of a text including its cost, with the best choice of a player and an option.

    k: pending occasion or NONE. x: value of X.
    """
    best = IMPOSSIBLE
    asks = does(m, e, words.OPERATION.PICK_PLAYER) or pays(m, e, words.OPERATION.PICK_PLAYER)
    for player in range(t.player_n if asks else 1):
        if asks and not has(s.in_game, player):
            continue
        for option in range(m.branches[e]):
            f = np.int64(s.frame_n)
            fill_scope(s, f, source, you, k)
            s.frames[f, Scope.x] = x
            value = list_worth(s, t, m, np.int64(t.effects[e].cost), NONE, f, option, player)
            value += list_worth(s, t, m, np.int64(t.effects[e].do), NONE, f, option, player)
            best = max(best, value)
    return best


@kernel
def list_worth(s, t, m, row, stop, f, option, player):
    """Return the worth of a list (row NONE: nothing) in the scope of frame f, which it fills.

    stop: row to stop before, or NONE. option: taken by a `choose`. player: picked by a `pick_player`.
    """
    total = 0.0
    number = 0  # options passed
    each = np.int64(NONE)  # row of the current `each`
    served = np.int64(0)
    while row != NONE and row != stop and t.rows[row, codes.CODE] != codes.END:
        code = np.int64(t.rows[row, codes.CODE])
        if each != NONE and row == t.rows[each, columns.EACH.END]:
            served += 1
            they = player_at(s, t, s.first_player, served)
            if they != NONE:
                s.frames[f, Scope.they] = they
                row = each + 1
                continue
            each = np.int64(NONE)
        if code == words.OPERATION.EACH:
            each = row
            served = np.int64(0)
            s.frames[f, Scope.they] = player_at(s, t, s.first_player, 0)
            row += 1
        elif code == words.OPERATION.OPTION:
            row = row + 1 if number == option else np.int64(t.rows[row, columns.BLOCK.END])
            number += 1
        elif code == words.OPERATION.PICK_PLAYER:
            source, you = s.frames[f, Scope.source], s.frames[f, Scope.you]
            who = player_of_word(s, np.int64(t.rows[row, columns.PICK_PLAYER.WHO]), source, you, f)
            if not is_eligible(s, t, player, who, t.rows[row, columns.PICK_PLAYER.AMONG]):
                return IMPOSSIBLE
            s.frames[f, Scope.chosen] = player
            row += 1
        elif code == words.OPERATION.CHOOSE:
            row += 1
        else:
            if has(words.SELECTING, code):
                total += selection(s, t, m, row, stop, code, f)
            elif code >= codes.FIRST_CODE:
                total += statement_worth(s, t, m, row, code, f)
            row = row_after(s, t, row, code, f)
    return total


# Selecting ----------------------------------------------------------------------------------------


@kernel
def selection(s, t, m, row, stop, code, f):
    """Fill `it` as a selecting statement is expected to; return the worth of the selection itself."""
    source = s.frames[f, Scope.source]
    you = s.frames[f, Scope.you]
    if code == words.OPERATION.PICK:
        return picking(s, t, m, row, stop, f)
    set_it(s, f, NONE)
    if code == words.OPERATION.LOOK:
        return m.w[W.LOOK] if t.rows[row, columns.LOOK.PILE] != words.PILE.DECK else 0.0
    if code == words.OPERATION.TOPMOST:
        whom = player_of_word(s, np.int64(t.rows[row, columns.TOPMOST.OF]), source, you, f)
        set_it(s, f, topmost(s, t, np.int64(t.rows[row, columns.TOPMOST.CARDS]), whom))
        return 0.0
    if code == words.OPERATION.RANDOM:
        n = evaluate(s, t, np.int64(t.rows[row, columns.RANDOM.N]), source, you, f)
        return -m.w[W.CARD] * n if t.rows[row, columns.RANDOM.ZONE] == Z.HAND else 0.0
    if code == words.OPERATION.ALL:
        cards = np.int64(t.rows[row, columns.ALL.CARDS])
        zones = np.int64(t.rows[row, columns.ALL.ZONE])
        if zones != Z.LOOKED and find_of(s, t, cards, zones, np.int64(t.rows[row, columns.ALL.OF]), f):
            for b in range(BLOCKS):
                s.frames[f, Scope.it + b] = s.found[b]
        return 0.0
    fail(s, Fault.WORD, code)
    return 0.0


@kernel
def picking(s, t, m, row, stop, f):
    """Set `it` to the best cards to pick."""
    source = s.frames[f, Scope.source]
    you = s.frames[f, Scope.you]
    if t.rows[row, columns.PICK.ZONE] == Z.LOOKED:
        set_it(s, f, NONE)
        return m.w[W.CARD] * (FOUND_CARD + EACH_LOOKED * s.frames[f, Scope.x])
    value = np.int64(t.rows[row, columns.PICK.N])
    n = min(evaluate(s, t, value, source, you, f), np.int64(MOST_PICKS))
    candidates(s, t, row, f)
    sets.assign(m.found, s.found)
    sets.clear(m.chosen)
    for _ in range(n):
        card = best_of(s, t, m, row, stop, f)
        if card == NONE:
            break
        m.found[card // BLOCK] &= ~(np.int64(1) << card % BLOCK)
        m.chosen[card // BLOCK] |= np.int64(1) << card % BLOCK
    for b in range(BLOCKS):
        s.frames[f, Scope.it + b] = m.chosen[b]
    return 0.0


@kernel
def best_of(s, t, m, row, stop, f):
    """Return the best card of `m.found` to pick, or NONE."""
    best = np.int64(NONE)
    best_worth = 0.0
    for card in sets.members(m.found):
        value = picked_worth(s, t, m, row, stop, f, card)
        if best == NONE or value > best_worth:
            best = card
            best_worth = value
    return best


@kernel
def picked_worth(s, t, m, row, stop, f, card):
    """Return the worth of picking a card: of the statements after it, up to the next selection."""
    set_it(s, f, card)
    total = 0.0
    row += 1
    while row != stop and t.rows[row, codes.CODE] != codes.END:
        code = np.int64(t.rows[row, codes.CODE])
        if has(words.SELECTING | words.OPENING, code) or code == words.OPERATION.PICK_PLAYER:
            break
        if code >= codes.FIRST_CODE:
            total += statement_worth(s, t, m, row, code, f)
        row = row_after(s, t, row, code, f)
    return total


# Statements ---------------------------------------------------------------------------------------


@kernel
def statement_worth(s, t, m, row, code, f):
    """Return the worth of one statement without a selection."""
    source = s.frames[f, Scope.source]
    you = s.frames[f, Scope.you]
    if code == words.OPERATION.UNTIL:
        return granted_worth(s, t, m, row, f)
    if code == words.OPERATION.LATER:
        return -card_loss(s, t, m, source) if moves_itself(t, row) else 0.0
    if has(words.AFFECTING, code) or code == words.OPERATION.MOVE:
        return worth_on_cards(s, t, m, row, code, f)
    if code == words.OPERATION.THREAT or code == words.OPERATION.DRAW:
        player = player_of_word(s, np.int64(t.rows[row, columns.PLAYER_NUMBER.WHO]), source, you, f)
        if player == NONE or not has(s.in_game, player):
            return 0.0
        n = evaluate(s, t, np.int64(t.rows[row, columns.PLAYER_NUMBER.N]), source, you, f)
        if code == words.OPERATION.DRAW:
            return drawing(s, m, player, n)
        return -threat_cost(s, t, m, player, n)
    if code == words.OPERATION.PROGRESS:
        n = evaluate(s, t, np.int64(t.rows[row, columns.PROGRESS.N]), source, you, f)
        return progress_in(s, t, m, np.int64(t.rows[row, columns.PROGRESS.WHERE]), n)
    if code == words.OPERATION.ATTACH:
        card = card_of_word(s, np.int64(t.rows[row, columns.ATTACH.WHAT]), source, f)
        return attaching(s, t, m, card, card_of_word(s, np.int64(t.rows[row, columns.ATTACH.TO]), source, f))
    if code == words.OPERATION.ATTACK:
        return striking(s, t, m, card_of_word(s, np.int64(t.rows[row, columns.ATTACK.WHAT]), source, f), you)
    if code == words.OPERATION.REVEAL:
        return -m.w[W.REVEAL] * evaluate(s, t, np.int64(t.rows[row, columns.REVEAL.N]), source, you, f)
    if code == words.OPERATION.DEAL_SHADOW:
        return -m.w[W.SHADOW] * evaluate(s, t, np.int64(t.rows[row, columns.DEAL_SHADOW.N]), source, you, f)
    return deed_worth(m, code)


@kernel
def moves_itself(t, row):
    """Return whether a `later` list moves the card with the text."""
    end = np.int64(t.rows[row, columns.LATER.END])
    r = row + 1
    while r < end:
        is_move = t.rows[r, codes.CODE] == words.OPERATION.MOVE
        if is_move and t.rows[r, columns.MOVE.WHAT] == words.CARD.SELF:
            return True
        r = next_operation(t, r)
    return False


@kernel
def deed_worth(m, code):
    """Return the worth of a statement whose arguments do not matter."""
    if code == words.OPERATION.SURGE:
        return -m.w[W.REVEAL]
    if code == words.OPERATION.ATTACH_TO_DECK:
        return -ON_DECK
    if code == words.OPERATION.FACE_DOWN_ENEMY:
        return -FACE_DOWN_GUARD
    if code == words.OPERATION.CAPTURE:
        return -PRISONER
    if code == words.OPERATION.RESCUE:
        return PRISONER
    if code == words.OPERATION.WIN:
        return 10.0 * m.w[W.PREY]
    return 0.0  # cancelling is weighed with the response; shuffling and advancing are worth nothing


@kernel
def worth_on_cards(s, t, m, row, code, f):
    """Return the worth of an operation on all cards that it means."""
    source = s.frames[f, Scope.source]
    you = s.frames[f, Scope.you]
    n = np.int64(0)
    player = np.int64(NONE)
    if code == words.OPERATION.MOVE:
        player = player_of_word(s, np.int64(t.rows[row, columns.MOVE.WHO]), source, you, f)
    elif has(words.SIZED, code):
        n = evaluate(s, t, np.int64(t.rows[row, columns.SIZED.N]), source, you, f)
    targets(s, t, np.int64(t.rows[row, columns.ON_THEM.WHAT]), source, f)
    for b in range(BLOCKS):
        m.hit[b] = s.found[b]
    is_short = t.rows[row + 1, codes.CODE] == words.OPERATION.LATER
    total = 0.0
    for b in range(BLOCKS):
        rest = m.hit[b]
        while rest != 0:
            card = np.int64(b) * BLOCK + lowest_bit(rest)
            rest &= rest - 1
            if code == words.OPERATION.MOVE:
                to = np.int64(t.rows[row, columns.MOVE.TO])
                total += worth_of_move(s, t, m, card, to, player, you, is_short)
            else:
                total += worth_on_card(s, t, m, code, card, n, you)
    return total
