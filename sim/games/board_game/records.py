"""What a game records: packed bit fields of each thing, counts of the whole game, measures after each turn.

Cards, regions, figures, Nations, faces of dice and kinds of Hunt tiles have one uint32 each, which the run's
catalogue describes. Turns are 0 if never, and those after the 31st count as it.
"""

import numpy as np

from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.engine.bits import bit, has, popcount
from mazarbul.sim.engine.declared import numbered
from mazarbul.sim.engine.fields import Fields, field, with_field
from mazarbul.sim.engine.sets import members
from mazarbul.sim.games.board_game.ids import (
    AWAY,
    COURSE_TURNS,
    FACE,
    FIGURE_N,
    MEASURE,
    NONE,
    REGIONS,
    ROUSED,
    SIDE,
    SIDE_N,
    TALLY,
    ZONE,
)

TURN_BITS = 5

# Codes of the fields that are not numbers.
USED_AS = numbered("UsedAs", ("NOTHING", "EVENT", "ATTACKER", "DEFENDER"))
PAID_WITH = numbered("PaidWith", ("NOTHING", *FACE._fields))
LEFT = numbered("Left", ("NEVER", "EVENT", "COMBAT", "LIMIT", "TEXT"))
WON_BY = numbered("WonBy", ("NONE", *SIDE._fields, "NOBODY"))
HELD_BY = numbered("HeldBy", ("NOBODY", *SIDE._fields))
LOST_TO = numbered("LostTo", ("NOTHING", "HUNT", "BATTLE", "TEXT", "REPLACED"))
WHERE = numbered("Where", ("UNUSED", "FELLOWSHIP", "MAP", "DEAD"))
WOKEN_BY = numbered("WokenBy", ("NOTHING", *ROUSED._fields))

#: Of a card. played_place: what it was used as first; paid: the die that paid for its event. left: how it
#: left the hand last: as event, in combat, by the hand limit or by a text. end: its last zone.
CARD_FIELDS = Fields("card")
DRAWN_TURN = CARD_FIELDS.number("drawn_round", bits=TURN_BITS)
PLAYED_TURN = CARD_FIELDS.number("played_round", bits=TURN_BITS)
PLAYED_AS = CARD_FIELDS.code("played_place", USED_AS)
PAID = CARD_FIELDS.code("paid", PAID_WITH)
LEFT_HAND = CARD_FIELDS.code("left", LEFT)
CARD_END = CARD_FIELDS.code("end", ZONE)

#: Of a region. times, winner: of its battles, the last one's winner. siege_turns: ends of turns under siege.
#: captor, captured_turn: of the first of its captures. lost: units eliminated there. declared, revealed:
#: whether the Fellowship ever was.
REGION_FIELDS = Fields("region")
BATTLES = REGION_FIELDS.number("times", bits=4)
WINNER = REGION_FIELDS.code("winner", WON_BY)
SIEGES = REGION_FIELDS.number("sieges", bits=2)
SIEGE_TURNS = REGION_FIELDS.number("siege_turns", bits=TURN_BITS)
CAPTURES = REGION_FIELDS.number("captures", bits=3)
CAPTURED_TURN = REGION_FIELDS.number("captured_round", bits=TURN_BITS)
CAPTOR = REGION_FIELDS.code("captor", HELD_BY)
REGION_END = REGION_FIELDS.code("end", HELD_BY)
REGION_LOST = REGION_FIELDS.number("lost", bits=5)
DECLARED = REGION_FIELDS.number("declared", bits=1)
REVEALED = REGION_FIELDS.number("revealed", bits=1)

#: Of a figure. came_round: when it was on the map first. left, left_round: how and when it was lost.
FIGURE_FIELDS = Fields("figure")
CAME_TURN = FIGURE_FIELDS.number("came_round", bits=TURN_BITS)
LEFT_TURN = FIGURE_FIELDS.number("left_round", bits=TURN_BITS)
LEFT_HOW = FIGURE_FIELDS.code("left", LOST_TO)
FOUGHT = FIGURE_FIELDS.number("battles", bits=4)
FIGURE_END = FIGURE_FIELDS.code("end", WHERE)

