"""Playing and reporting need no extras; what needs one says how to install it."""

from __future__ import annotations

import subprocess
import sys
import tomllib

import pytest

from mazarbul.sim.runner.extras import EXTRAS, need
from tests.runner.help import ROOT

WITHOUT = """
import sys
from importlib.abc import MetaPathFinder

class Missing(MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {missing!r}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)

sys.meta_path.insert(0, Missing())
import tests.studies.coop
import tests.studies.help
"""
COMMAND = """
from mazarbul.sim import cli
cli.app({command!r})
"""
QUESTIONS = """
import mazarbul
for ask, more in ((mazarbul.whatif, {{"bots": "random"}}), (mazarbul.ablate, {{"only": ["axe"]}})):
    answer = ask("bones/plain", games=50, out=f"{folder}/{{ask.__name__}}", **more)
    assert len(mazarbul.load_answer(answer.path).changes)
try:
    mazarbul.review("bones/plain")
except mazarbul.DataError as error:
    print(error)
try:
    mazarbul.train("bones/plain")
except mazarbul.DataError as error:
    print(error)
"""


def without_extras(*command):
    return python_without_extras(COMMAND.format(command=[str(word) for word in command]))


def python_without_extras(code):
    whole = WITHOUT.format(missing=set(EXTRAS)) + code
    return subprocess.run(
        [sys.executable, "-c", whole], cwd=ROOT, capture_output=True, text=True, check=False
    )


def test_every_extra_is_one_of_the_package():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    needed = " ".join(project["dependencies"])
    for library, (extra, _) in EXTRAS.items():
        assert any(each.startswith(library) for each in project["optional-dependencies"][extra])
        assert library not in needed


def test_balance_and_its_report_need_no_extra(tmp_path):
    done = without_extras("balance", "bones/plain", "--games", 200, "--out", tmp_path / "run", "--quiet")
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "run/report/index.html").is_file()


@pytest.mark.slow
@pytest.mark.parametrize(
    "command",
    [
        ("ablate", "bones/plain", "--cards", "axe", "--games", 50),
        ("swap", "coop/hill", "--remove", "curse", "--games", 20, "--confirm", 50),
        ("audit", "bones/plain", "--search", 0, "--games", 50, "--value-games", 20),
    ],
    ids=lambda command: command[0],
)
def test_studies_need_no_extra(tmp_path, command):
    done = without_extras(*command, "--jobs", 1, "--out", tmp_path / "out", "--quiet")
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "out/report/index.html").is_file()


STUDY = """
title = "Bones"
game = "bones"
scenarios = ["plain"]
games = 50
[ablation]
[audit]
"""


@pytest.mark.slow
def test_a_study_needs_no_extra(tmp_path):
    (tmp_path / "study.toml").write_text(STUDY)
    done = without_extras("study", tmp_path / "study.toml", "--dry-run", "--jobs", 1, "--quiet")
    assert done.returncode == 0, done.stderr
    assert "nothing was played" in done.stdout


@pytest.mark.slow
def test_questions_from_python_need_no_extra(tmp_path):
    done = python_without_extras(QUESTIONS.format(folder=tmp_path))
    assert done.returncode == 0, done.stderr
    review, train = done.stdout.splitlines()
    assert "extra" not in review
    assert "pip install" not in review
    assert "has no weights" in train


@pytest.mark.slow
@pytest.mark.parametrize(
    ("command", "extra"),
    [
        (("train", "bones/plain"), "train"),
        (("tune", "bones/plain", "--knobs", "none.toml"), "tune"),
        (("audit", "bones/plain", "--train", 5), "train"),
        (("balance", "bones/plain", "--markdown"), "pictures"),
    ],
)
def test_a_missing_extra_is_named_before_anything_is_played(tmp_path, command, extra):
    done = without_extras(*command, "--out", tmp_path / "out")
    assert (done.returncode, done.stdout) == (2, "")
    assert f"which is not installed: pip install 'mazarbul[{extra}]'" in done.stderr
    assert done.stderr.count("\n") == 1
    assert not (tmp_path / "out").exists()


def test_a_library_that_is_there_is_returned():
    assert need("matplotlib").__name__ == "matplotlib"
