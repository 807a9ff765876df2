"""Action dice and Elven Rings (BG-3.2, BG-3.5, BG-4, BG-5)."""

import numpy as np

from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.engine.actions import offer
from mazarbul.sim.engine.bits import has
from mazarbul.sim.engine.dice import roll_die
from mazarbul.sim.engine.log import note
from mazarbul.sim.games.board_game import actions, records
from mazarbul.sim.games.board_game.ids import EVENT, FACE, FACE_N, FIGURE_N, ONCE, SIDE, SIDE_N, STREAM, TALLY


@kernel
def recover(s, t):
    """Return all dice and set the numbers of this turn (BG-3.2)."""
    if s.box[SIDE.FREE_PEOPLES] > 0:
        s.done |= ONCE.HUNTED_BOX
    s.box[:] = 0
    s.dice[:] = 0
    s.dice_n[:] = 0
    for side in range(SIDE_N):
        n = np.int64(t.dice_n[side])
        for figure in range(FIGURE_N):
            if t.figure_side[figure] == side and s.stand[figure] >= 0:
                n += t.figure_dice[figure]
        s.pool_dice[side] = min(n, np.int64(t.most_dice[side]))
        note(s, EVENT.POOL, side, np.int64(s.pool_dice[side]), 0)


@kernel
def roll_all(s, t):
    """Roll the dice of both sides, the Shadow's without those in the Hunt Box; its Eyes go there (BG-3.5)."""
    for side in range(SIDE_N):
        n = np.int64(s.pool_dice[side]) - np.int64(s.box[side])
        for die in range(n):
            result = roll_die(s.seed, STREAM.ACTION_DICE + side, np.int64(s.turn), die, t.faces.shape[1])
            face = np.int64(t.faces[side, result - 1])
            note(s, EVENT.ROLLED, side, face, 0)
            records.raise_face(s, side, face, records.ROLLED)
            if side == SIDE.SHADOW and face == FACE.EYE:
                add_to_box(s, side, 1)
            else:
                s.dice[side, face] += 1
                s.dice_n[side] += 1


@kernel
def add_to_box(s, side, n):
    """Put dice of a side into the Hunt Box (BG-14.2, BG-14.3)."""
    s.box[side] += n
    note(s, EVENT.BOX, side, np.int64(s.box[side]), 0)


@kernel
def spend(s, side, face):
    """Use up an unused die (BG-4.2)."""
    s.dice[side, face] -= 1
    s.dice_n[side] -= 1
    records.raise_face(s, side, face, records.SPENT)
    note(s, EVENT.DIE, side, face, 0)


@kernel
def turn_die(s, side, face, to):
    """Turn an unused die to another result; an Eye of the Shadow goes to the Hunt Box (BG-5.3)."""
    s.dice[side, face] -= 1
    note(s, EVENT.TURNED, side, face, to)
    if side == SIDE.SHADOW and to == FACE.EYE:
        s.dice_n[side] -= 1
        add_to_box(s, side, 1)
    else:
        s.dice[side, to] += 1


@kernel
def ring_flag(side):
    """Return the mark of a side's use of a Ring in this turn."""
    return np.int64(ONCE.RING_FREE) if side == SIDE.FREE_PEOPLES else np.int64(ONCE.RING_SHADOW)


@kernel
def offer_rings(s, t, side):
    """Offer every change of an own unused die by an Elven Ring (BD-08, BG-5.1, BG-5.3)."""
    if s.rings[side] == 0 or s.done & ring_flag(side) != 0:
        return
    barred = np.int64(FACE.WILL) if side == SIDE.FREE_PEOPLES else np.int64(-1)
    for face in range(FACE_N):
        if s.dice[side, face] > 0 and face != FACE.EYE:
            for to in range(FACE_N):
                if to != face and to != barred and has(t.face_set[side], to):
                    offer(s, actions.RING, face, to)


@kernel
def use_ring(s, side, face, to):
    """Use an Elven Ring: it passes to the Shadow, or leaves the game (BG-5.2)."""
    s.done |= ring_flag(side)
    note(s, EVENT.RING, side, 0, 0)
    give_ring(s, side)
    turn_die(s, side, face, to)


@kernel
def give_ring(s, side):
    """Let a Ring that a side has used pass on (BG-5.2)."""
    records.tally(s, TALLY.RINGS_FREE_PEOPLES + side)
    s.rings[side] -= 1
    if side == SIDE.FREE_PEOPLES:
        s.rings[SIDE.SHADOW] += 1
