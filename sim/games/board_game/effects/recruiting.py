"""Statements that bring figures in or take them off: recruit, upgrade, remove, gather (BG-7.6, BG-7.7)."""

import numpy as np

from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.engine import sets
from mazarbul.sim.engine.actions import NONE, ask, offer
from mazarbul.sim.engine.bits import bit, has
from mazarbul.sim.engine.faults import Fault, fail
from mazarbul.sim.engine.stack import pop
from mazarbul.sim.games.board_game import actions
from mazarbul.sim.games.board_game.content import words
from mazarbul.sim.games.board_game.effects.choosing import ask_number, offer_found
from mazarbul.sim.games.board_game.frames import Act
from mazarbul.sim.games.board_game.ids import NATION_N, PIECE_N, REGIONS, UNIT_N, WORDS
from mazarbul.sim.games.board_game.rules import columns
from mazarbul.sim.games.board_game.rules.campaign import may_pass
from mazarbul.sim.games.board_game.rules.conditions import evaluate, nations_meant, seat_meant
from mazarbul.sim.games.board_game.rules.control import capture, enter_region
from mazarbul.sim.games.board_game.rules.doable import removable, upgradable
from mazarbul.sim.games.board_game.rules.recruits import can_capture, recruits, recruits_of
from mazarbul.sim.games.board_game.rules.repeats import note_use
from mazarbul.sim.games.board_game.rules.riders import place_in
from mazarbul.sim.games.board_game.rules.sets import find, found_n
from mazarbul.sim.games.board_game.rules.stands import add, count, eliminate, move, side_of_nation, upgrade

OPERATION = words.OPERATION
STEPS = sum(1 << code for code in (OPERATION.RECRUIT, OPERATION.UPGRADE, OPERATION.REMOVE, OPERATION.GATHER))
BEGUN, NUMBERED = 1, 2  # steps


@kernel
def step(s, t, frame, code):
    """Ask, or carry out the statement and drop its frame."""
    row = frame[Act.row]
    f = frame[Act.context]
    if code == OPERATION.RECRUIT:
        if frame[Act.step] == 0:
            frame[Act.left] = evaluate(s, t, np.int64(t.rows[row, columns.RECRUIT.PLACES]), f)
            frame[Act.step] = BEGUN
        if frame[Act.thing] == NONE:
            choose_place(s, t, frame, row, f)
        else:
            recruit_here(s, t, frame, row)
    elif code == OPERATION.GATHER:
        step_gather(s, t, frame, row, f)
    elif frame[Act.step] == 0:
        column = columns.UPGRADE.N if code == OPERATION.UPGRADE else columns.REMOVE.N
        frame[Act.left] = evaluate(s, t, np.int64(t.rows[row, column]), f)
        frame[Act.step] = BEGUN
    elif frame[Act.left] <= 0:
        pop(s)
    elif frame[Act.thing] == NONE:
        choose_army(s, t, frame, row, code, f)
    elif code == OPERATION.UPGRADE:
        ask(s, frame[Act.seat], actions.NATION)
        nations = upgradable(s, frame[Act.thing], nations_in(s, t, row, code, f))
        for nation in range(NATION_N):
            if has(nations, nation):
                offer(s, actions.NATION, nation, 0)
    else:
        ask_piece(s, t, frame, row, f)


