"""A small network that corrects the scores of a bot's moves, learnt by playing (`mazarbul.studies.practice`).

    score(option) = base(gap to the best score) + direct . x + out . (relu(middle + option x) - relu(middle))

in units of a game's own size, where `middle` comes from the state once a decision, through a hidden layer,
and x are the few inputs of an option that are 1. What all options of a decision would have in common is
taken off: it moves no choice, so nothing would hold it back while bots learn, and float32 would have no
digits left for the differences. All inputs are 0 or 1, and those that are 1 are listed as rows of the
weights. A game says which rows there are (`mazarbul.sim.bots.inputs`) and lists those of a decision. A
network of zeros changes nothing: the best option stays the best.

Sums of the state are of whole numbers, all others of float32 in a fixed order, so every machine finds the
same. Inputs may only tell what the deciding seat knows.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import numpy as np

from mazarbul.sim.bots.corrected import Corrected
from mazarbul.sim.bots.inputs import COUNTED, HIDDEN, LANES, MIDDLE, WITH_NONE, Inputs
from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.engine.actions import NONE
from mazarbul.sim.engine.exponential import exponential

if TYPE_CHECKING:
    from mazarbul.sim.data.setup import Setup

FINE = 2_048  # a mind counts the weights of the state in parts of one, of which there are so many
MOST_WEIGHT = 15.0  # largest weight of the state in a mind


def give_networks(mind: np.record, bots: Sequence[Corrected], setup: Setup, inputs: Inputs) -> None:
    """Fill a mind with the networks of its bots, in seat order; equal ones are there once.

    Raises DataError for a network that does not fit the bot or the game.
    """
    found: list[tuple[object, str]] = []
    mind.option_row[:] = NONE
    for seat, (bot, side) in enumerate(zip(bots, setup.seat_sides, strict=True)):
        if bot.network is None or not bot.network.has(side):
            continue
        if (bot.network, side) not in found:
            found.append((bot.network, side))
            for name, weights in bot.network.weights(side, inputs, bot).items():
                own = mind[f"net_{name}"][len(found) - 1, name in WITH_NONE :]
                own[:] = _counted(weights) if name in COUNTED else weights
        mind.has_network[seat] = 1
        mind.network[seat] = found.index((bot.network, side))


def _counted(weights: np.ndarray) -> np.ndarray:
    """Return weights in parts of one, int64."""
    return np.rint(np.clip(weights, -MOST_WEIGHT, MOST_WEIGHT) * FINE).astype(np.int64)


@kernel
def note_input(m, row):
    """Note that an input of the state is 1."""
    if m.state_n < m.state_row.size:
        m.state_row[m.state_n] = np.int16(row)
        m.state_n += 1


@kernel
def clipped(x, n):
    """Return a whole number as one of 0 .. n - 1."""
    return min(max(np.int64(x), np.int64(0)), np.int64(n - 1))


@kernel
def gap_row(gap):
    """Return the row of a gap to the best score, in units: fine for a small one."""
    if gap < 4.0:
        return clipped(gap * 2.5, 10)
    if gap < 12.0:
        return 10 + clipped((gap - 4.0) * 0.625, 5)
    return 15 + np.int64(gap >= 20.0) + np.int64(gap >= 32.0) + np.int64(gap >= 64.0) + np.int64(gap >= 4e3)


@kernel
def base_of(gap):
    """Return what an option is worth by its gap, in units: far behind is not much worse than behind."""
    if gap < 4.0:
        return -gap
    if gap < 36.0:
        return -4.0 - (gap - 4.0) * 0.125
    return -8.0 - min((gap - 36.0) * 0.015625, 16.0)


@kernel
def note_base(m, n, unit):
    """Note what the n options are worth before the network; return the best score."""
    best = m.score[0]
    for i in range(1, n):
        best = max(best, m.score[i])
    for i in range(n):
        m.plain[i] = np.float32(base_of((best - m.score[i]) / unit))
    return best


@kernel
def sum_state(m, q):
    """Add up the rows of the state."""
    for j in range(HIDDEN):
        m.summed[j] = m.net_state_bias[q, j]
    k = np.int64(0)
    while k + LANES <= m.state_n:
        a, b = np.int64(m.state_row[k]), np.int64(m.state_row[k + 1])
        c, d = np.int64(m.state_row[k + 2]), np.int64(m.state_row[k + 3])
        for j in range(HIDDEN):
            first = np.int32(m.net_state[q, a, j]) + np.int32(m.net_state[q, b, j])
            m.summed[j] += first + (np.int32(m.net_state[q, c, j]) + np.int32(m.net_state[q, d, j]))
        k += LANES
    while k < m.state_n:
        row = np.int64(m.state_row[k])
        for j in range(HIDDEN):
            m.summed[j] += np.int32(m.net_state[q, row, j])
        k += 1


@kernel
def read_state(m, seat):
    """Sum up the inputs of the state: what options begin with, and the value of the position."""
    q = m.network[seat]
    sum_state(m, q)
    for j in range(HIDDEN):
        m.hidden[j] = np.float32(max(m.summed[j], np.int32(0))) * np.float32(1.0 / FINE)
    for j in range(MIDDLE):
        m.mid[j] = m.net_middle_bias[q, j]
    e, f, g, h = np.float32(0.0), np.float32(0.0), np.float32(0.0), np.float32(0.0)
    for j in range(0, HIDDEN, LANES):
        a, b, c, d = m.hidden[j], m.hidden[j + 1], m.hidden[j + 2], m.hidden[j + 3]
        for k in range(MIDDLE):
            first = a * m.net_middle[q, j, k] + b * m.net_middle[q, j + 1, k]
            m.mid[k] += first + (c * m.net_middle[q, j + 2, k] + d * m.net_middle[q, j + 3, k])
        e += a * m.net_value[q, j]
        f += b * m.net_value[q, j + 1]
        g += c * m.net_value[q, j + 2]
        h += d * m.net_value[q, j + 3]
    m.outlook = m.net_value_bias[q, 0] + ((e + f) + (g + h))
    for k in range(MIDDLE):
        m.common[k] = max(m.mid[k], np.float32(0.0))


@kernel
def corrected(m, q, i):
    """Return what an option is worth with the network, in units."""
    total = m.plain[i]
    for j in range(MIDDLE):
        m.lane[j] = m.mid[j]
    for k in range(0, m.option_row.shape[1], LANES):
        a, b = np.int64(m.option_row[i, k]) + 1, np.int64(m.option_row[i, k + 1]) + 1
        c, d = np.int64(m.option_row[i, k + 2]) + 1, np.int64(m.option_row[i, k + 3]) + 1
        total += m.net_direct[q, a] + m.net_direct[q, b] + m.net_direct[q, c] + m.net_direct[q, d]
        for j in range(MIDDLE):  # the row of `NONE` adds zeros
            first = m.net_option[q, a, j] + m.net_option[q, b, j]
            m.lane[j] += first + (m.net_option[q, c, j] + m.net_option[q, d, j])
    for j in range(MIDDLE):
        m.lane[j] = (max(m.lane[j], np.float32(0.0)) - m.common[j]) * m.net_out[q, j]
    e, f, g, h = np.float32(0.0), np.float32(0.0), np.float32(0.0), np.float32(0.0)
    for j in range(0, MIDDLE, LANES):
        e += m.lane[j]
        f += m.lane[j + 1]
        g += m.lane[j + 2]
        h += m.lane[j + 3]
    return total + ((e + f) + (g + h))


@kernel
def correct(m, seat, n, best, unit):
    """Correct the scores of the n options, whose inputs are noted. best: score before the network."""
    read_state(m, seat)
    q = m.network[seat]
    for i in range(n):
        m.score[i] = best + unit * np.float64(corrected(m, q, i))


@kernel
def value_of(m):
    """Return the value of the position to the deciding seat, 0 to 1, by its network."""
    return 1.0 / (1.0 + exponential(-np.float64(m.outlook)))


def judging(score: Callable, is_over: Callable, result: Callable, is_first: Callable) -> Callable:
    """Return the kernel judge(s, t, m, seat) of a game: what a position is worth to a seat, 0 to 1.

    It is what the network of the seat that decides next says, or the result of a game that is over. These are
    kernels. score(s, t, m, seat): fill `m.score` and `m.outlook` for the pending decision. is_over(s).
    result(s, t): what the end of a game is worth to the first side, 0 to 1. is_first(t, seat): whether a seat
    is of that side.
    """

    @kernel
    def judge(s, t, m, seat):
        """Return what a position is worth to a seat."""
        if is_over(s) or s.actor < 0:
            found = result(s, t)
            return found if is_first(t, seat) else 1.0 - found
        actor = np.int64(s.actor)
        score(s, t, m, actor)
        return value_of(m) if is_first(t, actor) == is_first(t, seat) else 1.0 - value_of(m)

    return judge
