"""The same seed gives the same table, however it is played."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mazarbul.sim.runner.manifest import load
from tests.runner.dice import rolls
from tests.runner.help import play, table


@pytest.fixture(scope="module")
def expected(tmp_path_factory):
    return {
        family: table(play(tmp_path_factory.mktemp("runs") / "one"), family) for family in ("games", "cards")
    }


def test_the_table_is_the_games(expected):
    games = expected["games"].to_pydict()
    north, south = (rolls(7, 0, 1000, seat) for seat in (0, 1))
    assert games["game"] == list(range(1000))
    assert games["margin"] == [None if n == s else n - s for n, s in zip(north, south, strict=True)]
    sides = {1: "light", -1: "dark", 0: None}
    assert games["winner"] == [sides[int(sign)] for sign in np.sign(north - south)]
    assert set(games["seed"]) == {7}
    assert set(games["scenario"]) == {"pair"}
    assert set(games["bot_north"]) == set(games["bot_south"]) == {"heuristic"}
    assert expected["cards"]["north/die"].to_pylist() == list(north)


@pytest.mark.parametrize(
    "execution",
    [
        {"jobs": 2},
        {"jobs": 1, "chunk": 1000},
        {"jobs": 2, "chunk": 7},
        {"jobs": 4, "chunk": 333},
        {"jobs": 2, "chunk": 100, "backend": "loky"},
        {"jobs": 1, "chunk": 300, "backend": "loky"},
    ],
    ids=str,
)
def test_however_it_is_played(tmp_path, expected, execution):
    folder = play(tmp_path / "run", execution=execution)
    assert {family: table(folder, family) for family in expected} == expected


@pytest.mark.slow
@settings(max_examples=25, deadline=None)
@given(jobs=st.sampled_from([1, 2, 4]), chunk=st.integers(1, 1100), stops=st.integers(1, 999))
def test_in_any_chunks_and_stopped_anywhere(tmp_path_factory, expected, jobs, chunk, stops):
    folder = tmp_path_factory.mktemp("runs") / "run"
    play(folder, games=stops, execution={"jobs": jobs, "chunk": max(chunk, 10)})
    play(folder, resume=True, games=1000, execution={"jobs": jobs})
    assert {family: table(folder, family) for family in expected} == expected


@pytest.mark.slow
def test_on_a_dask_cluster(tmp_path, expected):
    pytest.importorskip("dask.distributed", reason="the extra dask is not installed")
    folder = play(tmp_path / "run", execution={"jobs": 2, "chunk": 250, "backend": "dask"})
    assert table(folder) == expected["games"]


def test_another_seed_gives_another_table(tmp_path, expected):
    other = table(play(tmp_path / "run", seed=8))
    assert other["margin"] != expected["games"]["margin"]


def test_parts_are_equal_to_the_byte_for_equal_chunks(tmp_path):
    one = load(play(tmp_path / "one", execution={"jobs": 1, "chunk": 100}))
    two = load(play(tmp_path / "two", execution={"jobs": 2, "chunk": 100}))
    assert one.chunks == two.chunks
    assert [chunk.first for chunk in one.chunks] == list(range(0, 1000, 100))


def test_a_longer_run_begins_with_the_shorter_one(tmp_path, expected):
    folder = play(tmp_path / "run", games=350, execution={"jobs": 1, "chunk": 100})
    assert load(folder).finished
    play(folder, resume=True, games=1000)
    assert table(folder) == expected["games"]
    manifest = load(folder)
    assert (manifest.games_planned, manifest.games_done, manifest.experiment["games"]) == (1000, 1000, 1000)
    assert manifest.finished
    assert [chunk.games for chunk in manifest.chunks] == [100] * 10
