"""One enemy attack: who defends, its shadow cards, its damage (LCG-13).

Slots of a F_ENEMY_ATTACK frame: 1 enemy, 2 attacked player, 3 step, 4 frame of the outer enemy attack or
NONE, 5 1 for an attack made by a text, without windows (LCG-13.14, A-56), 6 .. 10 defenders, one mask a
block, 11 to 13 and 25 see shadows.py, 14 number of the enemy's engagement, or of its stay in play if the
attack is made by a text, 15 places left of the attacked player up to the next Sentinel offer, 16 1 for the
attack of a shadow card.
"""

import numpy as np

from sim.engine.actions import ask, offer
from sim.engine.bits import has, lowest_bit
from sim.engine.jit import kernel
from sim.engine.log import note
from sim.engine.stack import push, top
from sim.games.lotr_lcg import records
from sim.games.lotr_lcg.actions import (
    DAMAGED_DEFENDER,
    DEFEND,
    DONE,
    NO_DEFENDER,
    PASS,
    SENTINEL,
    UNDEFENDED_HERO,
)
from sim.games.lotr_lcg.ids import (
    AS_SHADOW,
    ATK,
    BLOCK,
    DEF,
    E_ATTACK,
    E_BLOW,
    E_DEFEND,
    F_ENEMY_ATTACK,
    HERO,
    KEYWORD_SENTINEL,
    NONE,
    ON_ATTACKED,
    ON_ATTACKS,
    ON_DEFENDS,
    SEATS,
    W_C1,
    W_C2,
    W_C3,
    W_C4,
)
from sim.games.lotr_lcg.rules.attacks import (
    BY_TEXT,
    OUTER,
    STEP,
    add,
    end_attack,
    first_part,
    forget_absent,
    open_step_window,
    set_aside_modifiers,
    total,
)
from sim.games.lotr_lcg.rules.changes import damage, deal_shadow, discard_shadows, raise_threat
from sim.games.lotr_lcg.rules.conditions import A_ENEMY, A_OTHERS, A_PLAYER
from sim.games.lotr_lcg.rules.moves import clear_card
from sim.games.lotr_lcg.rules.numbers import can_defend, flag, flag_for_player, remaining_hit_points, stat
from sim.games.lotr_lcg.rules.piles import pull
from sim.games.lotr_lcg.rules.shadows import (
    RESOLVED,
    SHADOW_CARD,
    SHADOWS_DONE,
    TURN_UP,
    hand_over_shadows,
    step_shadow,
)
from sim.games.lotr_lcg.rules.triggers import emit
from sim.games.lotr_lcg.rules.zones import (
    block_of,
    card_bit,
    controller,
    engaged_with,
    in_play,
    is_character,
    put_on_table,
)
from sim.games.lotr_lcg.words import EXCESS_RAISES_THREAT, MULTIPLE_DEFENDERS

# Slots of the frame, those of attacks.py and shadows.py apart
ENGAGEMENT = 14
PLACES = 15
WAS_SHADOW = 16

# Steps; from TURN_UP to SHADOWS_DONE they are those of shadows.py
BEGIN = 0
CHOSEN = 1
DECLARE = 2
OFFER_SENTINEL = 3
DECLARED = 4
DEFENDED = TURN_UP - 1
BLOW = SHADOWS_DONE + 1
STRUCK = 11
LAST_WINDOW = 12  # comes even if the enemy has left by its own effect (LCG-13.11)
END = 13


@kernel
def start_enemy_attack(s, t, enemy, player, is_by_text):  # noqa: ARG001  (one signature for all of its kind)
    """Let an enemy attack a player now (LCG-13.3).

    is_by_text: True for an attack made by a text, such as that of a shadow card (LCG-13.14). A
    shadow card is in play while it attacks, so that it can be damaged, but neither in staging nor engaged.
    """
    was_shadow = s.zone[enemy] == AS_SHADOW
    if was_shadow:
        pull(s, enemy)
        put_on_table(s, enemy)
    set_aside_modifiers(s)
    push(s, F_ENEMY_ATTACK, enemy, player, BEGIN, s.attack_frame)
    frame = top(s)
    frame[BY_TEXT] = 1 if is_by_text else 0
    frame[SHADOW_CARD] = NONE
    frame[ENGAGEMENT] = s.entered[enemy] if is_by_text else s.order[enemy]
    frame[PLACES] = 1
    frame[WAS_SHADOW] = 1 if was_shadow else 0
    s.attack_frame = s.frame_n - 1
    if not is_by_text:
        s.has_attacked[block_of(enemy)] |= card_bit(enemy)
    note(s, E_ATTACK, enemy, player, 0)


