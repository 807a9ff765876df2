"""The rows of a move's preferences (see `mazarbul.sim.bots.preferences`, and `layout` beside)."""

import numpy as np

from mazarbul.sim.bots.preferences import preferred
from mazarbul.sim.engine.actions import a_of, b_of, kind_of
from mazarbul.sim.engine.jit import kernel
from mazarbul.sim.engine.machine import Text
from mazarbul.sim.engine.stack import top, top_kind
from mazarbul.sim.games.board_game import actions
from mazarbul.sim.games.board_game.bots import layout as at
from mazarbul.sim.games.board_game.bots.bound import region_chosen
from mazarbul.sim.games.board_game.frames import Scope
from mazarbul.sim.games.board_game.ids import FACE_N, FIGURE_N, NONE, PIECE_N, ROLE, SIDE
from mazarbul.sim.games.board_game.records import way_left
from mazarbul.sim.games.board_game.rules.losses import hit_points

DEEDS = len(at.DEEDS)
FIRST = np.array(at.FIRST, np.int64)
DEED_N = np.array(at.DEED_N, np.int64)
IS_BY_B = np.array(at.IS_BY_B, np.int64)
CARD_WAY, FIGURE_WAY, NATION_WAY, REGION_WAY, MEETING_WAY = (
    np.array(at.way_by_kind(ways), np.int64)
    for ways in (at.CARD_WAYS, at.FIGURE_WAYS, at.NATION_WAYS, at.REGION_WAYS, at.MEETINGS)
)


@kernel
def deed_of(kind, a, b):
    """Return what an option does, a number of DEEDS."""
    n = DEED_N[kind]
    value = b if IS_BY_B[kind] != 0 else a
    return FIRST[kind] + min(max(np.int64(value), 0), n - 1)


@kernel
def die_of(kind, b):
    """Return the face of the die that pays for an option, or FACE_N for none."""
    pays = kind <= actions.FORCE and kind != actions.PASS
    return np.int64(b) if pays and b < FACE_N else np.int64(FACE_N)


@kernel
def far_bucket(s, t):
    """Return the place of the way left among the words for it."""
    if s.mordor != NONE:
        return np.int64(3)
    way = way_left(s, t) - np.int64(t.crack)
    return np.int64(way <= 8) + np.int64(way <= 3)


@kernel
def lacking_bucket(s, t, side):
    """Return the place of the points that a side lacks among the words for them."""
    lacking = np.int64(t.points_to_win[side]) - np.int64(s.points[side])
    return np.int64(lacking <= 4) + np.int64(lacking <= 3) + np.int64(lacking <= 2) + np.int64(lacking <= 1)


