"""Playing a game, step by step and to its end: kernels that all games have, made of a game's own.

A step of the rules ends in options. More than one is a decision; a single one is taken at once.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from mazarbul.sim.compile.jit import at_home, kernel, shared
from mazarbul.sim.engine.actions import NONE
from mazarbul.sim.engine.driver import DEAL, DECIDE
from mazarbul.sim.engine.faults import Fault
from mazarbul.sim.engine.log import note_action
from mazarbul.sim.engine.state import halt


class Moving(NamedTuple):
    """What playing takes from a game: kernels on its state `s` and tables `t`, and three numbers.

    deal(s, t, seed, index): set up game `index` of the run with `seed`. proceed(s, t, before): take the next
    step of the rules and return whether none was taken because the point `before` has come (NONE: there is no
    such point). carry_out(s, t, action): apply an action. over: the phase of a game that has ended. forced:
    the kind of event that notes an only option. cap: decisions after which a game is given up. give_up(s):
    end a game that has reached them.
    """

    deal: Callable
    proceed: Callable
    carry_out: Callable
    over: int
    forced: int
    cap: int
    give_up: Callable


class Playing(NamedTuple):
    """The kernels that play a game.

    deal(s, t, seed, index): set up a game; `take` leads to its first decision. is_over(s): whether it has
    ended or a fault has stopped it. take(s, t, action, before): carry out the answer to the pending decision
    (NONE: there is none yet), then continue until a seat has a real choice, the game is over, or just before
    a point (NONE: none). It has nearly all rules, and is shared. drive(s, t, step, a, b, before): what a
    `Driver` calls.
    """

    deal: Callable
    is_over: Callable
    take: Callable
    drive: Callable


def playing(moving: Moving, home: str) -> Playing:
    """Return the kernels that play a game. home: its module that asks for them."""
    deal, proceed, carry_out, over, forced, *_ = moving

    @kernel
    def is_over(s):
        """Return whether the game has ended, or a fault has stopped it."""
        return s.phase == over or s.fault != Fault.NONE

    @kernel
    def take(s, t, action, before):
        """Carry out an answer, if there is one, and continue to the next decision, the end, or a point."""
        if action != NONE:
            s.event_n = 0
            s.decisions += 1
            carry_out(s, t, action)
        s.option_n = 0
        while not is_over(s):
            if proceed(s, t, before):
                break
            if s.option_n == 1:
                only = np.int64(s.options[0])
                note_action(s, forced, only)
                s.option_n = 0
                carry_out(s, t, only)
            elif s.option_n > 1:
                return
        halt(s)  # nobody decides at a halt, nor once the game is over or stopped by a fault

    take = at_home(take, home, shared)

    @kernel
    def drive(s, t, step, a, b, before):
        """Take a step, then continue to the next decision, the end, or the point `before` (NONE: none).

        a, b: seed and index of the game to DEAL, or the action.
        """
        if step == DEAL:
            deal(s, t, a, b)
        take(s, t, a if step == DECIDE else NONE, before)

    return Playing(deal, is_over, take, at_home(drive, home))


def to_its_end(moving: Moving, played: Playing, choose: Callable) -> Callable:
    """Return the kernel play(s, t, m, seed, index), which plays a game with bots.

    It returns whether no fault stopped it. choose(s, t, m): the bots' action.
    """
    (*_, cap, give_up), (deal, is_over, take, _) = moving, played

    @kernel
    def play(s, t, m, seed, index):
        """Play a game with bots and return whether no fault stopped it."""
        deal(s, t, seed, index)
        take(s, t, NONE, NONE)
        while not is_over(s):
            if s.decisions >= cap:
                give_up(s)
                break
            take(s, t, choose(s, t, m), NONE)
        return s.fault == Fault.NONE

    return play


def batch(play: Callable, prepare: Callable, home: str) -> Callable:
    """Return the kernel play_batch(s, t, m, seed, first, out), which keeps the states in which games end.

    It plays games `first`, `first + 1`, ... of a run, one for each element of `out`, a recarray of states. m:
    mind of the bots, which prepare(t, m) completes. The state `s` is workspace; a fault that stops a game
    stays in it, and no more games are played. home: the module that asks for it.
    """

    @kernel
    def play_batch(s, t, m, seed, first, out):
        """Play games and keep their ends."""
        prepare(t, m)
        for i in range(out.size):
            if not play(s, t, m, seed, first + i):
                return
            out[i] = s

    return at_home(play_batch, home)
