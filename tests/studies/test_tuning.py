"""Tuning a game with known odds: the cheapest changes that reach the band are found and confirmed."""

from __future__ import annotations

import itertools

import pandas as pd
import pytest

from mazarbul.analysis.collection import load_collection
from mazarbul.reports.build import build_collection_report
from mazarbul.sim.runner.experiment import Experiment
from mazarbul.sim.toml import DataError
from mazarbul.studies.knobs import load_knobs
from mazarbul.studies.tuning import goal, tune
from mazarbul.studies.whatif import Second
from tests.studies import bones
from tests.studies.help import Spy, execution, experiment

KNOBS = """
[[knob]]
name = "the blade's bonus"
path = "card.blade.bonus"
low = 0
high = 4
cost = 2

[[knob]]
path = "card.stone.bonus"
values = [0, 1, 2, 3, 5]
"""


@pytest.fixture
def knobs(tmp_path):
    path = tmp_path / "knobs.toml"
    path.write_text(KNOBS)
    return path


def exact() -> dict[tuple[int, int], float]:
    printed = {card: bonus for card, (_, bonus) in bones.CARDS.items()}
    return {
        (blade, stone): bones.odds(printed | {"blade": blade, "stone": stone})
        for blade, stone in itertools.product(range(5), (0, 1, 2, 3, 5))
    }


def test_settings_know_the_printed_value_and_the_cost(knobs):
    blade, stone = load_knobs(knobs, experiment())
    assert (blade.choices, blade.printed, blade.knob.title) == ((0, 1, 2, 3, 4), 3, "the blade's bonus")
    assert [blade.cost(i) for i in range(5)] == [6, 4, 2, 0, 2]
    assert [stone.cost(i) for i in range(5)] == [0, 1, 2, 3, 4]
    assert stone.words(4) == "card.stone.bonus: 0 \N{RIGHTWARDS ARROW} 5"
    assert blade.overlay(0) == {"card": {"blade": {"bonus": 0}}}


def test_the_cheapest_change_that_reaches_the_band_is_found_and_confirmed(knobs, tmp_path):
    base = experiment(games=3_000)
    aim = goal(base, "light", 0.48, (0.46, 0.50))
    path = tune(base, load_knobs(knobs, base), aim, execution(tmp_path / "out"), Spy(), trials=30, keep=3)
    trials = pd.read_parquet(path / "tables/trials.parquet")
    assert len(trials) == 25, "few combinations are all tried"
    assert (trials["games"] == 3_000).all()
    confirmed = pd.read_parquet(path / "tables/confirmed.parquet")
    assert list(confirmed["rank"]) == list(range(len(confirmed)))
    assert 2 <= len(confirmed) <= 4
    inside = confirmed[confirmed["win_search"].between(0.46, 0.50)]["changes"].tolist()
    changes = confirmed["changes"].tolist()[1:]
    assert not any(one != two and one in two for one in inside for two in changes), (
        "no change with another inside"
    )
    assert confirmed.loc[0, "changes"] == "no change"
    assert (confirmed["games"] == 30_000).all()
    in_band = {
        choice: 2 * abs(choice[0] - 3) + (0, 1, 2, 3, 5).index(choice[1])
        for choice, odds in exact().items() if 0.46 <= odds <= 0.50
    }  # fmt: skip
    assert confirmed.loc[1, "cost"] <= min(in_band.values())
    assert (confirmed["verdict"] == "inside").any()
    seeds = [run.manifest["seed"] for _, run in load_collection(path).runs()]
    assert set(seeds) == {load_collection(path).base.manifest["seed"]}
    assert base.seed not in seeds


def test_a_second_bot_plays_the_proposal(knobs, tmp_path):
    base = experiment(games=500)
    second, aim = Second("random", 300), goal(base, "light", 0.5, None)
    path = tune(
        base,
        load_knobs(knobs, base),
        aim,
        execution(tmp_path / "out"),
        Spy(),
        trials=4,
        keep=1,
        second=second,
    )
    found, confirmed = load_collection(path), load_collection(path).table("confirmed")
    nested = load_collection(path / "second")
    assert found.info["second"] == {"bot": "random"}
    assert nested.compared_with.games == 300
    assert list(nested.members["label"]) == [confirmed.loc[confirmed["rank"] == 1, "changes"].item()]
    text = build_collection_report(path, tmp_path / "page").read_text()
    head = text[text.index('id="summary"') : text.index('id="findings"')]
    assert "ith random at every seat" in head


def test_a_search_of_many_combinations_stays_within_its_trials(knobs, tmp_path):
    base = experiment(games=500)
    settings, aim = load_knobs(knobs, base), goal(base, None, 0.5)
    one, two = (
        tune(base, settings, aim, execution(tmp_path / name), Spy(), trials=8, keep=1, confirm_games=1_000)
        for name in ("one", "two")
    )
    trials = pd.read_parquet(one / "tables/trials.parquet")
    assert 5 <= len(trials) <= 8
    assert list(trials["cost"].head(4)) == [0, 2, 2, 1], "first the printed game and single steps"
    assert pd.read_parquet(two / "tables/trials.parquet").equals(trials), "the search repeats itself"


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (
            ('path = "card.stone.bonus"', 'path = "card.spoon.bonus"'),
            r"knobs\.toml:10.*there is no card.spoon",
        ),
        (("high = 4", ""), "either 'values', or 'low' and 'high'|must be whole numbers"),
        (("low = 0\nhigh = 4", "low = 4\nhigh = 5"), "must contain 3"),
        (("cost = 2", "cost = 0"), "greater than 0"),
        (("cost = 2", "price = 2"), "unknown key"),
        (("values = [0, 1, 2, 3, 5]", "values = [0, 0]"), "two or more different"),
        (("card.stone.bonus", "card.blade.bonus"), "must contain 3|two knobs"),
    ],
)
def test_mistakes_in_a_file_of_knobs(knobs, change, words):
    knobs.write_text(KNOBS.replace(*change))
    with pytest.raises(DataError, match=words) as error:
        load_knobs(knobs, experiment())
    assert error.value.line


def test_the_first_side_is_the_one_of_the_reports():
    fellowship = Experiment(game="card_game", scenario="fellowship")
    assert goal(fellowship, None, 0.5).side == "free_peoples", (
        "though a Shadow seat is the first in turn order"
    )


def test_goals_that_make_no_sense():
    with pytest.raises(DataError, match="unknown side"):
        goal(experiment(), "grey", 0.5)
    with pytest.raises(DataError, match="outside the band"):
        goal(experiment(), None, 0.5, (0.3, 0.4))
    assert goal(experiment(), None, 0.4).band == pytest.approx((0.35, 0.45))
