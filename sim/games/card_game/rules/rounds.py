"""The phases of a round, from the opening hands to the final scoring (CG-3.5, CG-4, CG-6.7, CG-11)."""

import numpy as np

from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.engine.actions import ask
from mazarbul.sim.engine.bits import bit, lowest_bit, popcount
from mazarbul.sim.engine.faults import Fault, fail
from mazarbul.sim.engine.log import note
from mazarbul.sim.engine.stack import pop, push, top
from mazarbul.sim.games.card_game.actions import SETUP_CYCLE, offer_cards
from mazarbul.sim.games.card_game.frames import Activate, DrawStep, NextCombat, SetupCycle, Trim, Turn
from mazarbul.sim.games.card_game.ids import (
    BATTLEGROUNDS,
    ENDED,
    IN,
    LEFT,
    NONE,
    ON,
    PHASE,
    PLACE_SOURCE,
    RING_MODE,
    ROUNDS,
    SIDE,
    SIDE_CARDS,
    E,
)
from mazarbul.sim.games.card_game.records import OPENED, OPENING, set_card_field
from mazarbul.sim.games.card_game.rules.conditions import holds_at
from mazarbul.sim.games.card_game.rules.locations import follow_schedule, pick_battleground, pick_path
from mazarbul.sim.games.card_game.rules.modifiers import draw_bonus
from mazarbul.sim.games.card_game.rules.order import seat_in_order
from mazarbul.sim.games.card_game.rules.texts import start_text
from mazarbul.sim.games.card_game.rules.zones import cycle_card, draw, shuffle_deck, whereabouts


@kernel
def deal(s, t):
    """Shuffle the decks and draw the opening hands (CG-3.2, CG-3.5)."""
    for seat in range(t.seat_n):
        first = np.int64(t.seat_side[seat]) * SIDE_CARDS
        rest = t.deck[seat]
        s.in_zone[seat, IN.DECK] = rest
        while rest != 0:
            s.zone[first + lowest_bit(rest)] = IN.DECK
            rest &= rest - 1
        shuffle_deck(s, t, seat)
        draw(s, t, seat, t.opening_draw[seat])
        rest = s.in_zone[seat, IN.HAND]
        while rest != 0:
            set_card_field(s, first + lowest_bit(rest), OPENING, OPENED.KEPT)
            rest &= rest - 1
        if t.ring_mode[seat] != RING_MODE.NONE:
            s.ring[seat] = 1


@kernel
def ask_setup_cycle(s, t):
    """Ask for the next card of the opening hand to cycle (DP-1)."""
    frame = top(s)
    seat = frame[SetupCycle.seat]
    hand = s.in_zone[seat, IN.HAND]
    if frame[SetupCycle.left] <= 0 or hand == 0:
        pop(s)
        return
    ask(s, seat, SETUP_CYCLE)
    offer_cards(s, t, SETUP_CYCLE, hand, np.int64(t.seat_side[seat]))


@kernel
def cycle_at_setup(s, t, card):
    """Cycle a card of the opening hand."""
    top(s)[SetupCycle.left] -= 1
    set_card_field(s, card, OPENING, OPENED.CYCLED)
    cycle_card(s, t, card, LEFT.DISCARDED)


@kernel
def step_phase(s, t):
    """Do the next step of the phase; no frame is left."""
    phase = s.phase
    if phase == PHASE.SETUP:
        step_setup(s, t)
    elif phase == PHASE.ROUND_START:
        start_round(s, t)
    elif phase == PHASE.LOCATION:
        s.phase = PHASE.PATH
        if t.schedule_n > 0:
            follow_schedule(s, t)
        else:
            pick_battleground(s, t)
    elif phase == PHASE.PATH:
        s.phase = PHASE.ACTION
        s.slot = NONE
        s.passed = 0
        pick_path(s, t)
    elif phase == PHASE.ACTION:
        step_action(s, t)
    elif phase == PHASE.TRIM:
        step_trimming(s, t)
    elif phase == PHASE.COMBAT:
        step_combat_phase(s, t)
    elif phase == PHASE.VICTORY_CHECK:
        check_victory(s, t)
    elif phase == PHASE.DRAW:
        step_drawing(s, t)
    else:
        fail(s, Fault.PHASE, phase)


