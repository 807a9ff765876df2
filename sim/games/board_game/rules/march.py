"""Armies that march (BG-9.1 to BG-9.7)."""

import numpy as np

from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.engine import sets
from mazarbul.sim.engine.actions import NONE, ask, offer
from mazarbul.sim.engine.stack import pop, push, top
from mazarbul.sim.games.board_game import actions
from mazarbul.sim.games.board_game.frames import Compose, March
from mazarbul.sim.games.board_game.ids import MOVED, PART, PURPOSE, REGIONS, SIDE
from mazarbul.sim.games.board_game.rules import parts, politics
from mazarbul.sim.games.board_game.rules.control import enter_region, is_open_to_march
from mazarbul.sim.games.board_game.rules.partners import start_part
from mazarbul.sim.games.board_game.rules.repeats import note_use
from mazarbul.sim.games.board_game.rules.standing import is_barred
from mazarbul.sim.games.board_game.rules.stands import clear_list, list_more, move_part


@kernel
def clear_moves(s):
    """Forget what has moved: a new action begins (BG-9.1)."""
    s.moved_at[:] = NONE


@kernel
def can_march(s, t, seat, origin, to, is_led):
    """Return whether a seat can march with units of its own from a field to an adjacent region (BG-9.3)."""
    side = np.int64(s.side_of[origin])
    return (
        is_open_to_march(s, side, to)
        and not is_barred(s, t, side, to)
        and parts.can_compose(s, t, PURPOSE.MARCH, origin, to, is_led, seat)
    )


@kernel
def any_march(s, t, seat, is_led):
    """Return whether a seat can march with any Army."""
    side = np.int64(t.seat_side[seat])
    for origin in sets.members(s.armies[side]):
        if origin < REGIONS:
            for k in range(t.near_n[origin]):
                if can_march(s, t, seat, origin, np.int64(t.near[origin, k]), is_led):
                    return True
    return False


@kernel
def start_march(s, seat, is_led):
    """March with up to two Armies, or with one that is led if a Character result pays (BG-9.2)."""
    push(s, March.kind, seat, 2 - is_led, 0, is_led, NONE)


@kernel
def step_march(s, t):
    """Ask for the next march, from where and to where (BD-12, BD-13, BD-16)."""
    frame = top(s)
    if frame[March.left] == 0:
        pop(s)
        return
    seat = frame[March.seat]
    side = np.int64(t.seat_side[seat])
    ask(s, seat, actions.MARCH)
    for origin in sets.members(s.armies[side]):
        is_again = t.second_move_same_origin == 0 and origin == frame[March.first]
        if origin < REGIONS and not is_again:
            for k in range(t.near_n[origin]):
                to = np.int64(t.near[origin, k])
                if can_march(s, t, seat, origin, to, frame[March.is_led]):
                    offer(s, actions.MARCH, origin, to)
    if frame[March.made] > 0 or s.option_n == 0:
        offer(s, actions.DECLINE, 0, 0)


@kernel
def answer_march(s, t, origin, to):
    """Have the part chosen that marches."""
    frame = top(s)
    frame[March.left] -= 1
    frame[March.first] = origin
    number = frame[March.made]
    frame[March.made] += 1
    start_part(s, t, frame[March.seat], PURPOSE.MARCH, origin, to, frame[March.is_led], number)


@kernel
def answer_decline(s):
    """March no more."""
    top(s)[March.left] = 0


@kernel
def finish_march(s, t):
    """Let the chosen part march, and enter where it goes (BG-9.6)."""
    frame = top(s)
    origin = frame[Compose.stand]
    to = frame[Compose.to]
    number = frame[Compose.number]
    pop(s)
    follow(s, t, origin, to)
    clear_list(s, MOVED + number)
    list_more(s, MOVED + number, PART)
    s.moved_at[number] = to


@kernel
def follow(s, t, origin, to):
    """Move the listed part into a field, with all that follows from entering (BG-8.5, BG-9.6)."""
    side = np.int64(s.side_of[PART])
    region = np.int64(t.region_of[to])
    move_part(s, origin, to, PART)
    note_use(s, t, side, np.int64(s.nations[PART]), to)
    enter_region(s, t, region, side)
    if side == SIDE.FREE_PEOPLES and s.who[PART] != 0:
        politics.visited(s, t, region, np.int64(s.who[PART]))
