"""A Dask cluster as joblib's backend. Needs the extra `dask`, so import it only when it is asked for."""

from __future__ import annotations

import asyncio
import concurrent.futures
import logging
import threading
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

import joblib
from distributed import Client
from distributed.scheduler import KilledWorker
from joblib._dask import DaskDistributedBackend

from sim.engine.toml import DataError
from sim.runner.errors import WorkersLost
from sim.runner.play import Plan
from sim.runner.version import player

PATIENCE_SECONDS = 10
LOOK_SECONDS = 3.0
#: Chunks that are in flight even if there are few workers as yet: more may come, or be made for them.
LEAST_IN_FLIGHT = 32


class ClusterBackend(DaskDistributedBackend):
    """joblib's backend for any number of workers, which get what all chunks share only once.

    With one worker joblib would play in this process instead, and leave out workers that come later.
    """

    def __init__(self, client: Client, plan: Plan) -> None:
        """Have the cluster keep the plan. A task of its own makes it, and again if who holds it is lost."""
        super().__init__(client=client)
        kept = client.submit(_itself, plan, key=f"plan-{uuid.uuid4().hex}")
        self.data_futures = {id(plan): kept}

    def effective_n_jobs(self, n_jobs: int) -> int:
        """Return the number of workers, and at least two."""
        return max(super().effective_n_jobs(n_jobs), 2)

    def submit(self, func: Callable, callback: Callable | None = None) -> concurrent.futures.Future:
        """Hand out a batch of calls; joblib gets its results by the callback."""
        future = super().submit(func, callback)
        # Its other way to them, `get`, is a method of the future kept in the future: a cycle that would hold
        # megabytes of results until the garbage collector looks for cycles, which is seldom.
        vars(future).pop("get", None)
        return future


def _itself(plan: Plan) -> Plan:
    return plan


@contextmanager
def backend(plan: Plan, scheduler: str | None, workers: int, warn: Callable[[str], None]) -> Iterator[int]:
    """Make a cluster joblib's current backend; yields how many chunks may be in flight.

    plan: what is to be played. scheduler: address of the cluster, or None for one of `workers` processes on
    this machine. warn: told when the cluster has lost all its workers. Raises DataError if nothing answers
    there, WorkersLost if it has no workers, if they are not fit to play, or if they are lost on the way.
    """
    _hush()
    with _client(scheduler, workers) as client:
        _check_workers(client)
        try:
            with _watched(client, warn), joblib.parallel_config(backend=ClusterBackend(client, plan)):
                yield max(2 * sum(client.ncores().values()), LEAST_IN_FLIGHT)
        except KilledWorker as error:
            raise WorkersLost(f"every worker that played the same games was killed: {error}") from None
        except (concurrent.futures.CancelledError, asyncio.CancelledError) as error:
            raise WorkersLost(f"the connection to the Dask scheduler is lost: {error}") from None


def _client(scheduler: str | None, workers: int) -> Client:
    """Return a client of the scheduler, or of a new cluster on this machine. Raises DataError."""
    if scheduler is None:
        return Client(
            n_workers=workers,
            threads_per_worker=1,
            dashboard_address=None,
            scheduler_kwargs={"dashboard_address": "127.0.0.1:0"},  # its usual port may be another run's
            silence_logs=logging.CRITICAL,
        )
    try:
        return Client(scheduler, timeout=PATIENCE_SECONDS)
    except (OSError, ValueError) as error:
        raise DataError(f"no Dask scheduler answers at {scheduler!r}: {error}") from None


def _check_workers(client: Client) -> None:
    """Raise WorkersLost unless the cluster has workers, and all of them play what this process plays."""
    address = client.scheduler.address
    try:
        client.wait_for_workers(1, timeout=PATIENCE_SECONDS)
    except TimeoutError:
        raise WorkersLost(
            f"the Dask scheduler has no workers: start some by `dask worker {address}`"
        ) from None
    for worker, answer in client.run(player, on_error="return").items():
        if answer != player():
            said = f"plays with {answer}" if isinstance(answer, str) else f"cannot play: {answer}"
            raise WorkersLost(f"the worker {worker} {said}; install what is here: {player()}")


@contextmanager
def _watched(client: Client, warn: Callable[[str], None]) -> Iterator[None]:
    """Tell when the cluster has no workers left: a run then waits for others to come."""
    is_over = threading.Event()

    def watch() -> None:
        had_some = True
        while not is_over.wait(LOOK_SECONDS):
            with suppress(Exception):  # a lost scheduler is told by those who wait for it
                has_some = bool(client.scheduler_info(n_workers=1)["workers"])
                if had_some and not has_some:
                    warn("the cluster has lost all its workers: waiting for others (or for Ctrl-C)")
                had_some = has_some

    threading.Thread(target=watch, daemon=True).start()
    try:
        yield
    finally:
        is_over.set()


def _hush() -> None:
    """Keep Dask from logging, with tracebacks, what is told as an error in one sentence.

    For good, since some of it is logged when the process ends.
    """
    for name in logging.root.manager.loggerDict:
        if name.split(".")[0] in ("asyncio", "distributed", "tornado"):
            logging.getLogger(name).setLevel(logging.CRITICAL)
