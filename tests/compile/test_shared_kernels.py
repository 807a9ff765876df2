"""Shared kernels: their machine code is made once, and callers that come from a cache find it."""

from __future__ import annotations

import pytest

from tests.compile.packages import ask, written

pytestmark = pytest.mark.slow

RULES = """
from mazarbul.sim.compile.jit import at_home, kernel, shared

@shared
def added(x):
    return x + 1

def adding(n):
    @kernel
    def more(x):
        return added(x) + n
    return at_home(more, __name__, shared)

more = adding(10)
"""
CALLS = """
import numba
from numba.core import event
from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.rules import added, more

@kernel
def twice(x):
    return added(x) * 2

@kernel
def thrice(x):
    return more(x) * 3

@numba.njit(cache=True)
def mine(x):
    return twice(x) + 100

def asked(call):
    with event.install_recorder("numba:compile") as seen:
        value = int(call(3))
    starts = [each.data["dispatcher"].py_func.__name__ for _, each in seen.buffer if each.is_start]
    return {"value": value, "compiled": sorted(starts)}

def first(): return asked(twice)
def second(): return asked(thrice)
def both(): return [first(), second()]
def outside(): return asked(mine)
"""


@pytest.fixture
def package(tmp_path):
    """A package `mazarbul.sim` of two shared kernels, and of two kernels that call one each."""
    return written(tmp_path, {"rules": RULES, "calls": CALLS})


def answer(package, question, **variables):
    """Return the answer of a new process."""
    return ask(package, "mazarbul.sim.calls", question, MAZARBUL_JIT="linked", **variables)


def files_of(package, name):
    """Return the files of a kernel's machine code."""
    found = [*(package.parents[1] / "cache").rglob(f"*.{name}-*.nb?")]
    assert found
    return found


def test_every_caller_uses_the_same_machine_code(package):
    first, second = answer(package, "both")
    assert first == {"value": 8, "compiled": ["added", "twice"]}
    assert second == {"value": 42, "compiled": ["more", "more", "thrice"]}  # one of them a factory's


def test_a_caller_from_the_cache_brings_it_along(package):
    answer(package, "both")
    assert answer(package, "second") == {"value": 42, "compiled": []}
    assert answer(package, "both") == [{"value": 8, "compiled": []}, {"value": 42, "compiled": []}]


def test_callers_of_callers_bring_it_along_even_if_they_are_no_kernels(package):
    assert answer(package, "outside")["value"] == 108
    assert answer(package, "outside") == {"value": 108, "compiled": []}


def test_it_is_compiled_again_where_its_own_code_is_gone_or_damaged(package):
    answer(package, "both")
    for file in files_of(package, "added"):
        file.unlink()
    assert answer(package, "second") == {"value": 42, "compiled": ["added"]}
    for file in files_of(package, "more"):
        file.write_bytes(file.read_bytes()[:-9])
    assert answer(package, "second") == {"value": 42, "compiled": ["more"]}


def test_a_change_to_a_caller_leaves_it_and_a_change_to_it_compiles_its_callers(package):
    answer(package, "both")
    calls, rules = package / "calls.py", package / "rules.py"
    calls.write_text(CALLS.replace("added(x) * 2", "added(x) * 5"))
    assert answer(package, "first") == {"value": 20, "compiled": ["twice"]}
    rules.write_text(RULES.replace("x + 1", "x + 2"))
    assert answer(package, "both") == [
        {"value": 25, "compiled": ["added", "twice"]},
        {"value": 45, "compiled": ["more", "more", "thrice"]},
    ]


@pytest.mark.parametrize("variables", [{"MAZARBUL_JIT": "plain"}, {"NUMBA_DISABLE_JIT": "1"}], ids=str)
def test_other_modes_give_the_same_values(package, variables):
    assert [found["value"] for found in ask(package, "mazarbul.sim.calls", "both", **variables)] == [8, 42]
