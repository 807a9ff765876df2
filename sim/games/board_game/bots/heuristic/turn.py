"""What to do with a die, and which one pays (BG-B15, BG-B17, BG-B32, BG-B33)."""

import numpy as np

from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.engine.actions import a_of, b_of, kind_of
from mazarbul.sim.games.board_game import actions
from mazarbul.sim.games.board_game.bots.features import CORRUPTION, IN_MORDOR
from mazarbul.sim.games.board_game.bots.heuristic.armies import find_attacks, find_marches
from mazarbul.sim.games.board_game.bots.heuristic.cards import score_card
from mazarbul.sim.games.board_game.bots.heuristic.fellowship import score_fellowship
from mazarbul.sim.games.board_game.bots.heuristic.mustering import (
    find_recruits,
    minion_worth,
    rouse_worth,
    voice_worth,
    war_worth,
)
from mazarbul.sim.games.board_game.bots.heuristic.riding import ride_worth
from mazarbul.sim.games.board_game.bots.weights import W
from mazarbul.sim.games.board_game.ids import FACE, NONE, SIDE
from mazarbul.sim.games.board_game.rules.options import is_led

NEVER = -1000.0  # worth of what cannot be done
UNKNOWN = -5000.0  # worth of a kind of action that has not been judged yet


@kernel
def score_turn(s, t, m, seat):
    """Fill the scores of the actions of a turn.

    The score of an action is its worth, less what its die could do otherwise, as far as that is more.
    """
    begin_turn(m)
    m.best_of[:] = 0.0
    for i in range(s.option_n):
        action = np.int64(s.options[i])
        kind = kind_of(action)
        face = b_of(action)
        m.worth[i] = action_worth(s, t, m, seat, kind, a_of(action), face)
        if kind != actions.PASS and kind != actions.RING and kind != actions.WASTE:
            m.best_of[face] = max(m.best_of[face], m.worth[i])
    best = 0.0
    for i in range(s.option_n):
        action = np.int64(s.options[i])
        m.score[i] = priced(m, kind_of(action), b_of(action), m.worth[i])
        best = max(best, m.score[i])
    for i in range(s.option_n):
        action = np.int64(s.options[i])
        if kind_of(action) == actions.RING:
            m.score[i] = ring_score(s, m, a_of(action), b_of(action), best)


@kernel
def begin_turn(m):
    """Forget what was found for the actions of the decision before."""
    m.march_two = UNKNOWN
    m.strike_any = UNKNOWN
    m.muster_best = UNKNOWN
    m.ride_best = UNKNOWN


@kernel
def priced(m, kind, face, worth):
    """Return the score of an action: its worth, less the price of its die."""
    if kind == actions.PASS:
        return m.w[W.PASS]
    if kind == actions.RING:
        return NEVER
    if kind == actions.WASTE:
        return -flexibility(m, face)
    return worth - m.w[W.REGRET] * max(m.best_of[face] - worth, 0.0) - flexibility(m, face)


@kernel
def flexibility(m, face):
    """Return the cost of a die that can be used as several results."""
    if face == FACE.WILL:
        return 3.0 * m.w[W.FLEXIBLE]
    return m.w[W.FLEXIBLE] if face == FACE.ARMY_MUSTER else 0.0


@kernel
def action_worth(s, t, m, seat, kind, a, face):
    """Return the worth of an action of a turn, whatever its die could do otherwise."""
    if kind == actions.MOVE:
        if m.march_two == UNKNOWN:
            find_marches(s, t, m, seat)
        return m.march_led if is_led(t, face) == 1 else m.march_two
    if kind == actions.ATTACK:
        if m.strike_any == UNKNOWN:
            find_attacks(s, t, m, seat)
        return m.strike_led if is_led(t, face) == 1 else m.strike_any
    if kind == actions.MUSTER:
        if m.muster_best == UNKNOWN:
            m.muster_best = find_recruits(s, t, m, seat)
        return m.muster_best
    if kind == actions.RIDE:
        if m.ride_best == UNKNOWN:
            m.ride_best = ride_worth(s, t, m, seat)
        return m.ride_best
    if kind == actions.POLITICS:
        return war_worth(s, t, m, a)
    if kind == actions.ROUSE:
        return rouse_worth(s, t, m, a)
    if kind == actions.MINION:
        return minion_worth(s, t, m, a)
    if kind == actions.VOICE:
        return voice_worth(s, t, m, a)
    return other_worth(s, t, m, seat, kind, a, face)


@kernel
def other_worth(s, t, m, seat, kind, a, face):
    """Return the worth of an action of the Fellowship or with a card."""
    if kind == actions.PLAY or kind == actions.FORCE or kind == actions.DRAW:
        return score_card(s, t, m, seat, kind, a, face)
    return score_fellowship(s, t, m, seat, kind, a, face)


# Elven Rings ---------------------------------------------------------------------------------------


@kernel
def ring_score(s, m, face, to, best):
    """Return the score of an Elven Ring. best: of the actions that need none (BG-B17, BG-B32)."""
    if s.turn < m.w[W.RING_LATE] or face == FACE.WILL:
        return NEVER
    gain = free_ring(s, m, to) if m.side == SIDE.FREE_PEOPLES else shadow_ring(s, m, to)
    gain -= max(m.best_of[face], 0.0)
    return best + gain if gain > 0.0 else NEVER


@kernel
def free_ring(s, m, to):
    """Return what a Ring of the Free Peoples is worth with a result: a Character result they lack."""
    n = np.int64(s.dice[SIDE.FREE_PEOPLES, FACE.CHARACTER] + s.dice[SIDE.FREE_PEOPLES, FACE.WILL])
    if to != FACE.CHARACTER or n > 0:
        return NEVER
    if s.is_hidden == 0:
        return m.w[W.RING_HIDE]
    if m.ring_plan == IN_MORDOR:
        return m.w[W.RING_MORDOR]
    return m.w[W.RING_WALK] if m.hunt_level <= 1 else NEVER


@kernel
def shadow_ring(s, m, to):
    """Return what a Ring of the Shadow is worth with a result: an Eye, or an attack that may win the war."""
    if to == FACE.EYE:
        is_due = m.ring_plan == IN_MORDOR and s.is_hidden == 1
        return m.w[W.RING_EYE] if is_due and m.shadow_plan == CORRUPTION else NEVER
    if to != FACE.ARMY or s.dice[SIDE.SHADOW, FACE.ARMY] + s.dice[SIDE.SHADOW, FACE.ARMY_MUSTER] > 0:
        return NEVER
    target = np.int64(m.target[SIDE.SHADOW])
    is_last = target != NONE and m.lacking[SIDE.SHADOW] <= 2.0 and m.target_distance[SIDE.SHADOW] <= 1
    return m.w[W.RING_WIN] if is_last else NEVER
