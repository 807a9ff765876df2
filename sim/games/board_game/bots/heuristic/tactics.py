"""Combat texts judged manoeuvre by manoeuvre: what they change about the hits of this round (BG-B4).

The numbers of the round lie in `m.fight`, see `rounds.FIGHTS`; a text changes them as its manoeuvres would,
and the round is worth what the mean hits of both sides are. Nothing of the state is changed for good.
"""

import numpy as np

from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.effects import codes
from mazarbul.sim.engine.bits import has, popcount
from mazarbul.sim.engine.machine import Rows, next_option
from mazarbul.sim.engine.stack import top
from mazarbul.sim.games.board_game.bots.heuristic.battle import danger_in, retreating
from mazarbul.sim.games.board_game.bots.heuristic.rounds import (
    FIGHTS,
    hit_chance,
    keep_round,
    load_round,
    mean_hits,
    restore_round,
    round_worth,
    truth,
)
from mazarbul.sim.games.board_game.bots.heuristic.worths import figure_worth, hit_worth
from mazarbul.sim.games.board_game.bots.weights import W
from mazarbul.sim.games.board_game.content import words
from mazarbul.sim.games.board_game.content.layout import TACTIC_SOURCE
from mazarbul.sim.games.board_game.frames import Deed, Scope
from mazarbul.sim.games.board_game.ids import FIGURE_N, NONE, ROLE, SIDE
from mazarbul.sim.games.board_game.rules import columns, combat
from mazarbul.sim.games.board_game.rules.conditions import evaluate, figures_of, role_meant
from mazarbul.sim.games.board_game.rules.manoeuvres import has_own_walls, mutable, payers, victims_of
from mazarbul.sim.games.board_game.rules.retreats import can_retreat_to
from mazarbul.sim.games.board_game.rules.scopes import try_scope
from mazarbul.sim.games.board_game.rules.sets import LEADER, NAZGUL
from mazarbul.sim.games.board_game.rules.stands import box_of

MANOEUVRE = words.MANOEUVRE

LIKELY = 0.3  # chance above which the first branch of an `if` is expected
MOST_NUMBER = 6
NO_WAY_OUT = -100.0


# A whole text --------------------------------------------------------------------------------------


@kernel
def tactic_worth(s, t, m, seat, card):
    """Return what the combat half of a card is worth in this round."""
    own = role_of(s, t, seat)
    source = TACTIC_SOURCE + np.int64(t.tactic[card])
    first = np.int64(t.effect_first[source])
    load_round(s, t, m)
    before = round_worth(s, t, m, own)
    for effect in range(first, first + t.effect_n[source]):
        f = try_scope(s, t, effect, card, np.int64(NONE), seat)
        judge_list(s, t, m, np.int64(t.effects[effect].do), np.int64(NONE), f, own)
    return round_worth(s, t, m, own) - before


@kernel
def role_of(s, t, seat):
    """Return the role of a seat in the battle."""
    return np.int64(ROLE.ATTACKER if t.seat_side[seat] == s.battle_side else ROLE.DEFENDER)


@kernel
def judge_list(s, t, m, row, stop, f, own):
    """Change the round in the mind as a list would, with the best number and the best bargains."""
    if row == NONE:
        return
    if t.rows[row, codes.CODE] == MANOEUVRE.CHOOSE_NUMBER:
        choose_best_number(s, t, m, row, stop, f, own)
        row += 1
    judge_rows(s, t, m, row, stop, f, own)


@kernel
def choose_best_number(s, t, m, row, stop, f, own):
    """Put the number for which the rest of a list is worth most into its scope."""
    least, most = range_of(s, t, row, f)
    best = most
    best_worth = 0.0
    keep_round(m)
    for x in range(least, min(most, np.int64(MOST_NUMBER)) + 1):
        s.frames[f, Scope.x] = x
        judge_rows(s, t, m, row + 1, stop, f, own)
        worth = round_worth(s, t, m, own)
        if x == least or worth > best_worth:
            best = np.int64(x)
            best_worth = worth
        restore_round(m)
    s.frames[f, Scope.x] = best


@kernel
def range_of(s, t, row, f):
    """Return (least, most) of a number that is chosen."""
    most = max(np.int64(0), evaluate(s, t, np.int64(t.rows[row, columns.CHOICE.MOST]), f))
    least = max(np.int64(0), evaluate(s, t, np.int64(t.rows[row, columns.CHOICE.LEAST]), f))
    return min(least, most), most


