"""What tactics do, and texts at the start of a battle: manoeuvres at work (BG-12, words_of_battles.py)."""

import numpy as np

from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.effects import codes
from mazarbul.sim.engine.actions import NONE, ask, offer, offer_each
from mazarbul.sim.engine.bits import bit, has, popcount
from mazarbul.sim.engine.faults import Fault, fail
from mazarbul.sim.engine.frames import KIND
from mazarbul.sim.engine.log import note
from mazarbul.sim.engine.machine import Rows, carry_out_block, skip_block, start_choose
from mazarbul.sim.engine.stack import pop, push, top
from mazarbul.sim.games.board_game import actions
from mazarbul.sim.games.board_game.content import words
from mazarbul.sim.games.board_game.content.triggers import ON
from mazarbul.sim.games.board_game.frames import Battle, Deed, Scope
from mazarbul.sim.games.board_game.ids import (
    AWAY,
    BATTLE_STEP,
    EVENT,
    FIGURE_N,
    NATION_N,
    PIECE,
    PIECE_N,
    REGIONS,
)
from mazarbul.sim.games.board_game.rules import columns, combat, losses
from mazarbul.sim.games.board_game.rules.combat import side_of_role
from mazarbul.sim.games.board_game.rules.conditions import evaluate, figures_of, find_frame, role_meant
from mazarbul.sim.games.board_game.rules.manoeuvres import (
    can_do,
    can_pay,
    has_own_walls,
    is_bargain_of,
    missed,
    mutable,
    number_of,
    own_role,
    payers,
    price_of,
    victims_of,
)
from mazarbul.sim.games.board_game.rules.retreats import can_retreat_to, retreat
from mazarbul.sim.games.board_game.rules.sets import LEADER, NAZGUL
from mazarbul.sim.games.board_game.rules.stands import box_of, count, eliminate, put_figure

MANOEUVRE = words.MANOEUVRE
AT_ONCE = 5  # what an extra attack hits on by one reading of the rules (`extra_attack_target`)

# At once -------------------------------------------------------------------------------------------


@kernel
def operate(s, t, row, code, f):
    """Carry out one manoeuvre in the scope of frame `f`."""
    own = own_role(s, f)
    if code == MANOEUVRE.ADD:
        add(s, t, row, f)
    elif code == MANOEUVRE.FEWER_DICE or code == MANOEUVRE.MOST_DICE:
        limit_dice(s, t, row, code, f)
    elif code == MANOEUVRE.NO_REROLL:
        s.no_again[role_meant(s, np.int64(t.rows[row, columns.NO_REROLL.WHO]), f)] = 1
    elif code == MANOEUVRE.CANCEL_CARD:
        s.is_cancelled[1 - own] = 1
    elif code == MANOEUVRE.NO_NAZGUL_LEADERSHIP:
        s.no_nazgul = 1
    elif code == MANOEUVRE.ONES_BACKFIRE:
        s.backfired[1 - own] = s.ones[1 - own]
        s.more_hits[own] += s.ones[1 - own]
    elif code == MANOEUVRE.STRIKE:
        at_least = evaluate(s, t, np.int64(t.rows[row, columns.STRIKE.AT_LEAST]), f)
        strike(s, t, own, number_of(s, t, row, f), at_least)
    elif code == MANOEUVRE.FORFEIT_POINTS:
        forfeit_points(s, t, row, f)
    elif has(COUNTING, code):
        change_hits(s, code, own, number_of(s, t, row, f))
    else:
        start_deed(s, t, row, code, f)


COUNTING = sum(
    1 << code for code in (MANOEUVRE.MORE_HITS, MANOEUVRE.CANCEL_HITS, MANOEUVRE.CONVERT, MANOEUVRE.SUFFER)
)


