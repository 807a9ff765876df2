"""Ladders with known strengths: the ratings find their order and distances, equal bots show the balance."""

from __future__ import annotations

import numpy as np
import pytest

from mazarbul.analysis import RunError, skill
from mazarbul.analysis.collection import load_collection
from tests.analysis.collections import write_collection
from tests.analysis.synthetic import Plan

STRENGTH = {"weak": -1.5, "fair": 0.0, "strong": 0.8}
ADVANTAGE = 0.4  # of the first side, in logits
GAMES = 1_500


def chance(first: str, second: str) -> float:
    return 1 / (1 + np.exp(-(STRENGTH[first] - STRENGTH[second] + ADVANTAGE)))


@pytest.fixture(scope="module")
def ladder(tmp_path_factory):
    names = list(STRENGTH)
    members = [
        (
            {"first_bot": a, "second_bot": b, "first_level": names.index(a), "second_level": names.index(b)},
            Plan(base=chance(a, b), cards=3, copies=1),
        )
        for a in names
        for b in names
    ]
    return load_collection(
        write_collection(tmp_path_factory.mktemp("skill") / "ladder", "ladder", members, games=GAMES)
    )


def test_matrix_holds_every_pairing(ladder):
    table = skill.matrix(ladder)
    assert len(table) == 9
    for row in table.to_dict("records"):
        truth = chance(row["first_bot"], row["second_bot"])
        assert abs(row["win"] - truth) < 4 * (truth * (1 - truth) / GAMES) ** 0.5
        assert row["win_low"] < row["win"] < row["win_high"]


def test_balance_is_that_of_equal_bots(ladder):
    table = skill.balance(ladder)
    assert list(table["bot"]) == list(STRENGTH)
    assert table["win"].between(*(1 / (1 + np.exp(-ADVANTAGE)) + d for d in (-0.06, 0.06))).all()


def test_ratings_are_proportional_to_strength(ladder):
    table = skill.ratings(ladder)
    truth = table["bot"].map(STRENGTH) + np.where(
        table["side"] == "free_peoples", ADVANTAGE / 2, -ADVANTAGE / 2
    )
    assert np.corrcoef(truth, table["rating"])[0, 1] > 0.98
    assert (table["games"] == 3 * GAMES).all()
    assert (table["rating_low"] < table["rating"]).all()
    assert list(table["rating"]) == sorted(table["rating"], reverse=True)
    assert table.equals(skill.ratings(ladder)), "the order in which games are rated is fixed"


def test_a_collection_of_something_else_is_refused(tmp_path):
    blanked = {"side": "shadow", "kind": "blank", "label": "x", "name": "X"}, Plan(cards=3, copies=1)
    path = write_collection(
        tmp_path / "ablation", "ablation", [blanked], games=300, base=Plan(cards=3, copies=1)
    )
    with pytest.raises(RunError, match="first_bot"):
        skill.matrix(load_collection(path))
