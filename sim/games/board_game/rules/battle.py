"""A battle from its first round to its end (BG-11.5, 11.6, 11.14 to 11.18, 13.3 to 13.10)."""

import numpy as np

from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.engine.actions import NONE, ask, offer
from mazarbul.sim.engine.faults import Fault, fail
from mazarbul.sim.engine.log import note
from mazarbul.sim.engine.stack import pop, push, top
from mazarbul.sim.games.board_game import actions, records
from mazarbul.sim.games.board_game.frames import Battle, Compose, Trim
from mazarbul.sim.games.board_game.ids import (
    BATTLE,
    BATTLE_STEP,
    EVENT,
    NATION_N,
    PIECE,
    PURPOSE,
    REARGUARD,
    ROLE,
)
from mazarbul.sim.games.board_game.rules import combat, compose, losses, parts, tactics
from mazarbul.sim.games.board_game.rules.combat import side_of_role, units_in
from mazarbul.sim.games.board_game.rules.control import EVERYBODY, begin_siege
from mazarbul.sim.games.board_game.rules.manoeuvres import has_own_walls
from mazarbul.sim.games.board_game.rules.march import follow
from mazarbul.sim.games.board_game.rules.retreats import can_retreat_to, retreat
from mazarbul.sim.games.board_game.rules.stands import box_of, eliminate_others, move_all, reduce, touch
from mazarbul.sim.games.board_game.rules.tactics import commands


@kernel
def step_battle(s, t):
    """Continue the battle (BG-11.6)."""
    frame = top(s)
    step = frame[Battle.step]
    if step < BATTLE_STEP.DESTROYED:
        step_round(s, t, frame, step)
    elif step == BATTLE_STEP.CONTINUE:
        ask_continue(s, t, frame)
    elif step == BATTLE_STEP.RETREAT:
        ask_retreat(s, t, frame)
    elif step == BATTLE_STEP.DESTROYED:
        check_destroyed(s, frame)
    elif step == BATTLE_STEP.ADVANCE:
        frame[Battle.step] = BATTLE_STEP.END
        start_advance(s, t)
    elif step == BATTLE_STEP.END:
        end_battle(s)
    elif step == BATTLE_STEP.BESIEGE:
        frame[Battle.step] = BATTLE_STEP.END
        seat = commands(s, t, ROLE.ATTACKER)
        start_advancing(s, t, seat, np.int64(PURPOSE.BESIEGE))
    else:
        fail(s, Fault.STEP, step)


@kernel
def step_round(s, t, frame, step):
    """Carry out a step of a round; Combat cards work between the rolls and losses (BG-12.3)."""
    if step == BATTLE_STEP.BEFORE:
        tactics.step_moments(s, t, frame, tactics.BEFORE_ROLL)
    elif step == BATTLE_STEP.CHANGE:
        tactics.step_moments(s, t, frame, tactics.BEFORE_AGAIN)
    elif step == BATTLE_STEP.AFTER:
        tactics.step_moments(s, t, frame, tactics.BEFORE_LOSSES)
    elif step == BATTLE_STEP.LAST:
        tactics.step_moments(s, t, frame, tactics.MOMENTS)
    elif step == BATTLE_STEP.CARDS:
        frame[Battle.step] = frame[Battle.then] if frame[Battle.then] != 0 else BATTLE_STEP.DESTROYED
        tactics.end_round(s, t)
    else:
        frame[Battle.step] = step + 1
        step_between(s, t, frame, step)


@kernel
def step_between(s, t, frame, step):
    """Begin the battle or a round, choose Combat cards, roll, or take losses."""
    if step == BATTLE_STEP.START:
        tactics.start_battle(s, t)
    elif step == BATTLE_STEP.ROUND:
        frame[Battle.moment] = 0
        begin_round(s, t)
    elif step == BATTLE_STEP.ATTACKER_CARD:
        tactics.ask_card(s, t, np.int64(ROLE.ATTACKER))
    elif step == BATTLE_STEP.DEFENDER_CARD:
        tactics.ask_card(s, t, np.int64(ROLE.DEFENDER))
    elif step == BATTLE_STEP.SHOW:
        tactics.show_cards(s, t)
    elif step == BATTLE_STEP.ROLL:
        combat.roll_both(s, t)
    elif step == BATTLE_STEP.AGAIN:
        combat.roll_again(s, t)
    elif step == BATTLE_STEP.ATTACKER_LOSES:
        lose(s, ROLE.ATTACKER)
    elif step == BATTLE_STEP.DEFENDER_LOSES:
        lose(s, ROLE.DEFENDER)
    else:
        fail(s, Fault.STEP, step)