@kernel
def judge_rows(s, t, m, row, stop, f, own):
    """Change the round in the mind as the rows of a list would."""
    while row != stop and t.rows[row, codes.CODE] != codes.END:
        code = np.int64(t.rows[row, codes.CODE])
        if code == codes.JUMP:
            m.fight[FIGHTS.CHANCE] = 1.0
            row = np.int64(t.rows[row, codes.JUMP_ROW])
        elif code == codes.IF:
            chance = truth(s, t, m, np.int64(t.rows[row, codes.IF_VALUE]), f, own)
            m.fight[FIGHTS.CHANCE] = chance if chance >= LIKELY else 1.0
            row = row + 1 if chance >= LIKELY else np.int64(t.rows[row, codes.IF_ELSE])
        elif code == MANOEUVRE.CHOOSE:
            judge_choice(s, t, m, row, f, own)
            row = np.int64(t.rows[row, codes.BLOCK_END])
        elif code == MANOEUVRE.MAY:
            try_bargain(s, t, m, row, f, own)
            row = np.int64(t.rows[row, codes.BLOCK_END])
        else:
            if code >= codes.FIRST_CODE and code != MANOEUVRE.OPTION:
                judge_row(s, t, m, row, code, f, own)
            row += 1


@kernel
def judge_plain(s, t, m, row, stop, f, own):
    """Change the round as the rows of an option would; they have no choices of their own."""
    while row < stop:
        code = np.int64(t.rows[row, codes.CODE])
        if code >= codes.FIRST_CODE:
            judge_row(s, t, m, row, code, f, own)
        row += 1


@kernel
def judge_choice(s, t, m, row, f, own):
    """Change the round as the best option of a choice would."""
    keep_round(m)
    best = np.int64(NONE)
    best_worth = 0.0
    option = next_option(t, row, np.int64(NONE))
    while option != NONE:
        judge_plain(s, t, m, option + 1, np.int64(t.rows[option, codes.BLOCK_END]), f, own)
        worth = round_worth(s, t, m, own)
        restore_round(m)
        if best == NONE or worth > best_worth:
            best = option
            best_worth = worth
        option = next_option(t, row, option)
    if best != NONE:
        judge_plain(s, t, m, best + 1, np.int64(t.rows[best, codes.BLOCK_END]), f, own)


@kernel
def try_bargain(s, t, m, row, f, own):
    """Change the round as the list of a `may` would, if that is for the better."""
    keep_round(m)
    before = round_worth(s, t, m, own)
    judge_plain(s, t, m, row + 1, np.int64(t.rows[row, codes.BLOCK_END]), f, own)
    if round_worth(s, t, m, own) <= before:
        restore_round(m)


# Manoeuvres ----------------------------------------------------------------------------------------


@kernel
def judge_row(s, t, m, row, code, f, own):
    """Change the round in the mind as one manoeuvre would."""
    chance = m.fight[FIGHTS.CHANCE]
    if code == MANOEUVRE.ADD:
        judge_add(s, t, m, row, f, chance)
    elif code == MANOEUVRE.FEWER_DICE or code == MANOEUVRE.MOST_DICE:
        n = 1.0 * evaluate(s, t, np.int64(t.rows[row, columns.OF_DICE.N]), f)
        role = role_meant(s, np.int64(t.rows[row, columns.OF_DICE.WHO]), f)
        dice = m.fight[FIGHTS.DICE + role]
        fewer = dice - max(1.0, dice - n) if code == MANOEUVRE.FEWER_DICE else dice - min(dice, max(1.0, n))
        m.fight[FIGHTS.DICE + role] = dice - chance * fewer
    elif code == MANOEUVRE.NO_REROLL:
        role = role_meant(s, np.int64(t.rows[row, columns.NO_REROLL.WHO]), f)
        m.fight[FIGHTS.LEAD + role] *= 1.0 - chance
    elif code == MANOEUVRE.CANCEL_CARD:
        if own == ROLE.ATTACKER or s.combat_card[ROLE.ATTACKER] != NONE:
            share = 1.0 if own == ROLE.DEFENDER else m.w[W.CARD_EXPECTED]
            m.fight[FIGHTS.OTHER] += chance * share * m.w[W.CANCELLED]
    elif code == MANOEUVRE.ONES_BACKFIRE:
        m.fight[FIGHTS.HITS + own] += chance * m.fight[FIGHTS.DICE + 1 - own] / 6.0
    elif code == MANOEUVRE.NO_NAZGUL_LEADERSHIP:
        lost = combat.nazgul_leadership(s, t, np.int64(1 - own))
        m.fight[FIGHTS.LEAD + 1 - own] -= min(1.0 * lost, m.fight[FIGHTS.LEAD + 1 - own])
        m.fight[FIGHTS.OTHER] += m.w[W.CANCELLED] * min(1.0, 0.34 * lost)
    elif code == MANOEUVRE.WITHDRAW:
        m.fight[FIGHTS.OTHER] += escaping(s, t, m, combat.side_of_role(s, own)) - m.w[W.ESCAPE]
    elif code == MANOEUVRE.FORFEIT or code == MANOEUVRE.MUTE or code == MANOEUVRE.SLAY:
        judge_figures(s, t, m, row, code, f, own, chance)
    elif code != MANOEUVRE.CHOOSE_NUMBER:
        judge_number(s, t, m, row, code, f, own, chance)