#: Of a Nation. woken: what made it active after the start. mustered, lost: units. steps: to war at the end.
NATION_FIELDS = Fields("nation")
ACTIVE_TURN = NATION_FIELDS.number("active_round", bits=TURN_BITS)
WOKEN = NATION_FIELDS.code("woken", WOKEN_BY)
WAR_TURN = NATION_FIELDS.number("war_round", bits=TURN_BITS)
MUSTERED = NATION_FIELDS.number("mustered", bits=6)
NATION_LOST = NATION_FIELDS.number("lost", bits=6)
STEPS = NATION_FIELDS.number("steps", bits=2)

#: Of a face of a side's Action dice: how often it was rolled, used, and used up without effect.
FACE_FIELDS = Fields("face")
ROLLED = FACE_FIELDS.number("rolled", bits=9)
SPENT = FACE_FIELDS.number("used", bits=9)
WASTED = FACE_FIELDS.number("wasted", bits=7)

#: Of a kind of Hunt tile: how often it was drawn before and in Mordor, the Corruption that was left of it,
#: Companions lost to it, and how often it revealed the Fellowship.
TILE_FIELDS = Fields("tile")
DRAWN = TILE_FIELDS.number("drawn", bits=6)
IN_MORDOR = TILE_FIELDS.number("in_mordor", bits=5)
CORRUPTED = TILE_FIELDS.number("corruption", bits=7)
CASUALTIES = TILE_FIELDS.number("casualties", bits=5)
REVEALS = TILE_FIELDS.number("reveals", bits=5)


@kernel
def this_turn(s):
    """Return the turn to record: the set-up counts as the first."""
    return max(np.int64(s.turn), np.int64(1))


@kernel
def tally(s, what):
    """Count something of the whole game. what: TALLY."""
    s.tally[what] += 1


# Cards ---------------------------------------------------------------------------------------------


@kernel
def set_card_field(s, card, bits, value):
    """Set one field (Bits) of the record of a card."""
    s.card_record[card] = np.uint32(with_field(s.card_record[card], bits, value))


@kernel
def drawn(s, card):
    """Record that a card came into a hand."""
    if field(s.card_record[card], DRAWN_TURN) == 0:
        set_card_field(s, card, DRAWN_TURN, this_turn(s))


@kernel
def used(s, card, use):
    """Record that a card was used. use: USED_AS; the first time counts."""
    if field(s.card_record[card], PLAYED_TURN) == 0:
        set_card_field(s, card, PLAYED_TURN, this_turn(s))
        set_card_field(s, card, PLAYED_AS, use)
    left(s, card, LEFT.EVENT if use == USED_AS.EVENT else LEFT.COMBAT)


@kernel
def played(s, card, face):
    """Record that an event was played. face: of the die that paid, or NONE."""
    used(s, card, USED_AS.EVENT)
    set_card_field(s, card, PAID, PAID_WITH.NOTHING if face == NONE else 1 + face)


@kernel
def left(s, card, how):
    """Record how a card left its hand (LEFT); the last time counts."""
    set_card_field(s, card, LEFT_HAND, how)


# Regions -------------------------------------------------------------------------------------------


@kernel
def set_region_field(s, region, bits, value):
    """Set one field (Bits) of the record of a region."""
    s.region_record[region] = np.uint32(with_field(s.region_record[region], bits, value))


@kernel
def raise_region(s, region, bits, n):
    """Add to one field (Bits) of the record of a region."""
    set_region_field(s, region, bits, field(s.region_record[region], bits) + n)