@kernel
def step_enemy_attack(s, t):
    """Carry on with an enemy attack (LCG-13.3 to LCG-13.11)."""
    frame = top(s)
    if frame[STEP] < LAST_WINDOW:
        if not goes_on(s, frame):
            frame[STEP] = END
        forget_absent(s, t, frame)
    step = frame[STEP]
    if step == BEGIN:
        begin(s, t, frame)
    elif step == CHOSEN:
        open_step_window(s, t, frame, W_C1)
    elif step == DECLARE:
        ask_defender(s, t, frame)
    elif step == OFFER_SENTINEL:
        ask_sentinel(s, t, frame)
    elif step == DECLARED:
        announce_defenders(s, t, frame)
    elif step == DEFENDED:
        open_step_window(s, t, frame, W_C2)
    elif step <= RESOLVED:
        step_shadow(s, t, frame)
    elif step == SHADOWS_DONE:
        open_step_window(s, t, frame, W_C3)
    elif step == BLOW:
        ask_damaged(s, t, frame)
    elif step == STRUCK:
        frame[STEP] = LAST_WINDOW
        emit(s, t, ON_ATTACKED, frame[A_ENEMY], frame[A_PLAYER], 0, NONE, NONE)
    elif step == LAST_WINDOW:
        open_step_window(s, t, frame, W_C4)
    else:
        end_enemy_attack(s, t, frame)


@kernel
def goes_on(s, frame):
    """Tell whether the enemy still attacks: it must not have left play or the player (LCG-13.13, A-07)."""
    enemy = frame[A_ENEMY]
    if not has(s.in_game, frame[A_PLAYER]):
        return False
    if frame[BY_TEXT] != 0:
        return in_play(s, enemy) and s.entered[enemy] == frame[ENGAGEMENT]
    return engaged_with(s, enemy) == frame[A_PLAYER] and s.order[enemy] == frame[ENGAGEMENT]


@kernel
def begin(s, t, frame):
    """Carry out what the enemy does when it is chosen; a shadow card is dealt one (LCG-13.3, LCG-13.14)."""
    if frame[BY_TEXT] != 0:
        frame[STEP] = DECLARE
        deal_shadow(s, t, frame[A_ENEMY])
    else:
        frame[STEP] = CHOSEN
        emit(s, t, ON_ATTACKS, frame[A_ENEMY], frame[A_PLAYER], 0, NONE, NONE)


@kernel
def end_enemy_attack(s, t, frame):
    """End the attack and what lasts to its end; an outer attack is the current one again (LCG-13.15)."""
    enemy = frame[A_ENEMY]
    is_left_over = frame[WAS_SHADOW] != 0 and in_play(s, enemy) and s.entered[enemy] == frame[ENGAGEMENT]
    s.attack_frame = frame[OUTER]
    end_attack(s)
    if is_left_over:
        lay_back(s, t, enemy)


@kernel
def lay_back(s, t, card):
    """Let a shadow card that has attacked be a shadow card again, of no enemy, to the end of the phase.

    Its own shadow cards lie with those of the outer attacker till then, which do not resolve them again
    (LCG-13.14).
    """
    clear_card(s, t, card)
    s.zone[card] = AS_SHADOW
    s.shadows |= card_bit(card)
    for player in range(t.player_n):
        s.shadow_known[player] |= card_bit(card)
    if s.attack_frame != NONE and in_play(s, s.frames[s.attack_frame, A_ENEMY]):
        hand_over_shadows(s, card, s.frames[s.attack_frame])
    else:
        discard_shadows(s, card)


# Step 2: the defender -----------------------------------------------------------------------------


@kernel
def ask_defender(s, t, frame):
    """Ask the attacked player for his defender, or for the next of several (LCG-13.5, LCG-13.7, D-18)."""
    player = frame[A_PLAYER]
    is_defended = first_part(s) != NONE
    ask(s, player, DEFEND)
    if is_defended:
        offer(s, DONE, 0, 0)
    else:
        offer(s, NO_DEFENDER, 0, 0)
    offer_defenders(s, t, player, False)
    if is_defended and s.option_n == 1:
        s.option_n = 0
        frame[STEP] = DECLARED


@kernel
def offer_defenders(s, t, player, is_sentinel):
    """Offer the player's ready characters that may defend; is_sentinel: only those with Sentinel."""
    for b in range(SEATS):
        rest = s.controlled[player, b] & ~s.exhausted[b]
        if is_sentinel:
            rest &= t.keyword[b, KEYWORD_SENTINEL]
        while rest != 0:
            card = np.int64(b) * BLOCK + lowest_bit(rest)
            rest &= rest - 1
            if can_defend(s, t, card):
                offer(s, SENTINEL if is_sentinel else DEFEND, card, 0)


