"""Answers to what texts ask: regions, Armies, Nations, figures, options, numbers, dice, cards (BD-47).

What is asked for is judged by what the rest of the text does with it, for the side of the seat that is asked.
"""

import numpy as np

from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.effects import codes
from mazarbul.sim.engine.bits import has
from mazarbul.sim.engine.frames import KIND
from mazarbul.sim.engine.machine import Choose, Rows, Text, next_option
from mazarbul.sim.engine.stack import top
from mazarbul.sim.games.board_game import actions
from mazarbul.sim.games.board_game.bots.heuristic.army_deeds import recruits_worth, wound_at
from mazarbul.sim.games.board_game.bots.heuristic.cards import (
    event_worth,
    exchanging,
    hand_worth,
    table_loss,
)
from mazarbul.sim.games.board_game.bots.heuristic.deeds import drift_to
from mazarbul.sim.games.board_game.bots.heuristic.fellowship import leaving_cost, visit_worth
from mazarbul.sim.games.board_game.bots.heuristic.other_deeds import turned_worth
from mazarbul.sim.games.board_game.bots.heuristic.tactics import (
    figure_in_battle,
    list_of_battle,
    number_in_battle,
)
from mazarbul.sim.games.board_game.bots.heuristic.texts import list_worth, rest_worth, start_list
from mazarbul.sim.games.board_game.bots.heuristic.worths import figure_worth, need_at, piece_worth
from mazarbul.sim.games.board_game.bots.weights import W
from mazarbul.sim.games.board_game.content import words
from mazarbul.sim.games.board_game.frames import Act, Deed, Scope
from mazarbul.sim.games.board_game.ids import BLOCK, FACE, FIGURE_N, NONE, PIECE, ZONE
from mazarbul.sim.games.board_game.rules import columns
from mazarbul.sim.games.board_game.rules.feasible import is_pick, scratch, slot_of
from mazarbul.sim.games.board_game.rules.manoeuvres import has_manoeuvres

OPERATION = words.OPERATION


@kernel
def score_choice(s, t, m, seat, kind, a, b):
    """Return the score of an answer to what a text, or the exchange of cards, asks; a is NONE for no more."""
    if s.frame_n == 0:
        return exchanging(s, t, m, seat, a)
    frame = top(s)
    if frame[KIND] == Choose.kind:
        return option_score(s, t, m, seat, a)
    if frame[KIND] == Text.kind:
        return using(s, t, m, seat, np.int64(s.frame_n - 1)) if b == 1 else 0.0
    if frame[KIND] == Deed.kind:
        return deed_score(s, t, m, seat, kind, a, b)
    if frame[KIND] == Act.kind:
        return act_score(s, t, m, seat, kind, a, b)
    return 1.0 * b


@kernel
def for_seat(s, t, seat, f, worth):
    """Return what a seat has of something that is worth so much to the side of a text."""
    return worth if t.seat_side[seat] == s.frames[f, Scope.side] else -worth


# Options, and texts that may be used -----------------------------------------------------------------


@kernel
def option_score(s, t, m, seat, number):
    """Return the score of an option of a choice."""
    frame = top(s)
    f = np.int64(frame[Choose.context])
    row = np.int64(frame[Choose.row])
    option = next_option(t, row, np.int64(NONE))
    for _ in range(number):
        option = next_option(t, row, option)
    end = np.int64(t.rows[option, codes.BLOCK_END])
    above = scratch(s, f)
    if has_manoeuvres(t, s.frames[f, Scope.text]):
        return list_of_battle(s, t, m, seat, option + 1, end, above)
    return for_seat(s, t, seat, f, list_worth(s, t, m, option + 1, end, above))


@kernel
def using(s, t, m, seat, f):
    """Return the score of using the text on top, less what its card is worth if it is kept."""
    effect = np.int64(s.frames[f, Scope.text])
    row = np.int64(t.effects[effect].do)
    above = scratch(s, f)
    if has_manoeuvres(t, effect):
        return list_of_battle(s, t, m, seat, row, np.int64(NONE), above)
    worth = list_worth(s, t, m, row, np.int64(NONE), above)
    if t.effects[effect].spends == 1 and s.frames[f, Scope.card] != NONE:
        worth -= m.w[W.TABLE_KEEP]
    return worth


@kernel
def deed_score(s, t, m, seat, kind, a, b):
    """Return the score of an answer to what a Combat text asks."""
    frame = top(s)
    if kind == actions.NUMBER:
        return number_in_battle(s, t, m, seat, b)
    if kind == actions.FIGURE:
        return figure_in_battle(s, t, m, seat, a)
    if kind == actions.MAY and b == 1:
        row = np.int64(frame[Deed.row])
        above = scratch(s, np.int64(frame[Deed.context]))
        return list_of_battle(s, t, m, seat, row + 1, np.int64(t.rows[row, codes.BLOCK_END]), above)
    return 0.0


# Statements ----------------------------------------------------------------------------------------


