"""A game of a run on disk is played again exactly as it was, or refused."""

from __future__ import annotations

import pytest
from typer.testing import CliRunner

from mazarbul.sim import cli
from mazarbul.sim.runner.again import check_game, experiment_of, kept_experiment
from mazarbul.sim.runner.experiment import Execution, Experiment
from mazarbul.sim.runner.progress import display
from mazarbul.sim.runner.run import run
from mazarbul.sim.toml import DataError
from tests import sealing
from tests.runner.help import GAME


@pytest.fixture
def played(tmp_path):
    """Return the folder of a run with an overlay and a bot in files."""
    (tmp_path / "bonus.toml").write_text("bonus = 2\n", encoding="utf-8")
    (tmp_path / "bot.toml").write_text("luck = 1.5\n", encoding="utf-8")
    experiment = Experiment(
        game=GAME, scenario="pair", games=20, seed=7, switches={"loaded": True},
        overlay=(tmp_path / "bonus.toml",), bots={"south": f"{tmp_path / 'bot.toml'}"},
    )  # fmt: skip
    return run(experiment, Execution(out=tmp_path / "run", jobs=1), display(quiet=True))


def test_everything_that_was_given_is_given_again(played):
    found = experiment_of(played)
    assert (found.seed, found.switches, found.overlay) == (
        7,
        {"loaded": True},
        (played.parent / "bonus.toml",),
    )


@pytest.mark.parametrize("file", ["bonus.toml", "bot.toml"])
@pytest.mark.parametrize("is_gone", [False, True])
def test_a_file_that_changed_is_replaced_by_the_copy_of_the_run(played, file, is_gone):
    path = played.parent / file
    if is_gone:
        path.unlink()
    else:
        path.write_text(path.read_text(encoding="utf-8").replace("= ", "= 3"), encoding="utf-8")
    found = experiment_of(played)
    assert found.overlay == (played / "inputs/overlay.toml",)
    assert found.bots == {"south": str(played / "inputs/bot-south.toml")}


def test_a_run_whose_files_are_lost_is_refused(played):
    (played.parent / "bonus.toml").write_text("bonus = 5\n", encoding="utf-8")
    (played / "inputs/overlay.toml").unlink()
    with pytest.raises(DataError, match=r"cannot be played again: the data .* changed since then"):
        experiment_of(played)


def test_a_run_of_other_code_is_refused(played):
    sealing.change(played, code_version="ab" * 32)
    with pytest.raises(DataError, match="played with other code"):
        experiment_of(played)


def test_only_games_of_the_run_are_played(played):
    check_game(played, 19)
    with pytest.raises(DataError, match="this run has the games 0 to 19"):
        check_game(played, 20)


def trace(*arguments):
    return CliRunner().invoke(cli.app, ["trace", *map(str, arguments)])


def test_trace_takes_the_folder_of_a_run(played):
    given = ("--seed", 7, "--bot", f"south={played.parent / 'bot.toml'}", "--switch", "loaded=true")
    options = trace(f"{GAME}/pair", *given, "--overlay", played.parent / "bonus.toml", "--game", 3)
    assert trace(played, "--game", 3).stdout == options.stdout != trace(played, "--game", 4).stdout


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("--seed", 3),
        ("--bot", "random"),
        ("--switch", "loaded=false"),
        ("--deck", "south=x"),
        ("--overlay", "x"),
    ],
)
def test_trace_of_a_run_refuses_what_the_run_says(played, option, value):
    done = trace(played, option, value)
    assert done.exit_code == 2
    assert f"{option} cannot be given: the target" in done.stderr


# From the folder alone, for pages that a report has beside it --------------------------------------


def test_a_report_takes_the_copies_of_a_run_even_if_the_files_are_there(played):
    found = kept_experiment(played)
    assert found.overlay == (played / "inputs/overlay.toml",)
    assert found.bots == {"south": str(played / "inputs/bot-south.toml")}


@pytest.mark.parametrize("name", ["overlay.toml", "bot-south.toml"])
def test_a_report_plays_nothing_without_the_copies(played, name):
    (played / "inputs" / name).unlink()
    assert experiment_of(played)
    assert kept_experiment(played) is None


@pytest.mark.parametrize("change", [{"code_version": "ab" * 32}, {"tables_hash": "ab" * 32}])
def test_a_report_plays_no_game_that_would_be_another(played, change):
    sealing.change(played, **change)
    assert kept_experiment(played) is None


def test_a_report_plays_no_code(played, tmp_path):
    for file in (tmp_path / "bot.py", played / "inputs/bot-south.py"):
        file.write_text("raise SystemExit", encoding="utf-8")
    experiment = sealing.read(played / sealing.MANIFEST)["experiment"]
    sealing.change(played, experiment=experiment | {"bots": {"south": f"{tmp_path / 'bot.py'}:bot"}})
    assert kept_experiment(played) is None
