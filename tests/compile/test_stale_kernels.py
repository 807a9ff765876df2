"""A kernel compiled from other sources, by another numba, or for another processor is never run."""

from __future__ import annotations

import os
import shutil
import sqlite3
import tempfile
import time
from contextlib import closing
from pathlib import Path

import pytest

from mazarbul.sim.compile.kept_code import FILE
from mazarbul.sim.compile.shipped import SHIPPED, levels_here
from tests.compile.packages import ask, written

pytestmark = pytest.mark.slow

HELPER = """
from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.numbers import ADDED

@kernel
def raised(x):
    return x + ADDED

@kernel
def below(x):
    for i in range(x):
        yield i
"""
TOY = """
import os
import numba
numba.__version__ = os.environ.get("PRETENDED_NUMBA", numba.__version__)
if "PRETENDED_FEATURES" in os.environ:
    import llvmlite.binding
    has = dict.fromkeys(os.environ["PRETENDED_FEATURES"].split(), True)
    features = llvmlite.binding.targets.FeatureMap(has)
    llvmlite.binding.get_host_cpu_features = lambda: features

from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.helper import below, raised

@kernel
def twice(x):
    total = raised(x) * 2
    for _ in below(x):
        total += 0
    return total

def found():
    value = int(twice(3))
    return {"value": value, "loaded": sum(twice.stats.cache_hits.values()) > 0}

def lowered():
    from numba.core import event

    with event.install_recorder("numba:compile") as seen:
        twice(3)
    names = {each.data["dispatcher"].py_func.__name__ for _, each in seen.buffer}
    return sorted(names - {"below"})  # generators are not kept
"""
OUTSIDE = """
from my_game.numbers import TIMES
from mazarbul.sim.compile.once import compiled
from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.helper import raised

@kernel
def times(x):
    return raised(x) * TIMES

import mazarbul.sim.toy  # kernels of the package come last here

def found():
    values = []
    was_compiled = compiled("my_game", lambda: values.append(int(times(3))))
    return {"value": values[0], "loaded": sum(times.stats.cache_hits.values()) > 0, "said": was_compiled}
"""


@pytest.fixture(scope="module")
def package(tmp_path_factory):
    """A package `mazarbul.sim` of one kernel, a helper in another file, and a number in a third."""
    files = {"numbers": "ADDED = 1\n", "helper": HELPER, "toy": TOY}
    package = written(tmp_path_factory.mktemp("stale"), files)
    assert ask(package) == {"value": 8, "loaded": False}
    return package


@pytest.fixture(scope="module")
def outside(package):
    """A package outside of it, of one kernel that calls one of `mazarbul`, and a number in another file."""
    mine = package.parents[1] / "my_game"
    mine.mkdir()
    (mine / "__init__.py").touch()
    (mine / "numbers.py").write_text("TIMES = 10\n")
    (mine / "game.py").write_text(OUTSIDE)
    assert ask(package, "my_game.game") == {"value": 40, "loaded": False, "said": True}
    return mine


def edited(path, old, new):
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))


def change(file, statement):
    with closing(sqlite3.connect(file)) as database, database:
        database.execute(statement)


def test_an_unchanged_kernel_is_loaded(package):
    assert ask(package) == {"value": 8, "loaded": True}


def test_sources_at_another_path_need_no_compiling(package, tmp_path):
    copied = shutil.copytree(package.parent, tmp_path / "mazarbul")
    for file in copied.rglob("*.py"):
        file.touch()
    kept = str(package.parents[1] / "cache")
    assert ask(copied / "sim", NUMBA_CACHE_DIR=kept) == {"value": 8, "loaded": True}


@pytest.mark.parametrize(
    ("file", "old", "new", "value"),
    [("helper.py", "x + ADDED", "x - ADDED", 4), ("numbers.py", "ADDED = 1", "ADDED = 5", 16)],
    ids=["a helper in another file", "a number in a third file"],
)
def test_a_change_elsewhere_compiles_anew_and_back_loads_the_old_one(package, file, old, new, value):
    edited(package / file, old, new)
    assert ask(package) == {"value": value, "loaded": False}
    edited(package / file, new, old)
    assert ask(package) == {"value": 8, "loaded": True}


def test_code_of_kernels_that_do_not_depend_on_a_change_is_linked_again(package):
    edited(package / "toy.py", "raised(x) * 2", "raised(x) * 3")
    assert ask(package, question="lowered") == ["twice"]
    assert ask(package) == {"value": 12, "loaded": True}
    edited(package / "numbers.py", "ADDED = 1", "ADDED = 6")
    assert ask(package, question="lowered") == ["raised", "twice"]
    assert ask(package) == {"value": 27, "loaded": True}
    edited(package / "numbers.py", "ADDED = 6", "ADDED = 1")
    edited(package / "toy.py", "raised(x) * 3", "raised(x) * 2")


