"""Playing and reporting need no extras; what needs one says how to install it."""

from __future__ import annotations

import subprocess
import sys
import tomllib

import pytest

from sim.runner.extras import EXTRAS, need
from tests.runner.help import ROOT

WITHOUT = """
import sys
from importlib.abc import MetaPathFinder

class Missing(MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {missing!r}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)

sys.meta_path.insert(0, Missing())
import tests.studies.help
from sim import cli
cli.app({command!r})
"""


def without_extras(*command):
    code = WITHOUT.format(missing=set(EXTRAS), command=[str(word) for word in command])
    return subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)


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


@pytest.mark.parametrize(
    ("command", "extra"),
    [
        (("train", "bones/plain"), "train"),
        (("tune", "bones/plain", "--knobs", "none.toml"), "tune"),
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