@kernel
def add(s, t, row, f):
    """Add to the dice of one side or both (BG-11.8)."""
    n = evaluate(s, t, np.int64(t.rows[row, columns.BONUS.N]), f)
    rolls = np.int64(t.rows[row, columns.BONUS.ON])
    who = np.int64(t.rows[row, columns.BONUS.WHO])
    for role in range(2):
        if who == words.BOTH_SIDES or role_meant(s, who, f) == role:
            if rolls & words.ROLL.ROLL != 0:
                s.roll_bonus[role] += n
            if rolls & words.ROLL.REROLL != 0:
                s.again_bonus[role] += n


@kernel
def limit_dice(s, t, row, code, f):
    """Let a side roll fewer Combat dice, or at most so many (BG-11.7)."""
    n = max(np.int64(1), evaluate(s, t, np.int64(t.rows[row, columns.OF_DICE.N]), f))
    role = role_meant(s, np.int64(t.rows[row, columns.OF_DICE.WHO]), f)
    if code == MANOEUVRE.MOST_DICE:
        s.most_dice[role] = n if s.most_dice[role] == 0 else min(n, np.int64(s.most_dice[role]))
    elif can_do(s, t, row, code, f):
        s.fewer_dice[role] += n


@kernel
def strike(s, t, own, dice, at_least):
    """Roll an extra attack; the enemy takes its hits at once (BG-12.6)."""
    needed = at_least
    if needed == 0:
        needed = np.int64(AT_ONCE) if t.extra_attack_at_five == 1 else combat.hit_number(s, t, own)
    is_late = s.frames[find_frame(s, Battle.kind), Battle.step] == BATTLE_STEP.LAST
    sort = np.int64(combat.LATE if is_late else combat.EARLY)
    score(s, own, combat.roll_dice(s, t, own, max(np.int64(0), dice), np.int64(0), needed, sort))


@kernel
def score(s, own, n):
    """Let the enemy take hits at once."""
    s.extra_hits[own] += n
    losses.take_hits(s, np.int64(s.battle_stand[1 - own]), n)


@kernel
def change_hits(s, code, own, n):
    """Change the hits of the round, or take some (BG-12.7, BG-12.8)."""
    stand = np.int64(s.battle_stand[own])
    if code == MANOEUVRE.CONVERT:
        s.roll_hits[own] += max(np.int64(0), min(n, missed(s, own)))
    elif code == MANOEUVRE.CANCEL_HITS:
        s.less_hits[1 - own] += max(np.int64(0), min(n, combat.waiting_hits(s, 1 - own)))
    elif code == MANOEUVRE.SUFFER:
        losses.take_hits(s, stand, min(n, losses.hit_points(s, stand) - 1))
    elif s.frames[find_frame(s, Battle.kind), Battle.step] == BATTLE_STEP.LAST:
        score(s, own, n)  # casualties have been taken
    else:
        s.more_hits[own] += n


# Prices --------------------------------------------------------------------------------------------


@kernel
def forfeit_points(s, t, row, f):
    """Give up points of Nazgûl Leadership (BG-12.5); which Nazgûl gives them makes no difference."""
    if can_pay(s, t, row, MANOEUVRE.FORFEIT_POINTS, f):
        s.forfeit_points[own_role(s, f)] += number_of(s, t, row, f)
    else:
        fail_price(s, t)


@kernel
def fail_price(s, t):
    """Let what follows a price that cannot be paid not happen (`forfeit_is_price`, BG-12.5)."""
    if t.forfeit_is_price == 1:
        end_text(s)


@kernel
def end_text(s):
    """Drop the text at work, with the lists in it."""
    text = top(s)[Scope.text]
    while top(s)[KIND] == Rows.kind and top(s)[Scope.text] == text:
        pop(s)


@kernel
def forfeit(s, t, f, figures):
    """Let Characters have no Leadership in this round; in a text of the battle's start, in the battle."""
    if t.effects[s.frames[f, Scope.text]].on == ON.BATTLE_START:
        s.rider |= figures
    else:
        s.forfeits[own_role(s, f)] |= figures


