"""Memory does not grow with the number of games: no part of a chunk stays once it is written."""

from __future__ import annotations

import gc
import weakref

import pytest

from mazarbul.sim.runner.folder import RunFolder
from mazarbul.sim.runner.task import Plan
from tests.runner.help import play


@pytest.fixture
def no_collector():
    """Turn off the garbage collector: megabytes in a few objects in a cycle would wait long for it."""
    gc.collect()
    gc.disable()
    yield
    gc.enable()


@pytest.mark.usefixtures("no_collector")
@pytest.mark.parametrize("backend", ["threading", "loky", pytest.param("dask", marks=pytest.mark.slow)])
def test_results_are_let_go_once_they_are_written(tmp_path, monkeypatch, backend):
    if backend == "dask":
        pytest.importorskip("dask.distributed", reason="the extra dask is not installed")
    kept, keep = [], RunFolder.keep

    def keep_and_note(folder, played):
        keep(folder, played)
        kept.append(weakref.ref(played))

    monkeypatch.setattr(RunFolder, "keep", keep_and_note)
    play(tmp_path / "run", execution={"jobs": 2, "chunk": 50, "backend": backend})
    assert len(kept) == 20
    assert sum(result() is not None for result in kept) <= 1


@pytest.mark.slow
def test_a_cluster_is_sent_once_what_the_chunks_share(tmp_path, monkeypatch):
    """Above all not the tables: a scheduler keeps the last thousand messages."""
    pytest.importorskip("dask.distributed", reason="the extra dask is not installed")
    sent = []

    def reduced(plan, protocol):
        sent.append(plan)
        return object.__reduce_ex__(plan, protocol)

    monkeypatch.setattr(Plan, "__reduce_ex__", reduced)
    play(tmp_path / "run", execution={"jobs": 2, "chunk": 50, "backend": "dask"})
    assert len(sent) <= 2  # to the scheduler, which is in this process, and from there to a worker