@kernel
def lose(s, role):
    """Have a side take the hits that the other has scored (BG-11.12, BG-11.13)."""
    n = combat.waiting_hits(s, 1 - role)
    note(s, EVENT.HITS, 1 - role, n, 0)
    losses.take_hits(s, np.int64(s.battle_stand[role]), n)


# Withdrawing into siege ----------------------------------------------------------------------------


@kernel
def begin_round(s, t):
    """Begin a round; a defender at his Stronghold may withdraw into it (BD-28, BG-13.3)."""
    s.battle_round += 1
    combat.clear_round(s)
    note(s, EVENT.ROUND, np.int64(s.battle_round), 0, 0)
    if has_own_walls(s, t, ROLE.DEFENDER):
        ask(s, commands(s, t, ROLE.DEFENDER), actions.WITHDRAW)
        offer(s, actions.WITHDRAW, 0, 1)
        offer(s, actions.WITHDRAW, 0, 0)


@kernel
def answer_withdraw(s, is_withdrawing):
    """Fight on, or end the battle: the attacker may follow and besiege the Stronghold (BG-13.4)."""
    if is_withdrawing == 1:
        note(s, EVENT.WITHDRAW, np.int64(s.battle_region), 0, 0)
        top(s)[Battle.step] = BATTLE_STEP.BESIEGE


@kernel
def finish_besiege(s, t):
    """Let the attackers who were chosen move in, and the siege begin; without any there is none (BG-13.4)."""
    frame = top(s)
    origin = frame[Compose.stand]
    region = frame[Compose.to]
    pop(s)
    if s.unit_n[compose.PART] == 0:
        return
    move_all(s, region, box_of(t, region), side_of_role(s, ROLE.DEFENDER), EVERYBODY)
    begin_siege(s, t, region)
    follow(s, t, origin, region)


# Going on ------------------------------------------------------------------------------------------


@kernel
def check_destroyed(s, frame):
    """Eliminate all others of a side without units; the battle ends then (BG-11.14, BG-11.6, step 9)."""
    is_over = False
    for role in range(2):
        if units_in(s, role) == 0:
            is_over = True
            if s.is_spared == 0:
                eliminate_others(s, np.int64(s.battle_stand[role]), side_of_role(s, role))
    frame[Battle.step] = BATTLE_STEP.ADVANCE if is_over else BATTLE_STEP.CONTINUE


@kernel
def ask_continue(s, t, frame):
    """Ask whether the attacker fights on; a longer assault costs an Elite (BD-38, BD-40, BG-13.8)."""
    seat = commands(s, t, ROLE.ATTACKER)
    if s.battle == BATTLE.ASSAULT and s.rounds_left == 0:
        stand = np.int64(s.battle_stand[ROLE.ATTACKER])
        ask(s, seat, actions.PRESS)
        for nation in range(NATION_N):
            if s.units[stand, nation, PIECE.ELITE] > 0:
                offer(s, actions.PRESS, nation, 0)
        if s.option_n == 0:
            frame[Battle.step] = BATTLE_STEP.END
        else:
            offer(s, actions.DECLINE, 0, 0)
        return
    ask(s, seat, actions.CONTINUE)
    offer(s, actions.CONTINUE, 0, 1)
    offer(s, actions.CONTINUE, 0, 0)


