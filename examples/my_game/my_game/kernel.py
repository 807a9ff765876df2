"""The steps of a game, and whole games with bots (kernels)."""

import numpy as np

from mazarbul.sim.engine.actions import a_of
from mazarbul.sim.engine.driver import DEAL, DECIDE, Driver
from mazarbul.sim.engine.faults import Fault
from mazarbul.sim.engine.jit import kernel
from mazarbul.sim.engine.log import note_action
from mazarbul.sim.engine.rng import game_seed
from mazarbul.sim.engine.state import clear_play, halt
from my_game import rules
from my_game.bots import choose, prepare
from my_game.ids import END, EVENT, NONE, PHASE

DECISION_CAP = 100


@kernel
def clear(s):
    """Reset every field of the state that is not reset elsewhere."""
    clear_play(s)
    s.phase = PHASE.LEAD
    s.round_number = 0
    s.leader = 0
    s.led = NONE
    s.hand[:] = 0
    s.score[:] = 0
    s.winner = NONE
    s.end_reason = END.RUNNING
    s.card_record[:] = np.uint32(0)
    s.lead[:] = 0


@kernel
def deal_game(s, t, seed, index):
    """Set up game `index` (int64) of the run with `seed` (int64); `advance_to` continues from there."""
    clear(s)
    s.seed = game_seed(seed, index)
    s.game = index
    rules.deal(s, t)


@kernel
def is_over(s):
    """Return whether the game has ended, or a fault has stopped it."""
    return s.phase == PHASE.OVER or s.fault != Fault.NONE


@kernel
def decide(s, t, action):
    """Carry out the answer to the pending decision."""
    s.event_n = 0
    s.decisions += 1
    carry_out(s, t, action)


@kernel
def carry_out(s, t, action):
    """Apply one action."""
    s.option_n = 0
    rules.play(s, t, a_of(action))


@kernel
def advance_to(s, t, before):
    """Continue like `advance`, but stop just before the phase `before` (NONE: none)."""
    s.option_n = 0
    while not is_over(s) and s.phase != before:
        rules.ask_card(s)
        if s.option_n > 1:
            return
        action = np.int64(s.options[0])
        note_action(s, EVENT.FORCED, action)
        carry_out(s, t, action)
    halt(s)  # no decisions after the end of the game, a fault or a halt


@kernel
def advance(s, t):
    """Continue until a seat has a real choice or the game is over; a single option is taken at once."""
    advance_to(s, t, NONE)


@kernel
def new_game(s, t, seed, index):
    """Set up a game and continue to its first decision."""
    deal_game(s, t, seed, index)
    advance(s, t)


@kernel
def drive(s, t, step, a, b, before):
    """Take a step, then continue to the next decision, the end, or the phase `before` (NONE: none).

    a, b: seed and index of the game to DEAL, or the action.
    """
    if step == DEAL:
        deal_game(s, t, a, b)
    elif step == DECIDE:
        decide(s, t, a)
    advance_to(s, t, before)


DRIVER = Driver("my_game", drive)


@kernel
def play_batch(s, t, m, seed, first, out):
    """Play games `first`, `first + 1`, ... of a run, one for each row; stop at a fault.

    m: mind of the bots. out: RECORD recarray (n,), see results.py. The state `s` is workspace.
    """
    prepare(t, m)
    for i in range(out.size):
        deal_game(s, t, seed, first + i)
        while True:  # the only call of `advance`: all rules are compiled into it
            advance(s, t)
            if s.fault != Fault.NONE:
                return
            if is_over(s):
                break
            if s.decisions >= DECISION_CAP:
                rules.end_game(s, NONE, END.CAPPED)
                break
            decide(s, t, choose(s, t, m))
        keep(s, out[i])


@kernel
def keep(s, row):
    """Copy the result of a finished game to one row."""
    row.winner = s.winner
    row.end_reason = s.end_reason
    row.rounds = s.round_number
    row.decisions = s.decisions
    row.score[:] = s.score
    row.lead[:] = s.lead
    row.cards[:] = s.card_record
