"""Statements that ask which thing is meant: picks, numbers, Companions, cards, dice (BD-25, BD-47, BD-50)."""

import numpy as np

from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.engine import sets
from mazarbul.sim.engine.actions import NONE, ask, offer, offer_each
from mazarbul.sim.engine.bits import bit, has, lowest_bit, popcount
from mazarbul.sim.engine.faults import Fault, fail
from mazarbul.sim.engine.rng import key, stream
from mazarbul.sim.engine.stack import pop
from mazarbul.sim.games.board_game import actions
from mazarbul.sim.games.board_game.content import words
from mazarbul.sim.games.board_game.frames import Act, Scope
from mazarbul.sim.games.board_game.ids import BLOCK, FACE_N, FIGURE_N, SIDE, STREAM, ZONE
from mazarbul.sim.games.board_game.rules import cards, columns, dice, plays
from mazarbul.sim.games.board_game.rules.conditions import evaluate, seat_meant, side_meant
from mazarbul.sim.games.board_game.rules.feasible import set_of_pick, slot_of
from mazarbul.sim.games.board_game.rules.hunt import turn_key
from mazarbul.sim.games.board_game.rules.piles import cards_of_deck, discardable, turnable, turns_face
from mazarbul.sim.games.board_game.rules.riders import arrive
from mazarbul.sim.games.board_game.rules.seats import lead
from mazarbul.sim.games.board_game.rules.sets import find
from mazarbul.sim.games.board_game.rules.standing import leave_table
from mazarbul.sim.games.board_game.rules.stands import eliminate_figures
from mazarbul.sim.games.board_game.rules.ways import FAR

OPERATION = words.OPERATION
PICKS = sum(
    1 << code
    for code in (OPERATION.PICK_REGION, OPERATION.PICK_ARMY, OPERATION.PICK_NATION, OPERATION.PICK_FIGURE)
)
STEPS = PICKS | sum(
    1 << code
    for code in (
        OPERATION.CHOOSE_NUMBER,
        OPERATION.DRIFT,
        OPERATION.SCATTER,
        OPERATION.DISCARD,
        OPERATION.PLAY_CARD,
        OPERATION.TURN_DICE,
    )
)


@kernel
def step(s, t, frame, code):
    """Ask, or carry out the statement and drop its frame."""
    row = frame[Act.row]
    f = frame[Act.context]
    if has(PICKS, code):
        step_pick(s, t, row, code, f)
    elif code == OPERATION.CHOOSE_NUMBER:
        step_number(s, t, frame, row, f)
    elif code == OPERATION.DRIFT:
        find(s, t, np.int64(t.rows[row, columns.DRIFT.REGIONS]), f)
        if s.mordor == NONE and not sets.is_empty(s.found):
            offer_found(s, frame[Act.seat], actions.REGION)
        else:
            pop(s)
    elif code == OPERATION.SCATTER:
        step_scatter(s, t, frame, row, f)
    elif code == OPERATION.DISCARD:
        step_discard(s, t, row, f)
    elif code == OPERATION.PLAY_CARD:
        plays.ask_card(s, t, frame[Act.seat], cards_of_deck(t, row, s.frames[f, Scope.side]))
        if s.option_n == 0:
            pop(s)
    else:
        step_dice(s, t, frame, row, f)


@kernel
def answer(s, t, frame, code, kind, a, b):
    """Carry out the answer."""
    row = frame[Act.row]
    f = frame[Act.context]
    if has(PICKS, code):
        pop(s)
        s.frames[f, slot_of(code)] = a
    elif code == OPERATION.CHOOSE_NUMBER:
        pop(s)
        s.frames[f, Scope.x] = b
    elif code == OPERATION.DRIFT:
        pop(s)
        s.bearers = a
    elif code == OPERATION.SCATTER:
        frame[Act.these] |= bit(a)
    elif code == OPERATION.DISCARD:
        pop(s)
        discard_card(s, t, row, a)
    elif code == OPERATION.PLAY_CARD:
        seat = frame[Act.seat]
        pop(s)
        plays.start_play(s, t, seat, a, np.int64(NONE))
    elif code == OPERATION.TURN_DICE:
        answer_dice(s, t, frame, row, f, kind, a, b)
    else:
        fail(s, Fault.ANSWER, kind)