@kernel
def battle_begins(s, region, figures):
    """Record a battle in a region. figures: set of the Characters in it."""
    tally(s, TALLY.BATTLES)
    raise_region(s, region, BATTLES, 1)
    set_region_field(s, region, WINNER, WON_BY.NOBODY)
    for figure in range(FIGURE_N):
        if has(figures, figure):
            n = field(s.figure_record[figure], FOUGHT) + 1
            set_figure_field(s, figure, FOUGHT, n)


@kernel
def battle_won(s, region, side):
    """Record who has won a battle: the enemy is destroyed or has retreated."""
    set_region_field(s, region, WINNER, 1 + side)


@kernel
def siege_begins(s, region):
    """Record that a siege begins."""
    tally(s, TALLY.SIEGES)
    raise_region(s, region, SIEGES, 1)


@kernel
def captured(s, region, side, seat):
    """Record that a side captures or retakes a Settlement. seat: that commands its Army."""
    s.taken_by[region] = seat
    tally(s, TALLY.CAPTURES)
    if field(s.region_record[region], CAPTURES) == 0:
        set_region_field(s, region, CAPTURED_TURN, this_turn(s))
        set_region_field(s, region, CAPTOR, 1 + side)
    raise_region(s, region, CAPTURES, 1)


@kernel
def declared(s, region):
    """Record where the Fellowship is declared."""
    tally(s, TALLY.DECLARED)
    set_region_field(s, region, DECLARED, 1)


@kernel
def revealed(s, region):
    """Record where the Fellowship is revealed, NONE on the Mordor Track."""
    tally(s, TALLY.REVEALED)
    if region != NONE:
        set_region_field(s, region, REVEALED, 1)


@kernel
def units_lost(s, stand, nation, n):
    """Record that n units of a Nation are eliminated at a stand; in a battle its region counts."""
    raise_nation(s, nation, NATION_LOST, n)
    if s.battle_region != NONE:
        raise_region(s, np.int64(s.battle_region), REGION_LOST, n)
    elif stand < REGIONS:
        raise_region(s, stand, REGION_LOST, n)


@kernel
def not_lost(s, stand, nation):
    """Take back that a unit was lost and one was mustered: a Regular has become an Elite."""
    units_lost(s, stand, nation, -1)
    mustered(s, nation, -1)


# Figures and Nations -------------------------------------------------------------------------------


@kernel
def set_figure_field(s, figure, bits, value):
    """Set one field (Bits) of the record of a figure."""
    s.figure_record[figure] = np.uint32(with_field(s.figure_record[figure], bits, value))


@kernel
def figure_moves(s, figure, before, where):
    """Record that a figure comes to the map or is lost. before, where: stand or AWAY."""
    if where >= 0 and field(s.figure_record[figure], CAME_TURN) == 0:
        set_figure_field(s, figure, CAME_TURN, this_turn(s))
    if where == AWAY.DEAD:
        set_figure_field(s, figure, LEFT_TURN, this_turn(s))
        if before == AWAY.FELLOWSHIP:
            how = LOST_TO.HUNT
        elif s.battle != NONE:
            how = LOST_TO.BATTLE
        else:
            how = LOST_TO.TEXT
        set_figure_field(s, figure, LEFT_HOW, how)


@kernel
def replaced(s, figure):
    """Record that another takes the place of a figure (BG-8.9)."""
    set_figure_field(s, figure, LEFT_HOW, LOST_TO.REPLACED)


@kernel
def set_nation_field(s, nation, bits, value):
    """Set one field (Bits) of the record of a Nation."""
    s.nation_record[nation] = np.uint32(with_field(s.nation_record[nation], bits, value))


@kernel
def raise_nation(s, nation, bits, n):
    """Add to one field (Bits) of the record of a Nation."""
    set_nation_field(s, nation, bits, field(s.nation_record[nation], bits) + n)


@kernel
def woken(s, nation, how):
    """Record that a Nation becomes active. how: ROUSED."""
    set_nation_field(s, nation, ACTIVE_TURN, this_turn(s))
    set_nation_field(s, nation, WOKEN, 1 + how)


