"""What `pip install` leaves: one name, which no file of a user disturbs, with all that belongs to it."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tarfile
import venv
import zipfile
from pathlib import Path

import pytest

import mazarbul
from mazarbul.former import PACKAGES
from mazarbul.sim import games
from mazarbul.sim.compile.shipped import levels_here
from mazarbul.sim.notation import handbook

ROOT = Path(__file__).resolve().parents[1]
PATIENCE_SECONDS = 300
BUILD_SECONDS = 1800  # with kernels

READ = """
import json
from pathlib import Path
import mazarbul
from mazarbul.sim import games
from mazarbul.sim.games import new
from mazarbul.sim.notation import handbook, rulebook
print(json.dumps({
    "file": mazarbul.__file__,
    "pages": list(handbook.titles()),
    "rules": list(rulebook.pages()),
    "new": len(new.write("moria", Path("moria"))),
    "games": [game for game in mazarbul.games() if games.get(game).bot("heuristic").name],
    "expert": games.get("card_game").bot("expert").name,
}))
"""
ONCE = """
import sys, warnings
warnings.simplefilter("ignore")
{first}
import mazarbul
mazarbul.match("card_game/duel", bots="random")
import {name}, mazarbul.{name}
assert {name} is mazarbul.{name}
assert {name}.__name__ == {name}.__spec__.name == "mazarbul.{name}"
modules = {{id(module): module for module in list(sys.modules.values())}}.values()
files = [file for module in modules if (file := getattr(module, "__file__", None)) and {root!r} in file]
assert len(files) > 100
assert sorted(set(files)) == sorted(files)
"""
COMPILED = """
import shutil
import llvmlite.binding
features = llvmlite.binding.targets.FeatureMap(dict.fromkeys({features!r}, True))
llvmlite.binding.get_host_cpu_features = lambda: features
from numba.core import event
import mazarbul
with event.install_recorder("numba:compile") as seen:
    played = mazarbul.run({target!r}, games=2, bots={bot!r}, jobs=1, out="there")
    games = played.games
    played.report("page")
print(sorted({{each.data["dispatcher"].py_func.__name__ for _, each in seen.buffer}}))
print(games.to_dict())
for folder in ("there", "page"):
    shutil.rmtree(folder)
