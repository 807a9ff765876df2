"""Ctrl-C in a command of several parts names the folder of the whole, with which the same command goes on."""

from __future__ import annotations

import pytest
from typer.testing import CliRunner

from mazarbul.sim import cli
from mazarbul.sim.games import whole
from tests.studies import bones, coop
from tests.studies.help import GAME

TARGET = f"{GAME}/plain"
KNOBS = '[[knob]]\npath = "card.blade.bonus"\nlow = 0\nhigh = 4\n'
STUDY = f'title = "Bones"\ngame = "{GAME}"\nscenarios = ["plain"]\n[ablation]\n[audit]\n'
COMMANDS = {
    "ablate": (TARGET, "--change", "blank"),
    "whatif": (TARGET, "--bot", "light=random"),
    "skill": (TARGET, "--kinds", "card"),
    "swap": ("coop/hill", "--remove", "curse", "--confirm", "300"),
    "tune": (TARGET, "--knobs", "{folder}/knobs.toml"),
    "audit": (TARGET, "--search", "0", "--value-games", "100"),
    "study": ("{folder}/study.toml",),
}


@pytest.fixture
def files(tmp_path):
    (tmp_path / "knobs.toml").write_text(KNOBS)
    (tmp_path / "study.toml").write_text(STUDY)
    return tmp_path


def mazarbul(name, folder, *more):
    words = [word.format(folder=folder) for word in COMMANDS[name]]
    rest = ["--games", "200", "--jobs", "1", "--quiet", "--out", str(folder / "out"), *more]
    return CliRunner().invoke(cli.app, [name, *words, *rest])


def stop_after(monkeypatch, calls: int) -> None:
    """Let both test games stop as by Ctrl-C after a number of batches that are played."""
    left = calls
    for game in (bones.Bones, coop.Coop):

        def play(self, *arguments, played=game.play):
            nonlocal left
            left -= 1
            if left < 0:
                raise KeyboardInterrupt
            return played(self, *arguments)

        monkeypatch.setattr(game, "play", play)


@pytest.mark.parametrize("calls", [1, 4])
@pytest.mark.parametrize("name", COMMANDS)
def test_ctrl_c_names_the_command_that_goes_on(files, monkeypatch, name, calls):
    monkeypatch.setattr(whole, "seconds_of_game", lambda *_: 1e-4)
    stop_after(monkeypatch, calls)
    stopped = mazarbul(name, files)
    assert stopped.exit_code == 130, stopped.output
    assert stopped.stderr == (
        "mazarbul: stopped, every finished game is kept; to go on, give the same command with"
        f" --resume --out {files / 'out'}\n"
    )


@pytest.mark.slow  # writes reports
@pytest.mark.parametrize("name", COMMANDS)
def test_that_command_goes_on(files, monkeypatch, name):
    with monkeypatch.context() as patched:
        patched.setattr(whole, "seconds_of_game", lambda *_: 1e-4)
        stop_after(patched, 4)
        assert mazarbul(name, files).exit_code == 130
    before = {part: part.stat().st_mtime_ns for part in files.rglob("*.parquet")}
    assert before
    done = mazarbul(name, files, "--resume")
    assert done.exit_code == 0, done.output
    after = {part: part.stat().st_mtime_ns for part in files.rglob("*.parquet")}
    assert before.items() <= after.items(), "what was played is not played again"
