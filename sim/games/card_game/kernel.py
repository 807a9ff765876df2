"""The game contract for kernels: set up a game, get legal actions, apply one, play to the end.

Python takes these steps through `DRIVER`.
"""

import numpy as np

from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.engine.actions import a_of, b_of, kind_of
from mazarbul.sim.engine.driver import Driver
from mazarbul.sim.engine.faults import Fault, fail
from mazarbul.sim.engine.frames import KIND
from mazarbul.sim.engine.machine import Each, Rows, Text, answer_may
from mazarbul.sim.engine.playing import Moving, playing
from mazarbul.sim.engine.rng import game_seed
from mazarbul.sim.engine.stack import pop, push, top
from mazarbul.sim.engine.state import clearing
from mazarbul.sim.games.card_game import actions
from mazarbul.sim.games.card_game.effects import operations as effects
from mazarbul.sim.games.card_game.frames import (
    Activate,
    ChooseBattleground,
    ChooseMove,
    ChoosePath,
    ChooseToken,
    Combat,
    CycleHand,
    Dig,
    DrawStep,
    Eliminate,
    EliminateHand,
    EnterPath,
    Forsake,
    Moved,
    NextCombat,
    Pay,
    Played,
    Scheduled,
    SetupCycle,
    Take,
    Trim,
    Turn,
)
from mazarbul.sim.games.card_game.ids import (
    ENDED,
    LEFT,
    NONE,
    PHASE,
    SPOT,
    E,
)
from mazarbul.sim.games.card_game.rules import combat, dig, elimination, locations, play, rounds, turns
from mazarbul.sim.games.card_game.rules.zones import cycle_card
from mazarbul.sim.games.card_game.state import START, STATE

clear = clearing(STATE, __name__, START)


@kernel
def stack_locations(s, t):
    """Put the locations of a scenario into their decks."""
    for b in range(t.bg_side.size):
        if t.battlegrounds_all >> b & 1:
            s.bg_deck[t.bg_side[b]] |= np.int64(1) << b
    s.path_deck = t.paths_all


@kernel
def deal(s, t, seed, index):
    """Set up game `index` (int64) of the run with `seed` (int64); `advance` leads to its first decision."""
    clear(s)
    stack_locations(s, t)
    s.seed = game_seed(seed, index)
    s.game = index
    rounds.deal(s, t)


@kernel
def proceed(s, t, before):
    """Take the next step, of a frame or a phase; return whether the phase `before` begins instead."""
    if s.frame_n > 0:
        step_frame(s, t)
    elif s.phase == before:
        return True
    else:
        rounds.step_phase(s, t)
    return False


@kernel
def step_frame(s, t):
    """Continue with the top frame; it either makes progress or offers options."""
    kind = top(s)[KIND]
    if kind == Rows.kind:
        effects.step_rows(s, t)
    elif kind == Text.kind:
        effects.step_text(s, t)
    elif kind == Played.kind:
        play.step_played(s, t)
    elif kind == Moved.kind:
        play.step_moved(s, t)
    elif kind == Turn.kind:
        turns.ask_turn(s, t)
    elif kind == Pay.kind:
        play.ask_pay(s, t)
    elif kind == CycleHand.kind:
        play.ask_cycle_hand(s, t)
    elif kind == Forsake.kind:
        elimination.ask_forsake(s, t)
    elif kind == EliminateHand.kind:
        play.ask_eliminate_hand(s, t)
    elif kind == Each.kind:
        effects.step_each(s, t)
    elif kind == Combat.kind:
        combat.step_combat(s, t)
    else:
        step_rare_frame(s, t, kind)


@kernel
def step_rare_frame(s, t, kind):
    """Continue with a frame of a less frequent kind."""
    if kind == Activate.kind:
        rounds.step_activate(s, t)
    elif kind == NextCombat.kind:
        combat.ask_next_combat(s)
    elif kind == Dig.kind:
        dig.step_dig(s, t)
    elif kind == Take.kind:
        dig.ask_take(s, t)
    elif kind == Eliminate.kind:
        dig.ask_eliminate(s, t)
    elif kind == EnterPath.kind:
        locations.step_enter_path(s, t)
    elif kind == ChoosePath.kind:
        locations.ask_path(s, t)
    elif kind == ChooseBattleground.kind:
        locations.ask_battleground(s, t)
    elif kind == ChooseToken.kind:
        locations.ask_token(s)
    elif kind == ChooseMove.kind:
        play.ask_move(s, t)
    elif kind == Trim.kind:
        turns.ask_trim(s, t)
    elif kind == DrawStep.kind:
        rounds.step_draw_texts(s, t)
    elif kind == Scheduled.kind:
        locations.step_scheduled(s, t)
    elif kind == SetupCycle.kind:
        rounds.ask_setup_cycle(s, t)
    else:
        fail(s, Fault.FRAME, kind)


