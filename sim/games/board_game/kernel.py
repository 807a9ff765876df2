"""The game contract, as kernels: set up a game, get the legal actions, apply one, play to the end.

Python takes these steps through `DRIVER`.
"""

import numpy as np

from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.engine.actions import a_of, b_of, kind_of
from mazarbul.sim.engine.driver import Driver
from mazarbul.sim.engine.faults import Fault, fail
from mazarbul.sim.engine.frames import KIND
from mazarbul.sim.engine.playing import Moving, playing
from mazarbul.sim.engine.rng import game_seed
from mazarbul.sim.engine.stack import top
from mazarbul.sim.games.board_game import actions
from mazarbul.sim.games.board_game.effects import texts
from mazarbul.sim.games.board_game.frames import (
    Battle,
    Compose,
    Discard,
    Draw,
    Hunt,
    Joint,
    Losses,
    Lost,
    March,
    Muster,
    NewGuide,
    Reveal,
    Riders,
    Separate,
    Strike,
    Tile,
    Trim,
    Walk,
)
from mazarbul.sim.games.board_game.ids import ENDED, EVENT, NONE, PHASE, PURPOSE
from mazarbul.sim.games.board_game.rules import (
    attack,
    battle,
    cards,
    checks,
    compose,
    fellowship,
    hunt,
    losses,
    march,
    muster,
    partners,
    plays,
    riders,
    separate,
    setup,
    tactics,
    tiles,
    turn,
)
from mazarbul.sim.games.board_game.rules.victory import end_game


@kernel
def deal(s, t, seed, index):
    """Set up game `index` (int64) of the run with `seed` (int64); `advance` leads to its first decision."""
    s.seed = game_seed(seed, index)
    s.game = index
    setup.deal(s, t)


@kernel
def proceed(s, t, before):
    """Take the next step; return whether the phase `before` begins instead.

    After every step what follows from it is checked first (BG-3.9).
    """
    if s.is_dirty != 0:
        checks.settle(s, t)
        plays.check_table(s, t)
    elif s.frame_n > 0:
        if not texts.step_text_frame(s, t):
            step_frame(s, t)
    elif s.phase == before and s.step == 0:
        return True
    else:
        turn.step_phase(s, t)
    return False


# Frames --------------------------------------------------------------------------------------------


@kernel
def step_frame(s, t):
    """Continue the top frame; it makes progress or offers options."""
    kind = top(s)[KIND]
    if kind == March.kind:
        march.step_march(s, t)
    elif kind == Compose.kind:
        if compose.step_compose(s, t):
            finish_part(s, t)
    elif kind == Battle.kind:
        battle.step_battle(s, t)
    elif kind == Losses.kind:
        losses.step_losses(s, t)
    elif kind == Trim.kind:
        losses.step_trim(s, t)
    elif kind == Strike.kind:
        attack.step_strike(s, t)
    elif kind == Joint.kind:
        partners.step_joint(s)
    elif kind == Muster.kind:
        muster.step_muster(s, t)
    elif kind == Riders.kind:
        riders.step_riders(s, t)
    else:
        step_other_frame(s, t, kind)


@kernel
def step_other_frame(s, t, kind):
    """Continue a frame of the Fellowship, the Hunt or of cards."""
    if kind == Walk.kind:
        fellowship.step_walk(s, t)
    elif kind == Hunt.kind:
        hunt.step_hunt(s, t)
    elif kind == Tile.kind:
        tiles.step_tile(s, t)
    elif kind == Lost.kind:
        tiles.step_lost(s)
    elif kind == Reveal.kind:
        fellowship.step_reveal(s, t)
    elif kind == NewGuide.kind:
        fellowship.step_new_guide(s, t)
    elif kind == Separate.kind:
        separate.step_separate(s, t)
    elif kind == Discard.kind:
        cards.step_discard(s, t)
    elif kind == Draw.kind:
        cards.step_draw(s, t)
    else:
        fail(s, Fault.FRAME, kind)


@kernel
def finish_part(s, t):
    """Let the part of an Army that has been chosen do what it was chosen for."""
    purpose = top(s)[Compose.purpose]
    if purpose == PURPOSE.MARCH:
        march.finish_march(s, t)
    elif purpose == PURPOSE.ATTACK:
        attack.finish_attack(s, t)
    elif purpose == PURPOSE.ADVANCE:
        battle.finish_advance(s, t)
    else:
        battle.finish_besiege(s, t)


# Answers -------------------------------------------------------------------------------------------


