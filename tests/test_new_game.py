"""`mazarbul new game` writes a package that plays and passes its own tests; it refuses what cannot be one."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from typer.testing import CliRunner

from mazarbul.sim import cli, games
from mazarbul.sim.games import new
from mazarbul.sim.runner.options import choose
from mazarbul.sim.runner.version import code_version
from tests.courier.game import GAME as COURIER
from tests.reports.parsed import unpacked

ROOT = Path(__file__).resolve().parents[1]
NAME = "moria_dice"


def mazarbul(*words: object):
    """Call the command line in this process."""
    return CliRunner().invoke(cli.app, [str(word) for word in words])


@pytest.fixture
def package(tmp_path):
    """Return the folder of a new game."""
    new.write(NAME, tmp_path / NAME)
    return tmp_path / NAME


def test_every_word_of_the_name_is_the_new_one(package):
    files = [path for path in package.rglob("*") if path.is_file()]
    texts = {path.relative_to(package).as_posix(): path.read_text(encoding="utf-8") for path in files}
    assert {"README.md", "moria_dice/data/cards.toml", "tests/test_moria_dice.py"} <= set(texts)
    for name, text in texts.items():
        assert not any(word in name + text for word in (new.NAME, new.CLASS, new.TITLE)), name
        if name.endswith(".py"):
            ast.parse(text)
    project = tomllib.loads(texts["pyproject.toml"])["project"]
    assert project["name"] == NAME
    assert project["entry-points"][games.GROUP] == {NAME: f"{NAME}.game:GAME"}
    assert "class MoriaDice(DataGame[Rows])" in texts["moria_dice/game.py"]
    assert texts["README.md"].startswith("# Moria Dice\n")


def test_the_command_says_what_to_do_next(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "ice").mkdir()
    for words, folder in (((), NAME), (("--to", "ice"), "ice")):
        done = mazarbul("new", "game", NAME, *words)
        assert done.exit_code == 0, done.stderr
        first, *rest = done.stdout.splitlines()
        assert first == f"game: {folder} (22 files; README.md describes them)"
        assert rest == [
            "next:",
            f"  cd {folder}",
            '  pip install -e ".[test]"',
            f"  mazarbul balance {NAME}",
            f"  mazarbul trace {NAME}",
            "  python -m pytest",
        ]
        assert sum(path.is_file() for path in Path(folder).rglob("*")) == 22


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("game", "9lives"), "a game cannot be called '9lives': it must be small letters, digits and"),
        (("game", "class"), "a game cannot be called 'class'"),
        (("game", "my-game"), "a game cannot be called 'my-game'"),
        (("game", "card_game"), "there is already a game 'card_game'; choose another name"),
        (("game", "json"), "there is already a Python package 'json'; choose another name"),
        (("game", NAME, "--to", "full"), "the folder full is not empty; choose a new or an empty one"),
        (("game", NAME, "--to", "full/file"), "full/file is not a folder; choose a new or an empty one"),
        (("gane", NAME), "unknown thing to write, 'gane'; valid: game; did you mean 'game'?"),
        (("game",), "new: missing argument 'NAME'"),
    ],
)
def test_what_cannot_be_a_new_game_is_refused_in_one_line(tmp_path, monkeypatch, words, message):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "file").write_text("kept")
    done = mazarbul("new", *words)
    assert (done.exit_code, done.stdout) == (2, "")
    assert done.stderr.startswith(f"mazarbul: {message}")
    assert done.stderr.count("\n") == 1
    assert [path.name for path in tmp_path.rglob("*")] == ["full", "file"]


def test_a_game_with_one_scenario_is_a_target_by_its_name(monkeypatch):
    class Lone:
        name, title = "lone", "Alone"

        def scenarios(self):
            return {"only": "The only one"}

    monkeypatch.setattr(games, "_registered", {"lone": Lone()})
    experiment, _ = choose("lone", {}, {})
    assert (experiment.game, experiment.scenario) == ("lone", "only")


def test_the_code_of_a_game_from_outside_is_part_of_the_version_that_plays():
    assert code_version(game=games.get("card_game")) == code_version()
    assert code_version(game=COURIER) != code_version()


def carry_out(tutorial: str, folder: Path) -> int:
    """Make the changes of a page in a folder and return their number: diffs below the name of their file."""
    name, n = "", 0
    for line, block in re.findall(r"^`(\S+)`:$|^```diff\n(.*?)^```", tutorial, re.DOTALL | re.MULTILINE):
        if line:
            name = line
            continue
        rows = [(row[0], f"{row[1:]}\n") for row in block.splitlines()]
        old, now = ("".join(row for sign, row in rows if sign in signs) for signs in (" -", " +"))
        file = folder / name
        text = file.read_text(encoding="utf-8") if file.exists() else ""
        assert text.count(old) == 1 or not text, (name, old)
        file.write_text(text.replace(old, now) if text else now, encoding="utf-8")
        n += 1
    return n


@pytest.mark.slow
def test_the_new_game_plays_at_once_and_its_own_tests_pass(package):
    installed = package.parent / "site"
    info = installed / f"{NAME}-0.1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {NAME}\nVersion: 0.1.0\n")
    (info / "entry_points.txt").write_text(f"[{games.GROUP}]\n{NAME} = {NAME}.game:GAME\n")
    path = os.pathsep.join(map(str, (package, installed, ROOT)))

    def python(*words: str, fails: bool = False) -> str:
        done = subprocess.run(
            [sys.executable, *words],
            cwd=package,
            env=os.environ | {"PYTHONPATH": path},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == (2 if fails else 0), done.stdout + done.stderr
        return done.stderr if fails else done.stdout

    assert "6 passed" in python("-m", "pytest", "-q", "-p", "no:cacheprovider")
    command = ("-c", "from mazarbul.sim.cli import main; main()")
    said = python(*command, "balance", NAME, "--games", "2000", "--quiet")
    assert said.startswith("The Duel: 2,000 games, seed 1, bots: heuristic\n  North ")
    trace = python(*command, "trace", NAME, "--seed", "7")
    assert "takes the round; points: 1" in trace
    python(*command, "trace", NAME, "--seed", "7", "--html", "game.html")
    assert "Lookout" in unpacked((package / "game.html").read_text(encoding="utf-8"))
    python(*command, "run", NAME, "--games", "100", "--quiet", "--out", "before")
    rules = package / NAME / "rules.py"
    rules.write_text(rules.read_text(encoding="utf-8").replace("s.score[seat] += 1", "s.score[seat] += 2"))
    again = (*command, "run", "--resume", "--out", "before", "--games", "200", "--quiet")
    assert "the program's code" in python(*again, fails=True)
    assert "points: 2" in python(*command, "trace", NAME, "--seed", "7")
    changed = python(*command, "ablate", NAME, "--games", "200", "--quiet")
    assert "strength 5 → 6" in changed
    rules.write_text(rules.read_text(encoding="utf-8").replace("s.score[seat] += 2", "s.score[seat] += 1"))
    tutorial = (ROOT / "docs/new-game.md").read_text(encoding="utf-8")
    assert carry_out(new.renamed(tutorial, NAME), package) == 9
    assert "7 passed" in python("-m", "pytest", "-q", "-p", "no:cacheprovider")
    assert python(*command, "balance", NAME, "--games", "2000", "--quiet", "--switch", "rout=true") != said