@kernel
def answer(s, t, frame, code, kind, a, b):
    """Carry out the answer."""
    row = frame[Act.row]
    if code == OPERATION.GATHER:
        answer_gather(s, t, frame, row, kind, a, b)
    elif kind == actions.REGION:
        frame[Act.thing] = a
        begin_place(t, frame, row, a)
    elif kind == actions.ARMY:
        frame[Act.thing] = a
    elif kind == actions.NUMBER:
        frame[Act.n] = b
        frame[Act.step] = BEGUN
    elif kind == actions.PLACE:
        recruit_one(s, t, frame, b, a // PIECE_N, a % PIECE_N)
    elif kind == actions.NATION:
        upgrade(s, frame[Act.thing], a)
        one_done(frame)
    elif kind == actions.TRIM:
        eliminate(s, frame[Act.thing], a // PIECE_N, a % PIECE_N, 1)
        one_done(frame)
    else:
        fail(s, Fault.ANSWER, kind)


@kernel
def one_done(frame):
    """Go on to the next figure."""
    frame[Act.left] -= 1
    frame[Act.thing] = NONE


# Recruiting ----------------------------------------------------------------------------------------


@kernel
def choose_place(s, t, frame, row, f):
    """Ask for the next region; without a choice the first one is taken (BG-7.6)."""
    nation = np.int64(t.rows[row, columns.RECRUIT.NATION])
    pieces = np.int64(t.rows[row, columns.RECRUIT.PIECE])
    how = np.int64(t.rows[row, columns.RECRUIT.HOW])
    frame[Act.n] = evaluate(s, t, np.int64(t.rows[row, columns.RECRUIT.N]), f)
    find(s, t, np.int64(t.rows[row, columns.RECRUIT.AT]), f)
    sets.subtract(s.found, frame[Act.these : Act.these + WORDS])
    for region in sets.members(s.found):
        if recruits(s, t, nation, pieces, region, how) == 0:
            sets.remove(s.found, region)
    n = found_n(s)
    if n == 0 or frame[Act.left] <= 0 or frame[Act.n] <= 0:
        pop(s)
    elif frame[Act.left] >= n:
        frame[Act.thing] = sets.first(s.found)
        begin_place(t, frame, row, frame[Act.thing])
    else:
        offer_found(s, frame[Act.seat], actions.REGION)


@kernel
def begin_place(t, frame, row, region):
    """Begin to recruit in a region; how many is asked first if there may be fewer."""
    frame[Act.left] -= 1
    sets.add(frame[Act.these : Act.these + WORDS], region)
    how = np.int64(t.rows[row, columns.RECRUIT.HOW])
    is_optional = how & words.RECRUITING.UP_TO != 0 or t.event_recruit_partial == 1
    frame[Act.step] = NUMBERED if is_optional else BEGUN


@kernel
def recruit_here(s, t, frame, row):
    """Recruit the figures of a region, one by one where there is a choice."""
    region = frame[Act.thing]
    nation = np.int64(t.rows[row, columns.RECRUIT.NATION])
    pieces = np.int64(t.rows[row, columns.RECRUIT.PIECE])
    how = np.int64(t.rows[row, columns.RECRUIT.HOW])
    most = min(frame[Act.n], recruits(s, t, nation, pieces, region, how))
    if most == 0:
        frame[Act.thing] = NONE
        return
    if frame[Act.step] == NUMBERED:
        ask_number(s, frame[Act.seat], np.int64(0), most)
        return
    side = side_of_nation(nation)
    if how & words.RECRUITING.CAPTURE != 0 and can_capture(s, t, side, region):
        capture(s, t, region, side)  # for figures that come: with none there is no need (BG-7.6)
    sorts = 0
    last = np.int64(NONE)
    for piece in range(PIECE_N):
        if has(pieces, piece) and recruits_of(s, t, nation, piece, region, how) > 0:
            sorts += 1
            last = np.int64(piece)
    if sorts == 1:
        recruit_one(s, t, frame, region, nation, last)
        return
    ask(s, frame[Act.seat], actions.PLACE)
    for piece in range(PIECE_N):
        if has(pieces, piece) and recruits_of(s, t, nation, piece, region, how) > 0:
            offer(s, actions.PLACE, nation * PIECE_N + piece, region)


@kernel
def recruit_one(s, t, frame, region, nation, piece):
    """Put a figure from the pool into a region, into the box of a besieged own Stronghold."""
    frame[Act.n] -= 1
    side = side_of_nation(nation)
    note_use(s, t, side, bit(nation), np.int64(NONE))
    add(s, place_in(s, t, region, side), nation, piece, 1)


# Figures that change or go ---------------------------------------------------------------------------


@kernel
def nations_in(s, t, row, code, f):
    """Return the set of the Nations that an `upgrade` or `remove` means."""
    column = columns.UPGRADE.NATION if code == OPERATION.UPGRADE else columns.REMOVE.NATION
    return nations_meant(s, np.int64(t.rows[row, column]), f)


@kernel
def choose_army(s, t, frame, row, code, f):
    """Ask for the Army whose figure is changed or eliminated next (BD-47)."""
    nations = nations_in(s, t, row, code, f)
    find(s, t, np.int64(t.rows[row, columns.ARMIES.ARMIES]), f)
    seat = frame[Act.seat]
    pieces = np.int64(t.rows[row, columns.REMOVE.PIECE])
    if code == OPERATION.REMOVE:
        seat = seat_meant(s, np.int64(t.rows[row, columns.REMOVE.WHO]), f)
    for stand in sets.members(s.found):
        n = (
            upgradable(s, stand, nations)
            if code == OPERATION.UPGRADE
            else removable(s, stand, nations, pieces)
        )
        if n == 0:
            sets.remove(s.found, stand)
    if sets.is_empty(s.found):
        pop(s)
    else:
        offer_found(s, seat, actions.ARMY)


@kernel
def ask_piece(s, t, frame, row, f):
    """Ask for the figure that is eliminated."""
    nations = nations_in(s, t, row, OPERATION.REMOVE, f)
    pieces = np.int64(t.rows[row, columns.REMOVE.PIECE])
    ask(s, seat_meant(s, np.int64(t.rows[row, columns.REMOVE.WHO]), f), actions.TRIM)
    for nation in range(NATION_N):
        for piece in range(PIECE_N):
            is_meant = has(nations, nation) and has(pieces, piece)
            if is_meant and count(s, frame[Act.thing], nation, piece) > 0:
                offer(s, actions.TRIM, nation * PIECE_N + piece, 0)


# Units that gather -----------------------------------------------------------------------------------


@kernel
def step_gather(s, t, frame, row, f):
    """Ask where the units go, then for every region how many of a sort leave it (BG-7.7).

    thing: the region they go to. n: the region, and sort, that is asked about next. other: 1 if some came.
    """
    nation = np.int64(t.rows[row, columns.GATHER.NATION])
    side = side_of_nation(nation)
    if frame[Act.thing] == NONE:
        frame[Act.left] = evaluate(s, t, np.int64(t.rows[row, columns.GATHER.N]), f)
        find(s, t, np.int64(t.rows[row, columns.GATHER.TO]), f)
        for region in sets.members(s.found):
            if not may_pass(s, t, side, bit(nation), region):
                sets.remove(s.found, region)
        if sets.is_empty(s.found):
            pop(s)
        else:
            offer_found(s, frame[Act.seat], actions.REGION)
        return
    find(s, t, np.int64(t.rows[row, columns.GATHER.ORIGIN]), f)
    while frame[Act.n] < REGIONS * UNIT_N and frame[Act.left] > 0:
        region = frame[Act.n] // UNIT_N
        piece = frame[Act.n] % UNIT_N
        n = count(s, region, nation, piece) if sets.has(s.found, region) else np.int64(0)
        if n > 0 and region != frame[Act.thing]:
            ask(s, frame[Act.seat], actions.TAKE)
            for k in range(min(n, frame[Act.left]) + 1):
                offer(s, actions.TAKE, nation * PIECE_N + piece, k)
            return
        frame[Act.n] += 1
    to = frame[Act.thing]
    is_moved = frame[Act.other] == 1
    pop(s)
    if is_moved:
        enter_region(s, t, to, side)


@kernel
def answer_gather(s, t, frame, row, kind, a, b):
    """Note where the units go, or let some of a sort go there."""
    if kind == actions.REGION:
        frame[Act.thing] = a
        return
    nation = np.int64(t.rows[row, columns.GATHER.NATION])
    if b > 0:
        move(s, frame[Act.n] // UNIT_N, frame[Act.thing], nation, frame[Act.n] % UNIT_N, b)
        frame[Act.other] = 1
        frame[Act.left] -= b
    frame[Act.n] += 1
