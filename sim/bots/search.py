"""Search: a bot tries its moves in simulated games, played from worlds that fit what its seat knows.

The moves that it tries, the arms, are those that a quicker bot scores best. Where single moves say little, a
game lists plans: an arm is then a sequence of moves, which is played to its end without another search. In
each world everything hidden from the seat is dealt anew (determinisation; Long, Sturtevant, Buro and Furtak,
"Understanding the success of perfect information Monte Carlo sampling", AAAI 2010). Every arm is played in
the same worlds, so that arms differ by the move and not by luck. After each of a few stages the worse half
of the arms is dropped (sequential halving; Karnin, Koren and Somekh, "Almost optimal exploration in
multi-armed bandits", ICML 2013). The quicker bot's own arm is kept to the end, and is played unless another
one is clearly better.

With a network (`mazarbul.sim.bots.network`) a simulated game is played a few rounds on, and its value is that
of the position then. This is many times faster than to play to the end, and there is less luck in it.

A game makes its search of its own kernels with `searching` (see `mazarbul.sim.games.card_game.bots.search`).
The kernels of `mazarbul.sim.bots.arms` list the arms and take their moves, those of
`mazarbul.sim.bots.halving` share out the simulated games.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from mazarbul.sim.bots.arms import add_arm, begin, can_go_on, go_on, is_option, wants_arm
from mazarbul.sim.bots.bound import blunders
from mazarbul.sim.bots.halving import arm, begin_games, decided, is_new_world, next_game, note, world_seed
from mazarbul.sim.compile.jit import at_home, kernel
from mazarbul.sim.engine.actions import NONE
from mazarbul.sim.engine.faults import Fault
from mazarbul.sim.engine.playing import Playing
from mazarbul.sim.engine.records import empty_record

ARMS = 16  # most moves or plans that are tried
STEPS = 24  # most moves of a plan
WORLDS = 4096  # most worlds of a decision
NEVER = 1 << 30  # number of a round that does not come


@dataclass(frozen=True)
class Search:
    """How a bot searches.

    rollouts: simulated games of a decision. arms: most moves that it tries. clear: a move is played instead
    of the quicker bot's own if it is better by more than so many standard errors of the paired difference.
    horizon: rounds that a simulated game is played on where there is a network, this one included; 0: to the
    end. every: 1: it searches at every decision; 0: only where the game says that this gains much.
    """

    rollouts: int = 50
    arms: int = 8
    clear: float = 1.5
    horizon: int = 1
    every: int = 0


#: Option of a bot's file -> the lowest and highest value.
LIMITS = {
    "rollouts": (2, WORLDS),
    "arms": (2, ARMS),
    "clear": (0.0, 10.0),
    "horizon": (0, 99),
    "every": (0, 1),
}


def search_fields(options: int) -> list[tuple]:
    """Return the fields of the structured type that a search works on. options: most of a decision."""
    return [
        ("is_judged", "i8"),  # 1: networks say what positions are worth
        ("horizon", "i8"),  # as in `Search`; 0 without a network
        ("end", "i8"),  # number of the round in which a simulated game ends
        ("rollouts", "i8"),  # as in `Search`
        ("most_arms", "i8"),
        ("clear", "f8"),
        ("every", "i8"),
        ("seat", "i8"),  # the deciding seat
        ("arm_n", "i8"),
        ("step_n", "i8", (ARMS,)),  # [arm] its moves, 1 if it is no plan
        ("arms", "i4", (ARMS, STEPS)),  # [0..arm_n, 0..step_n) actions; first the quicker bot's own
        ("taken_n", "i8"),  # moves by which the pending decision is later than the one that is searched
        ("taken", "i4", (STEPS,)),  # [0..taken_n) these moves
        ("chosen", "i8"),  # the arm decided on
        ("rest_n", "i8"),  # its moves that are still to be taken after the pending decision
        ("is_expected", "i8"),  # 1: the pending decision is the next one of that arm
        ("live_n", "i8"),
        ("live", "i8", (ARMS,)),  # [0..live_n) arms that are not dropped, best first
        ("stages", "i8"),
        ("stage", "i8"),
        ("world", "i8"),  # world of the next game
        ("until", "i8"),  # first world of the next stage
        ("turn", "i8"),  # place among `live` of the arm of the next game
        ("total", "f8", (ARMS,)),  # [arm] sum of its values
        ("values", "f4", (ARMS, WORLDS)),  # [arm, world]
        ("option_n", "i8"),  # the legal actions while arms are listed
        ("options", "i4", (options,)),
    ]


def search_record(dtype: np.dtype, search: Search) -> np.record:
    """Return a record of a game's own structured type for one bot; it plays simulated games to the end."""
    w = empty_record(dtype)
    w.rollouts, w.most_arms, w.clear, w.every = search.rollouts, search.arms, search.clear, search.every
    return w


