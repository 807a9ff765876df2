"""Studies of players together against a quest: all changes agree with the exact odds of the test game."""

from __future__ import annotations

import math

import pytest

from mazarbul.analysis import load_run, matrix, paired, scenarios, skill
from mazarbul.analysis.collection import load_collection
from mazarbul.sim.runner.experiment import Experiment
from mazarbul.sim.runner.run import run
from mazarbul.sim.toml import DataError
from mazarbul.studies.ablation import ablate
from mazarbul.studies.audit import Audit, Scope
from mazarbul.studies.matrix import matrix as play_matrix
from mazarbul.studies.skill import ladder, restrict
from mazarbul.studies.tuning import goal
from mazarbul.studies.whatif import Change, changed_by, whatif
from tests.studies import coop
from tests.studies.help import Spy, execution

pytestmark = pytest.mark.slow

TWO = {"player1": "iron", "player2": "leaf"}


def experiment(**fields) -> Experiment:
    """Two players over the hill."""
    return Experiment(
        **{"game": "coop", "scenario": "hill", "games": 4_000, "seed": 3, "decks": TWO} | fields
    )


def tolerance(n: int) -> float:
    """Four standard errors of a rate near one half."""
    return 4 * math.sqrt(0.25 / n)


@pytest.mark.parametrize(
    "decks", [{}, {"player1": "gold"}, TWO, {"player1": "iron", "player2": "leaf", "player3": "gold"}]
)
def test_the_number_of_players_follows_from_the_decks(tmp_path, decks):
    folder = run(experiment(decks=decks), execution(tmp_path / "out"), Spy())
    found = load_run(folder)
    assert found.sides == ("players",)
    assert found.opponents == ("encounter",)
    assert len(found.catalogue["seats"]) == max(len(decks), 1)
    (row,) = scenarios.win_rates(found).to_dict("records")
    assert row["win"] == pytest.approx(coop.odds("hill", decks), abs=tolerance(4_000))


def test_blanked_cards_heroes_and_cards_of_the_quest(tmp_path):
    path = ablate(experiment(), execution(tmp_path / "out"), Spy(), kinds=["blank"])
    table = paired.changes(load_collection(path)).set_index("subject")
    assert set(table["side"]) == {"players"}, "a change is always the players'"
    assert set(table["owner"]) == {"players", "encounter"}
    for card, row in table.iterrows():
        blank = {"card": {card: {"worth": 0}}}
        truth = coop.odds("hill", TWO, blank) - coop.odds("hill", TWO)
        assert row["change"] == pytest.approx(
            truth, abs=2 * (row["change_high"] - row["change_low"]) / 2 + 1e-9
        )
    assert table.loc["raider", "change"] > 0 > table.loc["aldor", "change"]


def test_a_change_of_the_game(tmp_path):
    base = experiment()
    sharper = Change("s", "sharper", changed_by(base, {"overlay": [{"card": {"sword": {"worth": 16}}}]}))
    path = whatif(base, [sharper], execution(tmp_path / "out"), Spy())
    (row,) = paired.changes(load_collection(path)).to_dict("records")
    truth = coop.odds("hill", TWO, {"card": {"sword": {"worth": 16}}}) - coop.odds("hill", TWO)
    assert row["change"] == pytest.approx(truth, abs=0.02)
    assert row["score_change_n"] < row["games"], "scores are compared in pairs that both won"


def test_a_change_of_who_plays_is_refused_before_anything_is_played(tmp_path):
    base = experiment(decks={"player1": "iron"})
    more = Change("m", "more players", changed_by(base, {"decks": TWO}))
    with pytest.raises(DataError, match=r"seats player1, player2 instead of player1.*matrix of decks"):
        whatif(base, [more], execution(tmp_path / "out"), Spy())
    assert not (tmp_path / "out").exists()


