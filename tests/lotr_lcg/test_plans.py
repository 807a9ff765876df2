"""Plans of bots that search: sets of characters to commit (D-09)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest

from mazarbul.sim.bots.search import Search, search_record
from mazarbul.sim.games.lotr_lcg import actions
from mazarbul.sim.games.lotr_lcg.bots.plans import plans
from mazarbul.sim.games.lotr_lcg.bots.search import SEARCH
from mazarbul.sim.games.lotr_lcg.game import GAME
from mazarbul.sim.games.match import Match
from tests.every_game.worlds import ESCAPE, PASSAGE, kit_of, quest
from tests.playing import played

pytestmark = pytest.mark.slow

WORLDS = [quest(PASSAGE, "spirit"), quest(ESCAPE, "lore", "leadership")]


def match_of(world, bot: str) -> Match:
    """Return a new match in which one bot has every seat."""
    kit = kit_of(world)
    return Match(GAME, kit, 5, bots=[GAME.bot(bot, kit.setup)] * len(kit.setup.seats))


def commitments(match: Match) -> Iterator[Match]:
    """Yield a match whenever a player begins to commit, copied."""
    before = None
    for each in played(match):
        now = (int(each.state.decision), int(each.state.actor), int(each.state.round_number))
        if not each.is_over and now[0] == actions.COMMIT and now != before:
            yield each.copy()
        before = now


def listed(match: Match, most: int = 8) -> tuple[list[list[str]], list[str]]:
    """Return the plans for the pending decision and the moves of one that are taken; empty if there are none.

    The state is not changed.
    """
    kit, w, s = match.kit, search_record(SEARCH, Search(2, most)), match.state.copy()
    mind = kit.mind(match.bots)
    with np.errstate(over="ignore"):
        kit.steps.prepare(kit.tables, mind)
        if not plans(s, kit.tables, mind, w):
            return [], []
    found = [[match.text(int(code)) for code in w.arms[i, : w.step_n[i]]] for i in range(w.arm_n)]
    return found, [match.text(int(code)) for code in w.taken[: w.taken_n]]


def begun(match: Match, plan: list[str]) -> Match:
    """Return a copy of a match in which a plan is carried out."""
    other = match.copy()
    for move in plan:
        assert other.decision == "commit"
        assert other.actor == match.actor
        other.apply(move)
    return other


def going(plan: list[str]) -> set[str]:
    """Return the characters that a plan commits, as moves."""
    return {move for move in plan if move.startswith("commit")}


@pytest.mark.parametrize("world", WORLDS, ids=str)
def test_D_09_plans_are_different_sets_that_can_be_committed(world):
    sizes = set()
    for match in commitments(match_of(world, "heuristic")):
        found, taken = listed(match)
        assert 2 <= len(found) <= 8
        assert taken == []
        assert len({frozenset(going(plan)) for plan in found}) == len(found)
        for plan in found:
            after = begun(match, plan)
            assert after.is_over or (after.decision, after.actor) != ("commit", match.actor)
        sizes |= {len(going(plan)) for plan in found}
    assert len(sizes) > 2


@pytest.mark.parametrize("world", WORLDS, ids=str)
def test_D_09_the_first_plan_is_the_own_one_of_the_heuristic_bot(world):
    for match in commitments(match_of(world, "heuristic")):
        other, steps = match.copy(), []
        while not other.is_over and (other.decision, other.actor) == ("commit", match.actor):
            steps.append(other.choose())
            other.apply(steps[-1])
        assert listed(match)[0][0] == steps


def test_D_09_others_differ_by_one_character_or_an_exchange_or_are_nobody_and_everybody():
    for match in commitments(match_of(WORLDS[0], "heuristic")):
        own, *others = (going(plan) for plan in listed(match, 16)[0])
        every = going(match.legal())
        for other in others:
            gone, come = own - other, other - own
            assert max(len(gone), len(come)) == 1 or other in (set(), every)


@pytest.mark.parametrize("world", WORLDS, ids=str)
def test_a_plan_in_the_making_is_listed_as_at_its_beginning(world):
    for match in commitments(match_of(world, "heuristic")):
        found, _ = listed(match)
        longest = max(found, key=len)
        for n in range(1, len(longest)):
            assert listed(begun(match, longest[:n])) == (found, longest[:n])


def test_a_plan_commits_nobody_whom_the_bot_avoids():
    name = "eowyn"
    seen = 0
    for match in commitments(match_of(WORLDS[0], f"heuristic avoid=card:{name}")):
        assert not any(name in move for plan in listed(match)[0] for move in plan)
        seen += any(name in move for move in match.legal())
    assert seen > 2
    match = next(commitments(match_of(WORLDS[0], "heuristic avoid=action:commit")))
    assert listed(match)[0] == [["done"]]


def test_a_plan_is_carried_out_without_another_search():
    """The decisions of a plan after its first one find it in the record; the game is the same without it."""
    match, known = match_of(WORLDS[1], "search:6"), []
    searcher = match.kit.searcher

    def search(s, t, m, w, states):
        known.append((bool(w.is_expected), s.decision == actions.COMMIT, int(w.rest_n)))
        return searcher.search(s, t, m, w, states)

    choose = replace(searcher, search=search).seat(match.kit, match.bots)
    while not match.is_over:
        match.advance(choose(match.state))
    assert sum(is_expected for is_expected, _, _ in known) > 5
    for is_expected, is_commitment, rest_n in known:
        assert is_expected == (rest_n > 0)
        assert is_commitment or not is_expected


def test_there_are_no_plans_for_other_decisions_or_other_bots():
    assert not any(
        listed(match)[0]
        for match in played(match_of(WORLDS[0], "heuristic"))
        if match.decision not in ("commit", None)
    )
    assert listed(next(commitments(match_of(WORLDS[0], "random")))) == ([], [])