@kernel
def won(s, t, seat):
    """Return 1 if a seat's side has won, one half if nobody has, else 0."""
    return 0.5 if s.winner == NONE else np.float64(s.winner == t.seat_side[seat])


@kernel
def is_first(t, seat):
    """Return whether a seat is of the first side."""
    return t.seat_side[seat] == 0


@kernel
def round_of(s):
    """Return the number of the round, of a state that counts them."""
    return np.int64(s.round_number)


@kernel
def always(s):  # noqa: ARG001  (the signature of `Rules.is_telling`)
    """Return that a search gains much at any decision."""
    return True


@kernel
def no_plans(s, t, m, w):  # noqa: ARG001  (the signature of `Rules.plans`)
    """Return that there are no plans."""
    return False


@kernel
def same(action, w):  # noqa: ARG001  (the signature of `Rules.renamed`)
    """Return an action of a game whose worlds name everything as the game does."""
    return action


@kernel
def unjudged(s, t, m, seat):  # noqa: ARG001  (the signature of `Rules.judge`)
    """Return that nothing is known of a position."""
    return 0.5


class Rules(NamedTuple):
    """What a search takes from a game: kernels on its state `s`, tables `t`, mind `m` and search record `w`.

    choose(s, t, m): the quicker bot's action. playing: the game, step by step. cap: most decisions of a game.
    is_avoided(s, t, m, seat, action): whether a bound bot avoids an option. blunders: number of the stream of
    the first seat's blunders. deal(world, s, t, seat, seed, w): make `world`, a copy of `s`, one that fits
    what the seat knows; seed: uint64. value(s, t, seat): what the end of a game is worth to a seat, 0 to 1.
    won(s, t, seat): 1 if the seat's side has won, one half if nobody has, else 0. renamed(action, w): an
    action of `s` as the world names it. round_of(s): number of the round, ascending from 1. is_telling(s):
    whether a search at the pending decision gains much; `always` if nothing is known of that.

    plans(s, t, m, w): list plans as arms for the decision at which the seat's plan begins, and return whether
    there are such arms; `no_plans` if there never are. If the seat is in the middle of a plan, it takes its
    moves in `s`, a copy of the game, back to that decision, and notes them as `taken`. So a plan is found
    again wherever a game is resumed.

    judge(s, t, m, seat): what a position, or the end of a game, is worth to a seat by the networks of a mind
    that has them, 0 to 1; `unjudged` if there never are any.
    """

    choose: Callable
    playing: Playing
    cap: int
    is_avoided: Callable
    blunders: int
    deal: Callable
    value: Callable
    won: Callable
    renamed: Callable = same
    round_of: Callable = round_of
    is_telling: Callable = always
    plans: Callable = no_plans
    judge: Callable = unjudged


class Kernels(NamedTuple):
    """The kernels of a game's search.

    search(s, t, m, w, states): return an action. m: mind of the bots that play the simulated games. w: record
    with the fields `search_fields`; with no rollouts the bots simply choose. If `w.rest_n` is not 0
    afterwards, the action begins or continues a plan, and with `w.is_expected` in the state to which it
    leads, the next search returns the plan's next action. states: recarray (3,) of states, workspace for a
    world, a game in it, and the decision that is searched. After a fault in a simulated game, that game is
    states[1].

    weigh(s, t, m, w, states, n): after a search that began an arm in `s`, play that arm, `w.chosen`, and the
    quicker bot's own in n worlds, at most `WORLDS`, that no search has seen, to the end. The rows of both in
    `w.values` then say who won, as `Rules.won` does. As these worlds had no say in the choice, the mean
    difference is an unbiased estimate of what the arm gains.
    """

    search: Callable
    weigh: Callable