@kernel
def note_mood(s, t, m):
    """Note the rows of the situation, to which those of moves are added."""
    stage = min((np.int64(s.turn) - 1) // 2, at.STAGES - 1)
    corruption = min((np.int64(s.corruption) + 2) // 3, len(at.CORRUPTIONS) - 1)
    hunters = min(np.int64(s.box[SIDE.SHADOW]), len(at.HUNTS) - 1)
    far = far_bucket(s, t)
    ring = (corruption * len(at.HUNTS) + hunters) * len(at.WAYS_LEFT) + far
    war = lacking_bucket(s, t, SIDE.SHADOW) * len(at.WAYS_LEFT) + far
    m.stage_row = max(stage, 0) * at.STAGED
    m.ring_row = at.AT_RING + ring * DEEDS
    m.war_row = at.AT_WAR + war * DEEDS


@kernel
def card_row(s, kind, a, b):
    """Return the row in a stage of the card that an option uses, or NONE."""
    way = CARD_WAY[kind]
    if way != NONE:
        return np.int64(at.AT_CARDS + a * len(at.CARD_WAYS) + way)
    if kind == actions.MAY and b == 1 and top_kind(s) == Text.kind:
        card = np.int64(top(s)[Scope.card])
        if card != NONE:
            return np.int64(at.AT_CARDS + card * len(at.CARD_WAYS) + 5)
    return np.int64(NONE)


@kernel
def figure_row(kind, a, b):
    """Return the row in a stage of the Character that an option is about, or NONE."""
    figure = np.int64(a)
    way = FIGURE_WAY[kind]
    if kind == actions.TAKE:
        figure = np.int64(a - actions.SLOTS)
        if figure < 0 or b == 0:
            return np.int64(NONE)
    if way == NONE or figure >= FIGURE_N:
        return np.int64(NONE)
    return np.int64(at.AT_FIGURES + figure * len(at.FIGURE_WAYS) + way)


@kernel
def nation_row(kind, a):
    """Return the row in a stage of the Nation that an option is about, or NONE."""
    nation = a // PIECE_N if kind == actions.PLACE else a
    way = NATION_WAY[kind]
    return np.int64(NONE) if way == NONE else np.int64(at.AT_NATIONS + nation * len(at.NATION_WAYS) + way)


@kernel
def region_row(t, kind, a, b):
    """Return the row of the region that an option names, or NONE."""
    way = REGION_WAY[kind]
    region = region_chosen(t, kind, a, b)
    if kind == actions.REGION:
        region = np.int64(a)
    elif kind == actions.ARMY:
        region = np.int64(t.region_of[a])
    if way == NONE or region == NONE:
        return np.int64(NONE)
    return np.int64(at.AT_REGIONS + region * len(at.REGION_WAYS) + way)


@kernel
def odds_bucket(own, enemy):
    """Return the place of two strengths among the words for odds: 0 is no enemy, 4 is near even."""
    if enemy <= 0:
        return np.int64(0)
    share = np.float64(own) / np.float64(own + enemy)
    return 1 + min(np.int64(share * 7.0), 6)


@kernel
def meeting_row(s, t, kind, a, b, side):
    """Return the row of the strengths of both sides where an option has Armies meet, or NONE."""
    way = MEETING_WAY[kind]
    if way == NONE:
        return np.int64(NONE)
    if kind == actions.STRIKE:
        own = hit_points(s, a)
        enemy = hit_points(s, b)
    elif kind == actions.MARCH or kind == actions.PLACE:
        region = np.int64(b) if kind == actions.PLACE else np.int64(t.region_of[b])
        own = hit_points(s, a) if kind == actions.MARCH else hit_points(s, region) + 1
        enemy = strength_beside(s, t, region, 1 - side)
    elif s.battle != NONE:
        role = ROLE.ATTACKER if s.battle_side == side else ROLE.DEFENDER
        own = hit_points(s, np.int64(s.battle_stand[role]))
        enemy = hit_points(s, np.int64(s.battle_stand[1 - role]))
    else:
        return np.int64(NONE)
    return np.int64(at.AT_MEETING + odds_bucket(own, enemy) * len(at.MEETINGS) + way)


@kernel
def strength_beside(s, t, region, side):
    """Return the most hits that an Army of a side beside a region can take."""
    most = np.int64(0)
    for i in range(t.near_n[region]):
        stand = np.int64(t.near[region, i])
        if s.side_of[stand] == side:
            most = max(most, hit_points(s, stand))
    return most


@kernel
def or_none(row, first):
    """Return a row counted from `first`, or the row without a preference."""
    return np.int64(at.NO_ROW) if row == NONE else first + row


@kernel
def note_rows(s, t, m, side, i):
    """Fill the rows of an option."""
    action = np.int64(s.options[i])
    kind = kind_of(action)
    a = a_of(action)
    b = b_of(action)
    deed = deed_of(kind, a, b)
    thing = card_row(s, kind, a, b)
    if thing == NONE:
        thing = figure_row(kind, a, b)
    if thing == NONE:
        thing = nation_row(kind, a)
    m.row[i, 0] = m.stage_row + at.AT_DEEDS + die_of(kind, b) * DEEDS + deed
    m.row[i, 1] = or_none(thing, m.stage_row)
    m.row[i, 2] = m.ring_row + deed
    m.row[i, 3] = m.war_row + deed
    m.row[i, 4] = or_none(region_row(t, kind, a, b), np.int64(0))
    m.row[i, 5] = or_none(meeting_row(s, t, kind, a, b, side), np.int64(0))


@kernel
def add_preferences(s, t, m, seat):
    """Add a seat's preferences to the scores of its options, and note their rows."""
    side = np.int64(t.seat_side[seat])
    note_mood(s, t, m)
    for i in range(s.option_n):
        note_rows(s, t, m, side, i)
        m.score[i] += preferred(m, seat, i)
