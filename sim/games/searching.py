"""Bots that search, at the table: each with a mind for its simulated games and a record to work on."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from sim.bots.bot import Bot
from sim.bots.preferences import Names
from sim.bots.search import Search, search_record
from sim.data.setup import Setup
from sim.engine.faults import check_fault

if TYPE_CHECKING:
    from sim.games.kit import Choose, Kit


@dataclass(frozen=True)
class Looks:
    """How the value of a game's positions is learnt.

    sample: the kernel that `sim.bots.sampling.sampling` returns. names: returns the names of the features of
    a set-up's positions, "" for those that it does not have.
    """

    sample: Callable[..., None]
    names: Callable[[Setup], list[str]]


@dataclass(frozen=True)
class Practice:
    """How a game's bots learn preferences.

    practise: the kernel that `sim.bots.preferences.practising` returns. record: structured type of its `w`.
    names: returns the names of a set-up's preferences, for each seat; those with the same name are the same.
    """

    practise: Callable[..., None]
    record: np.dtype
    names: Callable[[Setup], list[Names]]


@dataclass(frozen=True)
class Searcher:
    """How a game searches.

    search: the kernel search(s, t, m, w, states) (see `sim.bots.search.searching`). record: structured type
    of `w`, with the fields `sim.bots.search.search_fields`. looks: None if all simulated games are played to
    the end.
    """

    search: Callable[..., int]
    record: np.dtype
    looks: Looks | None = None

    def seat(self, kit: Kit, bots: Sequence[Bot]) -> Choose:
        """Return the choice of these bots, in seat order, some of which search.

        A seat continues a plan without a search only in the very state that its last action led to. Anywhere
        else, as in a resumed game, it searches, and finds the same plan.
        """
        search, t = self.search, kit.tables
        states = np.zeros(3, kit.state).view(np.recarray)
        with np.errstate(over="ignore"):  # hashes wrap around on purpose; without JIT numpy would warn
            minds = [_mind(kit, bots, seat) for seat in range(len(bots))]
        works = [self._work(kit.setup, bot, seat) for seat, bot in enumerate(bots)]
        expected: dict[int, np.record] = {}  # seat -> the state in which it continues its plan

        def chosen(s: np.record) -> int:
            seat = int(s.actor)
            work = works[seat]
            work.is_expected = seat in expected and expected.pop(seat) == s
            with np.errstate(over="ignore"):
                action = int(search(s, t, minds[seat], work, states))
            check_fault(states[1], kit.setup.game)
            if work.rest_n > 0:
                expected[seat] = s.copy()
                kit.apply(expected[seat], action)
            return action

        return chosen

    def _work(self, setup: Setup, bot: Bot, seat: int) -> np.record:
        """Return the record that the search of a seat's bot works on."""
        w = search_record(self.record, bot.search or Search(rollouts=0))
        if bot.search and bot.evaluation and self.looks:
            w.horizon = bot.search.horizon
            w.is_first = setup.seat_sides[seat] == setup.sides[0]
            w.feature_weights = bot.evaluation.table(self.looks.names(setup), len(w.feature_weights))
        return w


def _mind(kit: Kit, bots: Sequence[Bot], seat: int) -> np.record:
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
