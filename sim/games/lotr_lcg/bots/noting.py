"""The inputs that are 1 in a decision (see `bots.inputs`): only what the deciding player knows."""

import numpy as np

from mazarbul.sim.bots.network import clipped, gap_row, note_input
from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.engine.actions import NONE, a_of, b_of, kind_of
from mazarbul.sim.engine.bits import has, lowest_bit, mask_of, popcount
from mazarbul.sim.engine.frames import KIND
from mazarbul.sim.engine.stack import top
from mazarbul.sim.games.lotr_lcg import actions
from mazarbul.sim.games.lotr_lcg.bots.deeds import WAY_OF, WAYS, does_nothing, is_known
from mazarbul.sim.games.lotr_lcg.bots.heuristic.values import felt
from mazarbul.sim.games.lotr_lcg.bots.inputs import (
    AT_ABOUT,
    AT_ACTIVE,
    AT_ATTACK,
    AT_CAPTIVE,
    AT_CARD,
    AT_CLAIMED,
    AT_DECISION,
    AT_DECK,
    AT_FIRST,
    AT_FOE_ATTACK,
    AT_FOES,
    AT_FREE,
    AT_HAND,
    AT_HERO,
    AT_IN_GAME,
    AT_LEFT,
    AT_MARGIN,
    AT_NEED,
    AT_OTHER_THREAT,
    AT_PHASE,
    AT_PLAYERS,
    AT_RESOURCES,
    AT_ROUND,
    AT_STAGE,
    AT_STAGING,
    AT_THREAT,
    AT_WILLPOWER,
    AT_WINDOW,
    CARD_N,
    KINDS,
    LEAST_MARGIN,
    LEFT,
    MARGINS,
    STRENGTHS,
    TO_CARD,
    TO_GAP,
    TO_KIND,
    TO_LEFT,
    TO_NOTHING,
    TO_NUMBER,
    TO_SWING,
    TO_WHOSE,
    UNIT,
    WHERES,
    WINDOWS,
)
from mazarbul.sim.games.lotr_lcg.frames import Attack, Pick, Scope, Window
from mazarbul.sim.games.lotr_lcg.ids import (
    BLOCK,
    BLOCKS,
    CARDS,
    ENCOUNTER,
    PHASE,
    PHASE_NAMES,
    STAT,
    TYPE,
    ZONE,
)
from mazarbul.sim.games.lotr_lcg.rules.numbers import committed_willpower, staging_threat, stat
from mazarbul.sim.games.lotr_lcg.rules.sets import claimed_objectives
from mazarbul.sim.games.lotr_lcg.rules.zones import is_character, is_face_down

WAY_N = len(WAYS)
# How a card lies
IN_HAND, OWN_READY, OWN_TIRED, OTHER_READY, OTHER_TIRED = range(5)
ENGAGED, ENGAGED_ELSEWHERE, STAGED, TRAVELLED_TO, GUARDED = range(5, 10)
MINE, OTHERS, DISCARDED, PRISONER = range(10, WHERES)
#: Kinds of actions whose second number says which of a few things.
NUMBERED = mask_of((actions.MODE, actions.CHOOSE_X, actions.USE, actions.MULLIGAN, actions.REFRESH_PAY))


@kernel
def card_input(m, first, card, n, k):
    """Note a card with one of n numbers of a block."""
    note_input(m, first + np.int64(m.card_number[card]) * n + k)


@kernel
def left(s, t, card):
    """Return the hit points that a card has left."""
    return stat(s, t, card, STAT.HIT_POINTS) - np.int64(s.damage[card])


@kernel
def note_left(s, t, m, card):
    """Note the hit points that a card has left."""
    card_input(m, AT_LEFT, card, LEFT, clipped(left(s, t, card), LEFT))


@kernel
def note_own(s, t, m, seat, card):
    """Note a card of the players in play, or one that is attached."""
    block, local = card // BLOCK, card % BLOCK
    is_own = has(s.controlled[seat, block], local)
    is_tired = has(s.exhausted[block], local)
    if block == ENCOUNTER:
        where = MINE if is_own else OTHERS
    elif is_own:
        where = OWN_TIRED if is_tired else OWN_READY
    else:
        where = OTHER_TIRED if is_tired else OTHER_READY
    card_input(m, AT_CARD, card, WHERES, np.int64(where))
    if is_character(s, t, card):
        note_left(s, t, m, card)
        if not is_tired:
            m.ready[0 if is_own else 1] += stat(s, t, card, STAT.WILLPOWER)
            if is_own:
                m.ready[2] += stat(s, t, card, STAT.ATTACK)


