"""One attack of the players: participants, strength, damage (LCG-14)."""

import numpy as np

from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.engine.actions import ask, offer, offer_each
from mazarbul.sim.engine.bits import has, lowest_bit, popcount
from mazarbul.sim.engine.faults import Fault, fail
from mazarbul.sim.engine.log import note
from mazarbul.sim.engine.stack import push, top
from mazarbul.sim.games.lotr_lcg.actions import ATTACK, ATTACKER, DONE
from mazarbul.sim.games.lotr_lcg.frames import Attack, PlayerAttack
from mazarbul.sim.games.lotr_lcg.ids import BLOCK, BLOCKS, NONE, ON, SEATS, STAT, WINDOW, E
from mazarbul.sim.games.lotr_lcg.rules.attacks import (
    add,
    end_attack,
    first_part,
    forget_absent,
    open_step_window,
    set_aside_modifiers,
    total,
)
from mazarbul.sim.games.lotr_lcg.rules.changes import damage
from mazarbul.sim.games.lotr_lcg.rules.numbers import remaining_hit_points, stat
from mazarbul.sim.games.lotr_lcg.rules.targets import RANGED, eligible, need_against, quick_targets
from mazarbul.sim.games.lotr_lcg.rules.triggers import emit
from mazarbul.sim.games.lotr_lcg.rules.zones import block_of, card_bit, controller, engaged_with, in_play

# Steps
CHOOSE = 0
DECLARE = 1
JOIN = 2
DECLARED = 3
ADD_UP = 4
BLOW = 5
STRUCK = 6
LAST_WINDOW = 7
END = 8


# The attack ---------------------------------------------------------------------------------------


@kernel
def start_player_attack(s, t, target, player):  # noqa: ARG001  (one signature for all of its kind)
    """Let a player declare an attack on an enemy, the only one on it in this phase (LCG-14.1, LCG-14.3)."""
    s.struck[player, block_of(target)] |= card_bit(target)
    begin(s, player, False)
    aim(s, top(s), target, DECLARE)


@kernel
def start_quick_strike(s, t, character, player):
    """Let a character attack alone, at once and without windows; its player names the target (LCG-14.7)."""
    if not quick_targets(s, t, character, player):
        return
    begin(s, player, True)
    top(s)[Attack.others + block_of(character)] = card_bit(character)


@kernel
def begin(s, player, is_by_text):
    """Push the frame of an attack without a target."""
    set_aside_modifiers(s)
    push(s, PlayerAttack.kind, NONE, player, CHOOSE, s.strike_frame)
    top(s)[Attack.is_by_text] = 1 if is_by_text else 0


@kernel
def aim(s, frame, target, step):
    """Give the attack on top of the stack its target; it becomes the current one."""
    frame[Attack.enemy] = target
    frame[PlayerAttack.stay] = s.entered[target]
    frame[Attack.step] = step
    s.strike_frame = s.frame_n - 1
    note(s, E.STRIKE, frame[Attack.player], target, 0)


@kernel
def step_player_attack(s, t):
    """Continue a player's attack (LCG-14.3 to LCG-14.6)."""
    frame = top(s)
    if CHOOSE < frame[Attack.step] < END and not goes_on(s, frame):
        frame[Attack.step] = END
    forget_absent(s, t, frame)
    step = frame[Attack.step]
    if step == CHOOSE:
        ask_target(s, t, frame)
    elif step == DECLARE:
        ask_attacker(s, t, frame)
    elif step == JOIN:
        ask_to_join(s, t, frame)
    elif step == DECLARED:
        open_step_window(s, t, frame, WINDOW.A1)
    elif step == ADD_UP:
        frame[PlayerAttack.strength] = total(s, t, frame, STAT.ATTACK)
        open_step_window(s, t, frame, WINDOW.A2)
    elif step == BLOW:
        strike(s, t, frame)
    elif step == STRUCK:
        tell_kills(s, t, frame)
    elif step == LAST_WINDOW:
        open_step_window(s, t, frame, WINDOW.A3)
    elif step == END:
        s.strike_frame = frame[Attack.outer]
        end_attack(s)
    else:
        fail(s, Fault.STEP, step)


@kernel
def is_at_hand(s, frame):
    """Return whether the target has been in play since the declaration."""
    return in_play(s, frame[Attack.enemy]) and s.entered[frame[Attack.enemy]] == frame[PlayerAttack.stay]