@kernel
def step_setup(s, t):
    """Let the next seat cycle its opening cards, then begin round 1."""
    if s.cursor >= t.seat_n:
        s.phase = PHASE.ROUND_START
        return
    seat = np.int64(s.cursor)
    s.cursor += 1
    if t.opening_cycle[seat] > 0:
        push(s, SetupCycle.kind, seat, t.opening_cycle[seat])


@kernel
def start_round(s, t):
    """Clear what lasts one round and refresh Ring tokens (CG-4.2)."""
    s.round_number += 1
    s.phase = PHASE.LOCATION
    s.fresh[:] = 0
    s.played[:] = 0
    s.used[:] = 0
    s.grant_n = 0
    for seat in range(t.seat_n):
        if t.ring_mode[seat] == RING_MODE.EVERY_ROUND:
            s.ring[seat] = 1
    note(s, E.ROUND, s.round_number, t.slots[s.start_slot], 0)


@kernel
def step_action(s, t):
    """Give the next slot its turn, or end the step when all have passed (CG-6.1, CG-6.7, AM-5)."""
    if have_all_passed(s, t):
        s.phase = PHASE.TRIM
        s.cursor = 0
        return
    s.slot = s.start_slot if s.slot == NONE else (s.slot + 1) % t.slot_n
    s.turns += 1
    push(s, Turn.kind, t.slots[s.slot])


@kernel
def have_all_passed(s, t):
    """Return whether every seat, or with a switch every slot, has passed since the last action."""
    if t.all_slots_must_pass != 0:
        return popcount(s.passed) >= t.slot_n
    seats = np.int64(0)
    rest = s.passed
    while rest != 0:
        seats |= bit(t.slots[lowest_bit(rest)])
        rest &= rest - 1
    return popcount(seats) >= t.seat_n


@kernel
def pass_turn(s):
    """Note that the slot on turn has passed (CG-6.7)."""
    s.passed |= bit(s.slot)


@kernel
def step_trimming(s, t):
    """Let the next seat cycle down to its limit, then start the combat step (CG-6.9, AM-4)."""
    seat = seat_in_order(t, s.start_slot, np.int64(s.cursor))
    if t.trim == 0 or seat == NONE:
        s.phase = PHASE.COMBAT
        return
    s.cursor += 1
    push(s, Trim.kind, seat)


@kernel
def step_combat_phase(s, t):
    """Let the starting player pick the next combat until no location is active (CG-10.2)."""
    if s.active == 0 and s.path == NONE:
        s.phase = PHASE.VICTORY_CHECK
        return
    push(s, NextCombat.kind, t.slots[s.start_slot])


@kernel
def points_of(t, battlegrounds):
    """Return the victory points of a set of battlegrounds."""
    total = np.int64(0)
    rest = battlegrounds
    while rest != 0:
        total += t.place_points[lowest_bit(rest)]
        rest &= rest - 1
    return total


@kernel
def score(s, t, side):
    """Return the side's score without Ring tokens (CG-11.1)."""
    total = points_of(t, s.bg_area[side])
    if side == SIDE.SHADOW:
        return total + s.corruption
    rest = s.path_area[SIDE.FREE_PEOPLES]
    while rest != 0:
        total += t.place_points[BATTLEGROUNDS + lowest_bit(rest)]
        rest &= rest - 1
    return total


@kernel
def ring_score(s, t, side):
    """Return the points of the side's unspent Ring tokens at the end of the game (CG-11.3)."""
    total = np.int64(0)
    for seat in range(t.seat_n):
        if t.seat_side[seat] == side and s.ring[seat] > 0:
            total += t.ring_points[seat]
    return total


