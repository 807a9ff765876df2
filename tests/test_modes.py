"""Games and rule scripts give the same with the JIT, without it, with checked indices, on any processor.

The same holds with numba's own compiler, without the project's shortcut.

Without bounds checks a kernel reads past the end of an array silently; with them it raises. For a plain
processor, kernels are compiled without the instructions of newer ones.
"""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from tests import modes
from tests.digest import BOTS, GAMES, NETWORKS, WORLDS, name_of, name_of_networks, some_scripts

pytestmark = [pytest.mark.slow, pytest.mark.thorough]
INDEX_MISTAKE = """
import numpy as np
from mazarbul.sim.compile.jit import kernel

@kernel
def read(values, i):
    return values[i]

print(read(np.zeros(3), 5))
"""


@pytest.fixture(scope="module")
def ordinary() -> dict[str, object]:
    """Return the digest as it is in the tests."""
    return modes.result(modes.AS_HERE)


@pytest.mark.parametrize("mode", modes.MODES)
def test_games_and_scripts_are_the_same_with(ordinary, mode):
    other = modes.result(mode)
    games = modes.ONLY.get(mode, ("",))
    expected = {what: said for what, said in ordinary.items() if what.startswith(games)}
    assert other.keys() == expected.keys()
    for what, said in expected.items():
        assert other[what] == said, f"{mode}: {what}"


def test_the_subset_is_worth_its_name(ordinary):
    for game, scenario, _ in WORLDS:
        for bot in BOTS:
            tables = ordinary[name_of(game, scenario, bot)]
            assert {"games", "cards"} <= tables.keys()
            assert len(tables["games"]["winner"]) == GAMES
            assert min(tables["games"]["decisions"]) > 10
    for game, scenario, _, n in NETWORKS:
        assert sum(len(each) > 1 for each in ordinary[name_of_networks(game, scenario)]) > n / 2
    for game, scripts in some_scripts().items():
        assert len(scripts) >= 15 or set(scripts) == set(scripts[0].parent.glob("*.txt"))
        assert all(ordinary[f"{game}: {script.stem}"][-1].endswith("expectations hold") for script in scripts)


def test_bounds_checks_catch_a_wrong_index(tmp_path):
    """The failing example: numba obeys the variable for the project's kernels."""
    file = tmp_path / "mistake.py"
    file.write_text(INDEX_MISTAKE)
    env = os.environ | {"NUMBA_BOUNDSCHECK": "1", "NUMBA_DISABLE_JIT": "0"}
    env |= {"NUMBA_CACHE_DIR": str(tmp_path), "PYTHONPATH": str(modes.ROOT)}
    done = subprocess.run([sys.executable, file], env=env, capture_output=True, text=True, check=False)
    assert done.returncode != 0
    assert "IndexError" in done.stderr
