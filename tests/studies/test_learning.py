"""Learning what positions are worth: known weights are found again, and a search can use what was learnt."""

from __future__ import annotations

import json

import numpy as np
import pytest
from scipy import sparse
from scipy.special import expit
from typer.testing import CliRunner

from mazarbul.sim import cli, games
from mazarbul.sim.bots.weight_table import load_weight_table
from mazarbul.sim.games import whole
from mazarbul.sim.runner.experiment import Execution, Experiment
from mazarbul.sim.runner.progress import Quiet
from mazarbul.sim.toml import DataError
from mazarbul.studies import learning
from mazarbul.studies.learning import fitted, learn
from tests.courier.game import GAME as COURIER
from tests.courier.search import FEATURES

pytestmark = pytest.mark.slow  # compiles kernels of its own


@pytest.fixture(autouse=True)
def courier(monkeypatch):
    """Let the test game be found by its name."""
    monkeypatch.setattr(games, "_registered", dict(games._registered))
    games.register(COURIER)


def learnt(path, games=4_000, jobs=2, **fields):
    asked = Experiment(game="courier", scenario="chase", games=games, seed=5, **fields)
    return learn([asked], Execution(out=path, jobs=jobs), Quiet())


def test_known_weights_are_found_again():
    rng = np.random.default_rng(4)
    looks = np.column_stack([np.ones(60_000), rng.standard_normal((60_000, 3))])
    weights = np.array([-0.5, 1.0, -2.0, 0.0])
    ends = (rng.random(60_000) < expit(looks @ weights)).astype(float)
    assert fitted(sparse.csr_matrix(looks), ends) == pytest.approx(weights, abs=0.05)


def test_the_same_seed_gives_the_same_file_whatever_the_jobs(tmp_path):
    one, two = learnt(tmp_path / "1.csv", jobs=1), learnt(tmp_path / "2.csv", jobs=2)
    assert one.path.read_bytes() == two.path.read_bytes()
    found = load_weight_table(one.path)
    assert set(found.features) <= set(FEATURES)
    assert found.stages == tuple(one.explained)
    assert one.path.read_text().startswith("# Values of positions learnt by mazarbul")
    assert max(share for _, share in one.explained.values()) > 0.05, "positions say how their games end"


def test_tables_are_learnt_from_together(tmp_path):
    """Two halves of two tables, with luck of their own: the file says so, and predicts games at both."""
    asked = [
        Experiment(game="courier", scenario=name, games=4_000, seed=5, bots={"all": "heuristic"})
        for name in ("chase", "pack")
    ]
    one = learn(asked, Execution(out=tmp_path / "1.csv", jobs=1), Quiet())
    two = learn(asked, Execution(out=tmp_path / "2.csv", jobs=2), Quiet())
    assert one.path.read_bytes() == two.path.read_bytes()
    assert one.games == 4_000
    assert one.explained[1][0] == 4_000
    text = one.path.read_text()
    assert "# Table: courier/chase\n# Table: courier/pack\n# 4,000 games, seed 5, bots: heuristic.\n" in text
    alone = load_weight_table(learnt(tmp_path / "chase.csv", games=2_000).path)
    assert not np.array_equal(load_weight_table(one.path).weights[0], alone.weights[0])


def test_features_are_joined_by_their_names():
    """A table need not have all of them, nor in the same order."""
    names = ["constant", "lead", "a card in hand"]
    table = learning._Table(None, None, None, (), ("constant", "", "a card in hand", "lead"))
    looks = sparse.csr_matrix([[1.0, 0.0, 2.0, -3.0]])
    assert (looks @ learning._columns(table, names)).toarray().tolist() == [[1.0, -3.0, 2.0]]
    smaller = learning._Table(None, None, None, (), ("constant", "lead", "", ""))
    looks = sparse.csr_matrix([[1.0, 4.0, 0.0, 0.0]])
    assert (looks @ learning._columns(smaller, names)).toarray().tolist() == [[1.0, 4.0, 0.0]]


def wins(bot, n=60):
    """Return how many of n games the courier wins with a bot against the usual ones."""
    setup = COURIER.setup("chase")
    bots = [bot, *[COURIER.bot("heuristic", setup)] * (len(setup.seats) - 1)]
    winner = whole.play(COURIER, setup, bots, 11, 0, n)["games"]["winner"]
    return (winner.codes == winner.labels.index(setup.seat_sides[0])).sum()


def test_a_search_uses_what_a_file_says(tmp_path):
    """CO-1: a courier that wants to be near a harbour wins more often than one that wants to be far away."""
    won = []
    for slope in (-1, 1):
        (tmp_path / "values.csv").write_text(f"feature,1\nsteps to a harbour,{slope}\n")
        text = 'policy = "search"\n[search]\nclear = 0\nevaluation = "values.csv"\n'
        (tmp_path / "looking.toml").write_text(text)
        bot = COURIER.bot(str(tmp_path / "looking.toml"))
        assert bot.evaluation == load_weight_table(tmp_path / "values.csv")
        won.append(wins(bot))
    assert won[0] > won[1] + 15, won


def test_mistakes_are_said(tmp_path):
    with pytest.raises(DataError, match=r"ends in \.csv"):
        learnt(tmp_path / "chase.txt")
    with pytest.raises(DataError, match="play more of them"):
        learnt(tmp_path / "chase.csv", games=learning.LEAST - 1)
    with pytest.raises(DataError, match="too slow to learn from"):
        learnt(tmp_path / "chase.csv", bots={"all": "search"})
    twice = [Experiment(game="courier", scenario="chase")] * 2
    with pytest.raises(DataError, match="is there twice"):
        learn(twice, Execution(out=tmp_path / "chase.csv"), Quiet())


def test_the_command_says_what_it_found(tmp_path):
    out = tmp_path / "own.csv"
    target = ["learn", "courier/chase", "--games", "2000", "--out", str(out), "--quiet"]
    found = CliRunner().invoke(cli.app, target)
    assert found.exit_code == 0, found.output
    assert "learnt from 2,000 games" in found.output
    assert "of the variance of unseen games" in found.output
    assert str(out) in found.output
    told = CliRunner().invoke(cli.app, [*target, "--json"])
    facts = json.loads(told.stdout)
    assert (facts["kind"], facts["games"], facts["file"]) == ("learning", 2_000, str(out))
    for row in facts["rounds"]:
        assert f"round {row['round']}: {row['positions']:,} positions, " in found.output
        assert f"predicts {row['explained']:.0%}" in found.output
