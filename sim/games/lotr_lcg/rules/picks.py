"""Choosing cards and players for texts, one by one (D-06, D-07, D-13, D-16, D-24, D-25, D-28)."""

import numpy as np

from sim.engine.actions import ask, offer
from sim.engine.bits import bit, has, lowest_bit
from sim.engine.jit import kernel
from sim.engine.stack import pop, push, top
from sim.games.lotr_lcg import actions, words
from sim.games.lotr_lcg.ids import (
    BLOCK,
    BLOCKS,
    CARDS,
    ENCOUNTER,
    F_PICK,
    F_PICK_PLAYER,
    LOCATION,
    NONE,
    ON_TRAVEL,
    Z_ACTIVE,
    Z_ENGAGED,
    Z_HAND,
    Z_LOOKED,
    Z_PLAY,
    Z_STAGING,
)
from sim.games.lotr_lcg.rules.conditions import (
    A_OTHERS,
    C_CHOSEN,
    C_IT,
    C_SOURCE,
    C_YOU,
    card_of_word,
    evaluate,
    found_n,
    player_of_word,
    whose,
)
from sim.games.lotr_lcg.rules.sets import find
from sim.games.lotr_lcg.rules.targets import quick_targets
from sim.games.lotr_lcg.rules.triggers import E_EFFECT
from sim.games.lotr_lcg.rules.zones import block_of, card_bit, player_at

# Columns of a `pick` row
P_CARDS = 1
P_N = 2
P_WHO = 3
P_ZONE = 4
P_OF = 5
P_BUT = 6
P_ON = 7
P_COST = 8

# Slots of a F_PICK frame
S_ROW = 1
S_LEFT = 2
S_PLAYER = 3
S_KIND = 4
S_CONTEXT = 5
S_PICKED = 13  # .. 17

TABLE_ZONES = Z_PLAY | Z_STAGING | Z_ENGAGED | Z_ACTIVE


@kernel
def candidates(s, t, row, f):
    """Put the cards that a `pick` row may pick into `s.found`; f: frame with its context."""
    source = s.frames[f, C_SOURCE]
    you = s.frames[f, C_YOU]
    of = np.int64(t.rows[row, P_OF])
    player, not_player = whose(s, of, source, you, f)
    if of != words.ANYONE and player == NONE and not_player == NONE:
        for b in range(BLOCKS):
            s.found[b] = 0
        return
    find(s, t, np.int64(t.rows[row, P_CARDS]), np.int64(t.rows[row, P_ZONE]), player, not_player)
    but = card_of_word(s, np.int64(t.rows[row, P_BUT]), source, f)
    if but != NONE:
        s.found[block_of(but)] &= ~card_bit(but)
    if t.rows[row, P_ON] != words.NOTHING:
        keep_attached_to(s, np.int64(t.rows[row, P_ON]), source, f)
    cost = evaluate(s, t, np.int64(t.rows[row, P_COST]), source, you, f)
    if cost >= 0:
        keep_cost(s, t, cost)


@kernel
def keep_attached_to(s, on, source, f):
    """Keep in `s.found` only cards attached to the card that a word means; for `defenders` to any of them."""
    for b in range(BLOCKS):
        rest = np.int64(s.found[b])
        while rest != 0:
            i = lowest_bit(rest)
            rest &= rest - 1
            if not is_attached_to(s, np.int64(s.host[b * BLOCK + i]), on, source, f):
                s.found[b] &= ~bit(i)


@kernel
def is_attached_to(s, host, on, source, f):
    """Tell whether a host is the card, or one of the cards, that a word means."""
    if host == NONE or host >= CARDS:
        return False
    if on == words.DEFENDERS:
        return s.attack_frame != NONE and has(
            s.frames[s.attack_frame, A_OTHERS + block_of(host)], host % BLOCK
        )
    if on == words.IT:
        return has(s.frames[f, C_IT + block_of(host)], host % BLOCK)
    return card_of_word(s, on, source, f) == host


@kernel
def keep_cost(s, t, cost):
    """Keep in `s.found` only cards of this printed cost."""
    for b in range(BLOCKS):
        rest = np.int64(s.found[b])
        while rest != 0:
            i = lowest_bit(rest)
            rest &= rest - 1
            if t.cost[b * BLOCK + i] != cost:
                s.found[b] &= ~bit(i)


@kernel
def start_pick(s, t, row, f):
    """Push the frame of a `pick` row. Slots: row, cards left, player, kind, context; picked: 13 .. 17."""
    source = s.frames[f, C_SOURCE]
    you = s.frames[f, C_YOU]
    n = evaluate(s, t, np.int64(t.rows[row, P_N]), source, you, f)
    who = player_of_word(s, np.int64(t.rows[row, P_WHO]), source, you, f)
    if who == NONE or not has(s.in_game, who):
        n = np.int64(0)
    kind = pick_kind(s, t, row, f, source)
    push(s, F_PICK, row, n, who, kind)
    top(s)[S_CONTEXT] = f


