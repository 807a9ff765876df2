"""The game contract, for kernels: set up a game, ask for legal actions, apply one, play to the end.

From Python it is `driver` that takes these steps.
"""

import numpy as np

from sim.engine.actions import card_of, kind_of, target_of
from sim.engine.jit import kernel
from sim.engine.log import note_action
from sim.engine.rng import game_seed
from sim.engine.stack import pop, push, top
from sim.games.card_game import actions, effects
from sim.games.card_game.ids import (
    E_FORCED,
    F_ACTIVATE,
    F_CHOOSE_BATTLEGROUND,
    F_CHOOSE_MOVE,
    F_CHOOSE_PATH,
    F_CHOOSE_TOKEN,
    F_COMBAT,
    F_CYCLE_HAND,
    F_DIG,
    F_DRAW_STEP,
    F_EACH,
    F_EFFECT,
    F_ELIMINATE,
    F_ELIMINATE_HAND,
    F_ENTER_PATH,
    F_FORSAKE,
    F_MOVED,
    F_NEXT_COMBAT,
    F_OPERATIONS,
    F_PAY,
    F_PLAYED,
    F_SCHEDULED,
    F_TAKE,
    F_TRIM,
    F_TURN,
    LEFT_DISCARDED,
    NONE,
    OVER,
    SPOT_BATTLEGROUND,
)
from sim.games.card_game.rules import combat, dig, elimination, locations, play, rounds, turns
from sim.games.card_game.rules.zones import cycle_card


@kernel
def clear(s):
    """Reset every field of the state that does not start at 0."""
    s.phase = 0
    s.round_number = 0
    s.start_slot = 0
    s.slot = 0
    s.cursor = 0
    s.passed = 0
    s.actor = NONE
    s.decision = 0
    s.option_n = 0
    s.in_zone[:] = 0
    s.zone[:] = NONE
    s.deck_n[:] = 0
    s.shuffle_n[:] = 0
    s.wielder[:] = NONE
    s.attack_tokens[:] = 0
    s.defense_tokens[:] = 0
    s.fresh[:] = 0
    s.played[:] = 0
    s.used[:] = 0
    s.gone[:] = 0
    s.remembered[:] = 0
    s.activated[:] = NONE
    s.grant_n = 0
    s.frame_n = 0
    s.support[:] = NONE
    s.event_n = 0


@kernel
def clear_locations(s, t):
    """Reset locations, scores and records."""
    s.active = 0
    for side in range(2):
        s.bg_deck[side] = 0
    for b in range(t.bg_side.size):
        if t.battlegrounds_all >> b & 1:
            s.bg_deck[t.bg_side[b]] |= np.int64(1) << b
    s.bg_area[:] = 0
    s.bg_shuffle_n[:] = 0
    s.bare = 0
    s.path = NONE
    s.last_path = 0
    s.resolved_number = 0
    s.path_deck = t.paths_all
    s.path_area[:] = 0
    s.place_attack[:] = 0
    s.place_defense[:] = 0
    s.corruption = 0
    s.ring[:] = 0
    s.winner = NONE
    s.end_reason = 0
    s.turns = 0
    s.decisions = 0
    s.lead_changes = 0
    s.leader = NONE
    s.lead[:] = 0
    s.path_record[:] = NONE
    s.bg_record[:] = NONE
    s.ring_record[:] = 0
    s.card_record[:] = np.uint32(0)
    s.place_record[:] = np.uint32(0)
    s.points[:] = np.float32(0)


@kernel
def deal_game(s, t, seed, index):
    """Set up game `index` (int64) of the run with `seed` (int64); `advance` goes on to its first decision."""
    clear(s)
    clear_locations(s, t)
    s.seed = game_seed(seed, index)
    s.game = index
    rounds.deal(s, t)


@kernel
def new_game(s, t, seed, index):
    """Set up a game as `deal_game` does and stop at its first decision."""
    deal_game(s, t, seed, index)
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
    """Go on until a seat has a real choice or the game is over; a single option is taken at once."""
    advance_to(s, t, NONE)


@kernel
def advance_to(s, t, halt):
    """Go on as `advance` does, but stop just before the phase `halt` (NONE: none) begins."""
    s.option_n = 0
    while s.phase != OVER:
        if s.frame_n == 0:
            if s.phase == halt:
                s.actor = NONE
                return
            rounds.step_phase(s, t)
            continue
        step_frame(s, t)
        if s.option_n == 1:
            action = np.int64(s.options[0])
            note_action(s, E_FORCED, action)
            s.option_n = 0
            carry_out(s, t, action)
        elif s.option_n > 1:
            return


@kernel
def step_frame(s, t):
    """Carry on with the top frame; it either makes progress or offers options."""
    kind = top(s)[0]
    if kind == F_OPERATIONS:
        effects.step_operations(s, t)
    elif kind == F_EFFECT:
        effects.step_effect(s, t)
    elif kind == F_PLAYED:
        play.step_played(s, t)
    elif kind == F_MOVED:
        play.step_moved(s, t)
    elif kind == F_TURN:
        step_turn(s, t)
    elif kind == F_PAY:
        play.ask_pay(s, t)
    elif kind == F_CYCLE_HAND:
        play.ask_cycle_hand(s, t)
    elif kind == F_FORSAKE:
        elimination.ask_forsake(s, t)
    elif kind == F_ELIMINATE_HAND:
        play.ask_eliminate_hand(s, t)
    elif kind == F_EACH:
        effects.step_each(s, t)
    elif kind == F_COMBAT:
        combat.step_combat(s, t)
    else:
        step_rare_frame(s, t, kind)


