"""Marches and attacks, and who goes along (BG-B1, BG-B2, BG-B18, BG-B28)."""

import numpy as np

from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.engine import sets
from mazarbul.sim.engine.bits import has, lowest_bit
from mazarbul.sim.engine.stack import top
from mazarbul.sim.games.board_game.bots.heuristic.battle import battle_worth
from mazarbul.sim.games.board_game.bots.heuristic.numbers import clamp
from mazarbul.sim.games.board_game.bots.weights import W
from mazarbul.sim.games.board_game.frames import Compose
from mazarbul.sim.games.board_game.ids import (
    NATION_N,
    NONE,
    PART,
    PIECE,
    PIECE_N,
    PURPOSE,
    REGIONS,
    SETTLEMENT,
    UNIT_N,
    WHOLE,
)
from mazarbul.sim.games.board_game.rules import attack, parts
from mazarbul.sim.games.board_game.rules.control import is_open_to_march
from mazarbul.sim.games.board_game.rules.seats import enemy_of
from mazarbul.sim.games.board_game.rules.standing import is_barred, leading_elites
from mazarbul.sim.games.board_game.rules.stands import box_of, nation_units, units_of

NEVER = -1000.0  # worth of what cannot be done
NEAR = 3  # regions within which an enemy Army endangers a place
WHOLE_SIZE = 5.0  # units that an approach counts fully for

# Who goes and who stays ----------------------------------------------------------------------------


@kernel
def movable(s, t, seat, origin, to):
    """Return how many units of an Army a seat may send to a neighbouring region."""
    n = np.int64(0)
    rest = np.int64(s.nations[origin]) & np.int64(t.seat_nations[seat])
    while rest != 0:
        nation = lowest_bit(rest)
        rest &= rest - 1
        if parts.may_go_abroad(s, t, nation, to):
            n += nation_units(s, origin, nation)
            for piece in range(UNIT_N):
                n -= parts.has_moved(s, origin, nation, piece)
    return n


@kernel
def garrison(s, t, m, side, region):
    """Return how many units ought to stay in a region: in own places near the enemy (BG-B18, BG-B28)."""
    if region >= REGIONS or t.value[region] == 0 or s.control[region] != side:
        return np.int64(0)
    enemy = enemy_of(side)
    if m.nearest[enemy, region] > NEAR:
        return np.int64(0)
    if t.settlement[region] != SETTLEMENT.STRONGHOLD:
        return np.int64(1)
    coming = m.reach[enemy, 1, region]
    return np.int64(clamp(np.ceil(0.7 * coming), 1.0, m.w[W.SHELTER]))


@kernel
def going(s, t, side, origin, to, n, stay):
    """Return how many of n movable units should march: not the garrison, no more than have room.

    stay: units that ought to stay, with those that cannot move.
    """
    n -= max(stay - (np.int64(s.unit_n[origin]) - n), np.int64(0))
    if s.side_of[to] == side:
        n = min(n, np.int64(t.field_limit) - np.int64(s.unit_n[to]))
    return max(n, np.int64(0))


# Marches -------------------------------------------------------------------------------------------


@kernel
def score_march(s, t, m, seat, origin, to):
    """Return the worth of a march from a field to another; NONE: of no more."""
    if origin == NONE:
        return 0.0
    side = np.int64(t.seat_side[seat])
    n = movable(s, t, seat, origin, to)
    return worth_of(s, t, m, side, origin, to, n, garrison(s, t, m, side, origin))


@kernel
def worth_of(s, t, m, side, origin, to, n, stay):
    """Return the worth of a march. n, stay: see `going`."""
    gone = going(s, t, side, origin, to, n, stay)
    if gone == 0:
        return stripped_worth(s, t, m, side, origin, to, n)
    return march_worth(s, t, m, side, origin, to, gone)


@kernel
def stripped_worth(s, t, m, side, origin, to, n):
    """Return the worth of a march that takes the garrison along: only for a place that falls at once."""
    if n == 0 or s.unit_n[to] + n > t.field_limit:
        return -m.w[W.CROWD]
    lost = m.w[W.ABANDON] * t.value[t.region_of[origin]] + m.w[W.DESERT]
    return march_worth(s, t, m, side, origin, to, n) - lost