@kernel
def note_encounter(s, t, m, seat, card):
    """Note a card of the encounter deck in play that lies open."""
    block, local = card // BLOCK, card % BLOCK
    if has(s.staging, local):
        card_input(m, AT_CARD, card, WHERES, np.int64(GUARDED if has(s.guarded, local) else STAGED))
    elif s.active == card:
        card_input(m, AT_CARD, card, WHERES, np.int64(TRAVELLED_TO))
    elif has(s.engaged[seat, block], local):
        card_input(m, AT_CARD, card, WHERES, np.int64(ENGAGED))
        m.faced[0] += 1
        m.faced[2] += stat(s, t, card, STAT.ATTACK)
        note_left(s, t, m, card)
    else:
        card_input(m, AT_CARD, card, WHERES, np.int64(ENGAGED_ELSEWHERE))
        m.faced[1] += 1
        note_left(s, t, m, card)


@kernel
def note_cards(s, t, m, seat):
    """Note the cards in play and the own hand, and add up what they bring."""
    m.ready[:] = 0
    m.faced[:] = 0
    rest = np.int64(s.hand[seat])
    while rest != 0:
        card_input(m, AT_CARD, seat * BLOCK + lowest_bit(rest), WHERES, np.int64(IN_HAND))
        rest &= rest - 1
    for block in range(BLOCKS):
        rest = np.int64(s.in_play[block])
        while rest != 0:
            local = lowest_bit(rest)
            card = np.int64(block) * BLOCK + local
            rest &= rest - 1
            if is_face_down(s, card) and not is_character(s, t, card):
                is_own = has(s.engaged[seat, block], local)
                m.faced[0 if is_own else 1] += 1
                m.faced[2] += np.int64(is_own)
            elif card == s.captive:
                card_input(m, AT_CARD, card, WHERES, np.int64(PRISONER))
            elif block != ENCOUNTER or s.host[card] != NONE:
                note_own(s, t, m, seat, card)
            else:
                note_encounter(s, t, m, seat, card)
    rest = np.int64(s.in_discard[ENCOUNTER])
    while rest != 0:
        card_input(m, AT_CARD, ENCOUNTER * BLOCK + lowest_bit(rest), WHERES, np.int64(DISCARDED))
        rest &= rest - 1
    note_input(m, AT_WILLPOWER + clipped(m.ready[0], STRENGTHS))
    note_input(m, AT_WILLPOWER + STRENGTHS + clipped(m.ready[1], STRENGTHS))
    note_input(m, AT_ATTACK + clipped(m.ready[2], 16))
    note_input(m, AT_FOES + clipped(m.faced[0], 8))
    note_input(m, AT_FOES + 8 + clipped(m.faced[1], 8))
    note_input(m, AT_FOE_ATTACK + clipped(m.faced[2], 16))


