"""One enemy attack: defenders, shadow cards, damage (LCG-13)."""

import numpy as np

from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.engine.actions import ask, offer
from mazarbul.sim.engine.bits import has, lowest_bit
from mazarbul.sim.engine.faults import Fault, fail
from mazarbul.sim.engine.log import note
from mazarbul.sim.engine.stack import push, top
from mazarbul.sim.games.lotr_lcg import records
from mazarbul.sim.games.lotr_lcg.actions import (
    DAMAGED_DEFENDER,
    DEFEND,
    DONE,
    NO_DEFENDER,
    PASS,
    SENTINEL,
    UNDEFENDED_HERO,
)
from mazarbul.sim.games.lotr_lcg.content.words import MODIFIER
from mazarbul.sim.games.lotr_lcg.frames import Attack, EnemyAttack
from mazarbul.sim.games.lotr_lcg.ids import BLOCK, KEYWORD, NONE, ON, SEATS, STAT, TYPE, WINDOW, ZONE, E
from mazarbul.sim.games.lotr_lcg.rules.attacks import (
    add,
    end_attack,
    first_part,
    forget_absent,
    open_step_window,
    set_aside_modifiers,
    total,
)
from mazarbul.sim.games.lotr_lcg.rules.changes import damage, deal_shadow, discard_shadows, raise_threat
from mazarbul.sim.games.lotr_lcg.rules.moves import clear_card
from mazarbul.sim.games.lotr_lcg.rules.numbers import (
    can_defend,
    flag,
    flag_for_player,
    remaining_hit_points,
    stat,
)
from mazarbul.sim.games.lotr_lcg.rules.piles import pull
from mazarbul.sim.games.lotr_lcg.rules.shadows import (
    RESOLVED,
    SHADOWS_DONE,
    TURN_UP,
    hand_over_shadows,
    step_shadow,
)
from mazarbul.sim.games.lotr_lcg.rules.triggers import emit
from mazarbul.sim.games.lotr_lcg.rules.zones import (
    block_of,
    card_bit,
    controller,
    engaged_with,
    in_play,
    is_character,
    put_on_table,
)

# Steps; from TURN_UP to SHADOWS_DONE they are those of shadows.py
BEGIN = 0
CHOSEN = 1
DECLARE = 2
OFFER_SENTINEL = 3
DECLARED = 4
DEFENDED = TURN_UP - 1
BLOW = SHADOWS_DONE + 1
STRUCK = 11
LAST_WINDOW = 12  # opens even if the enemy has left by its own effect (LCG-13.11)
END = 13


@kernel
def start_enemy_attack(s, t, enemy, player, is_by_text):
    """Let an enemy attack a player now (LCG-13.3).

    is_by_text: True for an attack made by a text, such as that of a shadow card (LCG-13.14). A
    shadow card is in play while it attacks, so that it can be damaged, but neither in staging nor engaged.
    """
    was_shadow = s.zone[enemy] == ZONE.SHADOW
    if was_shadow:
        pull(s, enemy)
        put_on_table(s, enemy)
    set_aside_modifiers(s)
    push(s, EnemyAttack.kind, enemy, player, BEGIN, s.attack_frame)
    frame = top(s)
    frame[Attack.is_by_text] = 1 if is_by_text else 0
    frame[EnemyAttack.shadow_card] = NONE
    frame[EnemyAttack.engagement] = stay_of(s, t, frame)
    frame[EnemyAttack.places] = 1
    frame[EnemyAttack.was_shadow] = 1 if was_shadow else 0
    s.attack_frame = s.frame_n - 1
    if not is_by_text:
        s.has_attacked[block_of(enemy)] |= card_bit(enemy)
    note(s, E.ATTACK, enemy, player, 0)


@kernel
def step_enemy_attack(s, t):
    """Continue an enemy attack (LCG-13.3 to LCG-13.11)."""
    frame = top(s)
    if frame[Attack.step] < LAST_WINDOW:
        if not goes_on(s, t, frame):
            frame[Attack.step] = END
        forget_absent(s, t, frame)
    step = frame[Attack.step]
    if step == BEGIN:
        begin(s, t, frame)
    elif step == CHOSEN:
        open_step_window(s, t, frame, WINDOW.C1)
    elif step == DECLARE:
        ask_defender(s, t, frame)
    elif step == OFFER_SENTINEL:
        ask_sentinel(s, t, frame)
    elif step == DECLARED:
        announce_defenders(s, t, frame)
    elif step == DEFENDED:
        open_step_window(s, t, frame, WINDOW.C2)
    elif step <= RESOLVED:
        step_shadow(s, t, frame)
    elif step == SHADOWS_DONE:
        open_step_window(s, t, frame, WINDOW.C3)
    elif step == BLOW:
        ask_damaged(s, t, frame)
    elif step == STRUCK:
        frame[Attack.step] = LAST_WINDOW
        emit(s, t, ON.ATTACKED, frame[Attack.enemy], frame[Attack.player], 0, NONE, NONE)
    elif step == LAST_WINDOW:
        open_step_window(s, t, frame, WINDOW.C4)
    elif step == END:
        end_enemy_attack(s, t, frame)
    else:
        fail(s, Fault.STEP, step)


