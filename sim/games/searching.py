"""Bots that search, at the table: each with a mind for its simulated games and a record to work on."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from mazarbul.sim.bots.bot import Bot
from mazarbul.sim.bots.inputs import Inputs
from mazarbul.sim.bots.search import Search, search_record
from mazarbul.sim.engine.faults import check_fault
from mazarbul.sim.games.steps import Choose, Playable


@dataclass(frozen=True)
class Practice:
    """How a game's bots learn networks.

    practise, imitate: the kernels that `mazarbul.sim.bots.practice.practising` returns. record: structured
    type of their `w`. inputs: what their networks read. generation: games of one. rate, heat: size of steps
    and temperature of the chances of moves, in units of a network, in the first and the last generation.
    trust: share of later values that counts (lambda of generalized advantage estimation): more where games
    have more decisions.
    """

    practise: Callable[..., None]
    imitate: Callable[..., None]
    record: np.dtype
    inputs: Inputs
    generation: int = 1_000
    rate: tuple[float, float] = (0.003, 0.0003)
    heat: tuple[float, float] = (1.0, 0.6)
    trust: float = 0.96


class Better(NamedTuple):
    """A move that a search finds clearly better than a bot's own.

    own, other: codes of the first actions in which the two differ. gain: float64 (worlds,), by how much the
    other one wins more in each of the worlds that both were tried in, -1 to 1; their mean is unbiased, as the
    search did not see these worlds.
    """

    own: int
    other: int
    gain: np.ndarray


@dataclass(frozen=True)
class Searcher:
    """How a game searches.

    search, weigh: kernels (see `mazarbul.sim.bots.search.Kernels`). record: structured type of `w`, with the
    fields `mazarbul.sim.bots.search.search_fields`.
    """

    search: Callable[..., int]
    weigh: Callable[..., None]
    record: np.dtype

    def seat(self, kit: Playable, bots: Sequence[Bot]) -> Choose:
        """Return the choice of these bots, in seat order, some of which search.

        A seat continues a plan without a search only in the very state that its last action led to. Anywhere
        else, as in a resumed game, it searches, and finds the same plan.
        """
        # not the kit itself, which keeps what is returned here: it would outlive all who use it
        search, driver, t, game = self.search, kit.driver, kit.tables, kit.setup.game
        states = np.zeros(3, kit.state).view(np.recarray)
        with np.errstate(over="ignore"):  # hashes wrap around on purpose; without JIT numpy would warn
            minds = [_mind(kit, bots, seat) for seat in range(len(bots))]
        works = [self._work(kit, bot, mind) for bot, mind in zip(bots, minds, strict=True)]
        expected: dict[int, np.record] = {}  # seat -> the state in which it continues its plan

        def chosen(s: np.record) -> int:
            seat = int(s.actor)
            work = works[seat]
            work.is_expected = seat in expected and expected.pop(seat) == s
            with np.errstate(over="ignore"):
                action = int(search(s, t, minds[seat], work, states))
            check_fault(states[1], game)
            if work.rest_n > 0:
                expected[seat] = s.copy()
                driver.apply(expected[seat], t, action)
            return action

        return chosen

    def judge(
        self, kit: Playable, bots: Sequence[Bot], search: Search, worlds: int
    ) -> Callable[..., Better | None]:
        """Return what judges the moves of bots, in seat order, none of which searches.

        Given a state, it returns what a search finds better than what the deciding bot would do, None if it
        finds nothing. Given an action of somebody else, too, it returns what the search would do instead, and
        what that gains, which may be less than 0. A plan is judged as a whole where it begins. worlds: in
        which a better move is weighed against the own one, up to `mazarbul.sim.bots.search.WORLDS`.
        """
        t = kit.tables
        states = np.zeros(3, kit.state).view(np.recarray)
        searching = [replace(bot, search=replace(search, every=1)) for bot in bots]
        with np.errstate(over="ignore"):
            minds = [_mind(kit, searching, seat) for seat in range(len(bots))]
        works = [self._work(kit, bot, mind) for bot, mind in zip(searching, minds, strict=True)]

        def judged(s: np.record, action: int | None = None) -> Better | None:
            seat = int(s.actor)
            work, mind = works[seat], minds[seat]
            work.is_expected = 0
            with np.errstate(over="ignore"):
                self.search(s, t, mind, work, states)
                check_fault(states[1], kit.setup.game)
                if action is not None and not _weighs(work, action):
                    return None
                if work.chosen == 0 or work.taken_n > 1:
                    return None
                self.weigh(s, t, mind, work, states, worlds)
                check_fault(states[1], kit.setup.game)
            own, other = (work.arms[arm, : work.step_n[arm]].tolist() for arm in (0, work.chosen))
            gain = work.values[work.chosen, :worlds].astype(float) - work.values[0, :worlds]
            differing = (pair for pair in zip(own, other, strict=False) if pair[0] != pair[1])
            return Better(*next(differing), gain)

        return judged

    def _work(self, kit: Playable, bot: Bot, mind: np.record) -> np.record:
        """Return the record that the search of a bot works on. mind: that it decides with."""
        w = search_record(self.record, bot.search or Search(rollouts=0))
        learns = "has_network" in (mind.dtype.names or ())
        if bot.search and learns and mind.has_network[: len(kit.setup.seats)].all():
            w.horizon, w.is_judged = bot.search.horizon, 1
        return w


def _weighs(work: np.record, action: int) -> bool:
    """Make an action the arm that the chosen one is weighed against; return whether the two differ."""
    chosen, own = int(work.chosen), work.arms[0].copy()
    if work.arms[chosen, 0] == action:
        return False
    if chosen == 0:
        work.arms[1], work.step_n[1], work.chosen = own, work.step_n[0], 1
    work.arms[0, 0], work.step_n[0] = action, 1
    return True


def _mind(kit: Playable, bots: Sequence[Bot], seat: int) -> np.record:
    """Return the mind that a seat decides with: in its simulated games all seats play like its own bot.

    It knows what it avoids and how often it blunders itself, and nothing of the kind about others.
    """
    own = bots[seat]
    if own.search:
        other = replace(own, avoid=(), blunder=0.0)
        bots = [own if i == seat else other for i in range(len(bots))]
    mind = kit.mind(bots)
    kit.steps.prepare(kit.tables, mind)
    return mind
