"""What a folder names is executed only if the user has run it before, or says that it is to be trusted."""

from __future__ import annotations

import hashlib
import shutil

import pytest
from typer.testing import CliRunner

from mazarbul import load_run
from mazarbul.sim import cli
from mazarbul.sim.bots import trusted
from mazarbul.sim.runner.experiment import Experiment, prepare
from mazarbul.sim.runner.run import run
from tests import sealing
from tests.runner.help import GAME, play
from tests.studies.help import Spy, execution, experiment

BOT = """from pathlib import Path

with Path({mark!r}).open("a") as mark:
    mark.write("executed\\n")

def bot(turn):
    return turn.legal[0]
"""


COMMANDS = ("trace", "run", "balance", "balance to an aim", "ablate")


@pytest.fixture
def mark(tmp_path):
    """A file that is there as soon as the bot's code was executed."""
    return tmp_path / "mark"


@pytest.fixture
def named(tmp_path, mark):
    """A bot's file, and a run's folder whose manifest names it and which has a copy of it."""
    file = tmp_path / "elsewhere" / "bot.py"
    file.parent.mkdir()
    file.write_text(BOT.format(mark=str(mark)), encoding="utf-8")
    folder = play(tmp_path / "run", games=20)
    (folder / "inputs").mkdir(exist_ok=True)
    shutil.copy(file, folder / "inputs" / "bot-south.py")
    name_it(folder, file)
    return file, folder


def name_it(folder, file, seat="south"):
    """Let the manifest of a folder name a file as the bot of a seat."""
    manifest = sealing.read(folder / sealing.MANIFEST)
    manifest["experiment"]["bots"] = {seat: f"{file}:bot"}
    manifest["bots"][seat] = f"{file}:bot"
    manifest["bot_hashes"][seat] = hashlib.sha256(file.read_bytes()).hexdigest()
    sealing.seal(folder, manifest)


def mazarbul(*words):
    return CliRunner().invoke(cli.app, list(map(str, words)))


def commands(folder):
    """Return the commands that play what a folder says."""
    return {
        "trace": ("trace", folder),
        "run": ("run", "--resume", "--out", folder, "--quiet"),
        "balance": ("balance", "--resume", "--out", folder, "--quiet"),
        "balance to an aim": ("balance", "--resume", "--out", folder, "--quiet", "--precision", "5%"),
        "ablate": ("ablate", folder, "--out", folder.parent / "ablated", "--quiet"),
    }


@pytest.mark.parametrize("word", COMMANDS)
@pytest.mark.parametrize("place", ["elsewhere", "in the folder", "only the copy"])
def test_no_command_executes_what_the_user_has_not_run(named, mark, word, place):
    file, folder = named
    if place == "in the folder":
        name_it(folder, folder / "inputs" / "bot-south.py")
    elif place == "only the copy":
        file.unlink()
    done = mazarbul(*commands(folder)[word])
    assert done.exit_code == 2
    assert not mark.exists()
    if place != "only the copy" or word == "trace":
        assert "which you have not run as it is now" in done.stderr
        assert "--trust-code" in done.stderr


@pytest.mark.parametrize("word", COMMANDS)
def test_with_trust_code_it_is_executed(named, mark, word):
    mazarbul(*commands(named[1])[word], "--trust-code")
    assert mark.exists()


@pytest.mark.parametrize("word", COMMANDS)
def test_what_the_user_has_run_is_executed(named, mark, word):
    file, folder = named
    prepare(Experiment(game=GAME, scenario="pair", bots={"south": f"{file}:bot"}))
    mark.unlink()
    done = mazarbul(*commands(folder)[word])
    assert "trust-code" not in done.stderr
    # the code of an unchanged file is in this process already, and is executed once


def test_a_change_to_the_file_or_its_place_makes_it_unknown(named):
    file, _ = named
    text = file.read_bytes()
    assert not trusted.is_known(file, text)
    trusted.note(file, text)
    trusted.note(file, text)
    assert trusted.is_known(file, text)
    assert trusted.list_file().read_text().count(str(file)) == 1
    assert not trusted.is_known(file, text + b"#")
    assert not trusted.is_known(file.with_name("other.py"), text)


def test_the_copy_of_a_bot_that_was_changed_is_executed_only_if_asked(named, mark):
    file, folder = named
    trusted.note(file, file.read_bytes())
    file.write_text("def bot(turn):\n    return turn.legal[-1]\n", encoding="utf-8")
    trusted.note(file, file.read_bytes())
    refused = mazarbul("trace", folder)
    assert refused.exit_code == 2
    assert str(folder / "inputs" / "bot-south.py") in refused.stderr
    assert not mark.exists()
    mazarbul("trace", folder, "--trust-code")
    assert mark.exists()


def test_where_no_list_can_be_kept_bots_still_play(named, mark, monkeypatch, tmp_path):
    (tmp_path / "file").touch()
    monkeypatch.setattr(trusted, "list_file", lambda: tmp_path / "file" / trusted.LIST)
    prepare(Experiment(game=GAME, scenario="pair", bots={"south": f"{named[0]}:bot"}))
    assert mark.exists()
    assert mazarbul("trace", named[1]).exit_code == 2


def test_reading_a_run_executes_nothing(named, mark, tmp_path):
    file, _ = named
    trusted.note(file, file.read_bytes())
    folder = run(experiment(games=200), execution(tmp_path / "bones"), Spy())
    (folder / "inputs").mkdir(exist_ok=True)
    shutil.copy(file, folder / "inputs" / "bot-light.py")
    name_it(folder, file, "light")
    assert mazarbul("report", folder, "--to", tmp_path / "page").exit_code == 0
    assert mazarbul("compare", folder, folder, "--to", tmp_path / "pages").exit_code == 0
    saved = load_run(folder)
    assert len(saved.games) == 200
    saved.report(tmp_path / "again")
    assert not mark.exists()
