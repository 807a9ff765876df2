"""Hands a run's chunks to workers: threads or processes through joblib, or a Dask cluster."""

from __future__ import annotations

import os
import signal
import threading
import time
import warnings
from collections.abc import Callable, Iterator, Sequence

import joblib
from joblib.externals.loky.process_executor import TerminatedWorkerError

from sim.runner.chunks import Span
from sim.runner.errors import WorkersLost
from sim.runner.experiment import Execution
from sim.runner.play import Plan, Played, Pulse, play_chunk
from sim.toml import DataError

LOOK_SECONDS = 1.0
#: Times that worker processes may be killed before any of them finishes a chunk.
MOST_DEATHS = 3


def count(execution: Execution) -> int:
    """Return the number of workers asked for; by default one per core that this process may use."""
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
) -> Iterator[Played]:
    """Yield the results of chunks as they come; few are in flight, so memory stays flat.

    When worker processes of this machine are killed, what they were playing is played again by new ones;
    a cluster sees to that itself. warn: told of it. Raises WorkersLost if it happens again and again, or
    if the cluster is gone.
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
                    " if it was for want of memory, use fewer --jobs"
                ) from None
            warn("a worker process was killed: what was being played is played again")


def _on_cluster(
    plan: Plan, spans: Sequence[Span], execution: Execution, warn: Callable[[str], None]
) -> Iterator[Played]:
    try:
        from sim.runner import cluster
    except ImportError:
        raise DataError("the backend dask is not installed: pip install 'mazarbul[dask]'") from None
    yield from cluster.results(plan, spans, execution.scheduler, count(execution), warn)


def _handed_out(
    plan: Plan, spans: Sequence[Span], execution: Execution, pulse: Pulse | None
) -> Iterator[Played | None]:
    """Yield the results of chunks as they come, two in flight for each worker; None for one asked to stop."""
    jobs = count(execution)
    options = {"initializer": serve_the_client} if execution.backend == "loky" else {}
    with (
        joblib.parallel_config(backend=execution.backend, n_jobs=jobs, **options),
        warnings.catch_warnings(),
    ):
        # Tasks given up on when a run is stopped are no news to the user.
        warnings.filterwarnings("ignore", ".*tasks which were still being processed", UserWarning)
        parallel = joblib.Parallel(return_as="generator_unordered", batch_size=1, pre_dispatch=2 * jobs)
        yield from parallel(joblib.delayed(play_chunk)(plan, span, pulse) for span in spans)


def serve_the_client() -> None:
    """Have a worker process leave Ctrl-C to the client, which ends its workers, and end if that is killed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with, args=(os.getppid(),), daemon=True).start()


def _end_with(client: int) -> None:
    """End this process when its parent is another one than the client: the client is gone."""
    while os.getppid() == client:
        time.sleep(LOOK_SECONDS)
    os._exit(1)