@kernel
def act_score(s, t, m, seat, kind, a, b):
    """Return the score of an answer to what a statement asks."""
    frame = top(s)
    row = np.int64(frame[Act.row])
    f = np.int64(frame[Act.context])
    code = np.int64(t.rows[row, codes.CODE])
    if is_pick(code):
        return picked_score(s, t, m, seat, row, code, f, a)
    if code == OPERATION.MAY:
        if b == 0:
            return 0.0
        end = np.int64(t.rows[row, codes.BLOCK_END])
        return for_seat(s, t, seat, f, list_worth(s, t, m, row + 1, end, scratch(s, f)))
    if code == OPERATION.CHOOSE_NUMBER:
        above = scratch(s, f)
        s.frames[above, Scope.x] = b
        start_list(m)
        return for_seat(s, t, seat, f, rest_worth(s, t, m, row + 1, np.int64(s.frames[f, Rows.stop]), above))
    if kind == actions.REGION:
        return region_score(s, t, m, seat, row, code, a)
    if kind == actions.ARMY:
        return army_score(s, t, m, seat, code, a)
    if kind == actions.CARD:
        return card_score(s, t, m, seat, row, code, a)
    return other_score(s, t, m, kind, row, code, a, b)


@kernel
def picked_score(s, t, m, seat, row, code, f, i):
    """Return the score of a thing that a pick may take: what the rest of the text does with it."""
    above = scratch(s, f)
    s.frames[above, slot_of(code)] = i
    start_list(m)
    stop = np.int64(s.frames[f, Rows.stop])
    worth = for_seat(s, t, seat, f, rest_worth(s, t, m, row + 1, stop, above))
    if code == OPERATION.PICK_REGION:
        worth += 0.1 * need_at(s, t, m, np.int64(t.seat_side[seat]), i)
    return worth


@kernel
def region_score(s, t, m, seat, row, code, region):
    """Return the score of a region for recruits, for those who travel, or for the Ring-bearers' figure."""
    side = np.int64(t.seat_side[seat])
    if code == OPERATION.DRIFT:
        return drift_to(t, m, np.int64(s.bearers), region)
    if code == OPERATION.RECRUIT:
        nation = np.int64(t.rows[row, columns.RECRUIT.NATION])
        pieces = np.int64(t.rows[row, columns.RECRUIT.PIECE])
        how = np.int64(t.rows[row, columns.RECRUIT.HOW])
        n = max(np.int64(1), np.int64(top(s)[Act.n]))
        return recruits_worth(s, t, m, nation, pieces, region, how, n)
    score = need_at(s, t, m, side, region)
    if code == OPERATION.ENTER or code == OPERATION.MOVE_TO:
        figures = np.int64(0)
        if t.set_start[t.rows[row, columns.FIGURES.FIGURES]] == 0:
            figures = np.int64(t.set_words[t.rows[row, columns.FIGURES.FIGURES], 0])
        for figure in range(FIGURE_N):
            if has(figures & np.int64(t.companions), figure):
                score += visit_worth(s, t, m, np.int64(figure), region)
    return score


@kernel
def army_score(s, t, m, seat, code, stand):
    """Return the score of an Army that takes hits, must retreat, or whose figure changes or goes."""
    side = np.int64(t.seat_side[seat])
    region = np.int64(t.region_of[stand])
    if code == OPERATION.UPGRADE:
        return need_at(s, t, m, side, region)
    n = 1.0
    if code == OPERATION.WOUND:
        n = 2.0
    worth = wound_at(s, t, m, side, stand, n)
    if code == OPERATION.ROUT:
        worth *= 1.0 * s.unit_n[stand]
    return worth - (0.2 * need_at(s, t, m, side, region) if s.side_of[stand] == side else 0.0)


@kernel
def card_score(s, t, m, seat, row, code, card):
    """Return the score of a card that is played free of charge or discarded."""
    if card == NONE:
        return 0.0
    if code == OPERATION.PLAY_CARD:
        return event_worth(s, t, m, seat, card)
    if t.rows[row, columns.DISCARD.ZONE] == ZONE.TABLE:
        worth = table_loss(s, t, m, card)
        return worth if card // BLOCK != t.seat_side[seat] else -worth
    return -hand_worth(s, t, m, seat, card)


@kernel
def other_score(s, t, m, kind, row, code, a, b):
    """Return the score of a figure, Nation, die or number."""
    if code == OPERATION.TURN_DICE:
        if kind == actions.FACE:
            return -face_use(m, a)
        return b * turned_worth(s, t, m, np.int64(t.rows[row, columns.TURN_DICE.TO]))
    if kind == actions.NUMBER:
        return 1.0 * b
    if kind == actions.FIGURE and code == OPERATION.SCATTER:
        return -leaving_cost(s, t, m, a)
    if kind == actions.FIGURE:
        return figure_worth(s, t, m, a)
    if kind == actions.NATION:
        return piece_worth(m, a, np.int64(PIECE.ELITE))
    if kind == actions.OPTION:
        return 1.0 * a
    return 0.0


@kernel
def face_use(m, face):
    """Return how useful a die with a result is."""
    if face == FACE.WILL:
        return m.w[W.FACE_WILL]
    return m.w[W.FACE_WILL] * 0.5 if face == FACE.ARMY_MUSTER else m.w[W.FACE_WILL] * 0.4
