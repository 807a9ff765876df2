"""The inputs that are 1 in a decision (see `bots.inputs`): only what the deciding seat knows."""

import numpy as np

from mazarbul.sim.bots.network import clipped, gap_row, note_input
from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.engine.actions import NONE, a_of, b_of, kind_of
from mazarbul.sim.engine.bits import bit, has, lowest_bit, popcount
from mazarbul.sim.engine.stack import top
from mazarbul.sim.games.card_game import actions
from mazarbul.sim.games.card_game.bots import deeds as at
from mazarbul.sim.games.card_game.bots.deeds import PLAIN_OF, bucket, icons_sent, sent_to, way_of, way_to
from mazarbul.sim.games.card_game.bots.heuristic.answers import needs_situation
from mazarbul.sim.games.card_game.bots.heuristic.openings import lead_of
from mazarbul.sim.games.card_game.bots.heuristic.situation import assess, settle
from mazarbul.sim.games.card_game.bots.inputs import (
    AT_ACTIVE,
    AT_AREA,
    AT_BOARD,
    AT_CORRUPTION,
    AT_DECISION,
    AT_DECK,
    AT_ENEMY,
    AT_FOUGHT,
    AT_HAND,
    AT_LEAD,
    AT_LEFT,
    AT_MARGIN,
    AT_MOVABLE,
    AT_OWN,
    AT_PASSED,
    AT_PHASE,
    AT_PILE,
    AT_PLACE_BOARD,
    AT_RING,
    AT_SEAT,
    AT_SOURCE,
    AT_STAGE,
    AT_SURPLUS,
    AT_USED,
    ENEMY_STATES,
    ICONS,
    KINDS,
    LEADS,
    LEAST_LEAD,
    LEAST_MARGIN,
    MARGINS,
    OWN_STATES,
    PLACE_N,
    SENT,
    TO_BOARD,
    TO_CARD,
    TO_DEED,
    TO_GAP,
    TO_KIND,
    TO_MARGIN,
    TO_PLACE,
    TO_PLAIN,
    TO_TARGET,
    UNIT,
    WAYS,
)
from mazarbul.sim.games.card_game.frames import Combat, Pay, Scope
from mazarbul.sim.games.card_game.ids import (
    BATTLEGROUNDS,
    CARDS,
    IN,
    PHASE_NAMES,
    ROUNDS,
    SEATS,
    SIDE_CARDS,
    SPOT,
)
from mazarbul.sim.games.card_game.rules.modifiers import carryover_limit
from mazarbul.sim.games.card_game.rules.places import attacking_side, is_path


@kernel
def card_row(m, first, card, n, state):
    """Return the row of a state of a card in a block with n states of each."""
    return first + np.int64(m.card_number[card]) * n + state


@kernel
def place_row(m, first, place):
    """Return the row of a place in a block."""
    return first + np.int64(m.place_number[place])


@kernel
def placed(s, t, card, zone, side):
    """Return how a card in play lies: ready, fresh, as item or event, on the path, attacking, defending."""
    if zone == IN.RESERVE:
        return np.int64(has(s.fresh[side], card % SIDE_CARDS))
    if zone == IN.PATH:
        return np.int64(3)
    if zone >= IN.BATTLEGROUND:
        return np.int64(5 if t.bg_side[zone - IN.BATTLEGROUND] == side else 4)
    return np.int64(2)


@kernel
def note_own(s, t, m, seat, side):
    """Note the seat's own cards, and those of its side that lie open."""
    for k in range(t.card_n[side]):
        card = side * SIDE_CARDS + k
        zone = np.int64(s.zone[card])
        if zone == NONE:
            continue
        if zone >= IN.RESERVE:
            note_input(m, card_row(m, AT_OWN, card, OWN_STATES, IN.RESERVE + placed(s, t, card, zone, side)))
        elif t.owner[card] == seat or (zone == IN.ELIMINATED and has(s.gone[side], k)):
            note_input(m, card_row(m, AT_OWN, card, OWN_STATES, zone))
    rest = np.int64(s.used[side])
    while rest != 0:
        note_input(m, card_row(m, AT_USED, side * SIDE_CARDS + lowest_bit(rest), 1, 0))
        rest &= rest - 1


