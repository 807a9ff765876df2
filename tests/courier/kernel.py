"""The steps of a game of the Courier, and whole games with bots (kernels)."""

from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.engine.actions import a_of, b_of, kind_of
from mazarbul.sim.engine.driver import Driver
from mazarbul.sim.engine.faults import Fault, fail
from mazarbul.sim.engine.frames import KIND
from mazarbul.sim.engine.machine import Choose, Rows, Text, take_option
from mazarbul.sim.engine.playing import Moving, batch, playing, to_its_end
from mazarbul.sim.engine.rng import game_seed
from mazarbul.sim.engine.stack import pop, top
from mazarbul.sim.engine.state import clearing
from tests.courier import actions, rules, texts
from tests.courier.bots import choose, prepare
from tests.courier.frames import Discard, Draw, Jump, Turn
from tests.courier.ids import END, EVENT, NONE, PHASE
from tests.courier.moves import draw, end_game
from tests.courier.state import STATE

DECISION_CAP = 2_000


START = dict.fromkeys(("courier", "rider", "seen", "winner"), NONE)
clear = clearing(STATE, __name__, START)


@kernel
def deal(s, t, seed, index):
    """Set up game `index` (int64) of the run with `seed` (int64); `advance` leads to its first decision."""
    clear(s)
    s.seed = game_seed(seed, index)
    s.game = index
    rules.deal(s, t)


@kernel
def proceed(s, t, before):
    """Take the next step, of a frame or a phase; return whether the phase `before` begins instead."""
    if s.frame_n > 0:
        step_frame(s, t)
    elif s.phase == before:
        return True
    else:
        rules.step_phase(s, t)
    return False


@kernel
def step_frame(s, t):
    """Continue the top frame; it either makes progress or offers options."""
    kind = top(s)[KIND]
    if kind == Rows.kind:
        texts.step_rows(s, t)
    elif kind == Text.kind:
        texts.step_text(s, t)
    elif kind == Turn.kind:
        rules.ask_turn(s, t)
    elif kind == Draw.kind:
        rules.ask_draw(s)
    elif kind == Discard.kind:
        rules.ask_discard(s, t)
    elif kind == Choose.kind:
        texts.ask_option(s, t)
    elif kind == Jump.kind:
        texts.ask_jump(s, t)
    else:
        fail(s, Fault.FRAME, kind)


@kernel
def carry_out(s, t, action):
    """Apply one action to the frame or phase that asked for it."""
    kind = kind_of(action)
    a = a_of(action)
    s.option_n = 0
    if s.decision == actions.TURN:
        rules.take_turn(s, t, kind, a, b_of(action))
    elif kind == actions.DRAW:
        seat = top(s)[Draw.seat]
        pop(s)
        draw(s, t, seat, a, 1)
    elif kind == actions.DISCARD:
        rules.discard(s, a, top(s)[Discard.seat])
    elif kind == actions.MODE:
        take_option(s, t, a)
    elif kind == actions.JUMP:
        texts.jump(s, t, a)
    elif kind == actions.START:
        rules.set_out(s, a)
    else:
        fail(s, Fault.ANSWER, kind)


@kernel
def give_up(s):
    """End a game that does not end by itself."""
    end_game(s, NONE, END.CAPPED)


MOVING = Moving(deal, proceed, carry_out, PHASE.OVER, EVENT.FORCED, DECISION_CAP, give_up)
PLAYING = playing(MOVING, __name__)
new_game, is_over, decide, advance = PLAYING[:4]
DRIVER = Driver("courier", PLAYING.drive)
play = to_its_end(MOVING, PLAYING, choose)
play_batch = batch(play, prepare, __name__)