@kernel
def goes_on(s, frame):
    """Return whether the attack continues: the player must be in the game, the target there for the blow."""
    if not has(s.in_game, frame[Attack.player]):
        return False
    return frame[Attack.step] > BLOW or is_at_hand(s, frame)


# Step 1: target and attackers ---------------------------------------------------------------------


@kernel
def ask_target(s, t, frame):
    """Ask for the target of an attack made by a card (LCG-14.7, D-22); without a target it ends."""
    character = first_part(s)
    if character == NONE or not quick_targets(s, t, character, frame[Attack.player]):
        frame[Attack.step] = END
        return
    ask(s, frame[Attack.player], ATTACK)
    for b in range(BLOCKS):
        offer_each(s, ATTACK, np.int64(b) * BLOCK, s.found[b])


@kernel
def choose_target(s, card):
    """Give an attack made by a card its target; nobody joins it (LCG-14.7)."""
    aim(s, top(s), card, DECLARED)


@kernel
def offer_attackers(s, t, player, need):
    """Offer the player's characters that may take part; return how many there are."""
    n = np.int64(0)
    for b in range(SEATS):
        able = eligible(s, t, player, b, need)
        offer_each(s, ATTACKER, np.int64(b) * BLOCK, able)
        n += popcount(able)
    return n


@kernel
def ask_attacker(s, t, frame):
    """Ask the player for the next own attacker; at least one is required (LCG-14.3, D-23)."""
    player = frame[Attack.player]
    is_first = first_part(s) == NONE
    ask(s, player, ATTACKER)
    if not is_first:
        offer(s, DONE, 0, 0)
    if offer_attackers(s, t, player, need_against(s, frame[Attack.enemy], player)) == 0:
        s.option_n = 0
        frame[Attack.step] = END if is_first else JOIN


@kernel
def ask_to_join(s, t, frame):
    """Ask the next other player in order whether their Ranged characters join (LCG-14.3, A-28, D-23)."""
    while frame[PlayerAttack.places] < t.player_n:
        player = (np.int64(s.first_player) + frame[PlayerAttack.places]) % t.player_n
        if player != frame[Attack.player] and has(s.in_game, player):
            ask(s, player, ATTACKER)
            offer(s, DONE, 0, 0)
            if offer_attackers(s, t, player, RANGED) > 0:
                return
            s.option_n = 0
        frame[PlayerAttack.places] += 1
    frame[Attack.step] = DECLARED


@kernel
def answer_attacker(s, card):
    """Exhaust a character as an attacker; an attack on an enemy in staging is a lone one (D-23)."""
    frame = top(s)
    add(s, frame, card)
    if engaged_with(s, frame[Attack.enemy]) == NONE:
        frame[Attack.step] = DECLARED


@kernel
def answer_done(s):
    """Add no more attackers (D-23)."""
    frame = top(s)
    if frame[Attack.step] == DECLARE:
        frame[Attack.step] = JOIN
    else:
        frame[PlayerAttack.places] += 1


# Steps 2 and 3: strength and damage ---------------------------------------------------------------


@kernel
def strike(s, t, frame):
    """Deal the damage of the attack to its target (LCG-14.5)."""
    frame[Attack.step] = STRUCK
    target = frame[Attack.enemy]
    defense = stat(s, t, target, STAT.DEFENSE)
    n = max(frame[PlayerAttack.strength] - defense, 0)
    frame[PlayerAttack.is_lethal] = 1 if n > 0 and n >= remaining_hit_points(s, t, target) else 0
    note(s, E.BLOW, target, frame[PlayerAttack.strength], defense)
    damage(s, t, target, n, NONE)


@kernel
def tell_kills(s, t, frame):
    """Allow responses to every attacker's kill if the attack has destroyed its target (III.1, `kills`)."""
    frame[Attack.step] = LAST_WINDOW
    if frame[PlayerAttack.is_lethal] == 0 or is_at_hand(s, frame):
        return
    for b in range(SEATS):
        rest = frame[Attack.others + b]
        while rest != 0:
            card = np.int64(b) * BLOCK + lowest_bit(rest)
            rest &= rest - 1
            emit(s, t, ON.KILLS, card, controller(s, card), 0, frame[Attack.enemy], NONE)
