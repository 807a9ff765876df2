"""The game contract, as kernels: set up a game, get the legal actions, apply one, play to the end.

Python takes these steps through `driver`.
"""

from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.engine.actions import a_of, b_of, kind_of
from mazarbul.sim.engine.bits import has
from mazarbul.sim.engine.faults import Fault, fail
from mazarbul.sim.engine.frames import KIND
from mazarbul.sim.engine.machine import Choose, Each, Rows, Text, take_option
from mazarbul.sim.engine.playing import Moving, playing
from mazarbul.sim.engine.rng import game_seed
from mazarbul.sim.engine.stack import top, top_kind
from mazarbul.sim.games.lotr_lcg import actions
from mazarbul.sim.games.lotr_lcg.effects import moving, texts
from mazarbul.sim.games.lotr_lcg.frames import (
    Delayed,
    Draw,
    EachCard,
    EnemyAttack,
    Pay,
    Pick,
    PickPlayer,
    Play,
    PlayerAttack,
    PutBack,
    Responses,
    Restricted,
    Reveal,
    Stage,
    Triggers,
    Window,
)
from mazarbul.sim.games.lotr_lcg.ids import ENDED, PHASE, SIDE, E
from mazarbul.sim.games.lotr_lcg.rules import (
    changes,
    combat,
    encounter,
    enemy_attack,
    phases,
    picks,
    planning,
    play,
    player_attack,
    quest,
    refresh,
    reveal,
    setup,
    stages,
    travel,
    triggers,
    windows,
)
from mazarbul.sim.games.lotr_lcg.rules.elimination import end_game

STEPS = 64  # more than any phase has: a point of a round is a phase times this and a step


@kernel
def deal_game(s, t, seed, index, quest_number):
    """Set up game `index` (int64) of the run with `seed` (int64); `advance` leads to its first decision.

    quest_number: 0, or the number of the quest in a campaign, whose games have streams of their own.
    """
    s.seed = game_seed(game_seed(seed, index), quest_number) if quest_number > 0 else game_seed(seed, index)
    s.game = index
    s.quest = quest_number
    setup.deal(s, t)


@kernel
def deal_next_quest(s, t, seed, index, quest_number):
    """Set up the next quest of a campaign that carries over, after the state of the one before (LCG-27.4)."""
    s.seed = game_seed(game_seed(seed, index), quest_number)
    s.quest = quest_number
    setup.deal_next(s, t)


@kernel
def deal_first(s, t, seed, index):
    """Set up a game that is no part of a campaign, or the first quest of one."""
    deal_game(s, t, seed, index, 0)


@kernel
def proceed(s, t, before):
    """Take the next step; return whether the point `before` comes instead.

    After every step its consequences come first: state checks, forced texts, responses (LCG-22.3).
    """
    if s.is_dirty != 0:
        stages.state_checks(s, t)
    elif s.pending_n > s.pending_base:
        triggers.open_triggers(s)
    elif s.frame_n > 0:
        step_frame(s, t)
    elif s.phase * STEPS + s.step == before:
        return True
    else:
        phases.step_phase(s, t)
    return False


@kernel
def step_frame(s, t):
    """Continue the top frame; it makes progress or offers options."""
    kind = top(s)[KIND]
    if kind == Rows.kind:
        texts.step_rows(s, t)
    elif kind == Window.kind:
        windows.step_window(s, t)
    elif kind == Triggers.kind:
        triggers.step_triggers(s, t)
    elif kind == Text.kind:
        texts.step_text(s, t)
    elif kind == EnemyAttack.kind:
        enemy_attack.step_enemy_attack(s, t)
    elif kind == PlayerAttack.kind:
        player_attack.step_player_attack(s, t)
    elif kind == Reveal.kind:
        reveal.step_reveal(s, t)
    elif kind == Play.kind:
        play.step_play(s, t)
    elif kind == Pay.kind:
        play.step_pay(s, t)
    elif kind == Responses.kind:
        windows.step_responses(s, t)
    else:
        step_rare_frame(s, t, kind)


@kernel
def step_rare_frame(s, t, kind):
    """Continue a frame of a less frequent kind."""
    if kind == Pick.kind:
        picks.step_pick(s, t)
    elif kind == PickPlayer.kind:
        picks.step_pick_player(s, t)
    elif kind == Each.kind:
        texts.step_each(s, t)
    elif kind == EachCard.kind:
        texts.step_each_card(s, t)
    elif kind == Choose.kind:
        texts.step_choose(s, t)
    elif kind == Delayed.kind:
        texts.step_delayed(s, t)
    elif kind == Draw.kind:
        changes.step_draw(s, t)
    elif kind == PutBack.kind:
        moving.step_put_back(s, t)
    elif kind == Restricted.kind:
        stages.step_restricted(s, t)
    elif kind == Stage.kind:
        stages.step_stage(s, t)
    else:
        fail(s, Fault.FRAME, kind)


# Answers ------------------------------------------------------------------------------------------