@kernel
def march_worth(s, t, m, side, origin, to, n):
    """Return the worth of a march of n units (BG-B2)."""
    enemy = enemy_of(side)
    start = np.int64(t.region_of[origin])  # of a box, where a text can let an Army leave a siege
    size = clamp(n / WHOLE_SIZE, 0.2, 1.4)
    worth = m.w[W.MARCH] + m.w[W.APPROACH] * size * (m.pull[side, to] - m.pull[side, start])
    worth += entering(s, t, m, side, to)
    arriving = n * m.there[side, start] / max(np.float64(s.unit_n[origin]), 1.0)
    if s.side_of[to] == side:
        worth += gathering(s, m, side, start, to, n)
        arriving += m.there[side, to]
    danger = m.reach[enemy, 0, to] - arriving
    if danger > 0.0 and s.control[to] != side:
        worth -= m.w[W.EXPOSED] * min(danger, np.float64(n))
    return worth


@kernel
def gathering(s, m, side, start, to, n):
    """Return the worth of joining an own Army: that of small ones which join larger ones nearer the front."""
    if m.pull[side, to] < m.pull[side, start]:
        return 0.0
    return m.w[W.GATHER] * clamp(min(n, np.float64(s.unit_n[to])) / 4.0, 0.25, 1.0)


@kernel
def entering(s, t, m, side, to):
    """Return the worth of taking an enemy Settlement that nobody defends."""
    enemy = enemy_of(side)
    if t.settlement[to] == SETTLEMENT.NONE or s.control[to] != enemy:
        return 0.0
    box = box_of(t, to)
    if units_of(s, np.int64(to), enemy) > 0 or (box != NONE and units_of(s, box, enemy) > 0):
        return 0.0
    worth = m.w[W.ENTER] if t.value[to] > 0 else 0.2 * m.w[W.ENTER]
    worth += m.w[W.CAPTURE] * t.value[to]
    if t.owner[to] != side and t.value[to] >= m.lacking[side]:
        worth += m.w[W.RING_WIN]
    return worth


@kernel
def leads_there(s, t, origin):
    """Return whether somebody at a stand can lead an Army that a Character result moves (BG-6.2, BG-6.9)."""
    if not parts.might_be_led(s, origin):
        return False
    if s.leader_n[origin] > 0 or s.nazgul[origin] > 0 or s.who[origin] != 0:
        return True
    elites = leading_elites(s, t)
    found = False
    for nation in range(NATION_N):
        found |= has(elites, nation) and s.units[origin, nation, PIECE.ELITE] > 0
    return found


@kernel
def find_marches(s, t, m, seat):
    """Fill what moving Armies is worth: `march_two` by an Army result, `march_led` by a Character result."""
    side = np.int64(t.seat_side[seat])
    first = NEVER
    second = NEVER
    m.march_led = NEVER
    for origin in sets.members(s.armies[side]):
        if origin >= REGIONS:
            continue
        best = best_march(s, t, m, seat, side, np.int64(origin))
        if best > first:
            second = first
            first = best
        elif best > second:
            second = best
        if best > m.march_led and leads_there(s, t, np.int64(origin)):
            m.march_led = best
    m.march_two = first + m.w[W.SECOND] * max(second, 0.0)


@kernel
def best_march(s, t, m, seat, side, origin):
    """Return the worth of the best march of an Army."""
    best = NEVER
    stay = garrison(s, t, m, side, origin)
    for k in range(t.near_n[origin]):
        to = np.int64(t.near[origin, k])
        if not is_open_to_march(s, side, to):
            continue
        n = movable(s, t, seat, origin, to)
        if n == 0:
            continue
        worth = worth_of(s, t, m, side, origin, to, n, stay)
        if worth > best and not is_barred(s, t, side, to):
            best = worth
    return best


# Attacks -------------------------------------------------------------------------------------------


