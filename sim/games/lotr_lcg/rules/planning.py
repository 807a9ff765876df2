"""The planning phase: playing allies and attachments, player by player (LCG-6.1, LCG-6.2, D-03)."""

import numpy as np

from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.engine.actions import ask, offer
from mazarbul.sim.engine.bits import has, lowest_bit
from mazarbul.sim.engine.faults import Fault, fail
from mazarbul.sim.games.lotr_lcg.actions import DONE, PLANNING, PLAY
from mazarbul.sim.games.lotr_lcg.ids import BLOCK, NONE, TYPE, WINDOW
from mazarbul.sim.games.lotr_lcg.rules.openings import open_window
from mazarbul.sim.games.lotr_lcg.rules.play import can_play, start_play
from mazarbul.sim.games.lotr_lcg.rules.rounds import end_phase, on_turn

# Steps
NEXT_TURN = 0
TURN = 1
TURN_OVER = 2


@kernel
def step_planning(s, t):
    """Take the next step of the planning phase (LCG-6.1)."""
    step = s.step
    if step == NEXT_TURN:
        if on_turn(s, t) == NONE:
            end_phase(s, t)
        else:
            s.step = TURN
    elif step == TURN:
        player = (np.int64(s.turn_of) + s.cursor) % t.player_n
        if has(s.in_game, player):
            ask_planning(s, t, player)
        else:
            s.step = TURN_OVER  # LCG-17.4
    elif step == TURN_OVER:
        s.step = NEXT_TURN
        s.cursor += 1
        open_window(s, t, WINDOW.P1)
    else:
        fail(s, Fault.STEP, step)


@kernel
def ask_planning(s, t, player):
    """Offer the allies and attachments that the player can play, and stopping (D-03, LCG-30.5)."""
    ask(s, player, PLANNING)
    offer(s, DONE, 0, 0)
    hand = s.hand[player]
    rest = hand & (t.of_type[player, TYPE.ALLY] | t.of_type[player, TYPE.ATTACHMENT])
    while rest != 0:
        card = np.int64(player * BLOCK) + lowest_bit(rest)
        rest &= rest - 1
        if t.twins[card] & hand == 0 and can_play(s, t, player, card):
            offer(s, PLAY, card, 0)


@kernel
def answer_play(s, t, card):
    """Play a card of the planning player's hand (D-03)."""
    start_play(s, t, np.int64(s.actor), card)


@kernel
def answer_done(s):
    """End the turn of the planning player; actions follow (D-03, LCG-6.2)."""
    s.step = TURN_OVER
