"""Hands a run's chunks to workers: threads or processes through joblib, or a Dask cluster."""

from __future__ import annotations

import os
import signal
import threading
import time
import warnings
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from itertools import chain, islice
from typing import TypeVar

import joblib
from joblib.externals.loky.process_executor import TerminatedWorkerError

from mazarbul.formats.manifest import Span
from mazarbul.sim.runner.errors import WorkersLost
from mazarbul.sim.runner.experiment import Execution
from mazarbul.sim.runner.task import Plan, Played, Pulse, play_chunk
from mazarbul.sim.toml import DataError

LOOK_SECONDS = 1.0
#: How often worker processes may be killed before any of them finishes a chunk.
MOST_DEATHS = 3
T = TypeVar("T")


def count(execution: Execution) -> int:
    """Return the number of workers requested; by default one per core that this process may use."""
    return execution.jobs or joblib.cpu_count()


def share_memory(execution: Execution) -> bool:
    """Return whether the tasks run in this process (kernels release the GIL, so threads suffice)."""
    return execution.backend == "threading" or (execution.backend == "loky" and count(execution) == 1)


def are_here(execution: Execution) -> bool:
    """Return whether the workers are on this machine, so that they load what is compiled here."""
    return execution.scheduler is None


def results(
    plan: Plan,
    spans: Sequence[Span],
    execution: Execution,
    pulse: Pulse | None,
    warn: Callable[[str], None],
) -> Generator[Played, None, None]:
    """Yield the results of chunks as they finish; few are in flight, so memory use stays flat.

    When worker processes on this machine are killed, new ones play their chunks again; a cluster does that
    itself. warn: called when it happens. Raises WorkersLost if it happens again and again, or if the cluster
    is gone.
    """
    if execution.backend == "dask":
        yield from _on_cluster(plan, spans, execution, warn)
        return
    left = {span.index: span for span in spans}
    deaths = 0
    while left:
        try:
            for played in _handed_out(plan, [*left.values()], execution, pulse):
                if played is not None:
                    del left[played.span.index]
                    deaths = 0
                    yield played
        except TerminatedWorkerError:
            deaths += 1
            if deaths == MOST_DEATHS:
                raise WorkersLost(
                    f"worker processes were killed {deaths} times before they finished anything:"
                    " if memory ran out, use fewer --jobs"
                ) from None
            warn("a worker process was killed: its games are played again")


def _on_cluster(
    plan: Plan, spans: Sequence[Span], execution: Execution, warn: Callable[[str], None]
) -> Iterator[Played]:
    try:
        from mazarbul.sim.runner import cluster
    except ImportError:
        raise DataError("the backend dask is not installed: pip install 'mazarbul[dask]'") from None
    jobs = min(count(execution), len(spans))
    yield from cluster.results(plan, spans, execution.scheduler, jobs, warn)


def _handed_out(
    plan: Plan, spans: Sequence[Span], execution: Execution, pulse: Pulse | None
) -> Iterator[Played | None]:
    """Yield the results of chunks as they finish, two in flight per worker; None for one asked to stop."""
    jobs = min(count(execution), len(spans))
    options = (
        {"initializer": serve_the_client, "initargs": (os.getpid(),)} if execution.backend == "loky" else {}
    )
    with (
        joblib.parallel_config(backend=execution.backend, n_jobs=jobs, **options),
        warnings.catch_warnings(),
    ):
        # Tasks abandoned when a run is stopped need not be reported to the user.
        warnings.filterwarnings("ignore", ".*tasks which were still being processed", UserWarning)
        parallel = joblib.Parallel(return_as="generator_unordered", batch_size=1, pre_dispatch=2 * jobs)
        yield from parallel(joblib.delayed(play_chunk)(plan, span, pulse) for span in spans)


@contextmanager
def in_threads(tasks: Iterable[Callable[[], T]], jobs: int) -> Iterator[Iterator[T]]:
    """Give the results of tasks in the order of the tasks, played by so many threads, for a `with`.

    There are never more threads than tasks. Two tasks are in flight per thread. If the block ends early,
    because a task failed or the user stopped, the tasks that have not begun are abandoned.
    """
    waiting = iter(tasks)
    first = [*islice(waiting, jobs)]
    parallel = joblib.Parallel(
        max(1, len(first)), "threading", return_as="generator", pre_dispatch="2*n_jobs"
    )
    with warnings.catch_warnings():
        # a user who stops need not hear that tasks are abandoned
        warnings.filterwarnings("ignore", ".*tasks which were still being processed", UserWarning)
        with closing(parallel(joblib.delayed(task)() for task in chain(first, waiting))) as results:
            yield results


def serve_the_client(client: int) -> None:
    """Let a worker process ignore Ctrl-C, which the client handles, and end when the client is killed.

    client: number of its process, which may be gone by now.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with, args=(client,), daemon=True).start()


def _end_with(client: int) -> None:
    """End this process when its parent is no longer the client, which is then gone."""
    while os.getppid() == client:
        time.sleep(LOOK_SECONDS)
    os._exit(1)