@kernel
def record_lead(s, lead):
    """Record the lead after a round and count changes of the leading side."""
    s.lead[s.round_number - 1] = lead
    if lead != 0:
        leader = SIDE.FREE_PEOPLES if lead > 0 else SIDE.SHADOW
        if s.leader != NONE and s.leader != leader:
            s.lead_changes += 1
        s.leader = leader


@kernel
def check_victory(s, t):
    """End the game by a winning lead or after the last path, or start the draw step (CG-11.2, 11.3)."""
    free = score(s, t, SIDE.FREE_PEOPLES)
    shadow = score(s, t, SIDE.SHADOW)
    note(s, E.SCORE, free, shadow, 0)
    record_lead(s, free - shadow)
    if abs(free - shadow) >= t.winning_lead:
        end_game(s, SIDE.FREE_PEOPLES if free > shadow else SIDE.SHADOW, ENDED.TEN_POINTS)
    elif s.resolved_number == t.last_number and s.round_number >= t.min_rounds:  # AM-33
        free += ring_score(s, t, SIDE.FREE_PEOPLES)
        shadow += ring_score(s, t, SIDE.SHADOW)
        note(s, E.SCORE, free, shadow, 1)
        end_game(s, SIDE.FREE_PEOPLES if free > shadow else SIDE.SHADOW, ENDED.LAST_PATH)
    elif s.round_number >= ROUNDS - 1:
        end_game(s, NONE, ENDED.CAPPED)
    else:
        s.phase = PHASE.DRAW
        s.cursor = 0


@kernel
def end_game(s, winner, reason):
    """Stop the game."""
    s.winner = winner
    s.end_reason = reason
    s.phase = PHASE.OVER
    s.actor = NONE
    s.option_n = 0
    note(s, E.END, winner, reason, 0)


@kernel
def step_drawing(s, t):
    """Let the next seat draw, then pass the starting token on (CG-4.3, CG-4.4, AM-47)."""
    seat = seat_in_order(t, s.start_slot, np.int64(s.cursor))
    s.cursor += 1
    if seat == NONE:
        s.start_slot = (s.start_slot + 1) % t.slot_n
        s.phase = PHASE.ROUND_START
        return
    draw(s, t, seat, t.draw[seat] + draw_bonus(s, t, seat))
    if t.draw_texts[seat] != 0:
        push(s, DrawStep.kind, seat, t.draw_texts[seat])


@kernel
def step_draw_texts(s, t):
    """Resolve the draw-step text of the next card."""
    frame = top(s)
    if frame[DrawStep.cards] == 0:
        pop(s)
        return
    card = np.int64(t.seat_side[frame[DrawStep.seat]]) * SIDE_CARDS + lowest_bit(frame[DrawStep.cards])
    frame[DrawStep.cards] &= frame[DrawStep.cards] - 1
    first = np.int64(t.effect_first[card])
    for e in range(first + t.effect_n[card] - 1, first - 1, -1):
        if t.effects[e].on == ON.DRAW_STEP and is_at(s, t, card, e):
            start_text(s, e, card, t.owner[card])


@kernel
def is_at(s, t, card, e):
    """Return whether the card is in a place where its effect works."""
    return holds_at(whereabouts(s, card), t.effects[e].at)


@kernel
def step_activate(s, t):
    """Resolve the next text of an activated location (CG-5.5)."""
    frame = top(s)
    source = PLACE_SOURCE + frame[Activate.place]
    if frame[Activate.next] >= t.effect_n[source]:
        pop(s)
        return
    e = np.int64(t.effect_first[source]) + frame[Activate.next]
    frame[Activate.next] += 1
    if t.effects[e].on == ON.ACTIVATE:
        start_text(s, e, source, NONE)