"""


def built(place, patience=PATIENCE_SECONDS, *, kind="wheel", root=ROOT, **variables):
    """Return the wheel, or the sdist, that is built from a checkout, this one if not given."""
    build = [sys.executable, "-m", "hatchling", "build", "-t", kind, "-d", str(place)]
    env = os.environ | variables
    subprocess.run(build, cwd=root, env=env, check=True, capture_output=True, timeout=patience)
    (file,) = place.glob("*.whl" if kind == "wheel" else "*.tar.gz")
    return file


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    """The wheel that is built from this checkout."""
    return built(tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="module")
def python(wheel):
    """Return a function: code -> what it prints, where the wheel is installed, in a folder of a user."""
    return installed(wheel)


def installed(wheel, **variables):
    """Install a wheel beside itself; return the function that runs code there, with these variables."""
    place = wheel.parent / "venv"
    venv.create(place, symlinks=True)
    lib = place / "lib" / f"python{sys.version_info.major}.{sys.version_info.minor}" / "site-packages"
    with zipfile.ZipFile(wheel) as packed:
        packed.extractall(lib)
    libraries = [path for path in sys.path if path.endswith("site-packages")]
    (lib / "libraries.pth").write_text("\n".join(libraries), encoding="utf-8")
    env = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"} | variables

    def run(code: str, folder: Path) -> str:
        (folder / "script.py").write_text(code, encoding="utf-8")
        return said([str(place / "bin" / "python"), "script.py"], folder, env)

    return run


def said(command, folder, env):
    """Return what a command prints; it must not fail."""
    done = subprocess.run(
        command, cwd=folder, env=env, capture_output=True, text=True, timeout=PATIENCE_SECONDS, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_one_name_is_installed(wheel):
    version = mazarbul.__version__
    with zipfile.ZipFile(wheel) as packed:
        names = packed.namelist()
    assert {name.split("/")[0] for name in names} == {"mazarbul", f"mazarbul-{version}.dist-info"}
    inside = {name.split("/")[1] for name in names if name.startswith("mazarbul/") and name.count("/") > 1}
    assert "mazarbul/py.typed" in names
    assert inside == {*PACKAGES, "agents", "configs", "docs", "examples", "workbench"}
    assert {"mazarbul/workbench/templates/play.js", "mazarbul/workbench/templates/play.html"} <= set(names)
    for left in ("reports/gallery", "docs/tutorials", "docs/assets", "docs/start"):
        assert not any(name.startswith(f"mazarbul/{left}") for name in names), left


def test_a_source_distribution_is_a_checkout(wheel, tmp_path):
    with tarfile.open(built(tmp_path, kind="sdist")) as packed:
        packed.extractall(tmp_path, filter="data")
    root = tmp_path / f"mazarbul-{mazarbul.__version__}"
    env = os.environ | {"PYTHONPATH": str(root)}
    code = "import mazarbul; print(mazarbul.__file__, *mazarbul.games())"
    assert said([sys.executable, "-c", code], tmp_path, env).split() == [
        str(root / "mazarbul/__init__.py"), *games.MODULES
    ]  # fmt: skip
    names = [zipfile.ZipFile(each).namelist() for each in (wheel, built(tmp_path, root=root))]
    assert sorted(names[0]) == sorted(names[1])


def test_all_that_is_read_is_installed(python, tmp_path):
    found = json.loads(python(READ, tmp_path))
    assert Path(found.pop("file")).parent.parent.name == "site-packages"
    assert found == {
        "pages": list(handbook.NAMES),
        "rules": ["board_game", "card_game", "lotr_lcg"],
        "new": 22,
        "games": list(games.MODULES),
        "expert": "expert",
    }


@pytest.mark.slow
@pytest.mark.thorough
@pytest.mark.timeout(2 * BUILD_SECONDS)
@pytest.mark.parametrize("level", levels_here(), ids=lambda level: level.name)
def test_from_a_wheel_with_kernels_nothing_is_compiled_on_any_processor(filled, tmp_path, level):
    python = installed(filled, NUMBA_CACHE_DIR=str(tmp_path / "cache"))
    for target in ("card_game/fellowship", "lotr_lcg/journey_down_the_anduin", "board_game/three_player"):
        for bot in ("expert", "search:2"):
            code = COMPILED.format(target=target, bot=bot, features=sorted(level.needs))
            compiled, games = python(code, tmp_path).splitlines()
            assert compiled == "[]", (target, bot)
            here = mazarbul.run(target, games=2, bots=bot, jobs=1, out=tmp_path / "here")
            assert games == str(here.games.to_dict())
            shutil.rmtree(tmp_path / "here")


@pytest.fixture(scope="module")
def filled(tmp_path_factory):
    """The wheel that is built with kernels: it is for this Python and this kind of machine."""
    file = built(tmp_path_factory.mktemp("filled"), BUILD_SECONDS, MAZARBUL_KERNELS="1")
    assert f"-cp{sys.version_info.major}{sys.version_info.minor}-none-" in file.name
    return file


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """The folder of a run."""
    place = tmp_path_factory.mktemp("run") / "run"
    mazarbul.run("card_game/duel", games=60, bots="random", out=place, jobs=1)
    return place


@pytest.mark.slow
@pytest.mark.parametrize("name", PACKAGES)
def test_a_module_of_a_user_disturbs_nothing_and_stays_what_it_is(python, tmp_path, folder, name):
    (tmp_path / f"{name}.py").write_text("x = 1\n", encoding="utf-8")
    code = f"import mazarbul\nmazarbul.load_run({str(folder)!r}).report('page')\n"
    python(f"{code}import {name}\nassert {name}.x == 1\n", tmp_path)
    assert (tmp_path / "page" / "index.html").is_file()


@pytest.mark.parametrize(
    "name", ["analysis.run", "formats.people", "reports.page", "sim.games", "studies.aim"]
)
def test_a_former_name_is_the_same_module(python, tmp_path, name):
    code = (
        "import warnings, mazarbul\n"
        "with warnings.catch_warnings(record=True) as caught:\n"
        "    warnings.simplefilter('always')\n"
        f"    import {name}\n"
        f"assert {name} is mazarbul.{name}\n"
        "w = caught[-1]\n"
        "print((w.category.__name__, w.filename, w.lineno, str(w.message)))\n"
    )
    said = f"the module {name} is mazarbul.{name} now; its former name goes with the next release"
    assert python(code, tmp_path) == f"{('DeprecationWarning', str(tmp_path / 'script.py'), 4, said)}\n"


@pytest.mark.parametrize("first", ["", "import sim.games, analysis.run, studies.whatif"])
@pytest.mark.parametrize("name", ["sim.games.match", "analysis.run"])
def test_no_module_is_loaded_twice_in_a_checkout(tmp_path, first, name):
    code = ONCE.format(first=first, name=name, root=str(ROOT))
    said([sys.executable, "-c", code], tmp_path, os.environ | {"PYTHONPATH": str(ROOT)})


def test_a_folder_of_a_user_keeps_its_modules(python, tmp_path):
    """A folder without `__init__.py` may be a user's package, or what is left of an older mazarbul."""
    (tmp_path / "sim").mkdir()
    (tmp_path / "sim" / "mine.py").write_text("x = 1\n", encoding="utf-8")
    code = "import mazarbul, sim.mine, mazarbul.sim.games\nfrom sim import games\n"
    python(f"{code}assert sim.mine.x == 1\nassert games is mazarbul.sim.games\n", tmp_path)


def test_what_is_not_there_is_not_there_by_its_former_name(python, tmp_path):
    code = "import mazarbul\ntry:\n    import sim.nowhere\nexcept ModuleNotFoundError as error:\n"
    assert python(f"{code}    print(error)\n", tmp_path) == "No module named 'mazarbul.sim.nowhere'\n"