def test_a_ladder_is_a_curve_of_difficulty(tmp_path):
    path = ladder(experiment(games=2_000), execution(tmp_path / "out"), Spy())
    found = load_collection(path)
    assert skill.is_curve(found)
    table = skill.curve(found)
    assert list(table["bot"])[::4] == ["random", "heuristic"]
    for row, blunder in zip(table.itertuples(), (1, 0.5, 0.25, 0.1, 0), strict=True):
        truth = coop.odds("hill", TWO, blunder=blunder)
        assert row.win == pytest.approx(truth, abs=tolerance(2_000))
    assert (table["score_n"] < table["games"]).all()


def test_restrictions_are_the_players_alone(tmp_path):
    path = restrict(experiment(games=3_000), execution(tmp_path / "out"), Spy(), kinds=["bot", "card"])
    table = paired.changes(load_collection(path)).set_index("thing")
    assert set(table["side"]) == {"players"}
    for card in ("sword", "curse"):
        truth = coop.odds("hill", TWO, avoided=card) - coop.odds("hill", TWO)
        assert table.loc[card, "change"] == pytest.approx(truth, abs=0.02)
    assert table.loc["random", "change"] == pytest.approx(-coop.BLUNDER_COST / 100, abs=0.04)


def test_every_group_of_decks_plays(tmp_path):
    display = Spy()
    decks, base = ["iron", "leaf", "gold"], experiment(games=1_500, decks={})
    path = play_matrix(base, decks, [1, 2, 3], execution(tmp_path / "out"), display)
    table = matrix.cells(load_collection(path))
    assert table["players"].tolist() == [1, 1, 1, 2, 2, 2, 3]
    assert table["group"].tolist()[3:5] == ["Iron + Leaf", "Iron + Gold"]
    for row in table.itertuples():
        truth = coop.odds("hill", {f"player{i + 1}": deck for i, deck in enumerate(row.decks)})
        assert row.win == pytest.approx(truth, abs=tolerance(1_500))
    assert (
        table["score"].is_monotonic_increasing
        or table.groupby("players")["score"].mean().is_monotonic_increasing
    )
    decks_of_two = matrix.by_deck(table)
    gold = decks_of_two[(decks_of_two["players"] == 2) & (decks_of_two["deck"] == "gold")].iloc[0]
    assert gold["groups"] == 2
    assert gold["win"] < gold["others"]
    assert display.begun == [(0, 7 * 1_500)]


def test_mistakes_in_a_matrix(tmp_path):
    base = experiment(decks={})
    with pytest.raises(DataError, match=r"unknown deck 'irn'.*did you mean 'iron'"):
        play_matrix(base, ["irn"], [1], execution(tmp_path / "a"), Spy())
    with pytest.raises(DataError, match="2 players need as many different decks; there are 1"):
        play_matrix(base, ["iron", "iron"], [2], execution(tmp_path / "b"), Spy())
    bones = Experiment(game="bones", scenario="plain")
    with pytest.raises(DataError, match="against a quest"):
        play_matrix(bones, ["light"], [1], execution(tmp_path / "c"), Spy())
    assert not any((tmp_path / name).exists() for name in "abc")


def test_the_goal_of_tuning_is_the_players():
    assert goal(experiment(), None, 0.7).side == "players"
    with pytest.raises(DataError, match="unknown side"):
        goal(experiment(), "encounter", 0.7)


def test_a_band_of_an_experiment_is_kept_with_the_run(tmp_path):
    folder = run(experiment(games=50, band=(0.5, 0.7)), execution(tmp_path / "out"), Spy())
    assert load_run(folder).manifest["experiment"]["band"] == [0.5, 0.7]
    with pytest.raises(ValueError, match="the smaller one first"):
        experiment(band=(0.7, 0.5))


def test_a_better_bot_of_all_players_plays_once_for_both_parts_of_an_audit():
    audit = Audit(experiment(), Scope())
    rung = audit.rungs[0]
    assert audit.for_side(rung, "players", 1).run == audit.on_ladder(rung, 0).run
