"""What users see of the types: their own scripts are checked against an installed mazarbul."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
import venv
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
SCRIPT = ROOT / "tests" / "typed" / "script.py"
#: The packages where a wheel has them: mypy and mkdocs read sources and do not ask mazarbul for its parts.
LINKS = ROOT / "tests" / "typed" / "installed"


def test_the_links_put_every_package_where_a_wheel_has_it():
    wheel = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["hatch"]["build"]
    folders = wheel["targets"]["wheel"]["sources"]
    with_code = {name for name in folders if (ROOT / name / "__init__.py").is_file()}
    own = {path.name for path in (ROOT / "mazarbul").iterdir() if path.name != "__pycache__"}
    links = {path.name: path.resolve() for path in (LINKS / "mazarbul").iterdir()}
    expected = {name: ROOT / name for name in with_code} | {name: ROOT / "mazarbul" / name for name in own}
    assert links == expected
    assert {folders[name] for name in with_code} == {f"mazarbul/{name}" for name in with_code}


@pytest.fixture(scope="module")
def checked(tmp_path_factory):
    """Return a function: name and text of a script -> what mypy says of it, where mazarbul is installed."""
    pytest.importorskip("mypy")
    folder = tmp_path_factory.mktemp("user")
    venv.create(folder / "venv", symlinks=True)
    python = folder / "venv" / "bin" / "python"
    lib = folder / "venv" / "lib" / f"python{sys.version_info.major}.{sys.version_info.minor}"
    libraries = [path for path in sys.path if path.endswith("site-packages")]
    (lib / "site-packages" / "mazarbul.pth").write_text("\n".join([str(LINKS), *libraries]), encoding="utf-8")
    options = ["--strict", "--config-file", os.devnull, "--python-executable", str(python)]
    known = {name: value for name, value in os.environ.items() if name not in ("MYPYPATH", "PYTHONPATH")}

    def check(name: str, text: str) -> str:
        (folder / name).write_text(text, encoding="utf-8")
        command = [sys.executable, "-m", "mypy", *options, name]
        return subprocess.run(command, cwd=folder, env=known, capture_output=True, text=True).stdout

    return check


@pytest.mark.slow
def test_a_users_script_has_the_types_that_it_expects(checked):
    said = checked("script.py", SCRIPT.read_text(encoding="utf-8"))
    assert said == "Success: no issues found in 1 source file\n"


@pytest.mark.slow
def test_mistakes_of_a_users_script_are_found(checked):
    said = checked(
        "wrong.py",
        'import mazarbul\n\nmazarbul.match("card_game/duel", sed=7).outcome().winer\n'
        'mazarbul.run("card_game/duel", game=7)\nmazarbul.run("card_game/duel", games="7")\n',
    )
    assert re.findall(r"\[([a-z-]+)\]", said) == ["call-arg", "attr-defined", "call-arg", "arg-type"]