@kernel
def note_players(s, t, m, seat):
    """Note the players: their heroes, threat and number."""
    most = np.int64(NONE)
    playing = np.int64(0)
    for other in range(t.player_n):
        rest = np.int64(t.heroes[other])
        first = AT_HERO if other == seat else AT_HERO + CARD_N
        while rest != 0:
            card_input(m, first, other * BLOCK + lowest_bit(rest), 1, 0)
            rest &= rest - 1
        if has(s.in_game, other):
            playing += 1
            if other != seat:
                most = max(most, np.int64(s.threat[other]))
    note_input(m, AT_THREAT + clipped(felt(t, s.threat[seat]) // 2, 26))
    if most != NONE:
        note_input(m, AT_OTHER_THREAT + clipped(felt(t, most) // 2, 26))
    note_input(m, AT_IN_GAME + clipped(playing, 5))
    note_input(m, AT_PLAYERS + clipped(t.player_n, 5))
    if s.first_player == seat:
        note_input(m, AT_FIRST)


@kernel
def note_quest(s, t, m, seat):
    """Note how the quest stands."""
    note_input(m, AT_STAGE + np.int64(m.stage_number[s.stage]))
    note_input(m, AT_NEED + clipped(np.int64(t.stage_points[s.stage]) - s.quest_progress + 5, 26))
    threat = staging_threat(s, t)
    note_input(m, AT_STAGING + clipped(threat, STRENGTHS))
    if s.phase == PHASE.QUEST:
        margin = committed_willpower(s, t) - threat
        note_input(m, AT_MARGIN + clipped(margin - LEAST_MARGIN, MARGINS))
    note_input(m, AT_DECK + clipped(s.deck_n[ENCOUNTER] // 4, 12))
    note_input(m, AT_CLAIMED + clipped(popcount(claimed_objectives(s, t)), 4))
    free = np.int64(t.of_type[ENCOUNTER, TYPE.OBJECTIVE] & s.staging & ~s.guarded)
    note_input(m, AT_FREE + clipped(popcount(free), 4))
    if s.captive == NONE:
        note_input(m, AT_CAPTIVE)
    else:
        note_input(m, AT_CAPTIVE + (1 if s.captive // BLOCK == seat else 2))
    if s.active != NONE:
        note_input(m, AT_ACTIVE + clipped(np.int64(t.quest_points[s.active]) - s.progress[s.active], 9))


@kernel
def note_about(s, m, which, card):
    """Note a card that the decision is about, if it lies open. which: an attack, a blow, a text."""
    if card >= 0 and card < CARDS and not is_face_down(s, card):
        card_input(m, AT_ABOUT + which * CARD_N, card, 1, 0)


@kernel
def note_asked(s, m):
    """Note what the pending decision is about."""
    if s.attack_frame != NONE:
        note_about(s, m, 0, np.int64(s.frames[s.attack_frame, Attack.enemy]))
    if s.strike_frame != NONE:
        note_about(s, m, 1, np.int64(s.frames[s.strike_frame, Attack.enemy]))
    if s.decision == actions.WINDOW:
        note_input(m, AT_WINDOW + clipped(top(s)[Window.window], WINDOWS))
    elif has(actions.PICKS, s.decision) and top(s)[KIND] == Pick.kind:
        note_about(s, m, 2, np.int64(s.frames[top(s)[Pick.context], Scope.source]))


@kernel
def note_state(s, t, m, seat):
    """Note the inputs of the state, for the deciding player."""
    m.state_n = 0
    note_input(m, AT_DECISION + clipped(s.decision, KINDS))
    note_input(m, AT_PHASE + clipped(s.phase, len(PHASE_NAMES)))
    note_input(m, AT_ROUND + clipped(s.round_number, 16))
    note_input(m, AT_HAND + clipped(popcount(np.int64(s.hand[seat])), 12))
    money = np.int64(0)
    rest = np.int64(t.heroes[seat])
    while rest != 0:
        money += s.tokens[seat * BLOCK + lowest_bit(rest)]
        rest &= rest - 1
    note_input(m, AT_RESOURCES + clipped(money, 16))
    note_players(s, t, m, seat)
    note_quest(s, t, m, seat)
    note_asked(s, m)
    note_cards(s, t, m, seat)


@kernel
def whose(s, card, seat):
    """Return where a card in play is: own, of others, of the quest, engaged with the player, in staging."""
    block, local = card // BLOCK, card % BLOCK
    if has(s.controlled[seat, block], local):
        return np.int64(0)
    if block != ENCOUNTER:
        return np.int64(1)
    if has(s.engaged[seat, block], local):
        return np.int64(3)
    return np.int64(4 if has(s.staging, local) else 2)


@kernel
def note_used(s, t, m, seat, i, way):
    """Note the card of an option, and the way it is used."""
    card = a_of(np.int64(s.options[i]))
    m.option_row[i, 2] = TO_CARD + np.int64(m.card_number[card]) * WAY_N + way
    if card < CARDS and s.zone[card] == ZONE.PLAY:
        block, local = card // BLOCK, card % BLOCK
        is_tired = np.int64(has(s.exhausted[block], local))
        m.option_row[i, 3] = TO_WHOSE + whose(s, card, seat) * 2 + is_tired
        if is_character(s, t, card) or t.type[card] == TYPE.ENEMY:
            first = TO_LEFT + (0 if block != ENCOUNTER else 8)
            m.option_row[i, 4] = first + clipped(left(s, t, card), 8)


@kernel
def note_options(s, t, m, seat, best):
    """Note the inputs of the options. best: the best score of the heuristic."""
    for i in range(s.option_n):
        action = np.int64(s.options[i])
        kind, target = kind_of(action), b_of(action)
        m.option_row[i, :] = NONE
        m.option_row[i, 0] = TO_KIND + clipped(kind, KINDS)
        m.option_row[i, 1] = TO_GAP + gap_row((best - m.score[i]) / UNIT)
        way = WAY_OF[kind]
        if way != NONE and is_known(s, a_of(action)):
            note_used(s, t, m, seat, i, way)
        elif does_nothing(s, action):
            m.option_row[i, 2] = TO_NOTHING + clipped(s.decision, KINDS)
        if kind == actions.PLAYER:
            m.option_row[i, 5] = TO_NUMBER + kind * 4 + (0 if target == seat else 1)
        elif has(NUMBERED, kind):
            m.option_row[i, 5] = TO_NUMBER + kind * 4 + clipped(target, 4)
        if kind == actions.COMMIT:
            swing = np.floor(m.swing[a_of(action)] * 2.0 + 12.0)
            m.option_row[i, 6] = TO_SWING + clipped(swing, 24)
