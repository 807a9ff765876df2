"""Mustering by an Action die (BG-9.8)."""

import numpy as np

from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.engine.actions import ask, offer
from mazarbul.sim.engine.bits import bit
from mazarbul.sim.engine.stack import pop, push, top
from mazarbul.sim.games.board_game import actions
from mazarbul.sim.games.board_game.frames import Muster
from mazarbul.sim.games.board_game.ids import (
    NATION,
    NATION_N,
    NONE,
    PACKAGE,
    PIECE,
    PIECE_N,
    SETTLEMENT,
    SIDE,
)
from mazarbul.sim.games.board_game.rules.control import is_open_to_muster
from mazarbul.sim.games.board_game.rules.politics import is_at_war
from mazarbul.sim.games.board_game.rules.repeats import is_barred_nation, note_use
from mazarbul.sim.games.board_game.rules.seats import may_use
from mazarbul.sim.games.board_game.rules.stands import add, units_of


@kernel
def can_place(s, t, seat, nation, piece, region):
    """Return whether a figure of a piece can be mustered in a region (BG-9.8)."""
    if s.pool[nation, piece] == 0 or not is_at_war(s, nation) or not may_use(t, seat, nation):
        return False
    if is_barred_nation(s, t, np.int64(t.seat_side[seat]), nation):
        return False
    if not is_open_to_muster(s, t, nation, region):
        return False
    if piece == PIECE.LEADER:
        return units_of(s, region, SIDE.FREE_PEOPLES) > 0
    if piece == PIECE.NAZGUL:
        return t.settlement[region] == SETTLEMENT.STRONGHOLD
    return s.unit_n[region] < t.field_limit


@kernel
def piece_in(package, number):
    """Return the sort of the first or second figure of a package, NONE if it has no second.

    LEADER stands for a Leader or a Nazgûl.
    """
    if number == 0:
        if package == PACKAGE.ELITE:
            return np.int64(PIECE.ELITE)
        is_leader = package == PACKAGE.TWO_LEADERS or package == PACKAGE.LEADER
        return np.int64(PIECE.LEADER) if is_leader else np.int64(PIECE.REGULAR)
    if package == PACKAGE.TWO_REGULARS:
        return np.int64(PIECE.REGULAR)
    if package == PACKAGE.TWO_LEADERS or package == PACKAGE.REGULAR_LEADER:
        return np.int64(PIECE.LEADER)
    return np.int64(NONE)


@kernel
def of_nation(nation, piece):
    """Return the piece of a nation that stands for a sort of a package: Sauron's Leaders are Nazgûl."""
    return np.int64(PIECE.NAZGUL) if piece == PIECE.LEADER and nation == NATION.SAURON else np.int64(piece)


@kernel
def can_follow(s, t, seat, package, nation, piece, region):
    """Return whether the second figure of a package has a place once the first has this one (BG-9.8)."""
    second = piece_in(package, 1)
    if second == NONE:
        return True
    for other in range(NATION_N):
        sort = of_nation(other, second)
        needed = 2 if other == nation and sort == piece else 1
        if s.pool[other, sort] >= needed:
            for place in range(t.region_n):
                if place != region and can_place(s, t, seat, other, sort, place):
                    return True
    return False


@kernel
def can_begin(s, t, seat, package, nation, region):
    """Return whether a package can begin with a nation's figure in a region."""
    piece = of_nation(nation, piece_in(package, 0))
    if not can_place(s, t, seat, nation, piece, region):
        return False
    return can_follow(s, t, seat, package, nation, piece, region)


@kernel
def can_muster(s, t, seat, package):
    """Return whether a seat can muster a package somewhere."""
    for region in range(t.region_n):
        nation = np.int64(t.region_nation[region])
        if nation != NONE and can_begin(s, t, seat, package, nation, region):
            return True
    return False


@kernel
def any_muster(s, t, seat):
    """Return whether a seat can muster anything: a package of one figure at least."""
    return (
        can_muster(s, t, seat, PACKAGE.REGULAR)
        or can_muster(s, t, seat, PACKAGE.ELITE)
        or can_muster(s, t, seat, PACKAGE.LEADER)
    )


@kernel
def start_muster(s, seat):
    """Let a seat muster."""
    push(s, Muster.kind, seat, NONE, NONE, NONE)


@kernel
def step_muster(s, t):
    """Ask for the package, then for nation and region of each figure (BD-19)."""
    frame = top(s)
    seat = frame[Muster.seat]
    if frame[Muster.package] == NONE:
        ask(s, seat, actions.PACKAGE)
        for package in range(len(PACKAGE)):
            if can_muster(s, t, seat, package):
                offer(s, actions.PACKAGE, package, 0)
        return
    number = np.int64(frame[Muster.place] != NONE)
    sort = piece_in(frame[Muster.package], number)
    ask(s, seat, actions.PLACE)
    for region in range(t.region_n):
        nation = np.int64(t.region_nation[region])
        if nation != NONE and region != frame[Muster.place]:
            piece = of_nation(nation, sort)
            if number == 0:
                is_legal = can_begin(s, t, seat, frame[Muster.package], nation, region)
            else:
                is_legal = can_place(s, t, seat, nation, piece, region)
            if is_legal:
                offer(s, actions.PLACE, nation * PIECE_N + piece, region)


@kernel
def answer_package(s, package):
    """Go on with the chosen package."""
    top(s)[Muster.package] = package


@kernel
def answer_place(s, t, piece, region):
    """Place a figure; the second goes to another Settlement."""
    frame = top(s)
    side = np.int64(t.seat_side[frame[Muster.seat]])
    note_use(s, t, side, bit(piece // PIECE_N), np.int64(NONE))
    add(s, region, piece // PIECE_N, piece % PIECE_N, 1)
    if frame[Muster.place] != NONE or piece_in(frame[Muster.package], 1) == NONE:
        pop(s)
    else:
        frame[Muster.first] = piece
        frame[Muster.place] = region