@kernel
def note_enemy(s, t, m, side):
    """Note the enemy's cards that lie open."""
    for k in range(t.card_n[side]):
        card = side * SIDE_CARDS + k
        zone = np.int64(s.zone[card])
        if zone == NONE:
            continue
        if zone >= IN.RESERVE:
            note_input(m, card_row(m, AT_ENEMY, card, ENEMY_STATES, placed(s, t, card, zone, side)))
        elif zone == IN.ELIMINATED and has(s.gone[side], k):
            note_input(m, card_row(m, AT_ENEMY, card, ENEMY_STATES, ENEMY_STATES - 1))


@kernel
def note_places(s, t, m, side):
    """Note the active places, and how their combats stand for the side."""
    rest = np.int64(s.active)
    if s.path != NONE:
        rest |= bit(BATTLEGROUNDS + np.int64(s.path))
    while rest != 0:
        place = lowest_bit(rest)
        rest &= rest - 1
        settle(s, t, place, m)
        is_attack = attacking_side(t, place) == side
        sign = -1.0 if is_attack else 1.0  # a tie holds
        sort = np.int64(0 if is_path(place) else 1 if is_attack else 2)
        margin = bucket(np.floor(sign * (m.margin[place] + 0.5)), LEAST_MARGIN, MARGINS)
        board = bucket(np.floor(sign * (m.board[place] + 0.5)), LEAST_MARGIN, MARGINS)
        note_input(m, place_row(m, AT_ACTIVE, place))
        note_input(m, AT_MARGIN + sort * MARGINS + margin)
        note_input(m, AT_BOARD + sort * MARGINS + board)
        note_input(m, AT_PLACE_BOARD + np.int64(m.place_number[place]) * MARGINS + board)


