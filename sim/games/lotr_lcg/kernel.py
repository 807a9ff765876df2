"""The game contract, for kernels: set up a game, ask for legal actions, apply one, play to the end.

From Python it is `driver` that takes these steps.
"""

import numpy as np

from sim.engine.actions import card_of, kind_of, target_of
from sim.engine.jit import kernel
from sim.engine.log import note
from sim.engine.rng import game_seed
from sim.engine.stack import top
from sim.games.lotr_lcg import actions
from sim.games.lotr_lcg.effects import frames, moving
from sim.games.lotr_lcg.ids import (
    E_FORCED,
    F_CHOOSE,
    F_DELAYED,
    F_DRAW,
    F_EACH,
    F_EACH_CARD,
    F_EFFECT,
    F_ENEMY_ATTACK,
    F_OPERATIONS,
    F_PAY,
    F_PICK,
    F_PICK_PLAYER,
    F_PLAY,
    F_PLAYER_ATTACK,
    F_PUT_BACK,
    F_RESPONSES,
    F_RESTRICTED,
    F_REVEAL,
    F_STAGE,
    F_TRIGGERS,
    F_WINDOW,
    FORCED_SEAT,
    FRAMES,
    NONE,
    OVER,
    OVERFULL,
)
from sim.games.lotr_lcg.rules import (
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
from sim.games.lotr_lcg.rules.elimination import end_game

SPARE_FRAMES = 4  # a step pushes at most so many frames, or uses the ones above the stack for a moment


@kernel
def deal_game(s, t, seed, index, quest_number):
    """Set up game `index` (int64) of the run with `seed` (int64); `advance` goes on to its first decision.

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
def new_game(s, t, seed, index):
    """Set up a game as `deal_game` does and stop at its first decision."""
    deal_game(s, t, seed, index, 0)
    advance(s, t)


@kernel
def is_over(s):
    """Tell whether the game has ended."""
    return s.phase == OVER


@kernel
def legal_actions(s, t, out):  # noqa: ARG001  (the contract's signature)
    """Copy the legal actions of the pending decision to `out` (int32); return how many there are."""
    n = s.option_n
    out[:n] = s.options[:n]
    return n


@kernel
def apply(s, t, action):
    """Apply a legal action (see actions.py) and go on to the next decision or the end of the game."""
    decide(s, t, action)
    advance(s, t)


@kernel
def decide(s, t, action):
    """Carry out the answer to the pending decision; `advance` goes on from there."""
    s.event_n = 0
    s.decisions += 1
    carry_out(s, t, action)


@kernel
def advance(s, t):
    """Go on until a player has a real choice or the game is over; a single option is taken at once.

    After every step what it led to comes first: state checks, forced texts, responses (LCG-22.3).
    """
    advance_to(s, t, NONE, NONE)


@kernel
def advance_to(s, t, halt, halt_step):
    """Go on as `advance` does, but stop where a step of the phase `halt` (NONE: none) begins."""
    s.option_n = 0
    while s.phase != OVER:
        if s.is_dirty != 0:
            stages.state_checks(s, t)
            continue
        if s.pending_n > s.pending_base:
            triggers.open_triggers(s)
            continue
        if s.frame_n >= FRAMES - SPARE_FRAMES or s.is_full != 0:
            end_game(s, NONE, OVERFULL)
        elif s.frame_n > 0:
            step_frame(s, t)
        elif s.phase == halt and s.step == halt_step:
            s.actor = NONE
            return
        else:
            phases.step_phase(s, t)
        if s.option_n == 1:
            action = np.int64(s.options[0])
            note(s, E_FORCED, s.actor * FORCED_SEAT + kind_of(action), card_of(action), target_of(action))
            s.option_n = 0
            carry_out(s, t, action)
        elif s.option_n > 1:
            return


@kernel
def step_frame(s, t):
    """Carry on with the top frame; it makes progress or offers options."""
    kind = top(s)[0]
    if kind == F_OPERATIONS:
        frames.step_operations(s, t)
    elif kind == F_WINDOW:
        windows.step_window(s, t)
    elif kind == F_TRIGGERS:
        triggers.step_triggers(s, t)
    elif kind == F_EFFECT:
        frames.step_effect(s, t)
    elif kind == F_ENEMY_ATTACK:
        enemy_attack.step_enemy_attack(s, t)
    elif kind == F_PLAYER_ATTACK:
        player_attack.step_player_attack(s, t)
    elif kind == F_REVEAL:
        reveal.step_reveal(s, t)
    elif kind == F_PLAY:
        play.step_play(s, t)
    elif kind == F_PAY:
        play.step_pay(s, t)
    elif kind == F_RESPONSES:
        windows.step_responses(s, t)
    else:
        step_rare_frame(s, t, kind)


@kernel
def step_rare_frame(s, t, kind):
    """Carry on with a frame of a less frequent kind."""
    if kind == F_PICK:
        picks.step_pick(s, t)
    elif kind == F_PICK_PLAYER:
        picks.step_pick_player(s, t)
    elif kind == F_EACH:
        frames.step_each(s, t)
    elif kind == F_EACH_CARD:
        frames.step_each_card(s, t)
    elif kind == F_CHOOSE:
        frames.step_choose(s, t)
    elif kind == F_DELAYED:
        frames.step_delayed(s, t)
    elif kind == F_DRAW:
        changes.step_draw(s, t)
    elif kind == F_PUT_BACK:
        moving.step_put_back(s, t)
    elif kind == F_RESTRICTED:
        stages.step_restricted(s, t)
    elif kind == F_STAGE:
        stages.step_stage(s, t)


# Answers ------------------------------------------------------------------------------------------


@kernel
def carry_out(s, t, action):
    """Apply one action to whatever asked for it: a frame, or the phase."""
    kind = kind_of(action)
    card = card_of(action)
    target = target_of(action)
    s.option_n = 0
    if kind == actions.PASS:
        answer_pass(s, t, card, target)
    elif kind == actions.PAY:
        play.answer_pay(s, t, card, target)
    elif kind == actions.PLAY:
        if s.decision == actions.PLANNING:
            planning.answer_play(s, t, card)
        else:
            windows.answer_play(s, t, card, target)
    elif kind == actions.DONE:
        answer_done(s, t, card, target)
    elif kind == actions.COMMIT:
        quest.answer_commit(s, card)
    elif kind == actions.USE:
        windows.answer_use(s, t, card, target)
    elif kind == actions.RESPOND:
        windows.answer_respond(s, t, card, target)
    elif kind == actions.MODE:
        frames.answer_mode(s, t, card, target)
    elif kind == actions.PLAYER:
        picks.answer_player(s, t, card, target)
    elif kind == actions.CHOOSE_X:
        play.answer_x(s, t, card, target)
    elif kind == actions.HOST:
        play.answer_host(s, t, card, target)
    elif is_picking(kind):
        answer_card(s, t, card, target)
    else:
        answer_phase(s, t, kind, card, target)


@kernel
def is_picking(kind):
    """Tell whether an action picks a card for a text."""
    if kind == actions.TARGET or kind == actions.HAND_CARD or kind == actions.LOOKED:
        return True
    return kind == actions.ENCOUNTER_TARGET or kind == actions.LOSS or kind == actions.TRAVEL_COST


@kernel
def answer_card(s, t, card, target):
    """Hand a picked card to the frame that asked for it."""
    frame_kind = top(s)[0]
    if frame_kind == F_PICK:
        picks.answer_pick(s, t, card, target)
    elif frame_kind == F_PUT_BACK:
        moving.answer_put_back(s, t, card, target)
    else:
        frames.answer_each_card(s, t, card, target)


@kernel
def answer_pass(s, t, card, target):
    """Pass in a window, a round of responses, the encounter phase or a Sentinel offer."""
    if s.decision == actions.ENGAGE:
        encounter.answer_pass(s, t, card, target)
    elif s.decision == actions.SENTINEL:
        enemy_attack.answer_pass(s, t, card, target)
    else:
        windows.answer_pass(s, t, card, target)


@kernel
def answer_done(s, t, card, target):
    """End planning, committing, declaring defenders or attackers."""
    if s.decision == actions.PLANNING:
        planning.answer_done(s)
    elif s.decision == actions.COMMIT:
        quest.answer_done(s, t)
    elif s.decision == actions.DEFEND:
        enemy_attack.answer_done(s, t, card, target)
    else:
        player_attack.answer_done(s, t, card, target)


@kernel
def answer_phase(s, t, kind, card, target):
    """Apply an answer that belongs to one phase or procedure of the rules."""
    if kind == actions.DEFEND:
        enemy_attack.answer_defend(s, t, card, target)
    elif kind == actions.NO_DEFENDER:
        enemy_attack.answer_no_defender(s, t, card, target)
    elif kind == actions.SENTINEL:
        enemy_attack.answer_sentinel(s, t, card, target)
    elif kind == actions.UNDEFENDED_HERO:
        enemy_attack.answer_undefended_hero(s, t, card, target)
    elif kind == actions.DAMAGED_DEFENDER:
        enemy_attack.answer_damaged_defender(s, t, card, target)
    elif kind == actions.NEXT_ATTACKER:
        combat.answer_next_attacker(s, t, card, target)
    elif kind == actions.ATTACK:
        answer_attack(s, t, card, target)
    elif kind == actions.ATTACKER:
        player_attack.answer_attacker(s, t, card, target)
    elif kind == actions.STOP:
        combat.answer_stop(s, t, card, target)
    elif kind == actions.TRAVEL:
        travel.answer_travel(s, card)
    elif kind == actions.ENGAGE:
        encounter.answer_engage(s, t, card, target)
    elif kind == actions.ENGAGE_TIE:
        encounter.answer_engage_tie(s, t, card, target)
    else:
        answer_rare(s, t, kind, card, target)


@kernel
def answer_attack(s, t, card, target):
    """Name the target of an attack of the combat phase, or of one that a text makes."""
    if s.frame_n > 0 and top(s)[0] == F_PLAYER_ATTACK:
        player_attack.choose_target(s, card)
    else:
        combat.answer_attack(s, t, card, target)


@kernel
def answer_rare(s, t, kind, card, target):
    """Apply an answer of a less frequent kind; to stay where one is asks for nothing."""
    if kind == actions.MULLIGAN:
        setup.answer_mulligan(s, t, target)
    elif kind == actions.ORDER:
        triggers.answer_order(s, t, card, target)
    elif kind == actions.REFRESH_PAY:
        refresh.answer_refresh_pay(s, t, card, target)
    elif kind == actions.RESTRICTED:
        stages.answer_restricted(s, t, card, target)
