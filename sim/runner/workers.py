"""Hands tasks to workers through joblib: threads, processes, or a Dask cluster."""

from __future__ import annotations

import signal
import warnings
from collections.abc import Iterator
from contextlib import contextmanager

import joblib

from sim.engine.toml import DataError
from sim.runner.experiment import Execution
from sim.runner.play import Played, Pulse, Task, play_chunk


def count(execution: Execution) -> int:
    """Return the number of workers asked for; by default one per core that this process may use."""
    return execution.jobs or joblib.cpu_count()


def shares_memory(execution: Execution) -> bool:
    """Tell whether the tasks run in this process (kernels release the GIL, so threads suffice)."""
    return execution.backend == "threading" or (execution.backend == "loky" and count(execution) == 1)


def results(tasks: Iterator[Task], execution: Execution, pulse: Pulse | None) -> Iterator[Played | None]:
    """Yield the results of all tasks as they come; few are in flight, so memory stays flat."""
    with _backend(execution) as jobs:
        parallel = joblib.Parallel(n_jobs=jobs, return_as="generator_unordered", batch_size=1)
        with warnings.catch_warnings():
            # Tasks given up on when a run is stopped are no news to the user.
            warnings.filterwarnings("ignore", ".*tasks which were still being processed", UserWarning)
            yield from parallel(joblib.delayed(play_chunk)(task, pulse) for task in tasks)


def leave_interrupts() -> None:
    """Have a worker process leave Ctrl-C, which reaches it too, to the client, which ends the workers."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


@contextmanager
def _backend(execution: Execution) -> Iterator[int]:
    """Make the backend joblib's current one; yields the number of jobs for it."""
    if execution.backend != "dask":
        options = {"initializer": leave_interrupts} if execution.backend == "loky" else {}
        with joblib.parallel_config(backend=execution.backend, **options):
            yield count(execution)
        return
    with _cluster(execution), joblib.parallel_config(backend="dask"):
        yield execution.jobs or -1


@contextmanager
def _cluster(execution: Execution) -> Iterator[None]:
    """Connect to the scheduler, or start a cluster of processes on this machine if none is named."""
    try:
        from dask.distributed import Client
    except ImportError:
        raise DataError("the backend dask is not installed: pip install 'mazarbul[dask]'") from None
    try:
        client = (
            Client(execution.scheduler)
            if execution.scheduler
            else Client(n_workers=count(execution), threads_per_worker=1, dashboard_address=None)
        )
    except (OSError, ValueError) as error:
        raise DataError(f"no Dask scheduler answers at {execution.scheduler!r}: {error}") from None
    with client:
        yield
