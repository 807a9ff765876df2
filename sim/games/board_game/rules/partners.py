"""Partners whose units stand together: each acts with his own, or one with the joint Army (BG-18.8).

Units of two partners in one place are two Armies. Whoever has the larger part of the place may ask his
partner, when he marches or attacks, to act with both; they are one Army then until the action is over. Where
they are attacked they are one as well (`seats.commander`).
"""

import numpy as np

from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.engine.actions import NONE, ask, offer
from mazarbul.sim.engine.bits import has
from mazarbul.sim.engine.stack import pop, push, top
from mazarbul.sim.games.board_game import actions
from mazarbul.sim.games.board_game.frames import Joint
from mazarbul.sim.games.board_game.rules import compose, parts
from mazarbul.sim.games.board_game.rules.seats import commander, partner


@kernel
def can_join(s, t, seat, purpose, stand, to):
    """Return whether a seat could act with units of its partner too: it must command the joint Army."""
    side = np.int64(t.seat_side[seat])
    if t.seats_of[side] < 2 or commander(s, t, stand, side) != seat:
        return False
    found = False
    for i in range(parts.UNIT_STEPS):
        if not has(t.seat_nations[seat], parts.nation_of(i)):
            found |= parts.available(s, t, purpose, stand, to, i, np.int64(NONE)) > 0
    return found


@kernel
def start_part(s, t, seat, purpose, stand, to, is_led, number):
    """Have the part chosen with which a seat acts: of its own units, or of the joint Army (BD-51)."""
    if can_join(s, t, seat, purpose, stand, to):
        push(s, Joint.kind, seat, purpose, stand, to, is_led, number, seat)
    else:
        compose.start_compose(s, seat, purpose, stand, to, is_led, number, seat, np.int64(NONE))


@kernel
def step_joint(s):
    """Ask the seat that acts, then its partner, whether they act together."""
    ask(s, top(s)[Joint.asked], actions.CONSENT)
    offer(s, actions.CONSENT, 0, 1)
    offer(s, actions.CONSENT, 0, 0)


@kernel
def answer_consent(s, t, is_agreed):
    """Go on to the partner, or have the part chosen; without both it is of the own units."""
    frame = top(s)
    seat = frame[Joint.seat]
    if is_agreed == 1 and frame[Joint.asked] == seat:
        frame[Joint.asked] = partner(t, seat)
        return
    purpose = frame[Joint.purpose]
    stand = frame[Joint.stand]
    to = frame[Joint.to]
    is_led = frame[Joint.is_led]
    number = frame[Joint.number]
    pop(s)
    party = np.int64(NONE) if is_agreed == 1 else seat
    holder = seat if is_agreed == 1 else np.int64(NONE)
    compose.start_compose(s, seat, purpose, stand, to, is_led, number, party, holder)
