"""The rows of a move's preferences (see `mazarbul.sim.bots.preferences`, and `layout` beside)."""

import numpy as np

from mazarbul.sim.bots.preferences import preferred
from mazarbul.sim.engine.actions import a_of, b_of, kind_of
from mazarbul.sim.engine.bits import popcount
from mazarbul.sim.engine.jit import kernel
from mazarbul.sim.engine.stack import top
from mazarbul.sim.games.card_game import actions
from mazarbul.sim.games.card_game.bots import layout as at
from mazarbul.sim.games.card_game.bots.heuristic.openings import lead_of
from mazarbul.sim.games.card_game.bots.heuristic.situation import settle
from mazarbul.sim.games.card_game.frames import Scope
from mazarbul.sim.games.card_game.ids import BATTLEGROUNDS, CARDS, ICON, IN, NONE, PLACE_SOURCE, PLACES, SPOT
from mazarbul.sim.games.card_game.rules.modifiers import carryover_limit
from mazarbul.sim.games.card_game.rules.places import attacking_side, is_path, spot_place
from mazarbul.sim.games.card_game.rules.zones import side_of

WAYS = len(at.WAYS)
DEEDS = len(at.DEEDS)
SENT = len(at.SENT)
MOVED = at.MOVE_PATH - at.TO_PATH  # from a way to play a card to the way to move it likewise
MOST_ICONS = len(at.ICONS) - 1
WIDTH = 1.5  # icons from one word for expected margins to the next


@kernel
def bucket(value, least, n):
    """Return the place of a whole number among n words, of which the first stands for `least` and less."""
    return min(max(np.int64(value) - least, 0), n - 1)


@kernel
def lead_bucket(lead):
    """Return the place of a lead among the words for leads."""
    return np.int64(lead > -5) + np.int64(lead > -2) + np.int64(lead > 1) + np.int64(lead > 4)


@kernel
def note_mood(s, t, m, seat):
    """Note the rows of the situation of a seat, to which those of its moves are added."""
    side = np.int64(t.seat_side[seat])
    hand = popcount(s.in_zone[seat, IN.HAND])
    surplus = bucket(hand - carryover_limit(s, t, seat), 0, len(at.SURPLUS))
    passed = popcount(s.passed)
    quiet = np.int64(passed > 0) + np.int64(passed >= t.slot_n - 1)
    movable = bucket(popcount(s.in_zone[seat, IN.RESERVE] & ~s.fresh[side]), 0, len(at.MOVABLE))
    held = (surplus * len(at.PASSED) + quiet) * len(at.MOVABLE) + movable
    m.stage_row = np.int64(s.last_path) * at.STAGED
    m.lead_row = m.stage_row + at.AT_LEAD + lead_bucket(lead_of(s, t, side)) * DEEDS
    m.hand_row = at.AT_HAND + held * DEEDS
    m.surplus_row = at.AT_CARD_SURPLUS + surplus * CARDS * WAYS


@kernel
def way_to(place, is_attack, is_played):
    """Return the way to send a card to a place."""
    way = at.TO_PATH if is_path(place) else at.TO_ATTACK if is_attack else at.TO_DEFEND
    return np.int64(way if is_played else way + MOVED)


@kernel
def sent_to(s, action):
    """Return the place that an action sends a card to, or NONE."""
    kind = kind_of(action)
    target = b_of(action)
    if kind == actions.MOVE_TO:
        return np.int64(target)
    is_sent = kind == actions.PLAY or kind == actions.MOVE or kind == actions.DIG_PLAY
    if not is_sent or target == SPOT.EVENT or target >= SPOT.WIELDER:
        return np.int64(NONE)
    return np.int64(spot_place(s, target))


@kernel
def icons_sent(t, card, place, is_attack):
    """Return the printed icons that a card can bring to a place, at most 4."""
    if is_path(place):
        n = t.icons[card, ICON.PATH]
    elif is_attack:
        n = t.icons[card, ICON.BG_ATTACK] + t.icons[card, ICON.LEAD_ATTACK]
    else:
        n = t.icons[card, ICON.BG_DEFENSE] + t.icons[card, ICON.LEAD_DEFENSE]
    return min(np.int64(n), MOST_ICONS)


@kernel
def note_sending(s, t, m, seat, i, place):
    """Fill the rows of an option that sends a card to a place: how the combat stands there."""
    action = np.int64(s.options[i])
    card = a_of(action)
    is_attack = attacking_side(t, place) == t.seat_side[seat]
    is_played = kind_of(action) == actions.PLAY or kind_of(action) == actions.DIG_PLAY
    way = way_to(place, is_attack, is_played)
    sent = way - at.TO_PATH if is_played else way - at.MOVE_PATH + SENT // 2
    n = icons_sent(t, card, place, is_attack)
    sign = -1.0 if is_attack else 1.0  # a tie holds
    settle(s, t, place, m)
    margin = bucket(np.floor((sign * (m.margin[place] + 0.5)) / WIDTH), -4, len(at.MARGINS))
    board = bucket(np.floor(sign * (m.board[place] + 0.5)), -4, len(at.BOARDS))
    m.row[i, 0] = m.stage_row + at.AT_CARDS + card * WAYS + way
    choice = at.PLAY_TO if is_played else at.MOVE_TO
    m.row[i, 1] = m.stage_row + at.AT_PLACES + choice * PLACES + place
    m.row[i, 2] = m.lead_row + way
    m.row[i, 3] = m.hand_row + way
    m.row[i, 4] = at.AT_MARGIN + (margin * (MOST_ICONS + 1) + n) * SENT + sent
    m.row[i, 5] = at.AT_BOARD + (board * (MOST_ICONS + 1) + n) * SENT + sent
    m.row[i, 6] = at.AT_CARD_BOARD + (card * len(at.BOARDS) + board) * SENT + sent


