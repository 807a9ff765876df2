"""Messages about compiling are true: they appear for compiled kernels, never for loaded ones."""

from __future__ import annotations

import filelock
import numba
import pytest

from mazarbul.sim.compile import once

KERNELS = """
import numba

@numba.njit(cache=True)
def doubled(number):
    return 2 * number
"""


@pytest.fixture
def kernel(tmp_path, monkeypatch):
    """Return a function that imports a kernel again, with its own cache."""
    (tmp_path / "kernels.py").write_text(KERNELS, encoding="utf-8")
    monkeypatch.setattr(numba.config, "CACHE_DIR", str(tmp_path / "cache"))
    (tmp_path / "cache").mkdir()

    def import_it():
        names = {"__file__": str(tmp_path / "kernels.py"), "__name__": "kernels"}
        exec(compile(KERNELS, names["__file__"], "exec"), names)
        return names["doubled"]

    return import_it


def test_only_the_first_use_compiles(kernel):
    said = []
    with once.watched(said.append):
        fresh = kernel()
        assert once.compiled("toy", lambda: fresh(2))
        assert once.compiled("toy", lambda: fresh(2.5))
    assert said == [once.COMPILING]
    with once.watched(said.append):
        loaded = kernel()
        assert not once.compiled("toy", lambda: (loaded(2), loaded(2.5)))
    assert said == [once.COMPILING]


def test_a_wait_for_another_process_is_said(tmp_path, monkeypatch):
    monkeypatch.setattr(numba.config, "CACHE_DIR", str(tmp_path))
    monkeypatch.setattr(once, "PATIENCE_SECONDS", 0.05)
    said = []
    with filelock.FileLock(tmp_path / ".toy.lock"), once.watched(said.append):
        assert not once.compiled("toy", lambda: None)  # a lock that is never released does not stop others
    assert said == [once.WAITING]