# Blocks --------------------------------------------------------------------------------------------


@kernel
def open_block(s, t, row, code, f):
    """Carry out a manoeuvre that has its own list."""
    if code == MANOEUVRE.CHOOSE:
        start_choose(s, t, row)
        return
    skip_block(s, t, row)
    if code == MANOEUVRE.OPTION:
        carry_out_block(s, t, row, f)
    elif code == MANOEUVRE.MAY:
        push_deed(s, row, f)
    else:
        fail(s, Fault.WORD, code)


# In steps ------------------------------------------------------------------------------------------


@kernel
def push_deed(s, row, f):
    """Begin a manoeuvre that asks something. f: frame of its list."""
    push(s, Deed.kind, row, f, s.frames[f, Scope.seat], 0)


@kernel
def start_deed(s, t, row, code, f):
    """Begin a manoeuvre that asks something; a price must be one that can be paid."""
    if code != MANOEUVRE.FORFEIT:
        push_deed(s, row, f)
    elif can_pay(s, t, row, code, f):
        push_deed(s, row, f)
        top(s)[Deed.left] = price_of(s, t, row, f)
    else:
        fail_price(s, t)


@kernel
def step_deed(s, t):
    """Ask, or carry out the manoeuvre and drop its frame."""
    frame = top(s)
    row = frame[Deed.row]
    f = frame[Deed.context]
    code = np.int64(t.rows[row, codes.CODE])
    if code == MANOEUVRE.FORFEIT:
        step_forfeit(s, t, frame, row, f)
    elif code == MANOEUVRE.CHOOSE_NUMBER:
        step_number(s, t, frame, row, f)
    elif not is_worth_asking(s, t, row, code, f):
        pop(s)
    elif code == MANOEUVRE.MAY:
        ask(s, frame[Deed.seat], actions.MAY)
        offer(s, actions.MAY, 0, 1)
        offer(s, actions.MAY, 0, 0)
    elif code == MANOEUVRE.MUTE:
        figures = figures_of(s, t, np.int64(t.rows[row, columns.MUTE.FIGURES]), f)
        ask_figure(s, frame, mutable(s, 1 - own_role(s, f), figures))
    elif code == MANOEUVRE.SLAY:
        ask_victim(s, t, frame, row, f)
    elif code == MANOEUVRE.WITHDRAW:
        ask_way_out(s, t, frame, own_role(s, f))
    else:
        fail(s, Fault.WORD, code)


@kernel
def is_worth_asking(s, t, row, code, f):
    """Return whether there is anything to ask."""
    if code == MANOEUVRE.MAY:
        return is_bargain_of(s, t, row, f)
    if code == MANOEUVRE.SLAY:
        return victims_of(s, t, row, f) != 0
    return can_do(s, t, row, code, f)


@kernel
def answer_deed(s, t, kind, a, b):
    """Carry out the answer to what a manoeuvre asked."""
    frame = top(s)
    row = frame[Deed.row]
    f = frame[Deed.context]
    code = np.int64(t.rows[row, codes.CODE])
    if code == MANOEUVRE.FORFEIT:
        frame[Deed.left] -= 1
        forfeit(s, t, f, bit(a))
    elif code == MANOEUVRE.WITHDRAW:
        pop(s)
        withdraw(s, t, own_role(s, f), a)
    else:
        pop(s)
        if code == MANOEUVRE.CHOOSE_NUMBER:
            s.frames[f, Scope.x] = b
        elif code == MANOEUVRE.MUTE:
            s.muted |= bit(a)
        elif code == MANOEUVRE.MAY:
            if b == 1:
                carry_out_block(s, t, row, f)
        elif code == MANOEUVRE.SLAY:
            slay(s, t, row, f, kind, a)
        else:
            fail(s, Fault.ANSWER, kind)