@kernel
def goes_on(s, t, frame):
    """Return whether the enemy still attacks: it must be in play and with the player (LCG-13.13, A-07)."""
    enemy = frame[Attack.enemy]
    if not has(s.in_game, frame[Attack.player]) or not in_play(s, enemy):
        return False
    is_there = is_free(t, frame) or engaged_with(s, enemy) == frame[Attack.player]
    return is_there and stay_of(s, t, frame) == frame[EnemyAttack.engagement]


@kernel
def is_free(t, frame):
    """Return whether the attack needs no engagement: it is made by a text, or goes on without (A-07)."""
    return frame[Attack.is_by_text] != 0 or t.attack_goes_on != 0


@kernel
def stay_of(s, t, frame):
    """Return the number of the enemy's stay in play, or with the player, during which it attacks."""
    return s.entered[frame[Attack.enemy]] if is_free(t, frame) else s.order[frame[Attack.enemy]]


@kernel
def begin(s, t, frame):
    """Resolve the choice of the enemy; deal an attacking shadow card one (LCG-13.3, LCG-13.14)."""
    if frame[Attack.is_by_text] != 0:
        frame[Attack.step] = DECLARE
        deal_shadow(s, t, frame[Attack.enemy])
    else:
        frame[Attack.step] = CHOSEN
        emit(s, t, ON.ATTACKS, frame[Attack.enemy], frame[Attack.player], 0, NONE, NONE)


@kernel
def end_enemy_attack(s, t, frame):
    """End the attack and effects that last to its end; an outer attack becomes current (LCG-13.15)."""
    enemy = frame[Attack.enemy]
    is_left_over = frame[EnemyAttack.was_shadow] != 0 and in_play(s, enemy)
    is_left_over = is_left_over and s.entered[enemy] == frame[EnemyAttack.engagement]
    s.attack_frame = frame[Attack.outer]
    end_attack(s)
    if is_left_over:
        lay_back(s, t, enemy)


@kernel
def lay_back(s, t, card):
    """Make a shadow card that has attacked a shadow card again, of no enemy, until the end of the phase.

    Until then its own shadow cards are with those of the outer attacker, but are not resolved again
    (LCG-13.14).
    """
    clear_card(s, t, card)
    s.zone[card] = ZONE.SHADOW
    s.shadows |= card_bit(card)
    for player in range(t.player_n):
        s.shadow_known[player] |= card_bit(card)
    if s.attack_frame != NONE and in_play(s, s.frames[s.attack_frame, Attack.enemy]):
        hand_over_shadows(s, card, s.frames[s.attack_frame])
    else:
        discard_shadows(s, card)


# Step 2: the defender -----------------------------------------------------------------------------


@kernel
def ask_defender(s, t, frame):
    """Ask the attacked player for a defender, or for the next of several (LCG-13.5, LCG-13.7, D-18)."""
    player = frame[Attack.player]
    is_defended = first_part(s) != NONE
    ask(s, player, DEFEND)
    if is_defended:
        offer(s, DONE, 0, 0)
    else:
        offer(s, NO_DEFENDER, 0, 0)
    offer_defenders(s, t, player, False)
    if is_defended and s.option_n == 1:
        s.option_n = 0
        frame[Attack.step] = DECLARED


@kernel
def offer_defenders(s, t, player, is_sentinel):
    """Offer the player's ready characters that may defend; is_sentinel: only those with Sentinel."""
    for b in range(SEATS):
        rest = s.controlled[player, b] & ~s.exhausted[b]
        if is_sentinel:
            rest &= t.keyword[b, KEYWORD.SENTINEL]
        while rest != 0:
            card = np.int64(b) * BLOCK + lowest_bit(rest)
            rest &= rest - 1
            if can_defend(s, t, card):
                offer(s, SENTINEL if is_sentinel else DEFEND, card, 0)


@kernel
def declare(s, frame, card):
    """Exhaust a character as a defender (LCG-13.5)."""
    add(s, frame, card)
    note(s, E.DEFEND, card, frame[Attack.enemy], 0)


