"""Shadow cards: dealing them, then turning them up and resolving them in an attack (LCG-12, LCG-13.8)."""

import numpy as np

from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.engine import sets
from mazarbul.sim.engine.faults import Fault, fail
from mazarbul.sim.engine.log import note
from mazarbul.sim.games.lotr_lcg.frames import Attack, Cancellable, EnemyAttack
from mazarbul.sim.games.lotr_lcg.ids import NONE, ON, E
from mazarbul.sim.games.lotr_lcg.rules.changes import deal_shadow
from mazarbul.sim.games.lotr_lcg.rules.rounds import on_turn, start_turns
from mazarbul.sim.games.lotr_lcg.rules.triggers import emit, start_effect
from mazarbul.sim.games.lotr_lcg.rules.zones import card_bit, is_face_down

# Steps of an enemy attack
TURN_UP = 6
TRIGGERED = 7
RESOLVED = 8
SHADOWS_DONE = 9

# A place in the line of enemies that are dealt a shadow card: engagement cost, then the time of engagement.
ORDERS = 1 << 32  # more than engagements of a game
FRONT = 1 << 48  # before every enemy


@kernel
def deal_shadows(s, t):
    """Deal every engaged enemy a shadow card, player by player, while the deck lasts (LCG-12.1, LCG-12.2)."""
    start_turns(s)
    player = on_turn(s, t)
    while player != NONE:
        enemy = next_in_line(s, t, player, FRONT)
        while enemy != NONE:
            deal_shadow(s, t, enemy)
            enemy = next_in_line(s, t, player, place_in_line(s, t, enemy))
        s.cursor += 1
        player = on_turn(s, t)


@kernel
def place_in_line(s, t, enemy):
    """Return a number that is higher for an engaged enemy that is dealt its card earlier (LCG-12.1).

    The order is that of descending engagement cost, then of engagement; face-down enemies come last.
    """
    cost = np.int64(-1) if is_face_down(s, enemy) else np.int64(t.engagement[enemy])
    return (cost + 1) * ORDERS + ORDERS - 1 - s.order[enemy]


@kernel
def next_in_line(s, t, player, place):
    """Return the first of the player's engaged enemies that comes after a place, NONE after the last."""
    found = np.int64(NONE)
    best = np.int64(-1)
    for enemy in sets.members(s.engaged[player]):
        its_place = place_in_line(s, t, enemy)
        if best < its_place < place:
            found = enemy
            best = its_place
    return found


@kernel
def step_shadow(s, t, frame):
    """Take the next step with the attacker's shadow cards, one card after another (LCG-13.8)."""
    step = frame[Attack.step]
    if step == TURN_UP:
        turn_up(s, t, frame)
    elif step == TRIGGERED:
        resolve_shadow(s, t, frame)
    elif step == RESOLVED:
        card = frame[EnemyAttack.shadow_card]
        frame[Attack.step] = TURN_UP
        frame[EnemyAttack.shadow_card] = NONE
        emit(s, t, ON.SHADOW_RESOLVED, frame[Attack.enemy], frame[Attack.player], 0, card, NONE)
    else:
        fail(s, Fault.STEP, step)


@kernel
def turn_up(s, t, frame):
    """Turn up the next shadow card; its effect, if any, can be cancelled before it resolves (LCG-13.8)."""
    card = next_face_down(s, frame)
    if card == NONE:
        frame[Attack.step] = SHADOWS_DONE
        return
    frame[EnemyAttack.turned_up] |= card_bit(card)
    for player in range(t.player_n):
        s.shadow_known[player] |= card_bit(card)
    note(s, E.SHADOW_UP, frame[Attack.enemy], card, 0)
    effect = shadow_effect(t, card, np.int64(t.effect_first[card]))
    if effect == NONE:
        return
    frame[Attack.step] = TRIGGERED
    frame[EnemyAttack.shadow_card] = card
    frame[EnemyAttack.next_effect] = effect
    frame[Cancellable.is_cancelled] = 0
    emit(s, t, ON.SHADOW_TRIGGERS, card, frame[Attack.player], 0, frame[Attack.enemy], s.attack_frame)


@kernel
def next_face_down(s, frame):
    """Return the attacker's first shadow card that has not been turned up, in the order dealt, or NONE."""
    card = np.int64(s.first_shadow[frame[Attack.enemy]])
    while card != NONE and frame[EnemyAttack.turned_up] & card_bit(card) != 0:
        card = np.int64(s.next_shadow[card])
    return card


@kernel
def shadow_effect(t, card, first):
    """Return the card's first shadow effect that is not before `first`, or NONE."""
    for e in range(first, t.effect_first[card] + t.effect_n[card]):
        if t.effects[e].on == ON.SHADOW:
            return np.int64(e)
    return np.int64(NONE)


@kernel
def resolve_shadow(s, t, frame):
    """Carry out the next effect of the shadow card unless it was cancelled (LCG-20.6, LCG-22.6)."""
    card = frame[EnemyAttack.shadow_card]
    effect = frame[EnemyAttack.next_effect]
    if frame[Cancellable.is_cancelled] != 0:
        frame[Attack.step] = TURN_UP
        frame[EnemyAttack.shadow_card] = NONE
    elif effect == NONE:
        frame[Attack.step] = RESOLVED
    else:
        frame[EnemyAttack.next_effect] = shadow_effect(t, card, effect + 1)
        start_effect(s, effect, card, frame[Attack.player])


@kernel
def hand_over_shadows(s, enemy, frame):
    """Put the shadow cards of an enemy, turned up, behind those of the attacker of a frame."""
    card = np.int64(s.first_shadow[enemy])
    s.first_shadow[enemy] = NONE
    attacker = frame[Attack.enemy]
    if s.first_shadow[attacker] == NONE:
        s.first_shadow[attacker] = card
    else:
        last = np.int64(s.first_shadow[attacker])
        while s.next_shadow[last] != NONE:
            last = np.int64(s.next_shadow[last])
        s.next_shadow[last] = card
    while card != NONE:
        frame[EnemyAttack.turned_up] |= card_bit(card)
        card = np.int64(s.next_shadow[card])
