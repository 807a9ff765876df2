"""Rounds and phases: beginning and end, player order, the resource phase (LCG-4, LCG-5).

A phase is a number of steps, `s.step` from 0 up. Each step does one thing and moves on before it
returns, so that all its consequences are over before the next step. A phase calls
`end_phase` after its last window; the steps from EXPIRY on are the same for all phases.
"""

import numpy as np

from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.engine.bits import has, lowest_bit
from mazarbul.sim.engine.faults import Fault, fail
from mazarbul.sim.engine.log import note
from mazarbul.sim.games.lotr_lcg.content.words import UNTIL
from mazarbul.sim.games.lotr_lcg.ids import (
    BLOCK,
    BLOCKS,
    ENCOUNTER,
    ENDED,
    LIMIT,
    NONE,
    ON,
    PHASE,
    ROUNDS,
    SIDE,
    WINDOW,
    E,
)
from mazarbul.sim.games.lotr_lcg.rules.changes import discard_shadows, draw
from mazarbul.sim.games.lotr_lcg.rules.delayed import queue_later
from mazarbul.sim.games.lotr_lcg.rules.elimination import end_game
from mazarbul.sim.games.lotr_lcg.rules.limits import forget_uses
from mazarbul.sim.games.lotr_lcg.rules.numbers import expire
from mazarbul.sim.games.lotr_lcg.rules.openings import open_window
from mazarbul.sim.games.lotr_lcg.rules.triggers import emit
from mazarbul.sim.games.lotr_lcg.rules.zones import add_tokens, heroes_of, mark_dirty

# Steps of the resource phase
COLLECT = 0
DRAW = 1
ACTIONS = 2
DONE = 3

# Steps that end every phase, and the round after the refresh phase (LCG-4.4)
EXPIRY = 100
NEXT_PHASE = 101
ROUND_EXPIRY = 102
NEXT_ROUND = 103


@kernel
def start_turns(s):
    """Begin a step that is done player by player, from the first player on (LCG-2.5)."""
    s.cursor = 0
    s.turn_of = s.first_player


@kernel
def on_turn(s, t):
    """Return the player whose turn it is in player order, or NONE when all are done (LCG-2.5).

    `s.turn_of` is the first player at the start and `s.cursor` counts the seats from there, so that an
    elimination in between neither skips a player nor counts one twice. The turn is over when the
    caller adds 1 to the cursor; eliminated players are skipped here.
    """
    while s.cursor < t.player_n:
        player = (np.int64(s.turn_of) + s.cursor) % t.player_n
        if has(s.in_game, player):
            return player
        s.cursor += 1
    return np.int64(NONE)


@kernel
def begin_round(s, t):
    """Begin the next round: reset the limits of a round (LCG-4.5, LCG-28.11)."""
    s.round_number += 1
    forget_uses(s, t, LIMIT.ROUND)
    s.allies_played = 0
    begin_phase(s, t, PHASE.RESOURCE)


@kernel
def begin_phase(s, t, phase):
    """Begin a phase: reset the limits and attack allowances of a phase (LCG-4.5)."""
    s.phase = phase
    s.step = 0
    start_turns(s)
    forget_uses(s, t, LIMIT.PHASE)
    if phase == PHASE.COMBAT:
        s.has_attacked[:] = 0
        s.struck[:] = 0
        s.blank[:] = 0
    note(s, E.PHASE, phase, s.round_number, 0)
    emit(s, t, ON.PHASE_BEGINS, NONE, NONE, phase, NONE, NONE)


@kernel
def end_phase(s, t):
    """End the phase after its last window; the effects of its end come first, in any order (LCG-4.4 a)."""
    s.step = EXPIRY
    emit(s, t, ON.PHASE_ENDS, NONE, NONE, s.phase, NONE, NONE)
    queue_later(s, t, UNTIL.PHASE)
    if s.phase == PHASE.COMBAT:
        queue_later(s, t, UNTIL.COMBAT)


@kernel
def step_ending(s, t):
    """Take the next step of the end of a phase or round (LCG-4.4)."""
    step = s.step
    if step == EXPIRY:
        s.step = NEXT_PHASE
        expire_phase(s)
    elif step == NEXT_PHASE:
        if s.phase != PHASE.REFRESH:
            begin_phase(s, t, s.phase + 1)
            return
        s.step = ROUND_EXPIRY
        emit(s, t, ON.ROUND_ENDS, NONE, NONE, 0, NONE, NONE)
        queue_later(s, t, UNTIL.ROUND)
    elif step == ROUND_EXPIRY:
        s.step = NEXT_ROUND
        expire(s, UNTIL.ROUND)
        mark_dirty(s)
    elif step == NEXT_ROUND:
        finish_round(s, t)
    else:
        fail(s, Fault.STEP, step)


@kernel
def expire_phase(s):
    """Discard the shadow cards, end the effects that last for the phase, then check (LCG-4.4 b, c, d)."""
    if s.phase == PHASE.COMBAT:
        discard_all_shadows(s)
        expire(s, UNTIL.COMBAT)
    elif s.phase == PHASE.QUEST:
        s.committed[:] = 0  # LCG-9.8
    expire(s, UNTIL.PHASE)
    mark_dirty(s)


@kernel
def discard_all_shadows(s):
    """Discard every shadow card, including those dealt to attacking shadow cards (LCG-4.4 b, LCG-13.14)."""
    if s.shadows == 0:
        return
    for block in range(BLOCKS):
        rest = s.face_down[block]
        if block == ENCOUNTER:
            rest = s.in_play[block] | s.shadows
        while rest != 0:
            card = np.int64(block * BLOCK) + lowest_bit(rest)
            rest &= rest - 1
            if s.first_shadow[card] != NONE:
                discard_shadows(s, card)


@kernel
def finish_round(s, t):
    """Record the round; begin the next one unless time has run out (LCG-30.1)."""
    record_round(s, t)
    if s.round_number >= t.round_cap:
        end_game(s, SIDE.ENCOUNTER, ENDED.TIMED_OUT)
    else:
        begin_round(s, t)


@kernel
def record_round(s, t):
    """Record threat and progress at the end of the round; rounds beyond its size are left out.

    Progress is in percent of all quest points of the quest; each stage counts at most its own (LCG-18.1).
    """
    i = np.int64(s.round_number) - 1
    if i >= ROUNDS:
        return
    highest = np.int64(0)
    for player in range(t.player_n):
        if has(s.in_game, player):
            highest = max(highest, np.int64(s.threat[player]))
    s.threat_record[i] = highest
    if t.quest_length > 0:
        points = np.int64(s.past_points) + min(s.quest_progress, t.stage_points[s.stage])
        s.progress_record[i] = points * 100 // t.quest_length


@kernel
def step_resource(s, t):
    """Take the next step of the resource phase (LCG-5)."""
    step = s.step
    if step == COLLECT:
        s.step = DRAW
        collect(s, t)
    elif step == DRAW:
        player = on_turn(s, t)
        if player == NONE:
            s.step = ACTIONS
            return
        s.cursor += 1
        draw(s, t, player, 1)  # LCG-5.2
    elif step == ACTIONS:
        s.step = DONE
        open_window(s, t, WINDOW.R1)
    elif step == DONE:
        end_phase(s, t)
    else:
        fail(s, Fault.STEP, step)


@kernel
def collect(s, t):
    """Give every hero except the prisoner 1 resource (LCG-5.1, LCG-28.14)."""
    for player in range(t.player_n):
        rest = heroes_of(s, t, player)
        while rest != 0:
            add_tokens(s, np.int64(player * BLOCK) + lowest_bit(rest), 1)
            rest &= rest - 1
