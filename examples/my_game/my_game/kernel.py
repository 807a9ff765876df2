"""The steps of a game, and whole games with bots (kernels)."""

import numpy as np

from mazarbul.sim.engine.actions import a_of
from mazarbul.sim.engine.driver import Driver
from mazarbul.sim.engine.jit import kernel
from mazarbul.sim.engine.playing import Moving, playing, to_its_end
from mazarbul.sim.engine.rng import game_seed
from mazarbul.sim.engine.state import clear_play
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
def deal(s, t, seed, index):
    """Set up game `index` (int64) of the run with `seed` (int64); `advance` leads to its first decision."""
    clear(s)
    s.seed = game_seed(seed, index)
    s.game = index
    rules.deal(s, t)


@kernel
def proceed(s, t, before):  # noqa: ARG001  (the signature of `Moving.proceed`)
    """Ask for the next card; return whether the phase `before` begins instead."""
    if s.phase == before:
        return True
    rules.ask_card(s)
    return False


@kernel
def carry_out(s, t, action):
    """Apply one action."""
    s.option_n = 0
    rules.play(s, t, a_of(action))


@kernel
def give_up(s):
    """End a game that does not end by itself."""
    rules.end_game(s, NONE, END.CAPPED)


MOVING = Moving(deal, proceed, carry_out, PHASE.OVER, EVENT.FORCED)
PLAYING = playing(MOVING, __name__)
new_game, is_over, decide, advance = PLAYING[:4]
DRIVER = Driver("my_game", PLAYING.drive)
_play = to_its_end(MOVING, PLAYING, choose, DECISION_CAP, give_up)


@kernel
def play_batch(s, t, m, seed, first, out):
    """Play games `first`, `first + 1`, ... of a run, one for each row; stop at a fault.

    m: mind of the bots. out: RECORD recarray (n,), see results.py. The state `s` is workspace.
    """
    prepare(t, m)
    for i in range(out.size):
        if not _play(s, t, m, seed, first + i):
            return
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
