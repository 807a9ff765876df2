"""The phases of a turn, and whose action it is (BG-3, BG-18.3 to BG-18.5)."""

import numpy as np

from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.engine.actions import NONE, ask, offer
from mazarbul.sim.engine.bits import has, popcount
from mazarbul.sim.engine.faults import Fault, fail
from mazarbul.sim.engine.log import note
from mazarbul.sim.engine.stack import push
from mazarbul.sim.games.board_game import actions, records
from mazarbul.sim.games.board_game.frames import Draw, NewGuide, Trim
from mazarbul.sim.games.board_game.ids import (
    DECK_N,
    ENDED,
    EVENT,
    FACE_N,
    ONCE,
    PHASE,
    SIDE,
    SIDE_N,
    STEP,
)
from mazarbul.sim.games.board_game.rules import (
    abilities,
    cards,
    dice,
    fellowship,
    march,
    options,
    plays,
    repeats,
)
from mazarbul.sim.games.board_game.rules.seats import enemy_of, lead, partner
from mazarbul.sim.games.board_game.rules.victory import check_conquest, end_game

#: Actions that are texts of Characters, as bits.
ABILITIES = sum(1 << kind for kind in (actions.MINION, actions.CROWN, actions.ROUSE, actions.VOICE))


@kernel
def step_phase(s, t):
    """Continue the turn: it makes progress, pushes a frame, or asks (BG-3.1)."""
    phase = s.phase
    if phase == PHASE.SETUP:
        begin_turn(s, t)
    elif phase == PHASE.RECOVERY:
        step_recovery(s, t)
    elif phase == PHASE.FELLOWSHIP:
        step_fellowship(s, t)
    elif phase == PHASE.HUNT:
        step_hunt_allocation(s, t)
    elif phase == PHASE.ROLL:
        dice.roll_all(s, t)
        begin_phase(s, PHASE.ACTIONS)
    elif phase == PHASE.ACTIONS:
        step_actions(s, t)
    elif phase == PHASE.VICTORY:
        begin_phase(s, PHASE.END)
        check_conquest(s, t)
    elif phase == PHASE.END:
        end_turn(s, t)
    else:
        fail(s, Fault.PHASE, phase)


@kernel
def begin_phase(s, phase):
    """Begin a phase."""
    s.phase = phase
    s.step = STEP.BEGIN
    s.cursor = 0
    note(s, EVENT.PHASE, phase, np.int64(s.turn), 0)


@kernel
def begin_turn(s, t):
    """Begin a turn; after the last one that is simulated the game ends without a winner (BG-3.9)."""
    if s.turn >= t.turn_cap:
        end_game(s, NONE, ENDED.CAPPED)
        return
    s.turn += 1
    s.done = 0
    s.hunt_n = 0
    s.tile_n = 0
    s.random_n = 0
    s.battles_at[:] = 0
    note(s, EVENT.TURN, np.int64(s.turn), 0, 0)
    begin_phase(s, PHASE.RECOVERY)


# Recovering dice and drawing cards -----------------------------------------------------------------


@kernel
def step_recovery(s, t):
    """Recover dice, draw, discard down to the limit, exchange (BG-3.2, BG-18.3)."""
    if s.step == STEP.BEGIN:
        dice.recover(s, t)
        s.step = STEP.DRAW
    elif s.step == STEP.DRAW:
        step_draw(s, t)
    elif s.step == STEP.EXCHANGE:
        step_exchange(s, t)
    else:
        begin_phase(s, PHASE.FELLOWSHIP)


@kernel
def seat_in_order(s, t, i):
    """Return the i-th seat to draw, NONE after the last: Shadow and leading partners first (BG-18.3)."""
    n = np.int64(0)
    for side in (SIDE.SHADOW, SIDE.FREE_PEOPLES):
        for k in range(t.seats_of[side]):
            if n == i:
                return lead(s, side) if k == 0 else partner(t, lead(s, side))
            n += 1
    return np.int64(NONE)