@kernel
def offer_found(s, seat, kind):
    """Ask a seat for a thing of `s.found`."""
    ask(s, seat, kind)
    for i in sets.members(s.found):
        offer(s, kind, i, 0)


# Picks ---------------------------------------------------------------------------------------------


@kernel
def step_pick(s, t, row, code, f):
    """Ask for the thing that is picked; from an empty set nothing is (BG-20.8)."""
    who = np.int64(t.rows[row, columns.PICK_REGION.WHO])
    find(s, t, set_of_pick(t, row, code), f)
    if code == OPERATION.PICK_FIGURE:
        s.found[0] &= (1 << FIGURE_N) - 1
    if sets.is_empty(s.found):
        s.frames[f, slot_of(code)] = NONE
        pop(s)
    elif code == OPERATION.PICK_FIGURE and who == words.CHOOSER.RANDOM:
        s.frames[f, Scope.figure] = random_figure(s, t, np.int64(s.found[0]))
        pop(s)
    else:
        offer_found(s, seat_meant(s, who, f), kind_of_pick(code))


@kernel
def kind_of_pick(code):
    """Return the kind of action that answers a pick."""
    if code == OPERATION.PICK_ARMY:
        return np.int64(actions.ARMY)
    if code == OPERATION.PICK_NATION:
        return np.int64(actions.NATION)
    return np.int64(actions.FIGURE if code == OPERATION.PICK_FIGURE else actions.REGION)


@kernel
def random_figure(s, t, figures):
    """Return a random Character of a set (BG-14.11)."""
    base = stream(s.seed, STREAM.COMPANION, turn_key(s, np.int64(s.random_n)))
    s.random_n += 1
    best = lowest_bit(figures)
    rest = figures & (figures - 1)
    while rest != 0:
        figure = lowest_bit(rest)
        rest &= rest - 1
        if key(base, np.int64(t.figure_key[figure])) < key(base, np.int64(t.figure_key[best])):
            best = figure
    return np.int64(best)


@kernel
def step_number(s, t, frame, row, f):
    """Ask for a number; without a choice it is the most (BD-47)."""
    most = max(np.int64(0), evaluate(s, t, np.int64(t.rows[row, columns.CHOOSE_NUMBER.MOST]), f))
    least = max(np.int64(0), evaluate(s, t, np.int64(t.rows[row, columns.CHOOSE_NUMBER.LEAST]), f))
    if least >= most:
        s.frames[f, Scope.x] = most
        pop(s)
    else:
        ask_number(s, frame[Act.seat], least, most)


@kernel
def ask_number(s, seat, least, most):
    """Ask for a number."""
    ask(s, seat, actions.NUMBER)
    for n in range(least, most + 1):
        offer(s, actions.NUMBER, 0, n)


# Companions who leave ------------------------------------------------------------------------------


@kernel
def step_scatter(s, t, frame, row, f):
    """Ask the Free Peoples for the Companions who leave, then let them leave (BG-16.7)."""
    chosen = frame[Act.these]
    n = evaluate(s, t, np.int64(t.rows[row, columns.NUMBER.N]), f) - popcount(chosen)
    rest = np.int64(s.members) & ~chosen
    if n > 0 and popcount(rest) > n:
        ask(s, lead(s, SIDE.FREE_PEOPLES), actions.FIGURE)
        offer_each(s, actions.FIGURE, 0, rest)
        return
    leaving = chosen | rest if n > 0 else chosen
    pop(s)
    if s.mordor != NONE:
        eliminate_figures(s, leaving)
        return
    s.reach[0] = FAR  # they go nowhere
    while leaving != 0:
        arrive(s, t, bit(lowest_bit(leaving)), np.int64(s.bearers))
        leaving &= leaving - 1