@kernel
def pick_kind(s, t, row, f, source):
    """Return the kind of decision that a `pick` row asks for (Part II)."""
    zone = np.int64(t.rows[row, P_ZONE])
    if zone == Z_HAND:
        return np.int64(actions.HAND_CARD)
    if zone == Z_LOOKED:
        return np.int64(actions.LOOKED)
    if source < CARDS and block_of(source) != ENCOUNTER:
        return np.int64(actions.TARGET)
    if source < CARDS and t.type[source] == LOCATION and t.effects[s.frames[f, E_EFFECT]].on == ON_TRAVEL:
        return np.int64(actions.TRAVEL_COST)
    if t.rows[row, P_OF] != words.ANYONE and t.rows[row, P_OF] == t.rows[row, P_WHO]:
        return np.int64(actions.LOSS)
    return np.int64(actions.ENCOUNTER_TARGET)


@kernel
def step_pick(s, t):
    """Ask for the next card, or take all if there is no choice; at the end `it` of the context is set."""
    frame = top(s)
    f = frame[S_CONTEXT]
    if frame[S_LEFT] > 0:
        candidates(s, t, frame[S_ROW], f)
        for b in range(BLOCKS):
            s.found[b] &= ~frame[S_PICKED + b]
        if is_for_attack(s, t, frame[S_ROW], f):
            keep_strikers(s, t, frame[S_PLAYER])
        n = found_n(s)
        if n > frame[S_LEFT]:
            offer_found(s, t, frame[S_PLAYER], frame[S_KIND], np.int64(t.rows[frame[S_ROW], P_ZONE]))
            return
        for b in range(BLOCKS):
            frame[S_PICKED + b] |= s.found[b]
    for b in range(BLOCKS):
        s.frames[f, C_IT + b] = frame[S_PICKED + b]
    pop(s)


@kernel
def is_for_attack(s, t, row, f):
    """Tell whether a `pick` row is the cost of a text that lets the picked card attack at once (LCG-14.7)."""
    effect = t.effects[s.frames[f, E_EFFECT]]
    if effect.cost == NONE or effect.do == NONE or not effect.cost <= row < effect.do:
        return False
    return t.rows[effect.do, 0] == words.ATTACK and t.rows[effect.do, 1] == words.IT


@kernel
def keep_strikers(s, t, player):
    """Keep in `s.found` only characters that have somebody to attack (LCG-22.1)."""
    kept = np.int64(s.frame_n)  # a free frame keeps the cards: looking for targets uses `s.found`
    for b in range(BLOCKS):
        s.frames[kept, b] = s.found[b]
    for b in range(BLOCKS):
        rest = s.frames[kept, b]
        while rest != 0:
            i = lowest_bit(rest)
            rest &= rest - 1
            if not quick_targets(s, t, np.int64(b) * BLOCK + i, player):
                s.frames[kept, b] &= ~bit(i)
    for b in range(BLOCKS):
        s.found[b] = s.frames[kept, b]


@kernel
def offer_found(s, t, player, kind, zone):
    """Offer the cards in `s.found`, of identical ones out of play one only."""
    ask(s, player, kind)
    for b in range(BLOCKS):
        mask = np.int64(s.found[b])
        rest = mask
        while rest != 0:
            i = lowest_bit(rest)
            rest &= rest - 1
            card = np.int64(b) * BLOCK + i
            if zone & TABLE_ZONES != 0 or t.twins[card] & mask == 0:
                offer(s, kind, card, 0)


@kernel
def answer_pick(s, t, card, target):  # noqa: ARG001  (the contract of answers)
    """Add a card to what is picked."""
    frame = top(s)
    frame[S_PICKED + block_of(card)] |= card_bit(card)
    frame[S_LEFT] -= 1


@kernel
def start_pick_player(s, t, row, f):
    """Push the frame of a `pick_player` row. Slots: who chooses, among, context frame."""
    source = s.frames[f, C_SOURCE]
    who = player_of_word(s, np.int64(t.rows[row, 1]), source, s.frames[f, C_YOU], f)
    push(s, F_PICK_PLAYER, who, t.rows[row, 2], f, 0)


@kernel
def is_eligible(s, t, player, who, among):
    """Tell whether a player can be picked."""
    if among == words.AMONG_OTHERS:
        return player != who
    if among == words.AMONG_HIGHEST_THREAT:
        for i in range(t.player_n):
            if has(s.in_game, i) and s.threat[i] > s.threat[player]:
                return False
    return True


@kernel
def step_pick_player(s, t):
    """Ask for a player (D-07); without a choice the frame answers itself."""
    frame = top(s)
    who = frame[1]
    ask(s, who, actions.PLAYER)
    for i in range(t.player_n):
        player = player_at(s, t, s.first_player, i)
        if player != NONE and is_eligible(s, t, player, who, frame[2]):
            offer(s, actions.PLAYER, 0, player)
    if s.option_n == 0:
        s.frames[frame[3], C_CHOSEN] = NONE
        pop(s)


@kernel
def answer_player(s, t, card, target):  # noqa: ARG001  (the contract of answers)
    """Let the picked player be `chosen` from now on."""
    frame = top(s)
    s.frames[frame[3], C_CHOSEN] = target
    pop(s)
