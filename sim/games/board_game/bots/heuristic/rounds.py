"""A round of battle in the mind: its numbers, the mean hits that follow, what it is worth (BG-B4)."""

import numpy as np

from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.engine.declared import numbered
from mazarbul.sim.engine.machine import is_constant
from mazarbul.sim.games.board_game.bots.heuristic.battle import gain_in, load_battle
from mazarbul.sim.games.board_game.bots.heuristic.fields import FIGHTS_N
from mazarbul.sim.games.board_game.bots.heuristic.odds import might_of
from mazarbul.sim.games.board_game.bots.heuristic.worths import hit_worth
from mazarbul.sim.games.board_game.bots.weights import W
from mazarbul.sim.games.board_game.rules import combat
from mazarbul.sim.games.board_game.rules.conditions import evaluate
from mazarbul.sim.games.board_game.rules.seats import enemy_of

#: Numbers of a round, of the attacker and the defender: Combat dice, Leadership, additions to the roll and to
#: the re-roll, hits beside the dice, hits points that are left; then other things the own side wins, and the
#: chance that the rows being judged are carried out.
FIGHTS = numbered(
    "Fights",
    (
        "DICE", "DICE_2", "LEAD", "LEAD_2", "ROLL", "ROLL_2", "AGAIN", "AGAIN_2", "HITS", "HITS_2",
        "LEFT", "LEFT_2", "OTHER", "CHANCE",
    ),
)  # fmt: skip


# The round -----------------------------------------------------------------------------------------


@kernel
def load_round(s, t, m):
    """Put the round at work, as it is now, into the mind."""
    load_battle(s, t, m)
    for role in range(2):
        m.fight[FIGHTS.DICE + role] = combat.combat_dice(s, t, role)
        m.fight[FIGHTS.LEAD + role] = 0.0 if s.no_again[role] == 1 else m.lead_in[role]
        m.fight[FIGHTS.ROLL + role] = s.roll_bonus[role]
        m.fight[FIGHTS.AGAIN + role] = s.again_bonus[role]
        m.fight[FIGHTS.HITS + role] = 1.0 * s.more_hits[role] - s.less_hits[role]
        m.fight[FIGHTS.LEFT + role] = m.units_in[role] + m.elites_in[role]
    m.fight[FIGHTS.OTHER] = 0.0
    m.fight[FIGHTS.CHANCE] = 1.0
    gain = gain_in(s, t, m, np.int64(s.battle_side))
    mine = might_of(m, np.int64(m.units_in[0]), np.int64(m.elites_in[0]))
    theirs = might_of(m, np.int64(m.units_in[1]), np.int64(m.elites_in[1]))
    m.fight_gain = m.w[W.SWING] * gain / (1.0 + 0.5 * (mine + theirs))


@kernel
def hit_chance(needed, bonus):
    """Return the chance that a Combat die hits (BG-11.8)."""
    return min(5.0, max(1.0, 7.0 - needed + bonus)) / 6.0


@kernel
def mean_hits(s, t, m, role):
    """Return the mean hits of a role in the round of the mind; dice that lie already count as they are."""
    needed = np.float64(combat.hit_number(s, t, role))
    again = hit_chance(needed, m.fight[FIGHTS.AGAIN + role])
    is_rolled = s.roll_n[role] > 0
    dice = 1.0 * s.roll_n[role] if is_rolled else m.fight[FIGHTS.DICE + role]
    hits = 1.0 * s.roll_hits[role] if is_rolled else dice * hit_chance(needed, m.fight[FIGHTS.ROLL + role])
    if s.again_n[role] > 0:
        hits += 1.0 * s.again_hits[role]
    else:
        hits += min(m.fight[FIGHTS.LEAD + role], dice - hits) * again
    return max(0.0, hits + m.fight[FIGHTS.HITS + role])


@kernel
def round_worth(s, t, m, own):
    """Return what the round in the mind is worth to a role."""
    side = combat.side_of_role(s, own)
    mine = min(mean_hits(s, t, m, own), m.fight[FIGHTS.LEFT + 1 - own])
    theirs = min(mean_hits(s, t, m, np.int64(1 - own)), m.fight[FIGHTS.LEFT + own])
    worth = mine * (hit_worth(m, enemy_of(side)) + m.fight_gain)
    return worth - theirs * (hit_worth(m, side) + m.fight_gain) + m.fight[FIGHTS.OTHER]


@kernel
def keep_round(m):
    """Keep the round in the mind for `restore_round`."""
    for i in range(FIGHTS_N):
        m.kept_fight[i] = m.fight[i]


@kernel
def restore_round(m):
    """Put the kept round back."""
    for i in range(FIGHTS_N):
        m.fight[i] = m.kept_fight[i]


# Conditions ----------------------------------------------------------------------------------------


@kernel
def truth(s, t, m, value, f, own):
    """Return the chance that a condition will hold; before dice lie, hits of the round are guessed."""
    if is_constant(value):
        return 1.0 if value != 0 else 0.0
    if s.roll_n[0] + s.roll_n[1] > 0:
        return 1.0 if evaluate(s, t, value, f) != 0 else 0.0
    low = held_with(s, t, m, value, f, own, False, False)
    roll = held_with(s, t, m, value, f, own, True, False)
    if low and roll:
        return 1.0
    if roll:
        return m.w[W.HITS_AT_ALL]
    if held_with(s, t, m, value, f, own, True, True):
        return chance_of_again(s, t, m, own)
    return 0.0


@kernel
def held_with(s, t, m, value, f, own, with_roll, with_again):
    """Return whether a condition would hold with the mean hits of the rolls; the state is as before then."""
    for role in range(2):
        hits = mean_hits(s, t, m, np.int64(role))
        s.roll_hits[role] = max(1, np.int64(hits + 0.5)) if with_roll else 0
        s.again_hits[role] = 1 if with_again and role == own and m.fight[FIGHTS.LEAD + own] >= 1.0 else 0
    found = evaluate(s, t, value, f) != 0
    s.roll_hits[:] = 0
    s.again_hits[:] = 0
    return found


@kernel
def chance_of_again(s, t, m, own):
    """Return the chance that the Leader re-roll hits."""
    missed = 0.6 * m.fight[FIGHTS.DICE + own]
    dice = min(m.fight[FIGHTS.LEAD + own], missed)
    chance = hit_chance(np.float64(combat.hit_number(s, t, own)), m.fight[FIGHTS.AGAIN + own])
    return min(1.0, dice * chance)