def test_a_damaged_database_of_code_compiles_anew(package):
    (database,) = (package.parents[1] / "cache").glob("linked-*.db")
    database.write_bytes(b"not a database" * 100)
    edited(package / "toy.py", "raised(x) * 2", "raised(x) * 5")
    assert ask(package, question="lowered") == ["raised", "twice"]
    assert ask(package) == {"value": 20, "loaded": True}
    edited(package / "toy.py", "raised(x) * 5", "raised(x) * 7")
    assert ask(package, question="lowered") == ["twice"]
    edited(package / "toy.py", "raised(x) * 7", "raised(x) * 2")
    assert ask(package) == {"value": 8, "loaded": True}


def test_damaged_code_in_the_database_compiles_anew(package):
    (file,) = (package.parents[1] / "cache").glob("linked-*.db")
    change(file, "update libraries set code = x'00'")
    edited(package / "toy.py", "raised(x) * 2", "raised(x) * 9")
    assert ask(package, question="lowered") == ["raised", "twice"]
    edited(package / "toy.py", "raised(x) * 9", "raised(x) * 2")
    assert ask(package) == {"value": 8, "loaded": True}


def test_a_damaged_description_in_the_database_compiles_anew(package):
    (file,) = (package.parents[1] / "cache").glob("linked-*.db")
    for factor, damage in enumerate(("x'00'", "description || x'00'", "null", "'text'"), 11):
        change(file, f"update kernels set description = {damage}")
        edited(package / "toy.py", "raised(x) * 2", f"raised(x) * {factor}")
        found = ask(package, question="lowered")
        edited(package / "toy.py", f"raised(x) * {factor}", "raised(x) * 2")
        assert found == ["raised", "twice"], damage
    assert ask(package) == {"value": 8, "loaded": True}


def fresh(folder):
    """Return what lets a process have a cache of its own, which is empty."""
    return {"NUMBA_CACHE_DIR": tempfile.mkdtemp(dir=folder)}


@pytest.fixture
def machine_code(package, tmp_path):
    """The machine code of the kernels as it comes with a package, for the levels of this processor."""
    made = {"NUMBA_CACHE_DIR": str(tmp_path / "made"), "NUMBA_CPU_FEATURES": ""}
    for level in levels_here():
        assert ask(package, NUMBA_CPU_NAME=level.name, **made)["value"] == 8
    (folder,) = (tmp_path / "made").glob("linked-*/")
    yield Path(
        shutil.copytree(folder, package / "kernels" / SHIPPED.name, ignore=shutil.ignore_patterns(".*"))
    )
    shutil.rmtree(package / "kernels")


LOADED, MADE = {"value": 8, "loaded": True}, {"value": 8, "loaded": False}
needs_levels = pytest.mark.skipif(not levels_here(), reason="no machine code is shipped for this processor")


@needs_levels
def test_machine_code_that_came_with_the_package_is_loaded(package, machine_code, tmp_path):
    for level in levels_here():
        poorer = {"PRETENDED_FEATURES": " ".join(level.needs)}
        assert ask(package, **fresh(tmp_path), **poorer) == LOADED
    mine = fresh(tmp_path)
    assert ask(package, **mine) == LOADED
    assert not [*Path(mine["NUMBA_CACHE_DIR"]).rglob("*.nb?")]


@needs_levels
@pytest.mark.parametrize(
    "variables",
    [
        {"PRETENDED_FEATURES": "sse4.2 avx avx512f"},
        {"NUMBA_CPU_NAME": "generic"},
        {"NUMBA_CPU_FEATURES": "+avx2"},
        {"NUMBA_BOUNDSCHECK": "1"},
        {"PRETENDED_NUMBA": "0.68.999"},
    ],
    ids=str,
)
def test_machine_code_that_is_not_for_this_process_is_not_loaded(package, machine_code, tmp_path, variables):
    assert ask(package, **fresh(tmp_path), **variables) == MADE


@needs_levels
def test_machine_code_that_came_with_other_sources_is_not_loaded(package, machine_code, tmp_path):
    edited(package / "numbers.py", "ADDED = 1", "ADDED = 6")
    assert ask(package, **fresh(tmp_path)) == {"value": 18, "loaded": False}
    edited(package / "numbers.py", "ADDED = 6", "ADDED = 1")


@needs_levels
@pytest.mark.parametrize("suffix", ["nbi", "nbc"])
def test_damaged_machine_code_that_came_with_the_package_is_passed_over(
    package, machine_code, tmp_path, suffix
):
    for file in machine_code.rglob(f"*.{suffix}"):
        file.write_bytes(file.read_bytes()[:-9])
    before = {file: file.read_bytes() for file in machine_code.rglob("*.nb?")}
    mine = fresh(tmp_path)
    assert ask(package, **mine) == MADE
    assert ask(package, **mine) == LOADED
    assert {file: file.read_bytes() for file in machine_code.rglob("*.nb?")} == before


