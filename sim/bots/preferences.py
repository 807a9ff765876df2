"""Preferences: what a bot wants of a move beyond its score, learnt by playing against itself.

A score is made of numbers that hold for all cards and places. What it overlooks in a single card or place is
a preference, in units of the score: one for each way to move a card and to choose a place, at each stage of
the game. A move has up to two of them, and they are added to its score.

They are learnt by policy gradient. While it practises, a bot takes each move with a chance that grows with
its score (a softmax with a temperature). A finished game says how good its moves were: its result less what
the position at the beginning of the round was worth (REINFORCE with a baseline; Williams, "Simple statistical
gradient-following algorithms for connectionist reinforcement learning", Machine Learning 8, 1992). The
gradient of each preference is divided by its Fisher information (Kakade, "A natural policy gradient", NIPS
2001), so that rare moves learn as fast as frequent ones. `studies.practice` adds up what the games say.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from sim.bots.bound import KEYS
from sim.bots.evaluation import evaluated, evaluation_fields
from sim.engine.exponential import exponential
from sim.engine.faults import Fault
from sim.engine.jit import kernel
from sim.engine.rng import key, stream

NOTES = 1 << 19  # most changes of chances that are noted in a game
ROUNDS = 64  # most rounds of a game with a baseline of their own; later ones have that of the last
SMALL = 1e-4  # a chance that differs by less is not noted


def preference_fields(seats: int, rows: int, stages: int, options: int) -> list[tuple]:
    """Return the fields of a mind whose bots may have preferences.

    rows: of a seat's preferences; one more stays 0, for moves without one. options: most of a decision.
    """
    return [
        ("has_preferences", "i8", (seats,)),  # [seat] 1: it has some
        ("preference", "f4", (seats, stages, rows + 1)),  # [seat, stage, row]
        ("score", "f8", (options,)),  # [option] of the pending decision
    ]


def practice_fields(rows: int, options: int, rounds: int, features: int) -> list[tuple]:
    """Return the fields of the structured type that practice works on.

    rounds, features: most that an evaluation of this game's positions has.
    """
    return [
        *evaluation_fields(rounds, features),
        ("temperature", "f8"),  # of the chances of moves, in units of the score
        ("practises", "i8", (16,)),  # [seat] 1: it practises; the others take the move with the best score
        ("chance", "f8", (options,)),  # [option] of the pending decision
        ("change", "f8", (rows + 1,)),  # [row] of the pending decision, 0 between decisions
        ("touched", "i8", (2 * options,)),  # rows with a change
        ("baseline", "f8", (ROUNDS,)),  # [round] value to the first side at its beginning
        ("is_full", "i8"),  # 1: a game had more to note than there is room for
        ("note_n", "i8"),
        ("note_seat", "i4", (NOTES,)),  # [0..note_n) of the game
        ("note_row", "i4", (NOTES,)),
        ("note_stage", "i4", (NOTES,)),
        ("note_round", "i4", (NOTES,)),
        ("note_change", "f4", (NOTES,)),  # of the logarithm of the chance of the move, by the preference
    ]


@kernel
def best(s, m):
    """Return the index of the option with the best score; the first of equal ones."""
    found = np.int64(0)
    for i in range(1, s.option_n):
        if m.score[i] > m.score[found]:
            found = np.int64(i)
    return found


@kernel
def sampled(s, m, w, purpose):
    """Return the index of an option, drawn by the chances, which it fills. purpose: stream of the draw."""
    top = m.score[best(s, m)]
    total = 0.0
    for i in range(s.option_n):
        w.chance[i] = exponential((m.score[i] - top) / w.temperature)
        total += w.chance[i]
    for i in range(s.option_n):
        w.chance[i] /= total
    left = key(stream(s.seed, purpose, s.decisions), 0) / KEYS
    for i in range(s.option_n):
        left -= w.chance[i]
        if left < 0.0:
            return np.int64(i)
    return np.int64(s.option_n - 1)


@kernel
def add_change(w, n, row, change):
    """Add to the change of a row; return the number of touched rows."""
    if w.change[row] == 0.0:
        w.touched[n] = row
        n += 1
    w.change[row] += change
    return n


@kernel
def note(w, seat, stage, number, n):
    """Note the changes of the touched rows and clear them."""
    for k in range(n):
        row = w.touched[k]
        change = w.change[row]
        w.change[row] = 0.0
        if abs(change) > SMALL:
            if w.note_n == NOTES:
                w.is_full = 1
                return
            w.note_seat[w.note_n] = seat
            w.note_row[w.note_n] = row
            w.note_stage[w.note_n] = stage
            w.note_round[w.note_n] = number
            w.note_change[w.note_n] = change
            w.note_n += 1


class Practice(NamedTuple):
    """What practice takes from a game: kernels on its state `s`, tables `t` and mind `m`.

    new_game(s, t, seed, index), decide(s, t, action), advance(s, t), is_over(s): the game, step by step. cap:
    most decisions of a game. score(s, t, m, seat): fill `m.score` for the pending decision. first_row(s, t,
    action, seat), second_row(s, t, action, seat): rows of an action's preferences; `rows` for none. stage(s):
    of the game. purpose: number of the stream of the first seat's draws. round_of(s): number of the round,
    ascending from 1. look(s, t, x): fill `x`, float64, with the features of a position at the beginning of a
    round. result(s, t): what the end of a game is worth to the first side, 0 to 1. is_first(t, seat): whether
    a seat is of that side.
    """

    new_game: Callable
    decide: Callable
    advance: Callable
    is_over: Callable
    cap: int
    score: Callable
    rows: int
    first_row: Callable
    second_row: Callable
    stage: Callable
    purpose: int
    round_of: Callable
    look: Callable
    result: Callable
    is_first: Callable


def practising(game: Practice) -> Callable:
    """Return the kernel practise(s, t, m, w, seed, first, slopes, weights, ends) of a game.

    It plays games `first`, `first + 1`, ... of a run, one for each element of `ends`, float64, which it fills
    with their results. slopes, weights: float64 (seats, stages, rows + 1), to which it adds the gradient of
    the result by each preference, and its Fisher information. w: record with the fields `practice_fields`.
    The state `s` is workspace; a fault that stops a game stays in it. After a fault, and if a game has more
    to note than there is room for (`is_full`), the rest is not played.
    """
    (
        new_game,
        decide,
        advance,
        is_over,
        cap,
        score,
        rows,
        first_row,
        second_row,
        stage,
        purpose,
        round_of,
        look,
        result,
        is_first,
    ) = game

    @kernel
    def take(s, t, m, w, seat, number):
        """Draw a move, and note what each preference did to its chance; return its index."""
        chosen = sampled(s, m, w, purpose + seat)
        n = np.int64(0)
        for i in range(s.option_n):
            change = -w.chance[i]
            if i == chosen:
                change += 1.0
            action = np.int64(s.options[i])
            n = add_change(w, n, first_row(s, t, action, seat), change)
            n = add_change(w, n, second_row(s, t, action, seat), change)
        w.change[rows] = 0.0
        note(w, seat, stage(s), number, n)
        return chosen

    @kernel
    def play(s, t, m, w):
        """Play a game to its end, or to a fault or the end of the room for its notes."""
        number = np.int64(0)
        w.note_n = 0
        while not is_over(s) and s.decisions < cap:
            if round_of(s) > number:
                number = min(round_of(s), ROUNDS - 1)
                look(s, t, w.feature)
                w.baseline[number] = evaluated(w, number)
            seat = np.int64(s.actor)
            score(s, t, m, seat)
            i = take(s, t, m, w, seat, number) if w.practises[seat] != 0 else best(s, m)
            decide(s, t, np.int64(s.options[i]))
            advance(s, t)
            if s.fault != Fault.NONE or w.is_full != 0:
                return

    @kernel
    def add_up(t, w, end, slopes, weights):
        """Add what a game says to the sums. end: its result."""
        for k in range(w.note_n):
            seat, row, column = w.note_seat[k], w.note_row[k], w.note_stage[k]
            advantage = end - w.baseline[w.note_round[k]]
            if not is_first(t, seat):
                advantage = -advantage
            change = np.float64(w.note_change[k])
            slopes[seat, column, row] += advantage * change
            weights[seat, column, row] += change * change

    @kernel
    def practise(s, t, m, w, seed, first, slopes, weights, ends):
        """Play games and add up what they say."""
        for i in range(ends.size):
            new_game(s, t, seed, first + i)
            play(s, t, m, w)
            if s.fault != Fault.NONE or w.is_full != 0:
                return
            ends[i] = result(s, t)
            add_up(t, w, ends[i], slopes, weights)

    return practise