@kernel
def step_draw(s, t):
    """Let the next seat draw (BG-3.2, BG-18.3)."""
    seat = seat_in_order(s, t, np.int64(s.cursor))
    s.cursor += 1
    if seat == NONE:
        s.step = STEP.EXCHANGE
        s.cursor = 0
    elif t.draws_one[seat] == 1 and s.turn > 1:
        push(s, Draw.kind, seat, 1)
    else:
        for deck in range(DECK_N):
            cards.draw(s, t, seat, deck)
        cards.check_limit(s, t, seat)


@kernel
def step_exchange(s, t):
    """Let the partners of a team exchange a card each, if both agree (BD-03, BG-18.3)."""
    side = np.int64(s.cursor)
    if side == SIDE_N:
        s.step = STEP.DONE
        s.swap[:] = NONE
        return
    first = lead(s, side)
    second = partner(t, first)
    if t.seats_of[side] < 2 or s.hand[first] == 0 or s.hand[second] == 0:
        s.cursor += 1
    elif s.swap[first] == NONE:
        ask_swap(s, t, first)
    elif s.swap[second] == NONE:
        ask_swap(s, t, second)
    else:
        cards.exchange(s, first, second)
        s.cursor += 1


@kernel
def ask_swap(s, t, seat):
    """Ask a partner for a card to exchange, unseen, or for none."""
    ask(s, seat, actions.CARD)
    cards.offer_hand(s, t, seat, actions.CARD)
    offer(s, actions.DECLINE, 0, 0)


@kernel
def answer_swap(s, card):
    """Offer a card for an exchange; NONE ends the exchange of the team."""
    if card == NONE:
        s.swap[:] = NONE
        s.cursor += 1
    else:
        s.swap[s.actor] = card


# The Fellowship phase and the Hunt allocation ------------------------------------------------------


@kernel
def step_fellowship(s, t):
    """Ask about declaring, Mordor and the Guide, in this order (BG-15.2)."""
    if s.step == STEP.BEGIN:
        s.step = STEP.DECLARE
        if fellowship.can_declare(s):
            fellowship.ask_declare(s, t)
    elif s.step == STEP.DECLARE:
        s.step = STEP.ENTER
        if fellowship.can_enter(s, t):
            fellowship.ask_enter(s)
    elif s.step == STEP.ENTER:
        s.step = STEP.GUIDE
        if s.members != 0:
            push(s, NewGuide.kind, 0)
    else:
        begin_phase(s, PHASE.HUNT)


@kernel
def step_hunt_allocation(s, t):
    """Ask how many dice the Shadow puts into the Hunt Box (BD-07, BG-3.4)."""
    if s.step != STEP.BEGIN:
        begin_phase(s, PHASE.ROLL)
        return
    s.step = STEP.DONE
    most = min(max(popcount(np.int64(s.members)), np.int64(1)), np.int64(s.pool_dice[SIDE.SHADOW]))
    is_bound = t.hunt_min_one_after_move == 1 and s.done & ONCE.HUNTED_BOX != 0
    ask(s, lead(s, SIDE.SHADOW), actions.ALLOCATE)
    for n in range(min(np.int64(is_bound), most), most + 1):
        offer(s, actions.ALLOCATE, 0, n)


@kernel
def answer_allocate(s, n):
    """Put n dice of the Shadow into the Hunt Box."""
    dice.add_to_box(s, SIDE.SHADOW, n)


# Actions -------------------------------------------------------------------------------------------


@kernel
def step_actions(s, t):
    """Find who acts, ask for an action, and enforce stack limits after it (BG-3.6, BG-1.11)."""
    if s.step == STEP.BEGIN:
        begin_actions(s, t)
    elif s.step == STEP.NEXT:
        next_to_act(s, t)
    elif s.step == STEP.ACT:
        ask_action(s, t)
    elif s.step == STEP.TRIM:
        s.step = STEP.NEXT
        push(s, Trim.kind, NONE)
    else:
        fail(s, Fault.STEP, s.step)


