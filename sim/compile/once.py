"""Compiling kernels once per machine, however many processes need them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

import filelock
import numba
from numba.core import event

#: Longer than any game takes to compile on a slow machine, with all cores busy.
PATIENCE_SECONDS = 1800

#: What `watched` may report, in numba's names of events: numba sends the first, `compiled` the second.
COMPILING, WAITING = "numba:compile", "mazarbul:waiting"


@contextmanager
def alone(name: str) -> Iterator[None]:
    """Hold the lock for compiling under a name: other processes wait, and then load the result."""
    lock = filelock.FileLock(Path(numba.config.CACHE_DIR) / f".{name}.lock", timeout=PATIENCE_SECONDS)
    # where locks do not work, every process compiles for itself: slower, but correct
    with suppress(OSError, NotImplementedError):
        _acquire(lock)
    try:
        yield
    finally:
        lock.release()


def compiled(game: str, use: Callable[[], object]) -> bool:
    """Call `use`, which runs kernels of a game; return whether any of them had to be compiled.

    While one process compiles a game, others on the machine wait, and then load the result.
    """
    happened: list[str] = []
    with alone(game), watched(happened.append):
        use()
    return COMPILING in happened


@contextmanager
def watched(tell: Callable[[str], None]) -> Iterator[None]:
    """Call `tell` with COMPILING or WAITING as soon as that happens in the block, once for each.

    A kernel that is loaded from the cache is not compiled. Kernels of other threads count too.
    """
    with ExitStack() as stack:
        for kind in (COMPILING, WAITING):
            stack.enter_context(event.install_listener(kind, _Once(tell)))
        yield


class _Once(event.Listener):
    """Passes on the kind of the first event it gets."""

    def __init__(self, tell: Callable[[str], None]) -> None:
        self._tell: Callable[[str], None] | None = tell

    def on_start(self, happening: event.Event) -> None:
        tell, self._tell = self._tell, None
        if tell is not None:
            tell(happening.kind)

    def on_end(self, happening: event.Event) -> None:
        """Pass on the kind of an event that has ended, and so had begun."""


def _acquire(lock: filelock.FileLock) -> None:
    """Get the lock; waiting for it is an event."""
    try:
        lock.acquire(timeout=0)
    except filelock.Timeout:
        with event.trigger_event(WAITING):
            lock.acquire()