@kernel
def cycles(kind):
    """Return whether an action cycles a card of the hand, or of those that a seat digs through."""
    return (
        kind == actions.PAY
        or kind == actions.CYCLE
        or kind == actions.CYCLE_HAND
        or kind == actions.SETUP_CYCLE
        or kind == actions.TRIM
        or kind == actions.DIG_CYCLE
    )


@kernel
def way_of(s, t, action, seat):
    """Return what an action that sends no card to a place does with its card, or NONE."""
    kind = kind_of(action)
    card = a_of(action)
    target = b_of(action)
    way = NONE
    if kind == actions.PLAY or kind == actions.DIG_PLAY or kind == actions.MOVE:
        way = at.AS_EVENT if target == SPOT.EVENT else at.AS_ITEM if target >= SPOT.WIELDER else at.TO_RESERVE
    elif kind == actions.USE:
        way = at.USE
    elif cycles(kind):
        way = at.CYCLED
    elif kind == actions.FORSAKE:
        way = at.LOST if s.zone[card] == IN.HAND else at.FORSAKEN
    elif kind == actions.ELIMINATE_HAND or kind == actions.DIG_ELIMINATE:
        way = at.LOST
    elif kind == actions.CASUALTY:
        way = at.FALLEN
    elif kind == actions.TAKE or kind == actions.SAVE:
        way = at.TAKEN
    elif kind == actions.ELIMINATE_PLAY:
        way = at.GIVEN_UP if side_of(card) == t.seat_side[seat] else at.VICTIM
    elif kind == actions.MAY and target == 1 and top(s)[Scope.source] < PLACE_SOURCE:
        way = at.OPTIONAL
    return np.int64(way)


@kernel
def plain_of(kind):
    """Return what an action without a card does, or NONE."""
    if kind == actions.PASS:
        return np.int64(at.PASS)
    if kind == actions.WINNOW:
        return np.int64(at.WINNOW)
    if kind == actions.RING:
        return np.int64(at.RING)
    if kind == actions.FORSAKE_TOP:
        return np.int64(at.TOP)
    return np.int64(NONE)


@kernel
def choice_row(action):
    """Return the row in a stage of the place that an action chooses, or of cycling on a turn, or NONE."""
    kind = kind_of(action)
    target = b_of(action)
    if kind == actions.CHOOSE_PATH:
        return np.int64(at.AT_PLACES + at.ACTIVATE * PLACES + BATTLEGROUNDS + target)
    if kind == actions.CHOOSE_BATTLEGROUND:
        return np.int64(at.AT_PLACES + at.ACTIVATE * PLACES + target)
    if kind == actions.NEXT_COMBAT:
        return np.int64(at.AT_PLACES + at.COMBAT_AT * PLACES + target)
    if kind == actions.CYCLE:
        return np.int64(at.AT_PLAIN + at.CYCLE)
    return np.int64(NONE)


@kernel
def note_deed(s, t, m, seat, i):
    """Fill the rows of an option that sends no card to a place."""
    action = np.int64(s.options[i])
    for k in range(at.EACH):
        m.row[i, k] = at.NO_ROW
    row = choice_row(action)
    if row != NONE:
        m.row[i, 1] = m.stage_row + row
    deed = way_of(s, t, action, seat)
    if deed != NONE:
        card = np.int64(top(s)[Scope.source]) if kind_of(action) == actions.MAY else a_of(action)
        m.row[i, 0] = m.stage_row + at.AT_CARDS + card * WAYS + deed
        m.row[i, 4] = m.surplus_row + card * WAYS + deed
    else:
        plain = plain_of(kind_of(action))
        if plain == NONE:
            return
        m.row[i, 0] = m.stage_row + at.AT_PLAIN + plain
        deed = WAYS + plain
    m.row[i, 2] = m.lead_row + deed
    m.row[i, 3] = m.hand_row + deed


@kernel
def add_preferences(s, t, m, seat):
    """Add a seat's preferences to the scores of its options, and note their rows."""
    note_mood(s, t, m, seat)
    for i in range(s.option_n):
        place = sent_to(s, np.int64(s.options[i]))
        if place != NONE:
            note_sending(s, t, m, seat, i, place)
        else:
            note_deed(s, t, m, seat, i)
        m.score[i] += preferred(m, seat, i)
