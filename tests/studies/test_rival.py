"""Which bot's values an audit compares with the usual bot's: one that plays to win, never one that errs."""

from __future__ import annotations

import pytest

from mazarbul.studies.audit import Audit, Scope
from tests.studies.help import experiment


@pytest.mark.parametrize(
    ("bots", "label"),
    [
        ((), None),
        (("random",), None),
        (("heuristic blunder=0.3", "random"), None),
        (("random", "steady"), "steady"),
        (("steady", "heuristic blunder=0.3"), "steady"),
    ],
)
def test_values_are_never_compared_with_a_bot_that_errs(bots, label):
    plan = Audit(experiment(games=10), Scope(bots=bots, rollouts=()))
    assert (plan.rival and plan.rival.label) == label


@pytest.mark.parametrize(("usual", "rival"), [("heuristic", "expert"), ("expert", "heuristic")])
def test_experts_are_compared_where_they_ship(usual, rival):
    asked = {"game": "card_game", "scenario": "duel", "bots": {"all": usual}}
    plan = Audit(experiment(games=10).model_copy(update=asked), Scope())
    assert plan.has_values
    assert plan.rival.label == rival


def test_nothing_is_blanked_where_there_is_no_other_bot():
    assert not Audit(experiment(games=10), Scope()).has_values
    assert Audit(experiment(games=10), Scope(bots=["steady"])).has_values
