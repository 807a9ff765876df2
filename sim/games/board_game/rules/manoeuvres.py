"""Whether a manoeuvre could do anything now (BG-12, words_of_battles.py).

What an option or a `may` of a battle offers is one bargain: it can be had only if each of its statements can
do something, for a price that buys nothing is not paid, and nothing is had without its price.
"""

import numpy as np

from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.effects import codes
from mazarbul.sim.engine.actions import NONE
from mazarbul.sim.engine.bits import bit, has, lowest_bit, popcount
from mazarbul.sim.games.board_game.content import words
from mazarbul.sim.games.board_game.content.triggers import ON
from mazarbul.sim.games.board_game.frames import Scope
from mazarbul.sim.games.board_game.ids import BATTLE, FIGURE, FIGURE_N, ROLE, SETTLEMENT, SIDE
from mazarbul.sim.games.board_game.rules import columns, combat
from mazarbul.sim.games.board_game.rules.combat import side_of_role
from mazarbul.sim.games.board_game.rules.conditions import evaluate, figures_of, role_meant
from mazarbul.sim.games.board_game.rules.control import is_besieged
from mazarbul.sim.games.board_game.rules.feasible import row_after, scratch
from mazarbul.sim.games.board_game.rules.losses import hit_points
from mazarbul.sim.games.board_game.rules.retreats import can_retreat_to
from mazarbul.sim.games.board_game.rules.sets import LEADER, NAZGUL
from mazarbul.sim.games.board_game.rules.stands import figures_at

MANOEUVRE = words.MANOEUVRE


@kernel
def has_manoeuvres(t, effect):
    """Return whether a text is made of manoeuvres: those of tactics, and at the start of battles."""
    return t.effects[effect].on == NONE or t.effects[effect].on == ON.BATTLE_START


@kernel
def own_role(s, f):
    """Return the role of the side that uses a text."""
    return role_meant(s, words.SIDE.OWN, f)


# Whom they can be about ----------------------------------------------------------------------------


@kernel
def payers(s, t, role, figures):
    """Return those of some Characters who can give up their Leadership now (BG-12.5)."""
    found = np.int64(0)
    lost = np.int64(s.forfeits[role]) | np.int64(s.muted) | np.int64(s.rider)
    if s.no_nazgul == 1:
        lost |= bit(FIGURE.WITCH_KING)
    here = figures_at(s, np.int64(s.battle_stand[role]), side_of_role(s, role))
    for figure in range(FIGURE_N):
        if has(figures & here & ~lost, figure) and t.leadership[figure] > 0:
            found |= bit(figure)
    return found


@kernel
def mutable(s, role, figures):
    """Return those of some Characters of a role who can be muted."""
    return figures & figures_at(s, np.int64(s.battle_stand[role]), side_of_role(s, role)) & ~np.int64(s.muted)


@kernel
def victims(s, t, role, figures, level):
    """Return those of some figures of a role who can be slain; a Level is the most for Characters only."""
    stand = np.int64(s.battle_stand[role])
    side = side_of_role(s, role)
    found = np.int64(0)
    for figure in range(FIGURE_N):
        if has(figures & figures_at(s, stand, side), figure) and t.level[figure] <= level:
            found |= bit(figure)
    if side == SIDE.SHADOW and has(figures, NAZGUL) and s.nazgul[stand] > 0:
        found |= bit(NAZGUL)
    if side == SIDE.FREE_PEOPLES and has(figures, LEADER) and s.leader_n[stand] > 0:
        found |= bit(LEADER)
    return found


@kernel
def victims_of(s, t, row, f):
    """Return those whom a `slay` can be about."""
    role = role_meant(s, np.int64(t.rows[row, columns.SLAY.WHO]), f)
    level = evaluate(s, t, np.int64(t.rows[row, columns.SLAY.LEVEL]), f)
    return victims(s, t, role, figures_of(s, t, np.int64(t.rows[row, columns.SLAY.FIGURES]), f), level)


@kernel
def has_own_walls(s, t, role):
    """Return whether a defender in the field is at a Stronghold of his that is not besieged (BG-13.3)."""
    region = np.int64(s.battle_region)
    return (
        s.battle == BATTLE.FIELD
        and role == ROLE.DEFENDER
        and s.control[region] == side_of_role(s, role)
        and t.settlement[region] == SETTLEMENT.STRONGHOLD
        and not is_besieged(s, t, region)
    )


@kernel
def can_withdraw(s, t, role):
    """Return whether a defender can leave the battle at once (BD-33)."""
    if s.battle == BATTLE.ASSAULT or role != ROLE.DEFENDER:
        return False
    found = has_own_walls(s, t, role)
    region = np.int64(s.battle_region)
    for k in range(t.near_n[region]):
        found = found or can_retreat_to(s, t, side_of_role(s, role), np.int64(t.near[region, k]))
    return found


@kernel
def missed(s, role):
    """Return the dice of a role's Combat roll that can be rolled again or changed (BG-11.10)."""
    return np.int64(s.roll_n[role]) - np.int64(s.roll_hits[role]) - np.int64(s.backfired[role])


