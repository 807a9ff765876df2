"""The score of each option of a pending decision: which part of the bot knows about it.

An option that declines is judged as the decision with `a` and `b` of NONE: MARCH, NONE, NONE marches no more.
"""

import numpy as np

from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.engine.actions import a_of, b_of, kind_of
from mazarbul.sim.engine.bits import has
from mazarbul.sim.engine.stack import top, top_kind
from mazarbul.sim.games.board_game import actions
from mazarbul.sim.games.board_game.bots.heuristic.answers import is_reply, score_reply
from mazarbul.sim.games.board_game.bots.heuristic.armies import (
    score_march,
    score_send,
    score_strike,
    score_take,
)
from mazarbul.sim.games.board_game.bots.heuristic.cards import forget_cards
from mazarbul.sim.games.board_game.bots.heuristic.mustering import (
    find_recruits,
    package_worth,
    score_minion_place,
    score_place,
)
from mazarbul.sim.games.board_game.bots.heuristic.riding import (
    find_flights,
    score_go,
    score_join,
    score_number,
    score_rider,
)
from mazarbul.sim.games.board_game.bots.heuristic.situation import look
from mazarbul.sim.games.board_game.bots.heuristic.turn import score_turn
from mazarbul.sim.games.board_game.frames import Riders, Scope
from mazarbul.sim.games.board_game.ids import NONE, SIDE


@kernel
def score_options(s, t, m, seat):
    """Fill the scores of all options of the pending decision (`score` of the mind)."""
    look(s, t, m, seat)
    forget_cards(m)
    if s.decision == actions.TURN:
        score_turn(s, t, m, seat)
        return
    if s.decision == actions.PACKAGE:
        find_recruits(s, t, m, seat)
    elif m.side == SIDE.SHADOW and top_kind(s) == Riders.kind:
        find_flights(s, t, m)
    for i in range(s.option_n):
        action = np.int64(s.options[i])
        kind = kind_of(action)
        if kind == actions.DECLINE:
            m.score[i] = score_answer(s, t, m, seat, np.int64(s.decision), np.int64(NONE), np.int64(NONE))
        else:
            m.score[i] = score_answer(s, t, m, seat, kind, a_of(action), b_of(action))


@kernel
def score_answer(s, t, m, seat, kind, a, b):
    """Return the score of an answer."""
    if is_reply(s, kind) and not is_of_riders(s, t, kind):
        return score_reply(s, t, m, seat, kind, a, b)
    if kind == actions.MARCH:
        return score_march(s, t, m, seat, a, b)
    if kind == actions.STRIKE:
        return score_strike(s, t, m, seat, a, b)
    if kind == actions.SEND:
        return score_send(s, t, m, seat, a)
    if kind == actions.TAKE:
        return score_take(s, t, m, a, b)
    if kind == actions.PACKAGE:
        return package_worth(m, a)
    if kind == actions.PLACE:
        return score_place(s, t, m, seat, a, b)
    return score_other(s, t, m, kind, a, b)


@kernel
def score_other(s, t, m, kind, a, b):
    """Return the score of an answer about Characters who travel, a choice of a text, or a partner's wish."""
    if kind == actions.RIDER:
        return score_rider(s, t, m, a)
    if kind == actions.NUMBER and top_kind(s) == Riders.kind:
        return score_number(b)
    if kind == actions.JOIN or kind == actions.GO:
        return score_join(a) if kind == actions.JOIN else score_go(s, t, m, a)
    if kind == actions.REGION and is_minion_text(s, t):
        return score_minion_place(s, m, a)
    return np.float64(b)  # partners agree


@kernel
def is_of_riders(s, t, kind):
    """Return whether an answer is about how many Nazgûl fly, or where a Minion comes into play."""
    if kind == actions.NUMBER:
        return top_kind(s) == Riders.kind
    return kind == actions.REGION and is_minion_text(s, t)


@kernel
def is_minion_text(s, t):
    """Return whether the text that asks brings a Minion into play."""
    frame = top(s)
    figure = frame[Scope.figure_of]
    return frame[Scope.card] == NONE and figure >= 0 and has(t.minions, figure)