@pytest.mark.parametrize("suffix", ["nbi", "nbc"])
def test_a_damaged_file_of_a_kernel_compiles_anew(package, suffix):
    for file in (package.parents[1] / "cache").rglob(f"*.{suffix}"):
        file.write_bytes(file.read_bytes()[:-9])
    assert ask(package) == {"value": 8, "loaded": False}
    assert ask(package) == {"value": 8, "loaded": True}


def test_another_numba_compiles_anew(package):
    assert ask(package, PRETENDED_NUMBA="0.68.999") == {"value": 8, "loaded": False}
    assert ask(package) == {"value": 8, "loaded": True}


def test_either_mode_has_kernels_of_its_own(package):
    assert ask(package, MAZARBUL_JIT="plain") == {"value": 8, "loaded": False}
    assert ask(package, MAZARBUL_JIT="plain") == {"value": 8, "loaded": True}
    assert ask(package, MAZARBUL_JIT="linked") == {"value": 8, "loaded": True}


def test_a_numba_that_is_new_needs_no_inner_parts_of_it(package):
    linked = package / "compile" / "linked.py"
    edited(linked, "import numba\n", "import numba\nimport numba.core.gone\n")
    assert ask(package, PRETENDED_NUMBA="0.99.0", PYTHONWARNINGS="ignore")["value"] == 8
    edited(linked, "import numba.core.gone\n", "")


def test_a_numba_that_is_new_is_reported(package):
    with pytest.raises(AssertionError, match=r"numba 0\.99\.0 is not one that mazarbul knows"):
        ask(package, PRETENDED_NUMBA="0.99.0", PYTHONWARNINGS="error")


def test_a_mode_that_is_none(package):
    with pytest.raises(AssertionError, match="MAZARBUL_JIT is 'fast'; valid: linked, plain"):
        ask(package, MAZARBUL_JIT="fast")


def test_another_processor_compiles_anew(package):
    assert ask(package, NUMBA_CPU_NAME="generic") == {"value": 8, "loaded": False}
    assert ask(package) == {"value": 8, "loaded": True}


def test_folders_that_nobody_used_for_long_are_removed_when_one_is_made(package, tmp_path):
    mine = fresh(tmp_path)
    assert ask(package, **mine)["value"] == 8
    (used,) = Path(mine["NUMBA_CACHE_DIR"]).glob("linked-numba*[!b]/*[0-9a-f]")
    old, recent = used.with_name("0" * 16), used.with_name("1" * 16)
    before, of_another = (used.parent.with_name(name) for name in ("linked-numba0.1-old", "my-numba-code"))
    for folder in (old, recent, before, of_another):
        folder.mkdir()
    (before / "inside").touch()
    database, former = used.parents[1] / FILE, used.parents[1] / "linked-numba0.1-old.db"
    former.touch()
    ages = {old: 61, recent: 59, before: 61, of_another: 61, used: 61, database: 61, former: 61}
    for path, days in ages.items():
        os.utime(path, (time.time() - days * 24 * 3600,) * 2)
    assert ask(package, **mine) == {"value": 8, "loaded": True}  # which is a use
    edited(package / "toy.py", "raised(x) * 2", "raised(x) * 21")
    assert ask(package, **mine) == {"value": 84, "loaded": False}
    edited(package / "toy.py", "raised(x) * 21", "raised(x) * 2")
    assert {path for path in ages if not path.exists()} == {old, before, former}


def test_an_unchanged_kernel_outside_of_the_package_is_loaded(package, outside):
    assert ask(package, "my_game.game") == {"value": 40, "loaded": True, "said": False}


def test_a_change_outside_of_the_package_compiles_what_stands_there_alone(package, outside):
    edited(outside / "numbers.py", "TIMES = 10", "TIMES = 7")
    assert ask(package, "my_game.game") == {"value": 28, "loaded": False, "said": True}
    assert ask(package) == {"value": 8, "loaded": True}
    edited(outside / "numbers.py", "TIMES = 7", "TIMES = 10")
    assert ask(package, "my_game.game") == {"value": 40, "loaded": True, "said": False}


def test_a_change_in_the_package_compiles_what_stands_outside_anew(package, outside):
    edited(package / "numbers.py", "ADDED = 1", "ADDED = 5")
    assert ask(package, "my_game.game") == {"value": 80, "loaded": False, "said": True}
    edited(package / "numbers.py", "ADDED = 5", "ADDED = 1")
    assert ask(package, "my_game.game") == {"value": 40, "loaded": True, "said": False}
