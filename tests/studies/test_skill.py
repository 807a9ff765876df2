"""Ladders and restrictions of a game with known odds."""

from __future__ import annotations

import pytest

from mazarbul.analysis import paired, skill
from mazarbul.analysis.collection import load_collection
from mazarbul.sim.runner.experiment import Experiment
from mazarbul.sim.toml import DataError
from mazarbul.studies.skill import both, ladder, restrict, restricted, rungs
from tests.studies import bones
from tests.studies.help import Spy, execution, experiment

PRINTED = {card: bonus for card, (_, bonus) in bones.CARDS.items()}


def test_a_restriction_costs_what_the_odds_say(tmp_path):
    path = restrict(experiment(games=6_000), execution(tmp_path / "out"), Spy(), kinds=["card", "bot"])
    table = paired.changes(load_collection(path))
    cards = table[table["kind"] == "card"].set_index("thing")
    assert set(cards.index) == set(bones.CARDS)
    for card, row in cards.iterrows():
        change = bones.odds(PRINTED, avoided=card) - bones.odds(PRINTED)
        assert row["change"] == pytest.approx(change if row["side"] == "light" else -change, abs=0.025)
    assert cards.loc["stone", "same"] == 1, "a card without a bonus is not missed"
    bots = table[table["kind"] == "bot"].set_index("side")
    assert (bots["change"] < -0.1).all(), "both sides lose by moving at random"


def test_the_usual_ladder_rises_with_skill(tmp_path):
    path = ladder(experiment(games=600), execution(tmp_path / "out"), Spy())
    collection = load_collection(path)
    assert len(collection.members) == 25
    equal = skill.balance(collection)
    assert next(iter(equal["bot"])) == "random"
    assert list(equal["bot"])[-1] == "heuristic"
    rated = skill.ratings(collection)
    for _, rows in rated.groupby("side"):
        assert rows.sort_values("level")["rating"].is_monotonic_increasing


def test_a_ladder_of_ones_own_bots(tmp_path):
    path = ladder(
        experiment(games=300),
        execution(tmp_path / "out"),
        Spy(),
        bots=["random", "heuristic blunder=0.5", "heuristic"],
    )
    assert len(load_collection(path).members) == 9


def test_a_bot_of_ones_own_file_is_restricted_and_rated(tmp_path):
    file = tmp_path / "heuristic.toml"
    file.write_text('like = "heuristic"\n[weights]\nhand = 2.0\n')
    own = Experiment(game="card_game", scenario="duel", bots={"all": str(file)})
    for member in restricted(own, ["faction"]):
        texts = sorted(member.experiment.bots.values(), key=len)
        assert texts[0] == str(file)
        assert texts[1] == f"{file} avoid={member.facts['word']}"
    _, named = rungs(own, ())
    assert named == {
        "random": "random",
        **{f"{share}% random moves": f"{file} blunder={share / 100:g}" for share in (50, 25, 10)},
        "heuristic": str(file),
    }
    _, named = rungs(own, ["heuristic", str(file)])
    assert named == {"heuristic": "heuristic", str(file): str(file)}, "two of one name"


def test_mistakes(tmp_path):
    with pytest.raises(DataError, match="at least two bots"):
        ladder(experiment(), execution(tmp_path / "a"), Spy(), bots=["heuristic"])
    with pytest.raises(DataError, match="unknown bot 'heuristik'"):
        ladder(experiment(), execution(tmp_path / "b"), Spy(), bots=["heuristic", "heuristik"])
    with pytest.raises(DataError, match=r"unknown kind of restriction 'cards'.*did you mean 'card'"):
        restrict(experiment(), execution(tmp_path / "c"), Spy(), kinds=["cards"])
    with pytest.raises(DataError, match=r"unknown restriction 'card:blad'.*did you mean 'card:blade'"):
        restrict(experiment(), execution(tmp_path / "c"), Spy(), only=["card:blad"])
    with pytest.raises(DataError, match=r"unknown restriction 'card:blad'.*did you mean 'card:blade'"):
        next(both(experiment(), execution(tmp_path / "d"), Spy(), [], [], only=["card:blad"]))
    assert not any((tmp_path / name).exists() for name in "abcd")


def test_the_first_bot_plays_the_first_side_of_the_reports(tmp_path):
    """In the Fellowship of the Ring a Shadow seat comes first, yet the Free Peoples are the first side."""
    fellowship = Experiment(game="card_game", scenario="fellowship", games=60)
    path = ladder(fellowship, execution(tmp_path / "out"), Spy(), bots=["random", "heuristic"])
    table = skill.matrix(load_collection(path)).set_index(["first_bot", "second_bot"])["win"]
    assert table["heuristic", "random"] > 0.8
    assert table["random", "heuristic"] < 0.2
