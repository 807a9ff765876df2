"""The bots of the Courier: what they avoid, what they weigh, and what they choose."""

from __future__ import annotations

import numpy as np

from mazarbul.sim.bots.bound import blunders, narrowing, widen
from mazarbul.sim.bots.mind import mind_fields
from mazarbul.sim.bots.random_bot import random_index
from mazarbul.sim.bots.weights import Weights
from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.engine import sets
from mazarbul.sim.engine.actions import a_of, b_of, kind_of
from mazarbul.sim.engine.bits import has
from tests.courier import actions
from tests.courier.ids import NONE, OPTIONS, REGIONS, SEATS, STREAM_BLUNDER, STREAM_BOT, WORDS
from tests.courier.moves import gap

RANDOM, HEURISTIC = range(2)
POLICIES = {"random": RANDOM, "heuristic": HEURISTIC}

WEIGHTS = Weights(
    "one step nearer to the aim",
    ("danger", 2.0, "cost of being within a step of a rider"),
    ("card", 0.6, "worth of playing a card"),
    ("search", 4.0, "worth of searching where the courier may be"),
)
W = WEIGHTS.index

MIND = np.dtype(
    [
        *mind_fields(SEATS, len(WEIGHTS), OPTIONS),
        ("no_card", "i8", (SEATS,)),  # [seat] set of cards it avoids
        ("no_region", "i8", (SEATS, WORDS)),  # [seat] set of regions it avoids
    ],
    align=True,
)


@kernel
def prepare(t, m):
    """Fill the part of a mind that is the same for all games; here it is empty."""
    m.option_n = 0


@kernel
def choose(s, t, m):
    """Return the action of the deciding seat."""
    seat = np.int64(s.actor)
    is_bound = m.is_bound[seat] != 0
    if is_bound:
        narrow(s, t, m, seat)
    if m.policy[seat] == RANDOM or (is_bound and blunders(s, m, seat, STREAM_BLUNDER + seat)):
        i = random_index(s.seed, STREAM_BOT + seat, s.decisions, s.option_n)
    else:
        i = best(s, t, m, seat)
    action = np.int64(s.options[i])
    if is_bound:
        widen(s, m)
    return action


@kernel
def is_avoided(s, t, m, seat, action):
    """Return whether the seat avoids an option."""
    kind = kind_of(action)
    if has(m.no_kind[seat], kind):
        return True
    if kind == actions.PLAY:
        return has(m.no_card[seat], a_of(action))
    if kind == actions.STEP or kind == actions.JUMP or kind == actions.START:
        return sets.has(m.no_region[seat], a_of(action))
    return kind == actions.RIDE and sets.has(m.no_region[seat], b_of(action))


narrow = narrowing(is_avoided)


@kernel
def best(s, t, m, seat):
    """Return the index of the option with the highest score, the first of equals."""
    found = np.int64(0)
    most = -1e9
    for i in range(s.option_n):
        action = np.int64(s.options[i])
        score = score_of(s, t, m, seat, kind_of(action), a_of(action), b_of(action))
        if score > most:
            most = score
            found = np.int64(i)
    return found


@kernel
def score_of(s, t, m, seat, kind, a, b):
    """Return the worth of an option to a seat, by what that seat may know."""
    if kind == actions.STEP or kind == actions.JUMP:
        return worth_of_place(s, t, m, seat, a) - worth_of_place(s, t, m, seat, np.int64(s.courier))
    if kind == actions.START:
        return worth_of_place(s, t, m, seat, a)
    if kind == actions.PLAY:
        return m.weights[seat, W.CARD]
    if kind == actions.RIDE:
        aim = target(s, t, a)
        return np.float64(t.way[s.rider[a], aim] - t.way[b, aim])
    if kind == actions.SEARCH:
        since = np.float64(s.round_number - s.seen_round + 1)
        away = np.float64(t.way[s.rider[a], target(s, t, a)])
        return m.weights[seat, W.SEARCH] - since - away if s.seen != NONE else -away
    return 0.0


@kernel
def worth_of_place(s, t, m, seat, region):
    """Return how good it is for the courier to be somewhere: near to a harbour, far from riders."""
    away = np.float64(gap(s, t, region))
    return -np.float64(t.to_harbour[region]) - (m.weights[seat, W.DANGER] / away if away > 0 else REGIONS)


@kernel
def target(s, t, rider):
    """Return the region that a rider heads for: where the courier was seen, else a harbour to guard."""
    if s.seen != NONE:
        return np.int64(s.seen)
    found = sets.first(t.harbours)
    n = np.int64(0)
    for harbour in sets.members(t.harbours):
        if n == rider:
            found = harbour
        n += 1
    return found