@kernel
def note_seats(s, t, m):
    """Note the sizes of hands, decks and cycle piles, and who has a Ring token."""
    for seat in range(t.seat_n):
        note_input(m, AT_HAND + seat * 12 + clipped(popcount(s.in_zone[seat, IN.HAND]), 12))
        note_input(m, AT_DECK + seat * 8 + clipped(popcount(s.in_zone[seat, IN.DECK]) // 4, 8))
        note_input(m, AT_PILE + seat * 8 + clipped(popcount(s.in_zone[seat, IN.CYCLE_PILE]) // 3, 8))
        if s.ring[seat] > 0:
            note_input(m, AT_RING + seat)


@kernel
def note_areas(s, m, side):
    """Note what both sides have scored."""
    for of in range(2):
        first = AT_AREA + (of ^ side) * PLACE_N
        rest = np.int64(s.bg_area[of])
        while rest != 0:
            note_input(m, place_row(m, first, lowest_bit(rest)))
            rest &= rest - 1
        rest = np.int64(s.path_area[of])
        while rest != 0:
            note_input(m, place_row(m, first, BATTLEGROUNDS + lowest_bit(rest)))
            rest &= rest - 1


@kernel
def note_asked(s, m):
    """Note what the pending decision is about."""
    if s.decision == actions.PAY:
        note_input(m, card_row(m, AT_SOURCE, np.int64(top(s)[Pay.played]), 1, 0))
    elif s.decision == actions.CASUALTY or s.decision == actions.SUPPORT:
        note_input(m, place_row(m, AT_FOUGHT, np.int64(top(s)[Combat.place])))
        if s.decision == actions.CASUALTY:
            note_input(m, AT_LEFT + clipped(s.left, 10))
    elif s.decision == actions.MAY:
        source = np.int64(top(s)[Scope.source])
        if source >= 0 and source < CARDS:
            note_input(m, card_row(m, AT_SOURCE, source, 1, 0))


@kernel
def note_state(s, t, m, seat):
    """Note the inputs of the state, for the deciding seat."""
    side = np.int64(t.seat_side[seat])
    m.state_n = 0
    if s.decision != actions.TURN and not needs_situation(s.decision):
        assess(s, t, seat, m)
    note_input(m, AT_STAGE + clipped(s.last_path, ROUNDS + 1))
    note_input(m, AT_DECISION + clipped(s.decision, KINDS))
    note_input(m, AT_PHASE + clipped(s.phase, len(PHASE_NAMES)))
    note_input(m, AT_LEAD + bucket(lead_of(s, t, side), LEAST_LEAD, LEADS))
    note_input(m, AT_CORRUPTION + clipped(s.corruption, 16))
    note_input(m, AT_SEAT + seat)
    note_input(m, AT_PASSED + clipped(popcount(s.passed), SEATS + 1))
    hand = popcount(s.in_zone[seat, IN.HAND])
    note_input(m, AT_SURPLUS + bucket(hand - carryover_limit(s, t, seat), -2, 8))
    movable = popcount(s.in_zone[seat, IN.RESERVE] & ~s.fresh[side])
    note_input(m, AT_MOVABLE + clipped(movable, 8))
    note_seats(s, t, m)
    note_areas(s, m, side)
    note_places(s, t, m, side)
    note_own(s, t, m, seat, side)
    note_enemy(s, t, m, 1 - side)
    note_asked(s, m)


@kernel
def note_sent(s, t, m, seat, i, place):
    """Note the inputs of an option that sends a card to a place."""
    action = np.int64(s.options[i])
    card = a_of(action)
    is_attack = attacking_side(t, place) == t.seat_side[seat]
    is_played = kind_of(action) == actions.PLAY or kind_of(action) == actions.DIG_PLAY
    way = way_to(place, is_attack, is_played)
    sent = way - at.TO_PATH if is_played else way - at.MOVE_PATH + SENT // 2
    icons = icons_sent(t, card, place, is_attack)
    sign = -1.0 if is_attack else 1.0
    settle(s, t, place, m)
    margin = bucket(np.floor(sign * (m.margin[place] + 0.5) / 1.5), -4, at.MARGINS)
    board = bucket(np.floor(sign * (m.board[place] + 0.5)), -4, at.BOARDS)
    choice = at.PLAY_TO if is_played else at.MOVE_TO
    m.option_row[i, 2] = card_row(m, TO_CARD, card, WAYS, way)
    m.option_row[i, 3] = place_row(m, TO_PLACE + choice * PLACE_N, place)
    m.option_row[i, 4] = TO_MARGIN + (margin * ICONS + icons) * SENT + sent
    m.option_row[i, 5] = TO_BOARD + (board * ICONS + icons) * SENT + sent


@kernel
def chosen_place(m, action):
    """Return the row of the place that an action chooses, or NONE."""
    kind, target = kind_of(action), b_of(action)
    if kind == actions.CHOOSE_PATH:
        return place_row(m, TO_PLACE + at.ACTIVATE * PLACE_N, BATTLEGROUNDS + target)
    if kind == actions.CHOOSE_BATTLEGROUND:
        return place_row(m, TO_PLACE + at.ACTIVATE * PLACE_N, target)
    if kind == actions.NEXT_COMBAT:
        return place_row(m, TO_PLACE + at.COMBAT_AT * PLACE_N, target)
    return np.int64(NONE)


@kernel
def note_deed(s, t, m, seat, i):
    """Note the inputs of an option that sends no card to a place."""
    action = np.int64(s.options[i])
    kind = kind_of(action)
    m.option_row[i, 3] = chosen_place(m, action)
    way = way_of(s, t, action, seat)
    if way != NONE:
        card = np.int64(top(s)[Scope.source]) if kind == actions.MAY else a_of(action)
        m.option_row[i, 2] = card_row(m, TO_CARD, card, WAYS, way)
        if kind == actions.CYCLE:
            m.option_row[i, 4] = TO_PLAIN + at.CYCLE
    elif PLAIN_OF[kind] != NONE:
        m.option_row[i, 2] = TO_PLAIN + PLAIN_OF[kind]
    if kind == actions.USE or kind == actions.MAY:
        m.option_row[i, 5] = TO_DEED + clipped(b_of(action), 8)


@kernel
def note_target(s, t, m, seat, i):
    """Note the card that an option's card goes to, if there is one."""
    action = np.int64(s.options[i])
    kind, target = kind_of(action), b_of(action)
    first = np.int64(t.seat_side[seat]) * SIDE_CARDS
    if kind == actions.SUPPORT and target < SIDE_CARDS:
        m.option_row[i, 6] = card_row(m, TO_TARGET, first + target, 1, 0)
    is_played = kind == actions.PLAY or kind == actions.MOVE or kind == actions.DIG_PLAY
    if is_played and target >= SPOT.WIELDER:
        m.option_row[i, 6] = card_row(m, TO_TARGET, first + target - SPOT.WIELDER, 1, 0)


@kernel
def note_options(s, t, m, seat, best):
    """Note the inputs of the options. best: the best score of the heuristic."""
    for i in range(s.option_n):
        action = np.int64(s.options[i])
        m.option_row[i, :] = NONE
        m.option_row[i, 0] = TO_KIND + clipped(kind_of(action), KINDS)
        m.option_row[i, 1] = TO_GAP + gap_row((best - m.score[i]) / UNIT)
        place = sent_to(s, action)
        if place != NONE:
            note_sent(s, t, m, seat, i, place)
        else:
            note_deed(s, t, m, seat, i)
        note_target(s, t, m, seat, i)
