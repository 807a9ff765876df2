"""Practice: bots that practise win more, the same seed gives the same file, mistakes are said."""

from __future__ import annotations

import json

import numpy as np
import pytest
from typer.testing import CliRunner

from analysis.paired import Pairs
from sim import cli
from sim.bots.weight_table import load_weight_table
from sim.runner.experiment import Execution, Experiment
from sim.runner.progress import Quiet
from sim.toml import DataError
from studies import practice
from studies.practice import practise
from studies.trained import Gain

NOTHING = 'policy = "heuristic"\n'


def practised(path, *, games=1_000, jobs=2, generations=2, **fields):
    how = {name: fields.pop(name) for name in ("side", "confirm", "temperature") if name in fields}
    asked = Experiment(game="card_game", scenario="duel", games=games, seed=5, **fields)
    execution = Execution(out=path, jobs=jobs)
    return practise([asked], execution, Quiet(), generations=generations, **{"confirm": 200} | how)


@pytest.fixture
def plain(tmp_path):
    """Return the text of a bot without preferences."""
    (tmp_path / "plain.toml").write_text(NOTHING)
    return {"all": str(tmp_path / "plain.toml")}


@pytest.mark.slow  # compiles the game with its practice
def test_the_same_seed_gives_the_same_file_whatever_the_jobs(tmp_path, plain):
    one, two = (practised(tmp_path / f"{jobs}.csv", jobs=jobs, bots=plain) for jobs in (1, 2))
    assert one.path.read_bytes() == two.path.read_bytes()
    assert [gain.columns for gain in one.gains] == [gain.columns for gain in two.gains]


@pytest.mark.slow
def test_those_who_practise_win_more(tmp_path, plain):
    """Both sides gain clearly on the bots that they began with, in games that they never saw."""
    found = practised(tmp_path / "duel.csv", games=4_000, generations=4, confirm=2_000, bots=plain)
    assert [gain.side for gain in found.gains] == ["free_peoples", "shadow"]
    for gain in found.gains:
        assert gain.columns["change_low"] > 0.03, gain.words()
    assert load_weight_table(found.path).weights.any(axis=0).sum() == found.known > 500


@pytest.mark.slow
def test_a_side_practises_alone_and_goes_on_from_what_it_knows(tmp_path, plain):
    first = practised(tmp_path / "first.csv", side="shadow", bots=plain)
    assert [gain.side for gain in first.gains] == ["shadow"]
    known = load_weight_table(first.path)
    assert not [name for name in known.features if name.startswith("gandalf: ")]
    (tmp_path / "taught.toml").write_text(f'{NOTHING}preferences = "first.csv"\n')
    bots = {"all": str(tmp_path / "taught.toml")}
    again = load_weight_table(practised(tmp_path / "again.csv", side="shadow", generations=1, bots=bots).path)
    same = np.intersect1d(known.features, again.features)
    before, after = (each.table(same, 10) for each in (known, again))
    assert np.corrcoef(before.ravel(), after.ravel())[0, 1] > 0.5


@pytest.mark.parametrize(
    ("stopping", "said"),
    [
        (1, "stopped in the first generation, before anything was learnt; nothing was written"),
        (2, "stopped after 1 generations; {file} has what was learnt so far"),
        (3, "stopped before the gains were measured; {file} has all that was learnt"),
    ],
)
def test_ctrl_c_says_what_is_there(tmp_path, monkeypatch, stopping, said):
    calls = iter(range(1, 4))

    def played(*_):
        if next(calls) == stopping:
            raise KeyboardInterrupt
        return 0.5

    monkeypatch.setattr(practice, "warm_up", lambda *_: None)
    monkeypatch.setattr(practice.Pupils, "practise", played)
    monkeypatch.setattr(practice, "_gains", played)
    file = tmp_path / "duel.csv"
    with pytest.raises(practice.PracticeStopped) as stopped:
        practised(file)
    assert str(stopped.value) == said.format(file=file)
    assert file.is_file() == (stopping > 1)


def test_the_figures_as_json(tmp_path, monkeypatch):
    gain = Gain("shadow", "Shadow", "heuristic", is_main=True, tables={"Duel": Pairs(10, 4, 8, 3)})
    found = practice.Practised(tmp_path / "duel.csv", "Duel", 2, 2_000, 31, [gain])
    monkeypatch.setattr(practice, "practise", lambda *_, **__: found)
    facts = json.loads(CliRunner().invoke(cli.app, ["practise", "card_game/duel", "--json"]).stdout)
    (told,) = facts.pop("gains")
    assert facts == {
        "kind": "practice",
        "title": "Duel",
        "file": str(found.path),
        "generations": 2,
        "games": 2_000,
        "preferences": 31,
    }
    assert (told["base"], told["other"], told["change"]) == (14 / 25, 18 / 25, 4 / 25)
    assert told["change_low"] == gain.columns["change_low"]
    assert (told["side"], told["is_clear"], told["tables"][0]["pairs"]) == ("shadow", False, 25)


@pytest.mark.parametrize("command", ["practise", "learn"])
def test_a_folder_is_no_file_to_write(tmp_path, command):
    asked = [command, "card_game/duel", "--out", str(tmp_path), "--quiet"]
    done = CliRunner().invoke(cli.app, asked)
    assert done.exit_code == 2
    assert done.stderr == f"mazarbul: {tmp_path} is a folder: name a file in it\n"


def test_mistakes_are_said(tmp_path):
    with pytest.raises(DataError, match=r"ends in \.csv"):
        practised(tmp_path / "duel.txt")
    with pytest.raises(DataError, match="unknown side of card_game/duel 'gandalf'"):
        practised(tmp_path / "duel.csv", side="gandalf")
    with pytest.raises(DataError, match="--temperature 0: write a number above 0"):
        practised(tmp_path / "duel.csv", temperature=0)
    with pytest.raises(DataError, match="score their moves in a kernel"):
        practised(tmp_path / "duel.csv", bots={"all": "search"})
    done = CliRunner().invoke(cli.app, ["practise", "lotr_lcg/expert_campaign", "--quiet"])
    assert done.exit_code == 2
    assert "have no preferences" in done.output
