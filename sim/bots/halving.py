"""Sequential halving: which simulated game a search plays next, and which arm it decides on (kernels).

After each of a few stages the worse half of the arms is dropped (see `mazarbul.sim.bots.search`). s: state of
the game. w: record with the fields `mazarbul.sim.bots.search.search_fields`.
"""

from __future__ import annotations

import numpy as np

from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.engine.rng import mix, stream


@kernel
def begin_games(s, w):
    """Restore the options and plan the first stage."""
    s.option_n = w.option_n
    for i in range(w.option_n):
        s.options[i] = w.options[i]
    w.live_n = w.arm_n
    for arm in range(w.arm_n):
        w.live[arm] = arm
        w.total[arm] = 0.0
    w.stages = 0
    while 1 << w.stages < w.arm_n:
        w.stages += 1
    w.stage = 0
    w.world = 0
    w.turn = 0
    w.until = 0
    plan_stage(w)


@kernel
def plan_stage(w):
    """Give the stage its share of the simulated games: as many worlds as it can play with each live arm."""
    if w.stage < w.stages:
        w.until = min(w.world + max(w.rollouts // (w.stages * w.live_n), 1), w.values.shape[1])


@kernel
def next_game(w):
    """Return whether there is another game to simulate; drop the worse arms at the end of a stage."""
    while w.world == w.until and w.stage < w.stages:
        halve(w)
        w.stage += 1
        plan_stage(w)
    return w.world < w.until


@kernel
def halve(w):
    """Keep the better half of the arms, at least two, and the quicker bot's own move."""
    for i in range(1, w.live_n):  # sort, best first; equal ones stay in order
        arm = w.live[i]
        k = i
        while k > 0 and w.total[w.live[k - 1]] < w.total[arm]:
            w.live[k] = w.live[k - 1]
            k -= 1
        w.live[k] = arm
    n = max((w.live_n + 1) // 2, 2)
    for i in range(n, w.live_n):
        if w.live[i] == 0:
            w.live[n - 1] = 0
    w.live_n = n


@kernel
def is_new_world(w):
    """Return whether the next game is the first one in its world."""
    return w.turn == 0


@kernel
def world_seed(s, w):
    """Return the uint64 seed of the next world: it depends on nothing hidden."""
    return mix(stream(np.uint64(w.seat), s.decisions, w.world))


@kernel
def arm(w):
    """Return the arm that the next game begins with."""
    return w.live[w.turn]


@kernel
def note(w, value):
    """Note the value of the end of a game, 0 to 1."""
    k = w.live[w.turn]
    w.values[k, w.world] = value
    w.total[k] += value
    w.turn += 1
    if w.turn == w.live_n:
        w.turn = 0
        w.world += 1


@kernel
def decided(w):
    """Return the best arm: the quicker bot's own unless another one is clearly better in the same worlds."""
    best = np.int64(0)
    for i in range(w.live_n):
        if w.total[w.live[i]] > w.total[best]:
            best = w.live[i]
    if best == 0:
        return best
    n = np.float64(w.world)
    gain = (w.total[best] - w.total[0]) / n
    square = 0.0
    for i in range(w.world):
        d = np.float64(w.values[best, i]) - np.float64(w.values[0, i]) - gain
        square += d * d
    error = np.sqrt(square / n / max(n - 1.0, 1.0))
    return best if gain > w.clear * error else np.int64(0)
