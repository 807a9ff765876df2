"""The moves and plans that a search tries, its arms: how they are listed, and taken move by move (kernels).

s: state of the game. w: record with the fields `mazarbul.sim.bots.search.search_fields`.
"""

from __future__ import annotations

import numpy as np

from mazarbul.sim.compile.jit import kernel

# Listing arms -------------------------------------------------------------------------------------


@kernel
def begin(s, w):
    """Begin to list the arms of the pending decision."""
    w.seat = s.actor
    w.arm_n = 0
    w.option_n = s.option_n
    for i in range(s.option_n):
        w.options[i] = s.options[i]


@kernel
def wants_arm(s, w):
    """Return whether another move is to be tried."""
    return s.option_n > 0 and w.arm_n < w.most_arms


@kernel
def add_arm(s, w, action):
    """Try a move; it is removed from the options, so that the quicker bot chooses another one next."""
    w.step_n[w.arm_n] = 0
    add_step(w, w.arm_n, action)
    w.arm_n += 1
    n = 0
    for i in range(s.option_n):
        if s.options[i] != action:
            s.options[n] = s.options[i]
            n += 1
    s.option_n = n


@kernel
def add_step(w, arm, action):
    """Append an action to an arm; one beyond the longest plan is left out, so that bots choose from there."""
    if w.step_n[arm] < w.arms.shape[1]:
        w.arms[arm, w.step_n[arm]] = action
        w.step_n[arm] += 1


# The moves of an arm ------------------------------------------------------------------------------


@kernel
def can_go_on(s, w, arm):
    """Return whether an arm begins with the moves that are already taken, and its next one is legal."""
    for i in range(w.taken_n):
        if i == w.step_n[arm] or w.arms[arm, i] != w.taken[i]:
            return False
    return w.taken_n < w.step_n[arm] and is_option(s, w.arms[arm, w.taken_n])


@kernel
def go_on(w, arm):
    """Take the next move of an arm: return its action, and note how many are left."""
    action = np.int64(w.arms[arm, w.taken_n])
    w.chosen = arm
    w.taken[w.taken_n] = action
    w.taken_n += 1
    w.rest_n = w.step_n[arm] - w.taken_n
    return action


@kernel
def is_option(s, action):
    """Return whether an action is legal."""
    found = False
    for i in range(s.option_n):
        found |= s.options[i] == action
    return found