@kernel
def carry_out(s, t, action):
    """Apply an action to the frame that asked for it."""
    kind = kind_of(action)
    a = a_of(action)
    b = b_of(action)
    s.option_n = 0
    if s.decision == actions.TURN:
        take_turn(s, t, kind, a, b)
    elif kind == actions.PAY or kind == actions.CYCLE_HAND:
        play.cycle_from_hand(s, t, a)
    elif kind == actions.FORSAKE:
        elimination.forsake(s, t, a)
    elif kind == actions.FORSAKE_TOP:
        elimination.forsake_top(s, t, np.int64(top(s)[Forsake.seat]))
    elif kind == actions.ELIMINATE_HAND:
        play.eliminate_from_hand(s, t, a)
    elif kind == actions.MAY:
        answer_may(s, b == 1)
    elif kind == actions.CASUALTY:
        combat.take_casualty(s, a)
    elif kind == actions.SUPPORT:
        combat.support(s, a, b)
    elif kind == actions.NEXT_COMBAT:
        pop(s)
        push(s, Combat.kind, b)
    elif kind == actions.SETUP_CYCLE:
        rounds.cycle_at_setup(s, t, a)
    else:
        carry_out_rare(s, t, kind, a, b)


@kernel
def carry_out_rare(s, t, kind, a, b):
    """Apply an answer of a less frequent kind."""
    if kind == actions.DIG_ELIMINATE:
        dig.dig_eliminate(s, t, a)
    elif kind == actions.DIG_PLAY:
        dig.dig_play(s, t, a, b)
    elif kind == actions.DIG_CYCLE:
        dig.dig_cycle(s, t, a)
    elif kind == actions.TAKE:
        dig.take_card(s, t, a)
    elif kind == actions.CHOOSE_PATH:
        locations.choose_path(s, b)
    elif kind == actions.CHOOSE_BATTLEGROUND:
        locations.choose_battleground(s, t, b)
    elif kind == actions.TOKEN_BATTLEGROUND:
        locations.choose_token(s, b)
    elif kind == actions.MOVE_TO:
        pop(s)
        play.move_card(s, t, a, SPOT.BATTLEGROUND + b)
    elif kind == actions.ELIMINATE_PLAY:
        dig.eliminate_pick(s, t, a)
    elif kind == actions.SAVE:
        combat.save(s, a)
    elif kind == actions.TRIM:
        cycle_card(s, t, a, LEFT.DISCARDED)
    elif kind == actions.STOP:
        stop(s)
    else:
        fail(s, Fault.ANSWER, kind)


@kernel
def stop(s):
    """End a repeated choice, or decline to save anybody."""
    kind = top(s)[KIND]
    if kind == Dig.kind:
        dig.stop_dig(s)
    elif kind == Take.kind:
        pop(s)
    elif kind == Eliminate.kind:
        dig.stop_eliminating(s)
    elif kind != Combat.kind:
        fail(s, Fault.FRAME, kind)


@kernel
def take_turn(s, t, kind, a, b):
    """Carry out the one action of a turn (CG-6.2)."""
    seat = np.int64(top(s)[Turn.seat])
    pop(s)
    if kind == actions.PASS:
        rounds.pass_turn(s)
        return
    s.passed = 0
    if kind == actions.PLAY:
        play.play_card(s, t, a, b)
    elif kind == actions.CYCLE:
        cycle_card(s, t, a, LEFT.DISCARDED)
    elif kind == actions.MOVE:
        play.move_card(s, t, a, b)
    elif kind == actions.USE:
        turns.use_action(s, t, a, b)
    elif kind == actions.WINNOW:
        turns.winnow(s, seat)
    elif kind == actions.RING:
        turns.use_ring(s, t, seat)
    else:
        fail(s, Fault.ANSWER, kind)


DECISION_CAP = 20_000  # games of the printed data stay far below it; it stops runaway overlays


@kernel
def give_up(s):
    """End a game that does not end by itself."""
    rounds.end_game(s, NONE, ENDED.CAPPED)


MOVING = Moving(deal, proceed, carry_out, PHASE.OVER, E.FORCED, DECISION_CAP, give_up)
PLAYING = playing(MOVING, __name__)
is_over, take = PLAYING.is_over, PLAYING.take
DRIVER = Driver("card_game", PLAYING.drive)
