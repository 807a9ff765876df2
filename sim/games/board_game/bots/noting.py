"""The inputs that are 1 in a decision (see `bots.inputs`): only what the deciding seat knows."""

import numpy as np

from mazarbul.sim.bots.network import clipped, gap_row, note_input
from mazarbul.sim.bots.sight import is_hidden
from mazarbul.sim.bots.sight_rows import note_members, noting
from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.engine.actions import NONE, a_of, b_of, kind_of
from mazarbul.sim.engine.bits import has
from mazarbul.sim.engine.frames import KIND
from mazarbul.sim.engine.machine import Text
from mazarbul.sim.engine.stack import top
from mazarbul.sim.games.board_game.bots.deeds import deed_of, die_of, meeting_row
from mazarbul.sim.games.board_game.bots.heuristic.situation import AT_HAND
from mazarbul.sim.games.board_game.bots.inputs import (
    AT_DAMAGE,
    AT_DISTANCE,
    AT_FRAME,
    AT_FROM,
    AT_GROUP,
    AT_LACK,
    AT_NEAR,
    AT_ODDS,
    AT_PLAN,
    AT_PURPOSE,
    AT_RING_PLAN,
    AT_STEPS,
    AT_TARGET,
    AT_TEXT,
    AT_THERE,
    AT_THREAT,
    AT_TO,
    AT_WAY,
    DAMAGES,
    DEED_N,
    DISTANCES,
    LACKS,
    NEAR,
    ODDS,
    SEEN,
    STEPS,
    STRENGTHS,
    THREATS,
    TO_DEED,
    TO_GAP,
    TO_MEETING,
    UNIT,
    WAYS,
)
from mazarbul.sim.games.board_game.frames import Compose, Riders, Scope, Separate
from mazarbul.sim.games.board_game.ids import FIGURE_N, PURPOSE, REGIONS, SIDE_N, STANDS

PURPOSES = len(PURPOSE)
note_seen, note_things = noting(SEEN)


@kernel
def note_frame(s, m):
    """Note what the pending decision is part of."""
    if s.frame_n == 0:
        return
    frame = top(s)
    kind = np.int64(frame[KIND])
    note_input(m, AT_FRAME + kind)
    if kind == Compose.kind:
        note_input(m, AT_PURPOSE + clipped(frame[Compose.purpose], PURPOSES))
        note_input(m, AT_TO + clipped(frame[Compose.to], STANDS))
        note_input(m, AT_FROM + clipped(frame[Compose.stand], STANDS))
    elif kind == Riders.kind:
        note_members(m, FIGURE_N, AT_GROUP, np.int64(frame[Riders.group]))
    elif kind == Separate.kind:
        note_members(m, FIGURE_N, AT_GROUP, np.int64(frame[Separate.group]))
    elif kind == Text.kind:
        card = np.int64(frame[Scope.card])
        if card >= 0 and not is_hidden(m.sight, card):
            note_input(m, AT_TEXT + card)


@kernel
def note_strengths(m):
    """Note how strong both sides are at the Settlements, and where they mean to go."""
    for i in range(m.valued_n):
        region = np.int64(m.valued[i])
        for side in range(SIDE_N):
            place = side * REGIONS + region
            strength = np.int64(m.there[side, region] * 0.7 + 0.5)
            if strength > 0:
                note_input(m, AT_THERE + place * STRENGTHS + clipped(strength - 1, STRENGTHS))
            if m.nearest[side, region] < NEAR:
                note_input(m, AT_NEAR + place * NEAR + np.int64(m.nearest[side, region]))
        threat = np.int64(np.floor(m.threat[region] * 0.4 + 4.0))
        if threat > 0:
            note_input(m, AT_THREAT + region * THREATS + clipped(threat - 1, THREATS))
    for side in range(SIDE_N):
        if m.target[side] >= 0:
            note_input(m, AT_TARGET + side * REGIONS + m.target[side])
        note_input(m, AT_DISTANCE + side * DISTANCES + clipped(m.target_distance[side], DISTANCES))


@kernel
def note_outlook(m):
    """Note how the Ring fares, and what both sides need and plan."""
    for side in range(SIDE_N):
        note_input(m, AT_LACK + side * LACKS + clipped(m.lacking[side], LACKS))
    note_input(m, AT_WAY + clipped(m.way, WAYS))
    note_input(m, AT_STEPS + clipped(m.steps, STEPS))
    note_input(m, AT_ODDS + clipped(m.ring_odds * 10.0, ODDS))
    note_input(m, AT_DAMAGE + clipped(m.step_damage * 4.0, DAMAGES))
    note_input(m, AT_PLAN + m.shadow_plan)
    note_input(m, AT_RING_PLAN + m.ring_plan)


@kernel
def note_state(s, t, m, seat):
    """Note the inputs of the state, for the deciding seat."""
    note_seen(s, t, m, seat)
    note_frame(s, m)
    note_outlook(m)
    if not has(AT_HAND, np.int64(s.decision)):  # else the map was not looked at
        note_strengths(m)


@kernel
def note_options(s, t, m, seat, best):
    """Note the inputs of the options. best: the best score of the heuristic."""
    side = np.int64(t.seat_side[seat])
    for i in range(s.option_n):
        action = np.int64(s.options[i])
        kind, a, b = kind_of(action), a_of(action), b_of(action)
        m.option_row[i, 0] = TO_GAP + gap_row((best - m.score[i]) / UNIT)
        m.option_row[i, 1] = TO_DEED + die_of(kind, b) * DEED_N + deed_of(kind, a, b)
        row = meeting_row(s, t, kind, a, b, side)
        m.option_row[i, 2] = NONE if row == NONE else TO_MEETING + row
        note_things(s, m, i, 3)
