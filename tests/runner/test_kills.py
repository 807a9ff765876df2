"""Runs that are killed at random moments end as the same files, to the byte; `kills` is the long version."""

from __future__ import annotations

import random

import pytest

from tests.runner.kills import survived, undisturbed

pytestmark = pytest.mark.slow
GAMES = 20_000
KILLS = {"threading": 4, "loky": 2, "dask": 1}


@pytest.fixture(scope="module")
def expected(tmp_path_factory):
    return undisturbed(tmp_path_factory.mktemp("runs") / "undisturbed", GAMES)


@pytest.mark.parametrize("backend", KILLS)
def test_a_run_that_is_killed_again_and_again(tmp_path, expected, backend):
    if backend == "dask":
        pytest.importorskip("dask.distributed", reason="the extra dask is not installed")
    done = survived(tmp_path / "run", expected, random.Random(backend), backend, KILLS[backend])
    assert done["runs finished"] == 1
