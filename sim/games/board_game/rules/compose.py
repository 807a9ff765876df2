"""A part of an Army is chosen piece by piece: to march, attack, besiege, advance (BG-9.1, BG-11.2, BG-11.17).

The choice is a chain of numbers: units first, then Leaders, Nazgûl, Characters. A number is offered only if
the rest of the chain can make a legal part of it. PART lists what has been chosen.
"""

import numpy as np

from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.engine.actions import ask, offer
from mazarbul.sim.engine.bits import bit, has
from mazarbul.sim.engine.stack import push, top
from mazarbul.sim.games.board_game import actions
from mazarbul.sim.games.board_game.frames import Compose
from mazarbul.sim.games.board_game.ids import (
    FIGURE_N,
    NATION_N,
    NONE,
    PART,
    PIECE,
    PURPOSE,
    UNIT_N,
    WHOLE,
)
from mazarbul.sim.games.board_game.rules.parts import (
    FIGURE_STEPS,
    LEADER_STEPS,
    STEPS,
    UNIT_STEPS,
    available,
    is_spent,
    leads,
    must_leave,
    nation_of,
    piece_of,
    room,
    slot_of,
)
from mazarbul.sim.games.board_game.rules.seats import UNIT_WEIGHT, lead, partner, strength
from mazarbul.sim.games.board_game.rules.standing import leading_elites
from mazarbul.sim.games.board_game.rules.stands import change, clear_list

# Bounds of a step ----------------------------------------------------------------------------------


@kernel
def is_led_by(s, part, elites):
    """Return whether a listed part has a Leader, Nazgûl or Character, or an Elite that counts as one."""
    if s.leader_n[part] > 0 or s.nazgul[part] > 0 or s.who[part] != 0:
        return True
    found = False
    for nation in range(NATION_N):
        found |= has(elites, nation) and s.units[part, nation, PIECE.ELITE] > 0
    return found


@kernel
def may_take(s, t, frame, i):
    """Return how many figures of a step of the chain may be in the part of a frame."""
    stand = frame[Compose.stand]
    return available(s, t, frame[Compose.purpose], stand, frame[Compose.to], i, frame[Compose.party])


@kernel
def later(s, t, frame, i, elites):
    """Return (units, leading figures) that may still be taken after a step of the chain."""
    units = np.int64(0)
    leading = np.int64(0)
    for k in range(i + 1, STEPS):
        n = may_take(s, t, frame, k)
        if k < UNIT_STEPS:
            units += n
        if leads(k, elites):
            leading += n
    return units, leading


@kernel
def must_bit(i):
    """Return the bit of a step of the chain in the set of those who must go along: plain Nazgûl come last."""
    return np.int64(FIGURE_N if i < FIGURE_STEPS else i - FIGURE_STEPS)


@kernel
def bounds(s, t, frame, i):
    """Return (least, most) that may be taken at a step of the chain, so that a legal part can follow."""
    purpose = frame[Compose.purpose]
    stand = frame[Compose.stand]
    to = frame[Compose.to]
    n = may_take(s, t, frame, i)
    if n == 0:
        return np.int64(0), np.int64(0)
    elites = leading_elites(s, t)
    units, leading = later(s, t, frame, i, elites)
    taken = np.int64(s.unit_n[PART])
    left = np.int64(s.unit_n[stand]) - taken
    least = np.int64(0)
    most = n
    if i < UNIT_STEPS:
        most = min(most, room(s, t, purpose, to) - taken)
        if must_leave(s, t, purpose, stand, to, frame[Compose.party]):
            most = min(most, left - 1)
        if taken == 0 and units == 0:
            least = np.int64(1)
        if frame[Compose.holder] != NONE:
            least, most = held_bounds(s, t, frame, i, least, most)
        elif frame[Compose.party] != NONE:
            least, most = fresh_bounds(s, t, frame, i, least, most)
    elif left == 0 and (i < LEADER_STEPS or purpose == PURPOSE.ATTACK):
        least = n  # nobody is left behind without units (BG-9.1, BG-11.2)
    elif i >= LEADER_STEPS and has(frame[Compose.must], must_bit(i)):
        least = np.int64(1)
    if frame[Compose.is_led] == 1 and leading == 0 and leads(i, elites) and not is_led_by(s, PART, elites):
        least = max(least, np.int64(1))
    return least, max(least, most)


