"""Checks whether a text can be used: costs must be payable in full, choices need a candidate (LCG-22.1)."""

import numpy as np

from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.effects import codes
from mazarbul.sim.engine.bits import has, lowest_bit
from mazarbul.sim.games.lotr_lcg.content import columns, words
from mazarbul.sim.games.lotr_lcg.frames import Scope
from mazarbul.sim.games.lotr_lcg.ids import BLOCK, BLOCKS, ENCOUNTER, NONE, SEATS, Z
from mazarbul.sim.games.lotr_lcg.rules.conditions import (
    card_of_word,
    evaluate,
    found_n,
    whose,
)
from mazarbul.sim.games.lotr_lcg.rules.limits import is_within_limit
from mazarbul.sim.games.lotr_lcg.rules.picks import candidates
from mazarbul.sim.games.lotr_lcg.rules.sets import find
from mazarbul.sim.games.lotr_lcg.rules.targets import quick_targets
from mazarbul.sim.games.lotr_lcg.rules.triggers import fill_scope, holds
from mazarbul.sim.games.lotr_lcg.rules.zones import in_play, is_exhausted, is_hero_or_ally, living, player_at


@kernel
def is_unique_in_play(s, t, card):
    """Return whether a card is unique and a card with its title is in play (LCG-23.1, A-24)."""
    if not has(t.unique[card // BLOCK], card % BLOCK):
        return False
    for b in range(SEATS):
        rest = s.in_play[b] & t.unique[b] & ~s.face_down[b]
        while rest != 0:
            other = np.int64(b) * BLOCK + lowest_bit(rest)
            rest &= rest - 1
            if t.title[other] == t.title[card]:
                return True
    return False


@kernel
def can_use(s, t, e, source, you, k, x):
    """Return whether a player may use a text now: its limit, `if`, cost and choices.

    k: pending occasion or NONE. x: value chosen for the card's X, 0 for cards without X.
    """
    if not is_within_limit(s, t, e, source, you) or not holds(s, t, e, source, you, k):
        return False
    f = np.int64(s.frame_n)  # the frame above the stack is free: it serves as a scope for a moment
    fill_scope(s, f, source, you, k)
    s.frames[f, Scope.x] = x
    effect = t.effects[e]
    if effect.cost != NONE and not check_rows(s, t, np.int64(effect.cost), NONE, f, True):
        return False
    row = np.int64(effect.do)
    return row == NONE or (not is_too_late(s, t, row, f) and check_rows(s, t, row, NONE, f, False))


@kernel
def is_too_late(s, t, row, f):
    """Return whether a text only affects a card that has left play in the meantime (LCG-10.5, A-50)."""
    code = np.int64(t.rows[row, codes.CODE])
    is_all = t.rows[row + 1, codes.CODE] == codes.END
    if (code != words.OPERATION.DAMAGE and code != words.OPERATION.PROGRESS_ON) or not is_all:
        return False
    what = np.int64(t.rows[row, columns.AFFECTING.WHAT])
    if what != words.CARD.THAT and what != words.CARD.ATTACKER:
        return False
    card = card_of_word(s, what, s.frames[f, Scope.source], f)
    return card == NONE or not in_play(s, card)


@kernel
def can_pay(s, t, effect, source, you):
    """Return whether the whole cost of a text can be paid, such as a Travel cost (LCG-10.2)."""
    f = np.int64(s.frame_n)
    fill_scope(s, f, source, you, NONE)
    return check_rows(s, t, np.int64(t.effects[effect].cost), NONE, f, True)


@kernel
def is_branch_possible(s, t, option, f):
    """Return whether an option of a choice can be carried out; f: frame with the scope."""
    return check_list(s, t, option + 1, np.int64(t.rows[option, columns.BLOCK.END]), f, False)


@kernel
def check_rows(s, t, row, stop, f, is_cost):
    """Return whether a list can be carried out as far as required, including lists for each player."""
    while row != stop and t.rows[row, codes.CODE] != codes.END:
        code = np.int64(t.rows[row, codes.CODE])
        if code == words.OPERATION.EACH:
            if is_cost and not check_each(s, t, row, f):
                return False
        elif code == words.OPERATION.CHOOSE:
            if not check_options(s, t, row, f):
                return False
        elif not check_row(s, t, row, code, f, is_cost):
            return False
        row = row_after(s, t, row, code, f)
    return True


@kernel
def check_list(s, t, row, stop, f, is_cost):
    """Return the same for a nested list, without checking its own lists."""
    while row != stop and t.rows[row, codes.CODE] != codes.END:
        code = np.int64(t.rows[row, codes.CODE])
        if not check_row(s, t, row, code, f, is_cost):
            return False
        row = row_after(s, t, row, code, f)
    return True


@kernel
def row_after(s, t, row, code, f):
    """Return the next row after a row: after its list, or where an IF or JUMP leads."""
    if code == codes.JUMP:
        return np.int64(t.rows[row, codes.JUMP_ROW])
    if has(words.BLOCKS, code):
        return np.int64(t.rows[row, columns.BLOCK.END])
    if code == codes.IF:
        value = np.int64(t.rows[row, codes.IF_VALUE])
        if evaluate(s, t, value, s.frames[f, Scope.source], s.frames[f, Scope.you], f) == 0:
            return np.int64(t.rows[row, codes.IF_ELSE])
    return row + 1


@kernel
def check_each(s, t, row, f):
    """Return whether every player in the game can pay the list of an `each`."""
    for i in range(t.player_n):
        player = player_at(s, t, s.first_player, i)
        if player != NONE:
            s.frames[f, Scope.they] = player
            if not check_list(s, t, row + 1, np.int64(t.rows[row, columns.EACH.END]), f, True):
                return False
    s.frames[f, Scope.they] = NONE
    return True


@kernel
def check_options(s, t, row, f):
    """Return whether at least one option of a choice can be carried out."""
    option = row + 1
    end = np.int64(t.rows[row, columns.CHOOSE.END])
    while option < end:
        if is_branch_possible(s, t, option, f):
            return True
        option = np.int64(t.rows[option, columns.BLOCK.END])
    return False


@kernel
def check_row(s, t, row, code, f, is_cost):
    """Return whether one statement can be carried out as far as required."""
    if code == words.OPERATION.PICK:
        return check_pick(s, t, row, f, is_cost)
    if code == words.OPERATION.PICK_PLAYER:
        return t.rows[row, columns.PICK_PLAYER.AMONG] != words.AMONG.OTHERS or living(s) > 1
    if code == words.OPERATION.ATTACK:
        is_it = t.rows[row, columns.ATTACK.WHAT] == words.CARD.IT
        return not is_it or has_striker(s, t, s.frames[f, Scope.you])
    if t.prunes != 0 and is_useless(s, t, row, code, f):
        return False
    return not is_cost or is_payable(s, t, row, code, f)


@kernel
def check_pick(s, t, row, f, is_cost):
    """Return whether a `pick` has candidates: enough for a cost, otherwise one."""
    of = np.int64(t.rows[row, columns.PICK.OF])
    who = np.int64(t.rows[row, columns.PICK.WHO])
    is_known = of != words.PLAYER.CHOSEN or s.frames[f, Scope.chosen] != NONE
    if t.rows[row, columns.PICK.ZONE] == Z.LOOKED or not is_known or who == words.PLAYER.CHOSEN:
        return True
    value = np.int64(t.rows[row, columns.PICK.N])
    n = evaluate(s, t, value, s.frames[f, Scope.source], s.frames[f, Scope.you], f)
    if not is_cost:
        n = min(n, np.int64(1))
    candidates(s, t, row, f)
    # The cards that the cost will pick are not known yet:
    others = 1 if t.rows[row, columns.PICK.BUT] == words.CARD.IT else 0
    if found_n(s) < n + others:
        return False
    if t.prunes != 0:
        keep_useful(s, t, row)
    return found_n(s) >= n


@kernel
def keep_useful(s, t, row):
    """Keep in `s.found` only cards that the statements after a `pick` affect (LCG-30.5, prune)."""
    code = t.rows[row + 1, codes.CODE]
    if t.rows[row + 1, columns.AFFECTING.WHAT] != words.CARD.IT:
        return
    for b in range(BLOCKS):
        if code == words.OPERATION.HEAL:
            s.found[b] &= s.damaged[b]
        elif code == words.OPERATION.READY:
            s.found[b] &= s.exhausted[b]


@kernel
def is_useless(s, t, row, code, f):
    """Return whether a statement certainly does nothing (LCG-30.5, prune)."""
    if code == words.OPERATION.HEAL or code == words.OPERATION.READY:
        what = np.int64(t.rows[row, columns.AFFECTING.WHAT])
        card = card_of_word(s, what, s.frames[f, Scope.source], f)
        if code == words.OPERATION.HEAL:
            return card != NONE and s.damage[card] == 0
        return card != NONE and not is_exhausted(s, card)
    if code == words.OPERATION.LOOK:
        is_encounter_deck = t.rows[row, columns.LOOK.PILE] == words.PILE.ENCOUNTER_DECK
        return is_encounter_deck and s.deck_n[ENCOUNTER] == 0
    return False


@kernel
def is_payable(s, t, row, code, f):
    """Return whether one statement of a cost can be carried out in full."""
    source = s.frames[f, Scope.source]
    you = s.frames[f, Scope.you]
    if code == words.OPERATION.EXHAUST:
        card = card_of_word(s, np.int64(t.rows[row, columns.AFFECTING.WHAT]), source, f)
        return card == NONE or (in_play(s, card) and not is_exhausted(s, card))
    if code == words.OPERATION.RESOURCES:
        card = card_of_word(s, np.int64(t.rows[row, columns.AFFECTING.WHAT]), source, f)
        n = np.int64(t.rows[row, columns.SIZED.N])
        return card == NONE or s.tokens[card] + evaluate(s, t, n, source, you, f) >= 0
    if code == words.OPERATION.REVEAL:
        return s.deck_n[ENCOUNTER] > 0
    if code == words.OPERATION.RANDOM:
        player, not_player = whose(s, np.int64(t.rows[row, columns.RANDOM.OF]), source, you, f)
        n = evaluate(s, t, np.int64(t.rows[row, columns.RANDOM.N]), source, you, f)
        cards = np.int64(t.rows[row, columns.RANDOM.CARDS])
        find(s, t, cards, np.int64(t.rows[row, columns.RANDOM.ZONE]), player, not_player)
        return found_n(s) >= n
    return True


@kernel
def has_striker(s, t, player):
    """Return whether a ready character of a player has an enemy to attack (LCG-14.7)."""
    for b in range(SEATS):
        rest = s.controlled[player, b] & ~s.exhausted[b]
        while rest != 0:
            card = np.int64(b) * BLOCK + lowest_bit(rest)
            rest &= rest - 1
            if is_hero_or_ally(t, card) and card != s.captive:
                quick_targets(s, t, card, player)
                if found_n(s) > 0:
                    return True
    return False