@kernel
def carry_out(s, t, action):
    """Apply one action to the text, frame or phase that asked for it."""
    kind = kind_of(action)
    a = a_of(action)
    b = b_of(action)
    s.option_n = 0
    if s.decision == actions.TURN:
        turn.take_action(s, t, kind, a, b)
    elif not texts.answer_text(s, t, kind, a, b):
        answer_rule(s, t, kind, a, b)


@kernel
def answer_rule(s, t, kind, a, b):
    """Apply an answer about marches, battles and losses."""
    if kind == actions.DECLINE:
        answer_decline(s)
    elif kind == actions.MARCH:
        march.answer_march(s, t, a, b)
    elif kind == actions.SEND or kind == actions.ADVANCE:
        compose.answer_template(s, t, a)
    elif kind == actions.TAKE:
        compose.answer_take(s, b)
    elif kind == actions.LOSE:
        losses.answer_lose(s, a, b)
    elif kind == actions.CONTINUE:
        battle.answer_continue(s, b)
    elif kind == actions.RETREAT:
        battle.answer_retreat(s, t, a)
    elif kind == actions.STRIKE:
        attack.answer_strike(s, t, a, b)
    elif kind == actions.WITHDRAW:
        battle.answer_withdraw(s, b)
    elif kind == actions.PRESS:
        battle.answer_press(s, a)
    elif kind == actions.TACTIC:
        tactics.answer_card(s, t, a)
    elif kind == actions.TRIM:
        losses.answer_trim(s, t, a)
    else:
        answer_other(s, t, kind, a, b)


@kernel
def answer_other(s, t, kind, a, b):
    """Apply an answer about musters, Characters, the Fellowship, the Hunt or cards."""
    if kind == actions.PACKAGE:
        muster.answer_package(s, a)
    elif kind == actions.PLACE:
        muster.answer_place(s, t, a, b)
    elif kind == actions.RIDER:
        riders.answer_rider(s, a)
    elif kind == actions.JOIN:
        answer_join(s, a)
    elif kind == actions.GO:
        answer_go(s, t, a)
    elif kind == actions.NUMBER:
        riders.answer_number(s, b)
    elif kind == actions.CASUALTY:
        tiles.answer_casualty(s, t, a)
    elif kind == actions.REVEAL:
        fellowship.answer_reveal(s, t, a)
    elif kind == actions.GUIDE:
        fellowship.answer_guide(s, a)
    elif kind == actions.ALLOCATE:
        turn.answer_allocate(s, b)
    elif kind == actions.DECLARE:
        fellowship.answer_declare(s, t, a)
    elif kind == actions.ENTER:
        fellowship.answer_enter(s, t, b)
    elif kind == actions.DISCARD:
        cards.answer_discard(s, a)
    elif kind == actions.DRAW_FROM:
        cards.answer_draw_from(s, t, a)
    elif kind == actions.CONSENT:
        partners.answer_consent(s, t, b)
    elif kind == actions.CARD:
        turn.answer_swap(s, a)
    else:
        fail(s, Fault.ANSWER, kind)


@kernel
def answer_join(s, figure):
    """Let a Companion go along with those who separate or ride."""
    if top(s)[KIND] == Separate.kind:
        separate.answer_join(s, figure)
    else:
        riders.answer_join(s, figure)


@kernel
def answer_go(s, t, region):
    """Let those who separate or ride go to a region."""
    if top(s)[KIND] == Separate.kind:
        separate.answer_go(s, t, region)
    else:
        riders.answer_go(s, t, region)


@kernel
def answer_decline(s):
    """Decline what is asked, or end it."""
    decision = s.decision
    if decision == actions.MARCH:
        march.answer_decline(s)
    elif decision == actions.RIDER:
        riders.answer_decline(s)
    elif decision == actions.JOIN:
        if top(s)[KIND] == Separate.kind:
            separate.answer_decline(s)
        else:
            riders.answer_decline(s)
    elif decision == actions.PRESS:
        battle.answer_press(s, np.int64(NONE))
    elif decision == actions.CARD:
        turn.answer_swap(s, np.int64(NONE))
    elif decision != actions.DECLARE and decision != actions.RETREAT and decision != actions.TACTIC:
        fail(s, Fault.DECISION, decision)


# Playing -------------------------------------------------------------------------------------------


DECISION_CAP = 100_000  # games of the printed data stay far below it; it stops runaway overlays


@kernel
def give_up(s):
    """End a game that does not end by itself."""
    end_game(s, NONE, ENDED.CAPPED)


MOVING = Moving(deal, proceed, carry_out, PHASE.OVER, EVENT.FORCED, DECISION_CAP, give_up)
PLAYING = playing(MOVING, __name__)
is_over, take = PLAYING.is_over, PLAYING.take
DRIVER = Driver("board_game", PLAYING.drive)