def searching(rules: Rules, home: str) -> Kernels:
    """Return the kernels of a game's search. home: its module that asks for them."""
    choose, (_, is_over, take, _), cap, is_avoided, purpose, *rest = rules
    deal, value, won, renamed, round_of, is_telling, plans, judge = rest

    @kernel
    def play_out(s, t, m, w, arm):
        """Take the actions of an arm while they are legal, then let the bots play on.

        The game stops at its end, or after the rounds of the horizon.
        """
        seat = np.int64(s.actor)
        action = renamed(np.int64(w.arms[arm, 0]), w)
        n = np.int64(1)
        while True:
            take(s, t, action, NONE)
            if is_over(s) or s.decisions >= cap or round_of(s) >= w.end:
                return
            if n < w.step_n[arm]:
                action = renamed(np.int64(w.arms[arm, n]), w)
                n += 1
                if s.actor == seat and is_option(s, action):
                    continue
                n = w.step_n[arm]
            action = choose(s, t, m)

    @kernel
    def worth(s, t, m, w, seat):
        """Return what the position in which a simulated game stopped is worth to a seat, 0 to 1."""
        return judge(s, t, m, seat) if w.is_judged != 0 else value(s, t, seat)

    @kernel
    def list_moves(s, t, m, w):
        """List the moves that the quicker bot scores best as arms."""
        seat = np.int64(s.actor)
        begin(s, w)
        while wants_arm(s, w):
            action = choose(s, t, m)
            if m.is_bound[seat] != 0 and w.arm_n > 0 and is_avoided(s, t, m, seat, action):
                break
            add_arm(s, w, action)

    @kernel
    def best_arm(s, t, m, w, states):
        """Return the best of the arms that are listed, the first one after a fault."""
        begin_games(s, w)
        w.end = round_of(s) + w.horizon if w.horizon > 0 else NEVER
        while next_game(w):
            if is_new_world(w):
                states[0] = s
                deal(states[0], s, t, w.seat, world_seed(s, w), w)
            states[1] = states[0]
            play_out(states[1], t, m, w, arm(w))
            if states[1].fault != Fault.NONE:
                return np.int64(0)
            note(w, worth(states[1], t, m, w, w.seat))
        return decided(w)

    @kernel
    def search(s, t, m, w, states):
        """Return the action of the deciding seat; of the first arm after a fault in a simulated game."""
        seat = np.int64(s.actor)
        is_skipped = w.rollouts == 0 or (w.every == 0 and not is_telling(s))
        if is_skipped or (m.is_bound[seat] != 0 and blunders(s, m, seat, purpose + seat)):
            w.rest_n = 0
            return choose(s, t, m)
        if w.is_expected != 0 and can_go_on(s, w, w.chosen):
            return go_on(w, w.chosen)
        w.taken_n = 0
        states[2] = s
        is_plan = plans(states[2], t, m, w)
        while True:
            if not is_plan:
                list_moves(states[2], t, m, w)
            best = best_arm(states[2], t, m, w, states)
            if states[1].fault != Fault.NONE or can_go_on(s, w, best):
                return go_on(w, best)
            w.taken_n = 0
            states[2] = s
            is_plan = False

    @kernel
    def weigh(s, t, m, w, states, n):
        """Play the chosen arm and the quicker bot's own in n new worlds, and note who won."""
        w.end = NEVER
        arms = (np.int64(0), np.int64(w.chosen))
        for world in range(n):
            w.world = WORLDS + world
            states[0] = s
            deal(states[0], s, t, w.seat, world_seed(s, w), w)
            for k in arms:
                states[1] = states[0]
                play_out(states[1], t, m, w, k)
                if states[1].fault != Fault.NONE:
                    return
                w.values[k, world] = won(states[1], t, w.seat)

    return Kernels(at_home(search, home), at_home(weigh, home))