@kernel
def begin_actions(s, t):
    """Begin with the Free Peoples, of partners with the one who does not lead (BG-3.6, BG-18.5)."""
    s.step = STEP.NEXT
    s.on_turn = SIDE.FREE_PEOPLES
    for side in range(SIDE_N):
        first = lead(s, side)
        s.next_seat[side] = partner(t, first) if t.seats_of[side] > 1 else first


@kernel
def next_to_act(s, t):
    """Let the side whose turn it is act if it has dice, else the other; without dice the phase ends."""
    if s.dice_n[0] + s.dice_n[1] == 0:
        if t.mordor_idle_late == 0:
            fellowship.idle_in_mordor(s, t)
        repeats.forget_use(s)
        if s.phase != PHASE.OVER:
            begin_phase(s, PHASE.VICTORY)
        return
    if s.dice_n[s.on_turn] == 0:
        s.on_turn = enemy_of(s.on_turn)
    s.step = STEP.ACT


@kernel
def ask_action(s, t):
    """Ask for an action: Ring, pass, waste a die, or what a die pays for (BD-08, BD-09)."""
    side = np.int64(s.on_turn)
    if s.dice_n[side] == 0:  # an Elven Ring has turned the last die into an Eye
        s.on_turn = enemy_of(side)
        s.step = STEP.NEXT
        return
    seat = np.int64(s.next_seat[side])
    ask(s, seat, actions.TURN)
    if s.dice_n[side] < s.dice_n[enemy_of(side)]:
        offer(s, actions.PASS, 0, 0)
    for face in range(FACE_N):
        if s.dice[side, face] > 0:
            offer(s, actions.WASTE, 0, face)
    dice.offer_rings(s, t, side)
    march.clear_moves(s)
    repeats.bar_used(s)
    options.offer_actions(s, t, seat)
    plays.offer_plays(s, t, seat)
    plays.offer_forces(s, t, seat)
    abilities.offer_abilities(s, t, seat)


@kernel
def end_action(s, t, is_pass):
    """Let the other side act next; of partners the other one, unless the passing one keeps his turn."""
    side = np.int64(s.on_turn)
    if t.seats_of[side] > 1 and not (is_pass and t.pass_keeps_initiative == 1):
        s.next_seat[side] = partner(t, np.int64(s.next_seat[side]))
    s.on_turn = enemy_of(side)
    s.step = STEP.TRIM


@kernel
def take_action(s, t, kind, a, b):
    """Carry out the action of the seat on turn; b is the face of the die that pays."""
    side = np.int64(s.on_turn)
    seat = np.int64(s.next_seat[side])
    if kind == actions.RING:
        dice.use_ring(s, side, a, b)
        return
    end_action(s, t, kind == actions.PASS)
    if kind == actions.PASS:
        note(s, EVENT.PASS, seat, 0, 0)
        return
    repeats.begin_use(s, side)
    dice.spend(s, side, b)
    if kind == actions.PLAY:
        plays.start_play(s, t, seat, a, b)
    elif kind == actions.FORCE:
        plays.start_force(s, t, seat, a, b)
    elif has(ABILITIES, kind):
        abilities.start_ability(s, t, seat, kind, a)
    elif kind == actions.WASTE:
        records.raise_face(s, side, b, records.WASTED)
    else:
        options.start_action(s, t, seat, kind, a, b)


# The end of a turn ---------------------------------------------------------------------------------


@kernel
def end_turn(s, t):
    """End the turn: idleness in Mordor if it comes late, the leading markers pass on (BG-3.8, BG-18.1)."""
    if t.mordor_idle_late == 1:
        fellowship.idle_in_mordor(s, t)
    if s.phase == PHASE.OVER:
        return
    records.turn_ends(s, t)
    for side in range(SIDE_N):
        if t.seats_of[side] > 1:
            s.leading[side] = partner(t, lead(s, side))
    s.phase = PHASE.SETUP
    begin_turn(s, t)