# Cards ---------------------------------------------------------------------------------------------


@kernel
def step_discard(s, t, row, f):
    """Ask for the card that is discarded; from an enemy hand only chance can take one (BG-7.4)."""
    found = discardable(s, t, row, f)
    side = side_meant(s, np.int64(t.rows[row, columns.DISCARD.SIDE]), f)
    who = np.int64(t.rows[row, columns.DISCARD.WHO])
    is_hidden = t.rows[row, columns.DISCARD.ZONE] == ZONE.HAND and side != s.frames[f, Scope.side]
    if found == 0:
        pop(s)
    elif who == words.CHOOSER.RANDOM or (is_hidden and side_meant(s, who, f) != side):
        pop(s)
        discard_card(s, t, row, random_card(s, t, side, found))
    else:
        ask(s, seat_meant(s, who, f), actions.CARD)
        offer_each(s, actions.CARD, side * BLOCK, found)


@kernel
def random_card(s, t, side, found):
    """Return a random card of a set of a side's."""
    base = stream(s.seed, STREAM.RANDOM_CARD, turn_key(s, np.int64(s.random_n)))
    s.random_n += 1
    best = side * BLOCK + lowest_bit(found)
    rest = found & (found - 1)
    while rest != 0:
        card = side * BLOCK + lowest_bit(rest)
        rest &= rest - 1
        if key(base, np.int64(t.card_key[card])) < key(base, np.int64(t.card_key[best])):
            best = card
    return np.int64(best)


@kernel
def discard_card(s, t, row, card):
    """Discard a card from the table, or from the hand of the seat that has it."""
    side = cards.side_of_card(card)
    if t.rows[row, columns.DISCARD.ZONE] == ZONE.TABLE:
        leave_table(s, side, card % BLOCK)
        return
    for seat in range(t.seat_n):
        if t.seat_side[seat] == side and has(s.hand[seat], card % BLOCK):
            cards.discard(s, seat, card)
            return
    fail(s, Fault.CARD, card)


# Action dice ---------------------------------------------------------------------------------------

ASKED = 1  # step: how many dice is known


@kernel
def step_dice(s, t, frame, row, f):
    """Turn unused Action dice: first how many, then which (BG-4.2)."""
    side = side_meant(s, np.int64(t.rows[row, columns.TURN_DICE.SIDE]), f)
    if frame[Act.step] != ASKED:
        most = min(evaluate(s, t, np.int64(t.rows[row, columns.TURN_DICE.N]), f), turnable(s, t, row, f))
        frame[Act.left] = most
        if most > 0 and t.rows[row, columns.TURN_DICE.HOW] == words.HOW_MANY.UP_TO:
            ask_number(s, frame[Act.seat], np.int64(0), most)
        else:
            frame[Act.step] = ASKED
        return
    if frame[Act.left] == 0:
        pop(s)
        return
    ask(s, frame[Act.seat], actions.FACE)
    for face in range(FACE_N):
        if s.dice[side, face] > 0 and turns_face(t, row, face):
            offer(s, actions.FACE, face, 0)


@kernel
def answer_dice(s, t, frame, row, f, kind, face, n):
    """Note how many dice are turned, or turn one."""
    if kind == actions.NUMBER:
        frame[Act.left] = n
        frame[Act.step] = ASKED
        return
    side = side_meant(s, np.int64(t.rows[row, columns.TURN_DICE.SIDE]), f)
    to = np.int64(t.rows[row, columns.TURN_DICE.TO])
    frame[Act.left] -= 1
    if to == words.TURNS_TO.LOST:
        dice.spend(s, side, face)
    else:
        dice.turn_die(s, side, face, to)
