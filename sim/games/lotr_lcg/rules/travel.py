"""The travel phase: the group may go to one location of the staging area (LCG-10)."""

import numpy as np

from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.engine.actions import ask, offer, offer_each
from mazarbul.sim.engine.bits import bit, has, lowest_bit
from mazarbul.sim.engine.faults import Fault, fail
from mazarbul.sim.engine.log import note
from mazarbul.sim.games.lotr_lcg.actions import STAY, TRAVEL
from mazarbul.sim.games.lotr_lcg.content.words import MODIFIER
from mazarbul.sim.games.lotr_lcg.ids import BLOCK, ENCOUNTER, NONE, ON, TYPE, WINDOW, E
from mazarbul.sim.games.lotr_lcg.rules.feasible import can_pay
from mazarbul.sim.games.lotr_lcg.rules.moves import to_active
from mazarbul.sim.games.lotr_lcg.rules.numbers import flag
from mazarbul.sim.games.lotr_lcg.rules.openings import open_window
from mazarbul.sim.games.lotr_lcg.rules.rounds import end_phase
from mazarbul.sim.games.lotr_lcg.rules.triggers import emit, holds, start_effect
from mazarbul.sim.games.lotr_lcg.rules.zones import local_of

# Steps; the destination is `s.cursor` from PAYMENT on
CHOICE = 0
PAYMENT = 1
MOVE = 2
ACTIONS = 3
OVER = 4


@kernel
def step_travel(s, t):
    """Take the next step of the travel phase (LCG-10)."""
    step = s.step
    if step == CHOICE:
        s.step = ACTIONS
        ask_travel(s, t)
    elif step == PAYMENT:
        s.step = MOVE
        start_payment(s, t)
    elif step == MOVE:
        s.step = ACTIONS
        move_group(s, t)
    elif step == ACTIONS:
        s.step = OVER
        open_window(s, t, WINDOW.T1)
    elif step == OVER:
        end_phase(s, t)
    else:
        fail(s, Fault.STEP, step)


@kernel
def ask_travel(s, t):
    """Offer the locations that the group can travel to, and staying (LCG-10.1, LCG-10.3, D-12)."""
    open_to = destinations(s, t)
    if open_to == 0:
        return
    forced = forced_destinations(s, t, open_to)
    ask(s, s.first_player, TRAVEL)
    if forced != 0:
        open_to = forced
    else:
        offer(s, STAY, 0, 0)
    offer_each(s, TRAVEL, ENCOUNTER * BLOCK, open_to)


@kernel
def destinations(s, t):
    """Return the set of encounter cards that the group can travel to (LCG-10.1, LCG-10.2, A-49)."""
    found = np.int64(0)
    if s.active != NONE:
        return found
    rest = s.staging & t.of_type[ENCOUNTER, TYPE.LOCATION]
    while rest != 0:
        local = lowest_bit(rest)
        rest &= rest - 1
        if can_travel(s, t, ENCOUNTER * BLOCK + local):
            found |= bit(local)
    return found


@kernel
def can_travel(s, t, location):
    """Return whether all travel costs of a location can be paid; an `if` restricts travel (LCG-20.7)."""
    you = np.int64(s.first_player)
    first = np.int64(t.effect_first[location])
    for e in range(first, first + t.effect_n[location]):
        if t.effects[e].on != ON.TRAVEL:
            continue
        if not holds(s, t, e, location, you, NONE):
            return False
        if t.effects[e].cost != NONE and not can_pay(s, t, e, location, you):
            return False
    return True


@kernel
def forced_destinations(s, t, open_to):
    """Return the destinations that must be travelled to in preference to all others (LCG-10.3)."""
    found = np.int64(0)
    while open_to != 0:
        local = lowest_bit(open_to)
        open_to &= open_to - 1
        if flag(s, t, MODIFIER.MUST_TRAVEL, ENCOUNTER * BLOCK + local):
            found |= bit(local)
    return found


@kernel
def answer_travel(s, location):
    """Travel to a location: its cost comes first (D-12)."""
    s.cursor = location
    s.step = PAYMENT


@kernel
def start_payment(s, t):
    """Pay the travel costs of the destination, in printed order (LCG-10.2, D-13)."""
    location = np.int64(s.cursor)
    first = np.int64(t.effect_first[location])
    for e in range(first + t.effect_n[location] - 1, first - 1, -1):
        if t.effects[e].on == ON.TRAVEL:
            start_effect(s, e, location, np.int64(s.first_player))


@kernel
def move_group(s, t):
    """Make the destination the active location unless its cost has moved it away (LCG-10.4)."""
    location = np.int64(s.cursor)
    if s.active != NONE or not has(s.staging, local_of(location)):
        return
    to_active(s, location)
    note(s, E.TRAVEL, location, 0, 0)
    emit(s, t, ON.TRAVELLED, location, s.first_player, 0, NONE, NONE)