@kernel
def step_rare_frame(s, t, kind):
    """Carry on with a frame of a less frequent kind."""
    if kind == F_ACTIVATE:
        rounds.step_activate(s, t)
    elif kind == F_NEXT_COMBAT:
        step_next_combat(s)
    elif kind == F_DIG:
        dig.step_dig(s, t)
    elif kind == F_TAKE:
        dig.ask_take(s, t)
    elif kind == F_ELIMINATE:
        dig.ask_eliminate(s, t)
    elif kind == F_ENTER_PATH:
        locations.step_enter_path(s, t)
    elif kind == F_CHOOSE_PATH:
        locations.ask_path(s, t)
    elif kind == F_CHOOSE_BATTLEGROUND:
        locations.ask_battleground(s, t)
    elif kind == F_CHOOSE_TOKEN:
        locations.ask_token(s)
    elif kind == F_CHOOSE_MOVE:
        play.ask_move(s, t)
    elif kind == F_TRIM:
        turns.ask_trim(s, t)
    elif kind == F_DRAW_STEP:
        rounds.step_draw_texts(s, t)
    elif kind == F_SCHEDULED:
        locations.step_scheduled(s, t)
    else:
        rounds.ask_setup_cycle(s, t)


@kernel
def step_turn(s, t):
    """Ask the seat on turn what it does; the frame is dropped when it has answered."""
    turns.ask_turn(s, t)


@kernel
def step_next_combat(s):
    """Ask for the next combat; the frame is dropped with the answer."""
    combat.ask_next_combat(s)


@kernel
def carry_out(s, t, action):
    """Apply one action to the frame that asked for it."""
    kind = kind_of(action)
    card = card_of(action)
    target = target_of(action)
    s.option_n = 0
    if kind <= actions.RING:
        take_turn(s, t, kind, card, target)
    elif kind == actions.PAY or kind == actions.CYCLE_HAND:
        play.cycle_from_hand(s, t, card)
    elif kind == actions.FORSAKE:
        elimination.forsake(s, t, card)
    elif kind == actions.FORSAKE_TOP:
        elimination.forsake_top(s, t, np.int64(top(s)[1]))
    elif kind == actions.ELIMINATE_HAND:
        play.eliminate_from_hand(s, t, card)
    elif kind == actions.MAY:
        effects.answer_may(s, target == 1)
    elif kind == actions.CASUALTY:
        combat.take_casualty(s, card)
    elif kind == actions.SUPPORT:
        combat.support(s, card, target)
    elif kind == actions.NEXT_COMBAT:
        pop(s)
        push(s, F_COMBAT, target, 0, 0, 0)
    elif kind == actions.SETUP_CYCLE:
        rounds.cycle_at_setup(s, t, card)
    else:
        carry_out_rare(s, t, kind, card, target)


@kernel
def carry_out_rare(s, t, kind, card, target):
    """Apply an answer of a less frequent kind."""
    if kind == actions.DIG_ELIMINATE:
        dig.dig_eliminate(s, t, card)
    elif kind == actions.DIG_PLAY:
        dig.dig_play(s, t, card, target)
    elif kind == actions.DIG_CYCLE:
        dig.dig_cycle(s, t, card)
    elif kind == actions.TAKE:
        dig.take_card(s, t, card)
    elif kind == actions.CHOOSE_PATH:
        locations.choose_path(s, target)
    elif kind == actions.CHOOSE_BATTLEGROUND:
        locations.choose_battleground(s, t, target)
    elif kind == actions.TOKEN_BATTLEGROUND:
        locations.choose_token(s, target)
    elif kind == actions.MOVE_TO:
        pop(s)
        play.move_card(s, t, card, SPOT_BATTLEGROUND + target)
    elif kind == actions.ELIMINATE_PLAY:
        dig.eliminate_pick(s, t, card)
    elif kind == actions.SAVE:
        combat.save(s, card)
    elif kind == actions.TRIM:
        cycle_card(s, t, card, LEFT_DISCARDED)
    else:
        stop(s)


@kernel
def stop(s):
    """End a repeated choice, or decline to save anybody."""
    kind = top(s)[0]
    if kind == F_DIG:
        dig.stop_dig(s)
    elif kind == F_TAKE:
        pop(s)
    elif kind == F_ELIMINATE:
        dig.stop_eliminating(s)


@kernel
def take_turn(s, t, kind, card, target):
    """Carry out the one action of a turn (CG-6.2)."""
    seat = np.int64(top(s)[1])
    pop(s)
    if kind == actions.PASS:
        rounds.pass_turn(s)
        return
    s.passed = 0
    if kind == actions.PLAY:
        play.play_card(s, t, card, target)
    elif kind == actions.CYCLE:
        cycle_card(s, t, card, LEFT_DISCARDED)
    elif kind == actions.MOVE:
        play.move_card(s, t, card, target)
    elif kind == actions.USE:
        turns.use_action(s, t, card, target)
    elif kind == actions.WINNOW:
        turns.winnow(s, seat)
    else:
        turns.use_ring(s, t, seat)