# Statements ----------------------------------------------------------------------------------------


@kernel
def number_of(s, t, row, f):
    """Return the number of a manoeuvre that has only that."""
    return evaluate(s, t, np.int64(t.rows[row, columns.MEASURE.N]), f)


@kernel
def can_do(s, t, row, code, f):
    """Return whether a manoeuvre could do something; what it picks or chooses is in the scope afterwards."""
    own = own_role(s, f)
    if code == MANOEUVRE.CHOOSE_NUMBER:
        most = evaluate(s, t, np.int64(t.rows[row, columns.CHOICE.MOST]), f)
        s.frames[f, Scope.x] = max(np.int64(0), most)
        return True
    if code == MANOEUVRE.SLAY:
        found = victims_of(s, t, row, f)
        s.frames[f, Scope.figure] = lowest_bit(found) if found & (bit(FIGURE_N) - 1) != 0 else NONE
        return found != 0
    if code == MANOEUVRE.MUTE:
        figures = figures_of(s, t, np.int64(t.rows[row, columns.MUTE.FIGURES]), f)
        return mutable(s, 1 - own, figures) != 0
    if code == MANOEUVRE.WITHDRAW:
        return can_withdraw(s, t, own)
    if code == MANOEUVRE.CANCEL_CARD:
        return s.combat_card[1 - own] != NONE and s.is_cancelled[1 - own] == 0
    if code == MANOEUVRE.ONES_BACKFIRE:
        return s.ones[1 - own] > 0
    if code == MANOEUVRE.NO_NAZGUL_LEADERSHIP:
        return s.no_nazgul == 0
    if code == MANOEUVRE.FORFEIT or code == MANOEUVRE.FORFEIT_POINTS:
        return can_pay(s, t, row, code, f)
    return can_count(s, t, row, code, f)


@kernel
def can_count(s, t, row, code, f):
    """Return whether a manoeuvre about dice and hits could do something."""
    own = own_role(s, f)
    if code == MANOEUVRE.NO_REROLL:
        return s.no_again[role_meant(s, np.int64(t.rows[row, columns.NO_REROLL.WHO]), f)] == 0
    if code == MANOEUVRE.ADD:
        return evaluate(s, t, np.int64(t.rows[row, columns.BONUS.N]), f) != 0
    if code == MANOEUVRE.FEWER_DICE or code == MANOEUVRE.MOST_DICE:
        return evaluate(s, t, np.int64(t.rows[row, columns.OF_DICE.N]), f) > 0
    n = number_of(s, t, row, f)
    if code == MANOEUVRE.STRIKE:
        return n > 0
    if code == MANOEUVRE.MORE_HITS:
        return n > 0 or (n < 0 and combat.waiting_hits(s, own) >= -n)
    if code == MANOEUVRE.CANCEL_HITS:
        return n > 0 and combat.waiting_hits(s, 1 - own) > 0
    if code == MANOEUVRE.CONVERT:
        return n > 0 and missed(s, own) > 0
    return n > 0 and hit_points(s, np.int64(s.battle_stand[own])) > 1  # SUFFER


@kernel
def can_pay(s, t, row, code, f):
    """Return whether the Leadership that a manoeuvre asks for can be given up in full (BG-12.5)."""
    own = own_role(s, f)
    if code == MANOEUVRE.FORFEIT_POINTS:
        n = number_of(s, t, row, f)
        return 0 < n <= combat.nazgul_leadership(s, t, own)
    return price_of(s, t, row, f) > 0


@kernel
def price_of(s, t, row, f):
    """Return how many Characters give up their Leadership by a `forfeit`, 0 if there are too few."""
    n = evaluate(s, t, np.int64(t.rows[row, columns.FORFEIT.N]), f)
    figures = figures_of(s, t, np.int64(t.rows[row, columns.FORFEIT.FIGURES]), f)
    able = popcount(payers(s, t, own_role(s, f), figures))
    if n == words.ALL:
        return able
    return n if able >= n else np.int64(0)


# Lists ---------------------------------------------------------------------------------------------


@kernel
def is_bargain(s, t, row, stop, f):
    """Return whether each statement of a list, up to `stop` (NONE: its end), could do something."""
    above = scratch(s, f)
    while row != stop and t.rows[row, codes.CODE] != codes.END:
        code = np.int64(t.rows[row, codes.CODE])
        if code >= codes.FIRST_CODE and has(words.MANOEUVRE_BLOCKS, code):
            row = np.int64(t.rows[row, codes.BLOCK_END])
            continue
        if code >= codes.FIRST_CODE and not can_do(s, t, row, code, above):
            return False
        row = row_after(s, t, row, code, above)
    return True


@kernel
def is_bargain_of(s, t, option, f):
    """Return whether an option, or the list of a `may`, can be had."""
    return is_bargain(s, t, option + 1, np.int64(t.rows[option, codes.BLOCK_END]), f)
