"""--resume without --out does not start something new instead."""

from __future__ import annotations

import pytest
from typer.testing import CliRunner

from mazarbul.sim import cli
from mazarbul.sim.runner.experiment import Execution, Experiment
from mazarbul.sim.toml import DataError
from mazarbul.studies.matrix import matrix
from mazarbul.studies.skill import ladder, restrict
from tests.studies import archers, coop  # noqa: F401  registers the games
from tests.studies.help import GAME, Spy, experiment

TARGET = f"{GAME}/plain"


@pytest.mark.parametrize(
    "command",
    [
        ("run", TARGET),
        ("balance", TARGET),
        ("balance", TARGET, "--precision", "5%"),
        ("ablate", TARGET),
        ("whatif", TARGET, "--bot", "light=random"),
        ("skill", TARGET),
        ("audit", TARGET),
        ("swap", "coop/hill"),
        ("tune", TARGET, "--knobs", "knobs.toml"),
        ("train", "archers/duel"),
        ("study", "study.toml"),
    ],
    ids=" ".join,
)
def test_resume_needs_a_folder(tmp_path, monkeypatch, command):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "knobs.toml").write_text('[[knob]]\npath = "card.blade.bonus"\nlow = 1\nhigh = 4\n')
    (tmp_path / "study.toml").write_text(f'title = "Bones"\ngame = "{GAME}"\nscenarios = ["plain"]\n')
    done = CliRunner().invoke(cli.app, [*command, "--resume", "--quiet"])
    assert (done.exit_code, done.stderr) == (2, "mazarbul: --resume needs --out DIR\n"), done.output
    assert not (tmp_path / "runs").exists()


def test_so_do_the_parts_of_studies():
    how = {"execution": Execution(jobs=1), "display": Spy(), "resume": True}
    quest = Experiment(game="coop", scenario="hill")
    with pytest.raises(DataError, match="--resume needs --out DIR"):
        matrix(quest, ["iron", "leaf"], [1], **how)
    for play in (ladder, restrict):
        with pytest.raises(DataError, match="--resume needs --out DIR"):
            play(experiment(), **how)
