"""The Hunt roll (BG-14.3 to BG-14.6)."""

import numpy as np

from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.engine.dice import roll_die
from mazarbul.sim.engine.log import note
from mazarbul.sim.engine.stack import pop, top
from mazarbul.sim.games.board_game import records
from mazarbul.sim.games.board_game.content.triggers import ON
from mazarbul.sim.games.board_game.frames import Hunt
from mazarbul.sim.games.board_game.ids import DRAWN, EVENT, FIGURE, MOST_A_TURN, NONE, SIDE, STREAM, TALLY
from mazarbul.sim.games.board_game.rules.control import is_shadow_stronghold
from mazarbul.sim.games.board_game.rules.fellowship import draw_for
from mazarbul.sim.games.board_game.rules.stands import box_of, units_of
from mazarbul.sim.games.board_game.rules.windows import open_for

SIDES_OF_DIE = 6


@kernel
def turn_key(s, n):
    """Return the number of the n-th chance of its sort in this turn, for a stream."""
    return np.int64(s.turn) * MOST_A_TURN + np.int64(n)


@kernel
def hunt_dice(s, t):
    """Return how many dice a Hunt has (BG-14.3)."""
    return min(np.int64(s.box[SIDE.SHADOW]), np.int64(t.most_hunt_dice))


@kernel
def has_nazgul(s, stand):
    """Return whether a Nazgûl, the Witch-king included, is at a stand."""
    return s.nazgul[stand] > 0 or s.stand[FIGURE.WITCH_KING] == stand


@kernel
def rerolls(s, t):
    """Return how many failed dice may be rolled again (BG-14.5)."""
    region = np.int64(s.bearers)
    if region == NONE:
        return np.int64(0)
    box = box_of(t, region)
    has_units = units_of(s, region, SIDE.SHADOW) > 0
    has_flyer = has_nazgul(s, region)
    if box != NONE:
        has_units |= units_of(s, box, SIDE.SHADOW) > 0
        has_flyer |= has_nazgul(s, box)
    return np.int64(is_shadow_stronghold(s, t, region)) + np.int64(has_units) + np.int64(has_flyer)


@kernel
def is_success(t, result, bonus):
    """Return whether a Hunt die succeeds (BG-14.4)."""
    return result != 1 and (result == SIDES_OF_DIE or result + bonus >= t.hunts_on)


@kernel
def roll_hunt(s, t, bonus):
    """Roll the Hunt dice, failed ones again where that is possible; return the successes."""
    n = hunt_dice(s, t)
    again = rerolls(s, t)
    number = turn_key(s, np.int64(s.hunt_n))
    s.hunt_n += 1
    note(s, EVENT.HUNT, n, bonus, 1 + again)
    successes = np.int64(0)
    for die in range(n):
        result = roll_die(s.seed, STREAM.HUNT_DICE, number, die, SIDES_OF_DIE)
        note(s, EVENT.HUNT_DIE, result, 0, 0)
        if is_success(t, result, bonus):
            successes += 1
        elif again > 0:
            again -= 1
            result = roll_die(s.seed, STREAM.HUNT_AGAIN, number, die, SIDES_OF_DIE)
            note(s, EVENT.HUNT_DIE, result, 1, 0)
            successes += np.int64(is_success(t, result, bonus))
    return successes


@kernel
def step_hunt(s, t):
    """Roll for the Hunt, and draw a tile if it succeeds (BG-14.6, BG-14.7)."""
    frame = top(s)
    if frame[Hunt.step] == 0 and hunt_dice(s, t) > 0:
        frame[Hunt.step] = 1
        open_for(s, t, ON.HUNT_ROLL, SIDE.SHADOW)
        return
    bonus = np.int64(s.box[SIDE.FREE_PEOPLES]) + frame[Hunt.bonus]
    pop(s)
    if hunt_dice(s, t) > 0:
        records.tally(s, TALLY.HUNTS)
        successes = roll_hunt(s, t, bonus)
        if successes > 0:
            records.tally(s, TALLY.CAUGHT)
            draw_for(s, successes, DRAWN.HUNT, np.int64(0))