@kernel
def carry_out(s, t, action):
    """Apply one action to the frame or phase that asked for it."""
    kind = kind_of(action)
    a = a_of(action)
    b = b_of(action)
    s.option_n = 0
    if kind == actions.PASS:
        answer_pass(s, t)
    elif kind == actions.PAY:
        play.answer_pay(s, a)
    elif kind == actions.PLAY:
        answer_play(s, t, a)
    elif kind == actions.DONE:
        answer_done(s, t)
    elif kind == actions.COMMIT:
        quest.answer_commit(s, a)
    elif kind == actions.USE:
        windows.answer_use(s, t, a, b)
    elif kind == actions.RESPOND:
        windows.answer_respond(s, t, a, b)
    elif kind == actions.MODE:
        take_option(s, t, b)
    elif kind == actions.PLAYER:
        picks.answer_player(s, b)
    elif kind == actions.CHOOSE_X:
        play.answer_x(s, b)
    elif kind == actions.HOST:
        play.answer_host(s, a)
    elif has(actions.PICKS, kind):
        answer_card(s, t, a)
    else:
        answer_phase(s, t, kind, a, b)


@kernel
def answer_card(s, t, a):
    """Pass a picked card to the frame that asked for it."""
    frame_kind = top(s)[KIND]
    if frame_kind == Pick.kind:
        picks.answer_pick(s, a)
    elif frame_kind == PutBack.kind:
        moving.answer_put_back(s, t, a)
    elif frame_kind == EachCard.kind:
        texts.answer_each_card(s, t, a)
    else:
        fail(s, Fault.FRAME, frame_kind)


@kernel
def answer_play(s, t, a):
    """Play a card in the planning phase, or an event in a window."""
    if s.decision == actions.PLANNING:
        planning.answer_play(s, t, a)
    elif s.decision == actions.WINDOW:
        windows.answer_play(s, t, a)
    else:
        fail(s, Fault.DECISION, s.decision)


@kernel
def answer_pass(s, t):
    """Pass in a window, a round of responses, the encounter phase or a Sentinel offer."""
    if s.decision == actions.ENGAGE:
        encounter.answer_pass(s)
    elif s.decision == actions.SENTINEL:
        enemy_attack.answer_pass(s)
    elif s.decision == actions.WINDOW or s.decision == actions.RESPONSE:
        windows.answer_pass(s, t)
    else:
        fail(s, Fault.DECISION, s.decision)


@kernel
def answer_done(s, t):
    """End planning, committing, declaring defenders or attackers."""
    if s.decision == actions.PLANNING:
        planning.answer_done(s)
    elif s.decision == actions.COMMIT:
        quest.answer_done(s, t)
    elif s.decision == actions.DEFEND:
        enemy_attack.answer_done(s)
    elif s.decision == actions.ATTACKER:
        player_attack.answer_done(s)
    else:
        fail(s, Fault.DECISION, s.decision)


@kernel
def answer_phase(s, t, kind, a, b):
    """Apply an answer that belongs to one phase or procedure of the rules."""
    if kind == actions.DEFEND:
        enemy_attack.answer_defend(s, t, a)
    elif kind == actions.NO_DEFENDER:
        enemy_attack.answer_no_defender(s)
    elif kind == actions.SENTINEL:
        enemy_attack.answer_sentinel(s, a)
    elif kind == actions.UNDEFENDED_HERO:
        enemy_attack.answer_undefended_hero(s, t, a)
    elif kind == actions.DAMAGED_DEFENDER:
        enemy_attack.answer_damaged_defender(s, t, a)
    elif kind == actions.NEXT_ATTACKER:
        combat.answer_next_attacker(s, t, a)
    elif kind == actions.ATTACK:
        answer_attack(s, t, a)
    elif kind == actions.ATTACKER:
        player_attack.answer_attacker(s, a)
    elif kind == actions.STOP:
        combat.answer_stop(s)
    elif kind == actions.TRAVEL:
        travel.answer_travel(s, a)
    elif kind == actions.ENGAGE:
        encounter.answer_engage(s, t, a)
    elif kind == actions.ENGAGE_TIE:
        encounter.answer_engage_tie(s, t, a)
    else:
        answer_rare(s, t, kind, a, b)


@kernel
def answer_attack(s, t, a):
    """Set the target of an attack of the combat phase, or of one that a text makes."""
    if top_kind(s) == PlayerAttack.kind:
        player_attack.choose_target(s, a)
    else:
        combat.answer_attack(s, t, a)


@kernel
def answer_rare(s, t, kind, a, b):
    """Apply an answer of a less frequent kind; staying needs nothing."""
    if kind == actions.MULLIGAN:
        setup.answer_mulligan(s, t, b)
    elif kind == actions.ORDER:
        triggers.answer_order(s, b)
    elif kind == actions.REFRESH_PAY:
        refresh.answer_refresh_pay(s, t, a, b)
    elif kind == actions.RESTRICTED:
        stages.answer_restricted(s, t, a)
    elif kind != actions.STAY:
        fail(s, Fault.ANSWER, kind)


# Playing ------------------------------------------------------------------------------------------

DECISION_CAP = 50_000  # far above any game of the printed data; stops endless games of overlays


@kernel
def give_up(s):
    """End a quest that does not end by itself."""
    end_game(s, SIDE.ENCOUNTER, ENDED.CAPPED)


MOVING = Moving(deal_first, proceed, carry_out, PHASE.OVER, E.FORCED, DECISION_CAP, give_up)
PLAYING = playing(MOVING, __name__)
is_over, take = PLAYING.is_over, PLAYING.take