@kernel
def answer_continue(s, goes_on):
    """Fight on, or cease: then the attackers stay where they came from (BG-11.17)."""
    frame = top(s)
    if goes_on == 0:
        note(s, EVENT.CEASE, 0, 0, 0)
        frame[Battle.step] = BATTLE_STEP.END
    elif s.battle == BATTLE.ASSAULT:
        s.rounds_left -= 1
        frame[Battle.step] = BATTLE_STEP.ROUND
    else:
        frame[Battle.step] = BATTLE_STEP.RETREAT


@kernel
def answer_press(s, nation):
    """Reduce an Elite for another round of an assault, or with NONE end it (BG-13.8)."""
    frame = top(s)
    if nation == NONE:
        note(s, EVENT.CEASE, 0, 0, 0)
        frame[Battle.step] = BATTLE_STEP.END
    else:
        reduce(s, np.int64(s.battle_stand[ROLE.ATTACKER]), nation)
        frame[Battle.step] = BATTLE_STEP.ROUND


# Retreats ------------------------------------------------------------------------------------------


@kernel
def ask_retreat(s, t, frame):
    """Ask whether and where the defender retreats (BD-39)."""
    side = side_of_role(s, ROLE.DEFENDER)
    region = np.int64(s.battle_region)
    frame[Battle.step] = BATTLE_STEP.ROUND
    ask(s, commands(s, t, ROLE.DEFENDER), actions.RETREAT)
    for k in range(t.near_n[region]):
        to = np.int64(t.near[region, k])
        if can_retreat_to(s, t, side, to):
            offer(s, actions.RETREAT, to, 0)
    if s.option_n > 0:
        offer(s, actions.DECLINE, 0, 0)


@kernel
def answer_retreat(s, t, region):
    """Move the defending Army to a region; the battle ends and the attacker may advance (BG-11.15)."""
    retreat(s, t, np.int64(s.battle_stand[ROLE.DEFENDER]), region)
    top(s)[Battle.step] = BATTLE_STEP.ADVANCE


# The end -------------------------------------------------------------------------------------------


@kernel
def start_advance(s, t):
    """Ask who advances into the region of a defender who is gone (BD-41, BG-11.17, BG-11.18)."""
    is_won = units_in(s, ROLE.ATTACKER) > 0 and units_in(s, ROLE.DEFENDER) == 0
    if is_won or units_in(s, ROLE.DEFENDER) > 0:
        winner = ROLE.ATTACKER if is_won else ROLE.DEFENDER
        records.battle_won(s, np.int64(s.battle_region), side_of_role(s, winner))
    if s.battle == BATTLE.FIELD and is_won and parts.room(s, t, PURPOSE.ADVANCE, s.battle_region) > 0:
        seat = commands(s, t, ROLE.ATTACKER)
        start_advancing(s, t, seat, np.int64(PURPOSE.ADVANCE))


@kernel
def start_advancing(s, t, seat, purpose):
    """Have those chosen who enter the region; the commander of a joint Army keeps control (BG-18.8)."""
    stand = np.int64(s.battle_stand[ROLE.ATTACKER])
    holder = seat if t.seats_of[s.battle_side] > 1 else np.int64(NONE)
    party = np.int64(NONE)
    compose.start_compose(s, seat, purpose, stand, np.int64(s.battle_region), 0, 0, party, holder)


@kernel
def finish_advance(s, t):
    """Let the attackers who were chosen advance."""
    frame = top(s)
    origin = frame[Compose.stand]
    to = frame[Compose.to]
    pop(s)
    if s.unit_n[compose.PART] > 0:
        follow(s, t, origin, to)


@kernel
def end_battle(s):
    """End the battle: the rearguard returns to the others, sieges and stack limits are checked (BG-11.17)."""
    pop(s)
    region = np.int64(s.battle_region)
    move_all(s, REARGUARD, np.int64(s.rear_from), np.int64(s.battle_side), EVERYBODY)
    s.battles_at[region] += 1
    touch(s, region)
    touch(s, np.int64(s.rear_from))
    s.battle = NONE
    s.battle_side = NONE
    s.battle_region = NONE
    s.battle_stand[:] = NONE
    s.rear_from = NONE
    push(s, Trim.kind, NONE)