@kernel
def score_strike(s, t, m, seat, stand, at):
    """Return the worth of an attack; one on an Army that bars the way to a target opens it."""
    worth = battle_worth(s, t, m, seat, stand, at)
    if worth <= 0.0:
        return worth
    side = np.int64(t.seat_side[seat])
    region = np.int64(t.region_of[at])
    if region == m.target[side]:
        worth += m.w[W.AT_TARGET]
    if stand < REGIONS and at < REGIONS:
        nearer = m.pull[side, region] - m.pull[side, stand]
        worth += m.w[W.OPENING] * m.w[W.APPROACH] * max(nearer, 0.0)
    return worth


@kernel
def find_attacks(s, t, m, seat):
    """Fill what an attack is worth: `strike_any` by an Army result, `strike_led` by a Character result."""
    side = np.int64(t.seat_side[seat])
    m.strike_any = NEVER
    m.strike_led = NEVER
    for stand in sets.members(s.armies[side]):
        if s.nations[stand] & np.int64(s.at_war) == 0:
            continue
        for k in range(t.near_n[t.region_of[stand]] + 1):
            at = attack.target(t, np.int64(stand), k)
            if at == NONE or s.side_of[at] != enemy_of(side):
                continue
            worth = score_strike(s, t, m, seat, np.int64(stand), at)
            if worth > m.strike_any and not is_barred(s, t, side, np.int64(t.region_of[at])):
                m.strike_any = worth
            if worth > m.strike_led and leads_there(s, t, np.int64(stand)):
                m.strike_led = worth


# Parts ---------------------------------------------------------------------------------------------


@kernel
def wanted(s, t, m, frame):
    """Return how many units should be in the part that a frame asks for."""
    stand = np.int64(frame[Compose.stand])
    to = np.int64(frame[Compose.to])
    seat = np.int64(frame[Compose.seat])
    side = np.int64(s.side_of[stand])
    if frame[Compose.purpose] == PURPOSE.MARCH:
        most = movable(s, t, seat, stand, to)
        n = going(s, t, side, stand, to, most, garrison(s, t, m, side, stand))
        return n if n > 0 else most
    n = np.int64(s.unit_n[stand])
    if stand >= REGIONS or t.region_of[to] == stand:
        return n
    stay = min(garrison(s, t, m, side, stand), np.int64(1))
    return max(n - stay, np.int64(1))


@kernel
def score_send(s, t, m, seat, whole):
    """Return the worth of a template of the part that marches or attacks."""
    frame = top(s)
    stand = np.int64(frame[Compose.stand])
    n = np.int64(s.unit_n[stand])
    if frame[Compose.purpose] == PURPOSE.MARCH:
        n = movable(s, t, seat, stand, np.int64(frame[Compose.to]))
    spare = n - wanted(s, t, m, frame)
    if whole == WHOLE.ALL:
        return -2.0 * spare
    if whole == WHOLE.BUT_ONE:
        return -2.0 * abs(spare - 1) - 0.5
    return -1.0 if spare > 0 else -2.0


@kernel
def score_take(s, t, m, slot, n):
    """Return the worth of a number of figures in the part that marches or attacks: Elites and leaders go."""
    frame = top(s)
    goal = wanted(s, t, m, frame)
    stand = np.int64(frame[Compose.stand])
    if slot >= NATION_N * PIECE_N or slot % PIECE_N >= UNIT_N:
        is_main = 2 * np.int64(s.unit_n[PART]) >= np.int64(s.unit_n[stand])
        return np.float64(n) if is_main else -np.float64(n)
    missing = goal - np.int64(s.unit_n[PART])
    if slot % PIECE_N == PIECE.REGULAR:
        missing -= elites_after(s, t, frame, slot // PIECE_N)
    return -np.abs(np.float64(n) - max(missing, np.int64(0)))


@kernel
def elites_after(s, t, frame, nation):
    """Return how many Elites a part can still take after a nation's Regulars."""
    stand = np.int64(frame[Compose.stand])
    to = np.int64(t.region_of[frame[Compose.to]])
    n = np.int64(0)
    for other in range(nation, NATION_N):
        if has(s.nations[stand], other):
            is_free = parts.may_go_abroad(s, t, other, to) or frame[Compose.purpose] != PURPOSE.MARCH
            n += np.int64(s.units[stand, other, PIECE.ELITE]) if is_free else np.int64(0)
    return n