@kernel
def answer_defend(s, t, card):
    """Declare a character of the attacked player as a defender (D-18)."""
    frame = top(s)
    declare(s, frame, card)
    if not flag_for_player(s, t, MODIFIER.MULTIPLE_DEFENDERS, frame[Attack.player]):
        frame[Attack.step] = DECLARED


@kernel
def answer_done(s):
    """Declare no more defenders (D-18)."""
    top(s)[Attack.step] = DECLARED


@kernel
def answer_no_defender(s):
    """Declare no defender; the other players may offer a Sentinel (D-18)."""
    top(s)[Attack.step] = OFFER_SENTINEL


@kernel
def ask_sentinel(s, t, frame):
    """Ask the next player to the left whether one of their Sentinels defends (LCG-13.6, A-29, D-19)."""
    while frame[EnemyAttack.places] < t.player_n:
        player = (frame[Attack.player] + frame[EnemyAttack.places]) % t.player_n
        if has(s.in_game, player):
            ask(s, player, SENTINEL)
            offer(s, PASS, 0, 0)
            offer_defenders(s, t, player, True)
            if s.option_n > 1:
                return
            s.option_n = 0
        frame[EnemyAttack.places] += 1
    frame[Attack.step] = DECLARED


@kernel
def answer_sentinel(s, card):
    """Declare a Sentinel as the defender; no others are offered (D-19)."""
    frame = top(s)
    declare(s, frame, card)
    frame[Attack.step] = DECLARED


@kernel
def answer_pass(s):
    """Offer no Sentinel; the next player may (D-19)."""
    top(s)[EnemyAttack.places] += 1


@kernel
def announce_defenders(s, t, frame):
    """Allow responses to the declaration of every defender (LCG-13.5)."""
    frame[Attack.step] = DEFENDED
    for b in range(SEATS):
        rest = frame[Attack.others + b]
        while rest != 0:
            card = np.int64(b) * BLOCK + lowest_bit(rest)
            rest &= rest - 1
            emit(s, t, ON.DEFENDS, card, controller(s, card), 0, frame[Attack.enemy], NONE)


# Step 4: the damage -------------------------------------------------------------------------------


@kernel
def ask_damaged(s, t, frame):
    """Ask which character takes the damage: one of the defenders, or undefended one of the player's heroes.

    LCG-13.7, LCG-13.9, LCG-13.10, D-20, D-21. If no character can take any, there is no decision (A-30).
    """
    frame[Attack.step] = STRUCK
    defender = first_part(s)
    attack = stat(s, t, frame[Attack.enemy], STAT.ATTACK)
    defense = total(s, t, frame, STAT.DEFENSE)
    if attack <= defense:
        if defender != NONE:
            note(s, E.BLOW, defender, attack, defense)
        return
    kind = np.int64(UNDEFENDED_HERO if defender == NONE else DAMAGED_DEFENDER)
    ask(s, frame[Attack.player], kind)
    for b in range(SEATS):
        rest = frame[Attack.others + b]
        if kind == UNDEFENDED_HERO:
            rest = s.controlled[frame[Attack.player], b] & t.of_type[b, TYPE.HERO]
        while rest != 0:
            card = np.int64(b) * BLOCK + lowest_bit(rest)
            rest &= rest - 1
            if is_character(s, t, card):
                offer(s, kind, card, 0)
    if kind == DAMAGED_DEFENDER and s.option_n == 1:
        s.option_n = 0
        take_blow(s, t, defender)


@kernel
def take_blow(s, t, card):
    """Deal the damage of the attack to a character (LCG-13.9, LCG-13.10).

    Damage above its remaining hit points is lost, or raises the attacked player's threat (LCG-15.5).
    """
    frame = top(s)
    enemy = frame[Attack.enemy]
    player = frame[Attack.player]
    attack = stat(s, t, enemy, STAT.ATTACK)
    defense = total(s, t, frame, STAT.DEFENSE)
    n = max(attack - defense, 0)
    excess = n - remaining_hit_points(s, t, card)
    note(s, E.BLOW, card, attack, defense)
    damage(s, t, card, n, enemy)
    if excess > 0 and flag(s, t, MODIFIER.EXCESS_RAISES_THREAT, enemy):
        records.threatened(s, enemy, excess)
        raise_threat(s, t, player, excess)


@kernel
def answer_undefended_hero(s, t, card):
    """Make a hero take an undefended attack (D-20)."""
    take_blow(s, t, card)


@kernel
def answer_damaged_defender(s, t, card):
    """Make one of several defenders take the damage (D-21)."""
    take_blow(s, t, card)
