"""Players together against a quest: tables of a game with known odds, and of runs that lack columns."""

from __future__ import annotations

import numpy as np
import pytest

from mazarbul.analysis import course, dealt, held, lead, load_run, lost, outcome, pairs, regression, scenarios
from mazarbul.analysis.counting import packed
from mazarbul.analysis.estimates import ratio_columns
from mazarbul.sim.runner.experiment import Execution, Experiment
from mazarbul.sim.runner.progress import Quiet
from mazarbul.sim.runner.run import run as play
from tests.studies import coop

GAMES = 40_000
DECKS = {"player1": "iron", "player2": "leaf"}


@pytest.fixture(scope="module")
def found(tmp_path_factory):
    asked = Experiment(game="coop", scenario="hill", games=GAMES, seed=11, decks=DECKS)
    return load_run(play(asked, Execution(out=tmp_path_factory.mktemp("coop") / "run", jobs=1), Quiet()))


@pytest.fixture(scope="module")
def quest_cards(found):
    return dealt.effects(dealt.tally(found)).set_index("id")


def test_a_game_lost_is_no_game_without_a_winner(found):
    assert found.is_cooperative
    assert scenarios.undecided(found) == 0
    assert scenarios.win_rates(found)["side"].tolist() == ["players"]
    ends = scenarios.endings(found).set_index("reason")["win_players"]
    assert ends.to_dict() == {"quest_completed": 1, "threat": 0, "heroes_dead": 0}


def test_what_is_of_sides_against_each_other_is_empty(found):
    for make in (
        lead.by_round,
        lead.by_lead,
        lead.prediction,
        lead.comebacks,
        lead.swings,
        scenarios.margins,
    ):
        assert make(found).empty


def test_scores_are_those_of_games_won(found):
    whole = outcome.score(found).set_index("measure")
    won = found.sql("select avg(group_score) as mean, count(*) as n from games where winner = 'players'")
    assert whole.loc["group_score", "mean"] == pytest.approx(won["mean"][0])
    assert whole.loc["group_score", "mean_n"] == won["n"][0]
    assert whole.loc["player_score", "mean"] == pytest.approx(won["mean"][0] / 2)
    assert whole.loc["group_score", "best"] <= whole.loc["group_score", "median"]
    table = outcome.scores(found)
    assert table["games"].sum() == won["n"][0]
    assert table["share"].sum() == pytest.approx(1)
    assert (table["high"] - table["low"]).nunique() == 1


def test_stages_and_losses_add_up(found):
    reached = outcome.reached(found)
    assert reached["games"].sum() == GAMES
    assert reached.set_index("stage")["win_players"].to_dict() == {1: 0, 2: 0, 3: 1}
    ways = outcome.exits(found)
    assert ways.groupby("seat")["games"].sum().tolist() == [GAMES, GAMES]
    assert ways.groupby("seat")["way"].first().tolist() == [outcome.STAYED] * 2


def test_progress_and_threat_of_games_still_going(found):
    table = course.by_round(found).set_index("round")
    going = found.sql("select count(*) as n from games where rounds > 5")["n"][0]
    assert table.loc[5, "games"] == going
    mean = found.sql("select avg(threat_round_5) as m from games where rounds > 5 and winner = 'players'")[
        "m"
    ][0]
    assert table.loc[5, "threat_won"] == pytest.approx(mean)
    assert (table["threat_won"] < table["threat_lost"]).all()
    assert (table["progress_won"] > table["progress_lost"]).all()
    ranges = course.by_range(found, "progress")
    assert ranges.groupby("round")["games"].sum().tolist() == table["games"].tolist()
    late = ranges[(ranges["round"] == 5) & (ranges["games"] > 100)]
    assert late["win"].is_monotonic_increasing


def test_more_is_predicted_by_both_and_later(found):
    table = course.prediction(found)
    assert table.iloc[0]["known"] == "nothing"
    assert table.iloc[0]["skill"] == pytest.approx(0, abs=1e-9)
    skill = table[1:].pivot_table(index="round", columns="known", values="skill")
    assert skill["both"].is_monotonic_increasing
    early = skill.loc[:3]
    assert (early["both"] > early[["progress", "threat"]].max(axis=1)).all()