@kernel
def at_war(s, nation):
    """Record that a Nation goes to war; the first time counts."""
    if field(s.nation_record[nation], WAR_TURN) == 0:
        set_nation_field(s, nation, WAR_TURN, this_turn(s))


@kernel
def mustered(s, nation, n):
    """Record that n units of a Nation come from its pool."""
    raise_nation(s, nation, MUSTERED, n)


# Dice and tiles ------------------------------------------------------------------------------------


@kernel
def raise_face(s, side, face, bits):
    """Add 1 to one field (Bits) of the record of a face of a side's dice."""
    record = s.face_record[side, face]
    s.face_record[side, face] = np.uint32(with_field(record, bits, field(record, bits) + 1))


@kernel
def raise_tile(s, kind, bits, n):
    """Add to one field (Bits) of the record of a kind of tile."""
    record = s.tile_record[kind]
    s.tile_record[kind] = np.uint32(with_field(record, bits, field(record, bits) + n))


@kernel
def tile_drawn(s, kind):
    """Record that a tile of a kind is drawn to be carried out."""
    if s.mordor == NONE:
        raise_tile(s, kind, DRAWN, 1)
    else:
        raise_tile(s, kind, IN_MORDOR, 1)


# Courses -------------------------------------------------------------------------------------------


@kernel
def way_left(s, t):
    """Return the steps to the Crack of Doom: to the nearest gate less the Progress, then the Mordor Track."""
    if s.mordor != NONE:
        return np.int64(t.crack) - np.int64(s.mordor)
    least = np.int64(t.most_progress)
    is_first = True
    for gate in members(t.gates):
        steps = np.int64(t.distance[s.bearers, gate])
        if is_first or steps < least:
            least = steps
            is_first = False
    return np.int64(t.crack) + max(np.int64(0), least - np.int64(s.progress))


@kernel
def turn_ends(s, t):
    """Record the measures of a turn that has ended, if it is among the first ones."""
    for stronghold in range(t.stronghold_n):
        if s.sieges & bit(stronghold) != 0:
            raise_region(s, np.int64(t.stronghold_at[stronghold]), SIEGE_TURNS, 1)
    if s.turn > COURSE_TURNS:
        return
    row = np.int64(s.turn) - 1
    s.course[row, MEASURE.WAY] = way_left(s, t)
    s.course[row, MEASURE.CORRUPTION] = s.corruption
    for side in range(SIDE_N):
        s.course[row, MEASURE.POINTS_FREE_PEOPLES + side] = s.points[side]
    s.course[row, MEASURE.SIEGES] = popcount(np.int64(s.sieges))


# The end -------------------------------------------------------------------------------------------


@kernel
def standing(s, t, seat):
    """Return how a seat stands among partners: points that it took and holds, less those of its own Nations.

    The Free Peoples only count what they have lost (BG-18.11).
    """
    total = np.int64(0)
    for region in range(t.region_n):
        holder = np.int64(s.control[region])
        if holder == NONE or holder == t.owner[region]:
            continue
        if holder == SIDE.SHADOW and s.taken_by[region] == seat:
            total += np.int64(t.value[region])
        elif holder != t.seat_side[seat] and has(t.seat_nations[seat], t.region_nation[region]):
            total -= np.int64(t.value[region])
    return total


@kernel
def best_partner(s, t, side):
    """Return the seat of a side that stands best; of equals the one that leads (BG-18.11)."""
    best = np.int64(s.leading[side])
    for seat in range(t.seat_n):
        if t.seat_side[seat] == side and standing(s, t, seat) > standing(s, t, best):
            best = np.int64(seat)
    return best


@kernel
def where_at_end(stand):
    """Return the WHERE code of a stand or AWAY."""
    if stand >= 0:
        return WHERE.MAP
    if stand == AWAY.FELLOWSHIP:
        return WHERE.FELLOWSHIP
    return WHERE.DEAD if stand == AWAY.DEAD else WHERE.UNUSED