@kernel
def escaping(s, t, m, side):
    """Return what it is worth to a defender to leave the battle at once: by the best way out."""
    region = np.int64(s.battle_region)
    best = NO_WAY_OUT
    for k in range(t.near_n[region]):
        to = np.int64(t.near[region, k])
        if can_retreat_to(s, t, side, to):
            best = max(best, retreating(s, t, m, side, to))
    if has_own_walls(s, t, np.int64(ROLE.DEFENDER)):
        best = max(best, retreating(s, t, m, side, np.int64(box_of(t, region))))
    return best + danger_in(s, t, m, side)


@kernel
def judge_add(s, t, m, row, f, chance):
    """Add to the dice of one side or both."""
    n = chance * evaluate(s, t, np.int64(t.rows[row, columns.BONUS.N]), f)
    rolls = np.int64(t.rows[row, columns.BONUS.ON])
    who = np.int64(t.rows[row, columns.BONUS.WHO])
    for role in range(2):
        if who == words.BOTH_SIDES or role_meant(s, who, f) == role:
            if rolls & words.ROLL.ROLL != 0:
                m.fight[FIGHTS.ROLL + role] += n
            if rolls & words.ROLL.REROLL != 0:
                m.fight[FIGHTS.AGAIN + role] += n


@kernel
def judge_number(s, t, m, row, code, f, own, chance):
    """Change the hits of the round as a manoeuvre with a number would."""
    n = 1.0 * evaluate(s, t, np.int64(t.rows[row, columns.MEASURE.N]), f)
    if code == MANOEUVRE.STRIKE:
        at_least = evaluate(s, t, np.int64(t.rows[row, columns.STRIKE.AT_LEAST]), f)
        needed = at_least if at_least > 0 else combat.hit_number(s, t, own)
        m.fight[FIGHTS.HITS + own] += chance * n * hit_chance(np.float64(needed), 0.0)
    elif code == MANOEUVRE.MORE_HITS:
        m.fight[FIGHTS.HITS + own] += chance * n
    elif code == MANOEUVRE.CANCEL_HITS:
        m.fight[FIGHTS.HITS + 1 - own] -= chance * min(n, mean_hits(s, t, m, np.int64(1 - own)))
    elif code == MANOEUVRE.CONVERT:
        chance *= 1.0 - hit_chance(np.float64(combat.hit_number(s, t, own)), 0.0) * m.w[W.AGAIN_SHARE]
        m.fight[FIGHTS.HITS + own] += chance * min(n, 0.7 * m.fight[FIGHTS.DICE + own])
    elif code == MANOEUVRE.FORFEIT_POINTS:
        m.fight[FIGHTS.LEAD + own] = max(0.0, m.fight[FIGHTS.LEAD + own] - chance * n)
    elif code == MANOEUVRE.SUFFER:
        n = min(n, m.fight[FIGHTS.LEFT + own] - 1.0)
        m.fight[FIGHTS.OTHER] -= chance * n * (hit_worth(m, combat.side_of_role(s, own)) + m.fight_gain)


