"""A report's games are those of the run, of quick bots alone."""

from __future__ import annotations

import pytest

from mazarbul.sim.games import get, whole
from mazarbul.sim.games.replay import replay, text_of
from mazarbul.sim.runner import watching
from mazarbul.sim.runner.experiment import Execution, Experiment, prepare
from mazarbul.sim.runner.progress import Quiet
from mazarbul.sim.runner.run import run
from tests.runner.help import play


def duel(out, bot):
    """Return the experiment and the folder of two games."""
    experiment = Experiment(game="card_game", scenario="duel", games=2, seed=7, bots={"all": bot})
    return experiment, run(experiment, Execution(out=out, jobs=1), Quiet())


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    return duel(tmp_path_factory.mktemp("watched") / "run", "heuristic")


def test_it_is_the_game_of_the_run(played):
    experiment, folder = played
    expected = replay(*prepare(experiment), experiment.seed, 1)
    assert watching.Watched(Quiet())(folder, 1) == text_of(expected)


@pytest.mark.parametrize("game", [-1, 2])
def test_a_game_that_the_run_has_not_is_not_shown(played, game):
    assert watching.Watched(Quiet())(played[1], game) is None


def test_a_long_game_is_not_shown(played, monkeypatch):
    monkeypatch.setattr(watching, "MOST_DECISIONS", 20)
    assert watching.Watched(Quiet())(played[1], 1) is None


def test_games_of_bots_that_search_are_not_played_again(tmp_path, monkeypatch):
    """Quick bots play in their place: what they play does not matter here, and they take long to compile."""
    quick = get("card_game").bot("heuristic")
    for name in ("warm_up", "play"):
        usual = getattr(whole, name)
        monkeypatch.setattr(
            whole,
            name,
            lambda game, setup, bots, *which, _usual=usual: _usual(game, setup, [quick] * len(bots), *which),
        )
    assert watching.Watched(Quiet())(duel(tmp_path / "run", "search:2")[1], 0) is None


def test_a_game_without_a_table_and_a_folder_without_a_run_are_not_shown(tmp_path):
    watched = watching.Watched(Quiet())
    assert watched(play(tmp_path / "run", games=20), 0) is None
    assert watched(tmp_path, 0) is None