@kernel
def step_number(s, t, frame, row, f):
    """Ask for a number; without a choice it is the most (BD-32)."""
    most = max(np.int64(0), evaluate(s, t, np.int64(t.rows[row, columns.CHOICE.MOST]), f))
    least = min(most, max(np.int64(0), evaluate(s, t, np.int64(t.rows[row, columns.CHOICE.LEAST]), f)))
    ask(s, frame[Deed.seat], actions.NUMBER)
    for n in range(least, most + 1):
        offer(s, actions.NUMBER, 0, n)


@kernel
def step_forfeit(s, t, frame, row, f):
    """Ask who gives up his Leadership, one after the other, if it is not everybody who can (BD-32)."""
    if frame[Deed.left] == 0:
        pop(s)
        return
    figures = figures_of(s, t, np.int64(t.rows[row, columns.FORFEIT.FIGURES]), f)
    able = payers(s, t, own_role(s, f), figures)
    if popcount(able) <= frame[Deed.left]:
        pop(s)
        forfeit(s, t, f, able)
    else:
        ask_figure(s, frame, able)


@kernel
def ask_figure(s, frame, figures):
    """Ask for a Character of a set."""
    ask(s, frame[Deed.seat], actions.FIGURE)
    offer_each(s, actions.FIGURE, 0, figures & (bit(FIGURE_N) - 1))


# Figures that are slain ----------------------------------------------------------------------------


@kernel
def ask_victim(s, t, frame, row, f):
    """Ask who is slain: a Character, a plain Nazgûl, or a Leader of a Nation (BD-34)."""
    found = victims_of(s, t, row, f)
    stand = np.int64(s.battle_stand[role_meant(s, np.int64(t.rows[row, columns.SLAY.WHO]), f)])
    ask_figure(s, frame, found)
    for nation in range(NATION_N):
        if has(found, LEADER) and count(s, stand, nation, PIECE.LEADER) > 0:
            offer(s, actions.TRIM, nation * PIECE_N + PIECE.LEADER, 0)
        if has(found, NAZGUL) and count(s, stand, nation, PIECE.NAZGUL) > 0:
            offer(s, actions.TRIM, nation * PIECE_N + PIECE.NAZGUL, 0)


@kernel
def slay(s, t, row, f, kind, a):
    """Eliminate the chosen figure; a Character is `figure` afterwards."""
    if kind == actions.FIGURE:
        s.frames[f, Scope.figure] = a
        put_figure(s, a, AWAY.DEAD)
        return
    s.frames[f, Scope.figure] = NONE
    stand = np.int64(s.battle_stand[role_meant(s, np.int64(t.rows[row, columns.SLAY.WHO]), f)])
    eliminate(s, stand, a // PIECE_N, a % PIECE_N, 1)


# Scouts --------------------------------------------------------------------------------------------


@kernel
def ask_way_out(s, t, frame, own):
    """Ask where the Army leaves to: a region beside it, or its Stronghold (BD-33)."""
    region = np.int64(s.battle_region)
    ask(s, frame[Deed.seat], actions.SCOUT)
    for k in range(t.near_n[region]):
        to = np.int64(t.near[region, k])
        if can_retreat_to(s, t, side_of_role(s, own), to):
            offer(s, actions.SCOUT, to, 0)
    if has_own_walls(s, t, own):
        offer(s, actions.SCOUT, box_of(t, region), 0)


@kernel
def withdraw(s, t, own, stand):
    """Let the Army leave; what the text does else does not happen, and the battle ends after this round."""
    end_text(s)
    frame = s.frames[find_frame(s, Battle.kind)]
    frame[Battle.step] = BATTLE_STEP.CARDS
    if stand < REGIONS:
        frame[Battle.then] = BATTLE_STEP.ADVANCE
        retreat(s, t, np.int64(s.battle_stand[own]), stand)
    else:
        frame[Battle.then] = BATTLE_STEP.BESIEGE
        note(s, EVENT.WITHDRAW, np.int64(s.battle_region), 0, 0)