@kernel
def judge_figures(s, t, m, row, code, f, own, chance):
    """Change the round as giving up Leadership, muting or slaying would."""
    if code == MANOEUVRE.FORFEIT:
        able = payers(s, t, own, figures_of(s, t, np.int64(t.rows[row, columns.FORFEIT.FIGURES]), f))
        n = min(evaluate(s, t, np.int64(t.rows[row, columns.FORFEIT.N]), f), popcount(able))
        m.fight[FIGHTS.LEAD + own] = max(0.0, m.fight[FIGHTS.LEAD + own] - 1.0 * n)
        if able == 0:
            m.fight[FIGHTS.OTHER] -= m.w[W.CANCELLED]
        return
    if code == MANOEUVRE.MUTE:
        figures = mutable(s, 1 - own, figures_of(s, t, np.int64(t.rows[row, columns.MUTE.FIGURES]), f))
        most = np.int64(0)
        for figure in range(FIGURE_N):
            if has(figures, figure):
                most = max(most, np.int64(t.leadership[figure]))
        m.fight[FIGHTS.LEAD + 1 - own] = max(0.0, m.fight[FIGHTS.LEAD + 1 - own] - 1.0 * most)
        return
    found = victims_of(s, t, row, f)
    role = role_meant(s, np.int64(t.rows[row, columns.SLAY.WHO]), f)
    side = combat.side_of_role(s, role)
    if found == 0:
        if role == own:
            m.fight[FIGHTS.OTHER] -= m.w[W.CANCELLED]
        return
    victim = chosen_victim(s, t, m, found, role == own)
    if victim < FIGURE_N:
        s.frames[f, Scope.figure] = victim
    worth = victim_worth(s, t, m, victim, side)
    m.fight[FIGHTS.OTHER] += chance * (worth if role != own else -worth)


@kernel
def victim_worth(s, t, m, victim, side):
    """Return what a figure that can be slain is worth to its side."""
    if victim == LEADER or victim == NAZGUL:
        return m.w[W.LEADER] if side == SIDE.FREE_PEOPLES else m.w[W.NAZGUL]
    return figure_worth(s, t, m, victim)


@kernel
def chosen_victim(s, t, m, found, is_own):
    """Return who of a set is slain: the best of the enemy, the least of the own side."""
    best = np.int64(NONE)
    best_worth = 0.0
    for figure in range(LEADER + 1):
        if has(found, figure):
            side = np.int64(t.figure_side[figure]) if figure < FIGURE_N else np.int64(figure == NAZGUL)
            worth = victim_worth(s, t, m, np.int64(figure), side)
            if is_own:
                worth = -worth
            if best == NONE or worth > best_worth:
                best = np.int64(figure)
                best_worth = worth
    return best


# Answers -------------------------------------------------------------------------------------------


@kernel
def score_tactic(s, t, m, seat, card, keep):
    """Return the score of a Combat card, of none with NONE. keep: what the card is worth in hand."""
    if card == NONE:
        return 0.0
    return tactic_worth(s, t, m, seat, card) - keep


@kernel
def list_of_battle(s, t, m, seat, row, stop, f):
    """Return what a list of manoeuvres is worth to a seat now."""
    own = role_of(s, t, seat)
    load_round(s, t, m)
    before = round_worth(s, t, m, own)
    judge_list(s, t, m, row, stop, f, own)
    return round_worth(s, t, m, own) - before


@kernel
def number_in_battle(s, t, m, seat, x):
    """Return the score of a number that a Combat text asks for: what the rest of its list is worth then."""
    frame = top(s)
    f = np.int64(frame[Deed.context])
    row = np.int64(frame[Deed.row])
    before = s.frames[f, Scope.x]
    s.frames[f, Scope.x] = x
    own = role_of(s, t, seat)
    load_round(s, t, m)
    stop = np.int64(s.frames[f, Rows.stop])
    judge_rows(s, t, m, row + 1, stop, f, own)
    s.frames[f, Scope.x] = before
    return round_worth(s, t, m, own)


@kernel
def figure_in_battle(s, t, m, seat, figure):
    """Return the score of a Character whom a Combat text asks for: the enemy's best, the own side's least."""
    code = np.int64(t.rows[top(s)[Deed.row], codes.CODE])
    worth = figure_worth(s, t, m, figure)
    if code == MANOEUVRE.FORFEIT:
        return -1.0 * t.leadership[figure]
    if code == MANOEUVRE.MUTE:
        return 1.0 * t.leadership[figure] + 0.01 * worth
    return worth if t.figure_side[figure] != t.seat_side[seat] else -worth
