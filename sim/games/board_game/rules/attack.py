"""Announcing an attack: who attacks whom, with which part (BG-11.1 to BG-11.4, BG-13.7 to BG-13.11)."""

import numpy as np

from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.engine import sets
from mazarbul.sim.engine.actions import NONE, ask, offer
from mazarbul.sim.engine.bits import bit, lowest_bit
from mazarbul.sim.engine.log import note
from mazarbul.sim.engine.stack import pop, push, top
from mazarbul.sim.games.board_game import actions, records
from mazarbul.sim.games.board_game.frames import Battle, Compose, Strike
from mazarbul.sim.games.board_game.ids import (
    BATTLE,
    BATTLE_STEP,
    EVENT,
    NATION_N,
    PART,
    PIECE_N,
    PURPOSE,
    REARGUARD,
    REGIONS,
    ROLE,
)
from mazarbul.sim.games.board_game.rules import combat, parts, politics
from mazarbul.sim.games.board_game.rules.partners import start_part
from mazarbul.sim.games.board_game.rules.repeats import note_use
from mazarbul.sim.games.board_game.rules.seats import enemy_of
from mazarbul.sim.games.board_game.rules.standing import is_barred
from mazarbul.sim.games.board_game.rules.stands import (
    box_of,
    count,
    figures_at,
    move,
    put_figure,
    side_of_nation,
)


@kernel
def can_attack(s, t, stand, at, is_led, party):
    """Return whether some part of the Army at a stand can attack the enemy Army at another (BG-11.2).

    party: seat whose units alone do, or NONE.
    """
    side = np.int64(s.side_of[stand])
    return (
        s.side_of[at] == enemy_of(side)
        and not is_barred(s, t, side, np.int64(t.region_of[at]))
        and parts.can_compose(s, t, PURPOSE.ATTACK, stand, at, is_led, party)
    )


@kernel
def target(t, stand, k):
    """Return the k-th stand that an Army might attack from its own, or NONE after the last (BG-11.1).

    From a field: the fields around, then the box of the region. From a box: the field of the region.
    """
    region = np.int64(t.region_of[stand])
    if stand >= REGIONS:
        return region if k == 0 else np.int64(NONE)
    if k < t.near_n[region]:
        return np.int64(t.near[region, k])
    return box_of(t, region) if k == t.near_n[region] else np.int64(NONE)


@kernel
def any_attack(s, t, seat, is_led):
    """Return whether a seat can attack with any Army."""
    side = np.int64(t.seat_side[seat])
    for stand in sets.members(s.armies[side]):
        for k in range(t.near_n[t.region_of[stand]] + 1):
            at = target(t, stand, k)
            if at != NONE and can_attack(s, t, stand, at, is_led, seat):
                return True
    return False


@kernel
def start_attack(s, seat, is_led):
    """Let a seat attack with one Army. is_led: 1 if it needs a Leader, Nazgûl or Character (BG-6.2)."""
    push(s, Strike.kind, seat, is_led)


@kernel
def step_strike(s, t):
    """Ask which Army attacks which (BD-17)."""
    frame = top(s)
    seat = frame[Strike.seat]
    side = np.int64(t.seat_side[seat])
    ask(s, seat, actions.STRIKE)
    for stand in sets.members(s.armies[side]):
        for k in range(t.near_n[t.region_of[stand]] + 1):
            at = target(t, stand, k)
            if at != NONE and can_attack(s, t, stand, at, frame[Strike.is_led], seat):
                offer(s, actions.STRIKE, stand, at)


@kernel
def answer_strike(s, t, stand, at):
    """Have the attacking part chosen; what stays behind is the rearguard (BD-18)."""
    frame = top(s)
    seat = frame[Strike.seat]
    is_led = frame[Strike.is_led]
    pop(s)
    start_part(s, t, seat, PURPOSE.ATTACK, stand, at, is_led, 0)


@kernel
def finish_attack(s, t):
    """Begin the battle with the part that was chosen (BG-11.2 to BG-11.4)."""
    frame = top(s)
    stand = frame[Compose.stand]
    at = frame[Compose.to]
    pop(s)
    begin_battle(s, t, stand, at)


@kernel
def begin_battle(s, t, stand, at):
    """Begin a battle of the listed part of an Army against the Army at another stand."""
    region = np.int64(t.region_of[at])
    s.battle_side = s.side_of[stand]
    s.battle_region = region
    if at >= REGIONS:
        s.battle = BATTLE.ASSAULT
    elif stand >= REGIONS:
        s.battle = BATTLE.SORTIE
    else:
        s.battle = BATTLE.FIELD
    s.battle_stand[ROLE.ATTACKER] = stand
    s.battle_stand[ROLE.DEFENDER] = at
    s.battle_round = 0
    s.rounds_left = 0
    s.always_fewer[:] = 0
    s.card_locked[:] = 0
    s.no_nazgul = 0
    s.rider = 0
    s.is_spared = 0
    s.rear_from = stand
    combat.clear_round(s)
    note(s, EVENT.BATTLE, stand, at, np.int64(s.battle))
    note_use(s, t, np.int64(s.battle_side), np.int64(s.nations[PART]), stand)
    set_rearguard_apart(s, stand, np.int64(s.battle_side))
    records.battle_begins(s, region, np.int64(s.who[stand]) | np.int64(s.who[at]))
    politics.attacked(s, t, at, region)
    push(s, Battle.kind, BATTLE_STEP.START)


@kernel
def set_rearguard_apart(s, stand, side):
    """Put all that is not in the listed part out of the battle (BG-11.2)."""
    for nation in range(NATION_N):
        if side_of_nation(nation) == side:
            for piece in range(PIECE_N):
                n = count(s, stand, nation, piece) - count(s, PART, nation, piece)
                move(s, stand, REARGUARD, nation, piece, n)
    rest = figures_at(s, stand, side) & ~np.int64(s.who[PART])
    while rest != 0:
        figure = lowest_bit(rest)
        put_figure(s, figure, REARGUARD)
        rest &= ~bit(figure)