def test_what_cards_of_the_quest_cost(quest_cards):
    """Effects of one reveal, and of one shadow card, relative to the mean card: exact in the test game."""
    costs = coop.ENCOUNTER["goblins"]
    for way, place in (("revealed", 0), ("shadow", 1)):
        mean = np.mean([row[place] for row in costs.values()])
        for card, row in costs.items():
            error = (
                quest_cards.loc[card, f"{way}_effect_high"] - quest_cards.loc[card, f"{way}_effect_low"]
            ) / 3.92
            assert quest_cards.loc[card, f"{way}_effect"] == pytest.approx(
                (mean - row[place]) / 100, abs=4 * error
            )
            assert quest_cards.loc[card, f"{way}_times"] == pytest.approx(
                1.5 if way == "revealed" else 0.75, abs=0.02
            )
    assert quest_cards.index[0] == "raider", "the costliest comes first"
    assert quest_cards.loc["raider", "revealed_effect_bh"] < 0.001


def test_harm_is_shared_by_the_times_a_card_came_up(quest_cards):
    """Two damage each time it is revealed, none as a shadow card: two thirds of the times."""
    row = quest_cards.loc["raider"]
    assert row["damage_low"] <= 4 / 3 <= row["damage_high"]
    assert row["damage_n"] == pytest.approx((row["revealed_times"] + row["shadow_times"]) * GAMES)
    assert quest_cards.loc["mist", "threat"] == pytest.approx(2, abs=0.03)
    assert quest_cards.loc["cave", "kills"] == 0


def test_the_interval_of_a_ratio_covers():
    rng, inside = np.random.default_rng(2), 0
    for _ in range(400):
        times = rng.poisson(2, 300)
        total = rng.poisson(0.7 * times)
        sums = total.sum(), (total**2).sum(), times.sum(), (times**2).sum(), (total * times).sum()
        found = ratio_columns("x", *sums, 300)
        inside += found["x_low"] <= 0.7 <= found["x_high"]
    assert inside / 400 == pytest.approx(0.95, abs=4 * (0.95 * 0.05 / 400) ** 0.5)


def test_cards_are_the_players_alone_and_heroes_apart(found):
    known = packed.units(found, found.declared.asked("held")[0])
    assert set(known.kinds["side"]) == {"players"}
    assert "hero" not in set(known.kinds["type"])
    together, _ = held.tally(found)
    assert set(held.results(together)["id"]) == {"sword", "bow", "bread", "curse", "song", "pony"}
    worth = regression.adjusted(found, "early").set_index(["seat", "id"])
    for card, truth in (("sword", 6 - 1.75), ("curse", -3 - 1.75)):
        row = worth.loc[("player1", card)]
        share = 0.75  # a card not drawn by round 2 is drawn in round 3 with one chance in four
        error = (row["effect_high"] - row["effect_low"]) / 3.92
        assert row["effect"] == pytest.approx(truth * share / 100, abs=4 * error)
    assert len(pairs.together(found)) == 7 * 6 / 2


def test_heroes_lost(found):
    table = lost.losses(found, found.declared.asked("lost")[0]).set_index("id")
    assert set(table.index) == {"aldor", "berin", "celian", "dorel"}
    win = scenarios.win_rates(found)["win"][0]
    assert table.loc["aldor", "lost"] == pytest.approx(0.2 * win + 0.5 * (1 - win), abs=0.01)
    assert (table["gap"] < 0).all()


def test_runs_of_sides_have_none_of_it(run):
    assert not run.is_cooperative
    assert run.opponents == ()
    for make in (outcome.reached, outcome.scores, outcome.score, outcome.exits):
        assert make(run).empty
    for make in (course.by_round, course.prediction):
        assert make(run).empty
    assert run.declared.asked("lost") == []
    assert dealt.tally(run) is None


def test_what_happened_without_its_times_has_no_ratio():
    found = ratio_columns("x", [3, 0], [5, 0], [0, 0], [0, 0], [0, 0], 20)
    assert found["x_n"].tolist() == [0, 0]
    assert np.isnan([found["x"], found["x_low"], found["x_high"]]).all()