@kernel
def declare(s, frame, card):
    """Exhaust a character as a defender (LCG-13.5)."""
    add(s, frame, card)
    note(s, E_DEFEND, card, frame[A_ENEMY], 0)


@kernel
def answer_defend(s, t, card, target):  # noqa: ARG001  (the contract of answers)
    """Declare a character of the attacked player as a defender (D-18)."""
    frame = top(s)
    declare(s, frame, card)
    if not flag_for_player(s, t, MULTIPLE_DEFENDERS, frame[A_PLAYER]):
        frame[STEP] = DECLARED


@kernel
def answer_done(s, t, card, target):  # noqa: ARG001  (the contract of answers)
    """Declare no more defenders (D-18)."""
    top(s)[STEP] = DECLARED


@kernel
def answer_no_defender(s, t, card, target):  # noqa: ARG001  (the contract of answers)
    """Declare no defender; the other players may offer a Sentinel (D-18)."""
    top(s)[STEP] = OFFER_SENTINEL


@kernel
def ask_sentinel(s, t, frame):
    """Ask the next player to the left whether a Sentinel of his defends (LCG-13.6, A-29, D-19)."""
    while frame[PLACES] < t.player_n:
        player = (frame[A_PLAYER] + frame[PLACES]) % t.player_n
        if has(s.in_game, player):
            ask(s, player, SENTINEL)
            offer(s, PASS, 0, 0)
            offer_defenders(s, t, player, True)
            if s.option_n > 1:
                return
            s.option_n = 0
        frame[PLACES] += 1
    frame[STEP] = DECLARED


@kernel
def answer_sentinel(s, t, card, target):  # noqa: ARG001  (the contract of answers)
    """Declare a Sentinel as the defender; nobody else is offered (D-19)."""
    frame = top(s)
    declare(s, frame, card)
    frame[STEP] = DECLARED


@kernel
def answer_pass(s, t, card, target):  # noqa: ARG001  (the contract of answers)
    """Offer no Sentinel; the next player may (D-19)."""
    top(s)[PLACES] += 1


@kernel
def announce_defenders(s, t, frame):
    """Let the declaration of every defender be answered (LCG-13.5)."""
    frame[STEP] = DEFENDED
    for b in range(SEATS):
        rest = frame[A_OTHERS + b]
        while rest != 0:
            card = np.int64(b) * BLOCK + lowest_bit(rest)
            rest &= rest - 1
            emit(s, t, ON_DEFENDS, card, controller(s, card), 0, frame[A_ENEMY], NONE)


# Step 4: the damage -------------------------------------------------------------------------------


@kernel
def ask_damaged(s, t, frame):
    """Ask who takes the damage: one of the defenders, or undefended one of the player's heroes.

    LCG-13.7, LCG-13.9, LCG-13.10, D-20, D-21. Where nobody can take any, nothing is asked (A-30).
    """
    frame[STEP] = STRUCK
    defender = first_part(s)
    attack = stat(s, t, frame[A_ENEMY], ATK)
    defense = total(s, t, frame, DEF)
    if attack <= defense:
        if defender != NONE:
            note(s, E_BLOW, defender, attack, defense)
        return
    kind = np.int64(UNDEFENDED_HERO if defender == NONE else DAMAGED_DEFENDER)
    ask(s, frame[A_PLAYER], kind)
    for b in range(SEATS):
        rest = frame[A_OTHERS + b]
        if kind == UNDEFENDED_HERO:
            rest = s.controlled[frame[A_PLAYER], b] & t.of_type[b, HERO]
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

    What is above its remaining hit points is lost, or raises the attacked player's threat (LCG-15.5).
    """
    frame = top(s)
    enemy = frame[A_ENEMY]
    player = frame[A_PLAYER]
    attack = stat(s, t, enemy, ATK)
    defense = total(s, t, frame, DEF)
    n = max(attack - defense, 0)
    excess = n - remaining_hit_points(s, t, card)
    note(s, E_BLOW, card, attack, defense)
    damage(s, t, card, n, enemy)
    if excess > 0 and flag(s, t, EXCESS_RAISES_THREAT, enemy):
        records.threatened(s, enemy, excess)
        raise_threat(s, player, excess)


@kernel
def answer_undefended_hero(s, t, card, target):  # noqa: ARG001  (the contract of answers)
    """Let a hero take an undefended attack (D-20)."""
    take_blow(s, t, card)


@kernel
def answer_damaged_defender(s, t, card, target):  # noqa: ARG001  (the contract of answers)
    """Let one of several defenders take the damage (D-21)."""
    take_blow(s, t, card)