@kernel
def held_bounds(s, t, frame, i, least, most):
    """Narrow the bounds of a step so that the holder of a joint Army can keep control of it (BG-18.8)."""
    holder = frame[Compose.holder]
    other = partner(t, holder)
    margin = np.int64(holder != lead(s, np.int64(t.seat_side[holder])))
    mine = strength(s, t, PART, holder)
    for k in range(i + 1, UNIT_STEPS):
        if has(t.seat_nations[holder], nation_of(k)):
            mine += may_take(s, t, frame, k) * weight(k)
    is_last = mine == 0  # of the holder's, and none has been taken
    if must_leave(s, t, frame[Compose.purpose], frame[Compose.stand], frame[Compose.to], NONE):
        mine -= weight(PIECE.ELITE)
    spare = mine - strength(s, t, PART, other) - margin
    if not has(t.seat_nations[holder], nation_of(i)):
        return least, max(np.int64(0), min(most, spare // weight(i)))
    return max(least, np.int64(is_last), min(most, -(spare // weight(i)))), most


@kernel
def weight(i):
    """Return what a unit of a step of the chain counts where partners compare theirs."""
    return np.int64(UNIT_WEIGHT + piece_of(i))


@kernel
def fresh_bounds(s, t, frame, i, least, most):
    """Narrow the bounds of a step so that the part is not only of a Nation used just before (BG-18.9)."""
    party = frame[Compose.party]
    later_nations = np.int64(0)
    for k in range(i + 1, UNIT_STEPS):
        if may_take(s, t, frame, k) > 0:
            later_nations |= bit(nation_of(k))
    taken = np.int64(s.nations[PART])
    if is_spent(s, t, party, taken | bit(nation_of(i)) | later_nations):
        return least, np.int64(0)
    if taken != 0 and is_spent(s, t, party, taken | later_nations):
        return max(least, np.int64(1)), most
    return least, most


# Templates -----------------------------------------------------------------------------------------


@kernel
def take(s, i, n):
    """Take n figures of a step of the chain into the part."""
    if i >= FIGURE_STEPS:
        if n > 0:
            s.who[PART] |= bit(i - FIGURE_STEPS)
    else:
        change(s, PART, nation_of(i), piece_of(i), n)


@kernel
def take_all(s, t, frame, spared):
    """Take as much as possible of everything, but 1 less of the step `spared` (NONE: of none)."""
    clear_list(s, PART)
    for i in range(STEPS):
        least, most = bounds(s, t, frame, i)
        take(s, i, max(least, most - 1) if i == spared else most)


@kernel
def spared_step(s, t, frame):
    """Return the step of the first Regulars, of which one may stay behind as the only unit, or NONE."""
    stand = frame[Compose.stand]
    take_all(s, t, frame, np.int64(NONE))
    is_whole = s.unit_n[PART] == s.unit_n[stand] and s.unit_n[PART] > 1
    found = np.int64(NONE)
    if is_whole:
        for nation in range(NATION_N):
            if found == NONE and s.units[PART, nation, PIECE.REGULAR] > 0:
                found = np.int64(nation * UNIT_N + PIECE.REGULAR)
    return found


@kernel
def start_compose(s, seat, purpose, stand, to, is_led, number, party, holder):
    """Have a part of the Army at a stand chosen. number: of the move, for a march."""
    clear_list(s, PART)
    push(s, Compose.kind, seat, purpose, stand, to, NONE, is_led, 0, number, party, holder)


@kernel
def step_compose(s, t):
    """Ask for a template, or for the next number of the chain; return whether the part is complete."""
    frame = top(s)
    if frame[Compose.slot] == NONE:
        ask_template(s, t, frame)
        return False
    while frame[Compose.slot] < STEPS:
        i = frame[Compose.slot]
        least, most = bounds(s, t, frame, i)
        if least < most:
            ask(s, frame[Compose.seat], actions.TAKE)
            for n in range(least, most + 1):
                offer(s, actions.TAKE, slot_of(i), n)
            return False
        take(s, i, least)
        frame[Compose.slot] += 1
    return True


@kernel
def ask_template(s, t, frame):
    """Ask for all, all but one Regular, or a choice (BD-14, BD-18); nobody may go where that is optional."""
    purpose = frame[Compose.purpose]
    is_optional = purpose == PURPOSE.ADVANCE or (
        purpose == PURPOSE.BESIEGE and t.siege_advance_automatic == 0
    )
    kind = np.int64(actions.ADVANCE) if purpose >= PURPOSE.ADVANCE else np.int64(actions.SEND)
    spared = spared_step(s, t, frame)
    figures = np.int64(0)
    for i in range(STEPS):
        figures += may_take(s, t, frame, i)
    ask(s, frame[Compose.seat], kind)
    offer(s, kind, WHOLE.ALL, 0)
    if purpose == PURPOSE.BESIEGE and not is_optional:
        return
    if spared != NONE:
        offer(s, kind, WHOLE.BUT_ONE, 0)
    if figures > 1:
        offer(s, kind, WHOLE.CUSTOM, 0)
    if is_optional:
        offer(s, kind, WHOLE.NOBODY, 0)


@kernel
def answer_template(s, t, whole):
    """Take everything, all but one Regular or nobody, or begin to choose."""
    frame = top(s)
    if whole == WHOLE.CUSTOM:
        clear_list(s, PART)
        frame[Compose.slot] = 0
        return
    frame[Compose.slot] = STEPS
    if whole == WHOLE.NOBODY:
        clear_list(s, PART)
    elif whole == WHOLE.BUT_ONE:
        take_all(s, t, frame, spared_step(s, t, frame))
    else:
        take_all(s, t, frame, np.int64(NONE))


@kernel
def answer_take(s, n):
    """Take the chosen number of the piece that was asked for."""
    frame = top(s)
    take(s, frame[Compose.slot], n)
    frame[Compose.slot] += 1
