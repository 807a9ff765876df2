"""A part of an Army is chosen piece by piece: to march, attack, besiege, advance (BG-9.1, BG-11.2, BG-11.17).

The choice is a chain of numbers: units first, then Leaders, Nazgûl, Characters. A number is offered only if
the rest of the chain can make a legal part of it. PART lists what has been chosen.
"""

import numpy as np

from sim.engine.actions import ask, offer
from sim.engine.bits import bit, has
from sim.engine.jit import kernel
from sim.engine.stack import push, top
from sim.games.board_game import actions
from sim.games.board_game.frames import Compose
from sim.games.board_game.ids import (
    FIGURE_N,
    FREE_NATIONS,
    MOVED,
    MOVES,
    NATION,
    NATION_N,
    NONE,
    PART,
    PIECE,
    PIECE_N,
    PURPOSE,
    SIDE,
    UNIT_N,
    WHOLE,
)
from sim.games.board_game.rules.politics import is_at_war
from sim.games.board_game.rules.standing import leading_elites
from sim.games.board_game.rules.stands import change, clear_list, count, figures_at, side_of_nation

# The order of the chain: units by nation, Leaders by nation, Nazgûl, Characters.
UNIT_STEPS = NATION_N * UNIT_N
LEADER_STEPS = UNIT_STEPS + FREE_NATIONS
FIGURE_STEPS = LEADER_STEPS + 1
STEPS = FIGURE_STEPS + FIGURE_N


@kernel
def nation_of(i):
    """Return the nation of a step of the chain; Characters have none."""
    if i < UNIT_STEPS:
        return np.int64(i) // UNIT_N
    if i < LEADER_STEPS:
        return np.int64(i) - UNIT_STEPS
    return np.int64(NATION.SAURON)


@kernel
def piece_of(i):
    """Return the piece of a step of the chain; Characters have none."""
    if i < UNIT_STEPS:
        return np.int64(i) % UNIT_N
    return np.int64(PIECE.LEADER) if i < LEADER_STEPS else np.int64(PIECE.NAZGUL)


@kernel
def slot_of(i):
    """Return the slot that actions name for a step of the chain."""
    if i >= FIGURE_STEPS:
        return np.int64(NATION_N * PIECE_N + i - FIGURE_STEPS)
    return nation_of(i) * PIECE_N + piece_of(i)


# What may go ---------------------------------------------------------------------------------------


@kernel
def may_go_abroad(s, t, nation, to):
    """Return whether units of a nation may enter a region by the border rule (BG-9.4)."""
    home = np.int64(t.region_nation[to])
    return is_at_war(s, nation) or home == NONE or home == nation


@kernel
def has_moved(s, stand, nation, piece):
    """Return how many figures of a piece at a stand have moved already in this action (BG-9.1)."""
    n = np.int64(0)
    for i in range(MOVES):
        if s.moved_at[i] == stand:
            n += count(s, MOVED + i, nation, piece)
    return n


@kernel
def available(s, t, purpose, stand, to, i):
    """Return how many figures of a step of the chain may be in the part."""
    side = np.int64(s.side_of[stand])
    if i >= FIGURE_STEPS:
        return np.int64(has(free_figures(s, t, purpose, stand, side), i - FIGURE_STEPS))
    nation = nation_of(i)
    piece = piece_of(i)
    if side_of_nation(nation) != side:
        return np.int64(0)
    n = count(s, stand, nation, piece)
    if n == 0 or piece == PIECE.NAZGUL or purpose == PURPOSE.ADVANCE or purpose == PURPOSE.BESIEGE:
        is_allowed = True
    elif purpose == PURPOSE.ATTACK:
        is_allowed = is_at_war(s, nation)
    else:
        is_allowed = may_go_abroad(s, t, nation, np.int64(t.region_of[to]))
    if not is_allowed:
        return np.int64(0)
    if purpose == PURPOSE.MARCH:
        n -= has_moved(s, stand, nation, piece)
    return max(n, np.int64(0))


