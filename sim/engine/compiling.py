"""Compiling kernels once on a machine, however many processes need them."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import filelock
import numba

LOCK = ".compiling.lock"
#: Longer than any game takes to compile on a slow machine, with all cores busy.
PATIENCE_SECONDS = 1800


def compiled(use: Callable[[], object]) -> bool:
    """Call `use`, which runs kernels; return whether any of them had to be compiled.

    While one process compiles, others on the machine wait, and then load what it made.
    """
    folder = Path(numba.config.CACHE_DIR)
    lock = filelock.FileLock(folder / LOCK, timeout=PATIENCE_SECONDS)
    # where locks do not work, every process compiles for itself: slower, but right
    with suppress(OSError, NotImplementedError):
        lock.acquire()
    try:
        before = _kernels(folder)
        use()
        return _kernels(folder) != before
    finally:
        lock.release()


def _kernels(folder: Path) -> set[Path]:
    """Return the files of kernels that are compiled."""
    return set(folder.rglob("*.nbc"))
