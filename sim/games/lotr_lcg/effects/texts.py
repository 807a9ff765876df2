"""Texts at work: the frames of effects, lists, choices and repetitions (LCG-22.1)."""

import numpy as np

from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.effects import codes
from mazarbul.sim.engine.actions import ask, offer
from mazarbul.sim.engine.bits import has
from mazarbul.sim.engine.faults import Fault, fail
from mazarbul.sim.engine.frames import KIND
from mazarbul.sim.engine.log import note
from mazarbul.sim.engine.machine import (
    BEGIN,
    Choose,
    Each,
    Rows,
    Text,
    branch,
    carry_out_block,
    carry_out_text,
    fetch,
    next_option,
    serve,
    skip_block,
    start_choose,
    start_each,
)
from mazarbul.sim.engine.stack import claim, pop, push, top
from mazarbul.sim.games.lotr_lcg import actions
from mazarbul.sim.games.lotr_lcg.content import columns, words
from mazarbul.sim.games.lotr_lcg.effects.granting import grant_rows
from mazarbul.sim.games.lotr_lcg.effects.operations import operate
from mazarbul.sim.games.lotr_lcg.frames import Delayed, EachCard, Scope
from mazarbul.sim.games.lotr_lcg.ids import BLOCKS, NONE, E
from mazarbul.sim.games.lotr_lcg.rules.conditions import evaluate, first_of, player_of_word, set_it
from mazarbul.sim.games.lotr_lcg.rules.delayed import add_later
from mazarbul.sim.games.lotr_lcg.rules.feasible import is_branch_possible
from mazarbul.sim.games.lotr_lcg.rules.picks import offer_listed
from mazarbul.sim.games.lotr_lcg.rules.triggers import clear_scope
from mazarbul.sim.games.lotr_lcg.rules.zones import block_of, card_bit


@kernel
def step_text(s, t):
    """Continue a text: its `if`, its cost, then its effects (LCG-22.1)."""
    frame = top(s)
    if frame[Text.stage] == BEGIN:
        condition = np.int64(t.effects[frame[Scope.text]].condition)
        if condition != 1:
            f = np.int64(s.frame_n - 1)
            if evaluate(s, t, condition, frame[Scope.source], frame[Scope.you], f) == 0:
                pop(s)
                return
        note(s, E.TEXT, frame[Scope.source], 0, 0)
    carry_out_text(s, t)


@kernel
def step_rows(s, t):
    """Carry out rows until the list ends, pushes a frame, or something that happened comes first."""
    depth = s.frame_n
    frame = top(s)
    f = np.int64(depth - 1)
    while s.frame_n == depth and s.is_dirty == 0 and s.pending_n == s.pending_base:
        row = fetch(s, t)
        if row == NONE:
            return
        code = np.int64(t.rows[row, codes.CODE])
        if code == codes.IF:
            value = np.int64(t.rows[row, codes.IF_VALUE])
            branch(s, t, row, evaluate(s, t, value, frame[Scope.source], frame[Scope.you], f))
        elif has(words.BLOCKS, code):
            open_block(s, t, row, code, f)
        else:
            operate(s, t, row, code, f)


@kernel
def open_block(s, t, row, code, f):
    """Carry out a statement that has its own list."""
    if code == words.OPERATION.EACH:
        start_each(s, t, row, np.int64(s.first_player))
        return
    if code == words.OPERATION.CHOOSE:
        start_choose(s, t, row)
        return
    skip_block(s, t, row)
    if code == words.OPERATION.UNTIL:
        grant_rows(s, t, row, f)
    elif code == words.OPERATION.LATER:
        add_later(s, row, np.int64(t.rows[row, columns.LATER.TIME]), f)
    elif code == words.OPERATION.EACH_CARD:
        push(s, EachCard.kind, row, f)
        for b in range(BLOCKS):
            top(s)[EachCard.cards + b] = s.frames[f, Scope.it + b]
    elif code == words.OPERATION.OPTION:  # outside a choice it is carried out
        carry_out_block(s, t, row, f)
    else:
        fail(s, Fault.WORD, code)


@kernel
def step_each(s, t):
    """Handle the next player in the game (LCG-2.5).

    Seats are counted, not players, so that an elimination in between does not skip a player.
    """
    frame = top(s)
    if frame[Each.index] >= t.player_n:
        pop(s)
        return
    player = (frame[Each.first] + frame[Each.index]) % np.int64(t.player_n)
    frame[Each.index] += 1
    players = t.rows[frame[Each.row], columns.EACH.PLAYERS]
    is_others = players == words.EVERY.OTHERS
    if not is_others and players != words.EVERY.PLAYERS:
        fail(s, Fault.NAME, players)
    if not has(s.in_game, player) or (is_others and player == s.frames[frame[Each.context], Scope.you]):
        return
    serve(s, t, Scope.they, player)


@kernel
def step_each_card(s, t):
    """Handle the next card in the first player's order (LCG-25.1)."""
    if first_of(s, np.int64(s.frame_n - 1), EachCard.cards) == NONE:
        pop(s)
        return
    offer_listed(s, t, np.int64(s.first_player), actions.ENCOUNTER_TARGET, EachCard.cards)


@kernel
def answer_each_card(s, t, card):
    """Carry out the list for the card chosen as the next."""
    frame = top(s)
    frame[EachCard.cards + block_of(card)] &= ~card_bit(card)
    carry_out_block(s, t, frame[EachCard.row], frame[EachCard.context])
    set_it(s, np.int64(s.frame_n - 1), card)


@kernel
def step_choose(s, t):
    """Ask which option to carry out (D-08); impossible options are not offered."""
    frame = top(s)
    row = frame[Choose.row]
    f = frame[Choose.context]
    source, you = s.frames[f, Scope.source], s.frames[f, Scope.you]
    player = player_of_word(s, np.int64(t.rows[row, columns.CHOOSE.WHO]), source, you, f)
    if player == NONE or not has(s.in_game, player):
        pop(s)
        return
    ask(s, player, actions.MODE)
    option = next_option(t, row, NONE)
    number = 0
    while option != NONE:
        if is_branch_possible(s, t, option, f):
            offer(s, actions.MODE, 0, number)
        option = next_option(t, row, option)
        number += 1
    if s.option_n == 0:
        pop(s)


@kernel
def step_delayed(s, t):
    """Carry out a delayed list."""
    entry = s.later[top(s)[Delayed.entry]]
    pop(s)
    row = np.int64(entry.row)
    entry.row = NONE
    frame = claim(s)
    clear_scope(s, np.int64(s.frame_n - 1), entry.source, entry.you)
    frame[KIND] = Rows.kind
    frame[Rows.next] = row + 1
    frame[Rows.stop] = t.rows[row, columns.LATER.END]
    for b in range(BLOCKS):
        frame[Scope.it + b] = entry.it[b]