@kernel
def free_figures(s, t, purpose, stand, side):
    """Return the set of the Characters at a stand that may be in the part; Level 0 never moves (BG-8.2)."""
    figures = figures_at(s, stand, side)
    if purpose == PURPOSE.ATTACK:
        return figures
    figures &= np.int64(t.movers)
    if purpose == PURPOSE.MARCH:
        for i in range(MOVES):
            if s.moved_at[i] == stand:
                figures &= ~np.int64(s.who[MOVED + i])
    return figures


@kernel
def leads(i, elites):
    """Return whether figures of a step of the chain lead an Army (BG-6.2, BG-6.9).

    elites: set of the nations whose Elites are Leaders.
    """
    return i >= UNIT_STEPS or (piece_of(i) == PIECE.ELITE and has(elites, nation_of(i)))


@kernel
def must_leave(s, t, purpose, stand, to):
    """Return whether a unit must stay behind: with a Leader who cannot go along (BG-1.12, BG-9.1)."""
    if s.leader_n[stand] == 0 or s.side_of[stand] != SIDE.FREE_PEOPLES:
        return False
    n = np.int64(0)
    for i in range(UNIT_STEPS, LEADER_STEPS):
        n += available(s, t, purpose, stand, to, i)
    return n < s.leader_n[stand]


@kernel
def room(s, t, purpose, to):
    """Return how many units may go where they go; too many is legal unless a switch forbids it (BG-1.11)."""
    if purpose == PURPOSE.ATTACK or t.overstack_forbidden == 0:
        return np.int64(t.field_limit) * 8
    return np.int64(t.field_limit) - np.int64(s.unit_n[to])


@kernel
def can_compose(s, t, purpose, stand, to, is_led):
    """Return whether some legal part of the Army at a stand could go (BG-9.1, BG-9.2)."""
    units = np.int64(0)
    is_lead = is_led == 0
    elites = leading_elites(s, t) if is_led == 1 else np.int64(0)
    for i in range(UNIT_STEPS):
        n = available(s, t, purpose, stand, to, i)
        units += n
        is_lead |= n > 0 and leads(i, elites)
    if units == 0 or room(s, t, purpose, to) < 1:
        return False
    if not is_lead:
        for i in range(UNIT_STEPS, STEPS):
            is_lead |= available(s, t, purpose, stand, to, i) > 0
    return is_lead and (s.unit_n[stand] > 1 or not must_leave(s, t, purpose, stand, to))


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
def later(s, t, frame, i, elites):
    """Return (units, leading figures) that may still be taken after a step of the chain."""
    units = np.int64(0)
    leading = np.int64(0)
    for k in range(i + 1, STEPS):
        n = available(s, t, frame[Compose.purpose], frame[Compose.stand], frame[Compose.to], k)
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
    n = available(s, t, purpose, stand, to, i)
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
        if must_leave(s, t, purpose, stand, to):
            most = min(most, left - 1)
        if taken == 0 and units == 0:
            least = np.int64(1)
    elif left == 0 and (i < LEADER_STEPS or purpose == PURPOSE.ATTACK):
        least = n  # nobody is left behind without units (BG-9.1, BG-11.2)
    elif i >= LEADER_STEPS and has(frame[Compose.must], must_bit(i)):
        least = np.int64(1)
    if frame[Compose.is_led] == 1 and leading == 0 and leads(i, elites) and not is_led_by(s, PART, elites):
        least = max(least, np.int64(1))
    return least, max(least, most)


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
def start_compose(s, seat, purpose, stand, to, is_led, number):
    """Have a part of the Army at a stand chosen. number: of the move, for a march."""
    clear_list(s, PART)
    push(s, Compose.kind, seat, purpose, stand, to, NONE, is_led, 0, number)


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
        figures += available(s, t, purpose, frame[Compose.stand], frame[Compose.to], i)
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
