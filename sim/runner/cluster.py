"""Plays chunks on a Dask cluster. Needs the extra `dask`, so import it only when it is used."""

from __future__ import annotations

import asyncio
import concurrent.futures
import logging
import threading
import uuid
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress

from distributed import Client, as_completed
from distributed.scheduler import KilledWorker

from mazarbul.formats.manifest import Span
from mazarbul.sim.runner.errors import WorkersLost
from mazarbul.sim.runner.task import Plan, Played, play_chunk
from mazarbul.sim.runner.version import player
from mazarbul.sim.toml import DataError

PATIENCE_SECONDS = 10
LOOK_SECONDS = 3.0
#: Chunks in flight even while there are few workers: more workers may come.
LEAST_IN_FLIGHT = 32


def results(
    plan: Plan, spans: Sequence[Span], scheduler: str | None, workers: int, warn: Callable[[str], None]
) -> Iterator[Played]:
    """Yield the results of chunks as they finish; few are in flight, so memory use stays flat.

    scheduler: address of the cluster, or None for a cluster of `workers` processes on this machine. warn:
    called when the cluster has lost all its workers. Raises DataError if nothing answers at the address,
    WorkersLost if there are no workers, if they cannot play this run or if they are lost, and the errors of
    play.
    """
    _hush()
    with _client(scheduler, workers) as client:
        _check_workers(client)
        try:
            with _watched(client, warn) as watch:
                yield from _played(client, plan, spans, watch)
        except KilledWorker as error:
            raise WorkersLost(f"every worker that played these games was killed: {error}") from None
        except (concurrent.futures.CancelledError, asyncio.CancelledError) as error:
            raise WorkersLost(f"the connection to the Dask scheduler is lost: {error}") from None


def _played(client: Client, plan: Plan, spans: Sequence[Span], watch: _Watch) -> Iterator[Played]:
    """Hand out chunks and yield their results. Finished tasks are released immediately.

    The plan is sent to the cluster once. A task creates it there, and again if the worker that has it is
    lost.
    """
    run = uuid.uuid4().hex
    shared = client.submit(_itself, plan, key=f"plan-{run}")
    waiting, done = iter(spans), as_completed(loop=client.loop)
    while True:
        while done.count() < watch.in_flight and (span := next(waiting, None)) is not None:
            done.add(client.submit(play_chunk, shared, span, key=f"chunk-{run}-{span.index}"))
        if not done.count():
            return
        yield next(done).result()


def _itself(plan: Plan) -> Plan:
    return plan


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
    """Raise WorkersLost unless the cluster has workers and all of them play with this process's code."""
    address = client.scheduler.address
    try:
        client.wait_for_workers(1, timeout=PATIENCE_SECONDS)
    except TimeoutError:
        raise WorkersLost(
            f"the Dask scheduler has no workers: start some with `dask worker {address}`"
        ) from None
    for worker, answer in client.run(player, on_error="return").items():
        if answer != player():
            said = f"plays with {answer}" if isinstance(answer, str) else f"cannot play: {answer}"
            raise WorkersLost(f"the worker {worker} {said}; install the version used here: {player()}")


class _Watch:
    """Checks a cluster now and then: how many chunks its workers can use, and whether any worker is left."""

    def __init__(self, client: Client, warn: Callable[[str], None]) -> None:
        self._client, self._warn = client, warn
        self._had_some = True
        self.look()

    def look(self) -> None:
        """Count the workers' threads; warn if all workers were lost: a run then waits for new ones."""
        threads = self._client.ncores()
        if self._had_some and not threads:
            self._warn("the cluster has lost all its workers: waiting for new ones (or for Ctrl-C)")
        self._had_some = bool(threads)
        self.in_flight = max(2 * sum(threads.values()), LEAST_IN_FLIGHT)


@contextmanager
def _watched(client: Client, warn: Callable[[str], None]) -> Iterator[_Watch]:
    """Watch the cluster in a thread of its own."""
    watch, is_over = _Watch(client, warn), threading.Event()

    def look() -> None:
        while not is_over.wait(LOOK_SECONDS):
            with suppress(Exception):  # the code that waits for a lost scheduler reports it
                watch.look()

    threading.Thread(target=look, daemon=True).start()
    try:
        yield watch
    finally:
        is_over.set()


def _hush() -> None:
    """Keep Dask from logging, with tracebacks, what the program reports as an error in one sentence.

    It stays off, since some of it is logged when the process ends.
    """
    for name in logging.root.manager.loggerDict:
        if name.split(".")[0] in ("asyncio", "distributed", "tornado"):
            logging.getLogger(name).setLevel(logging.CRITICAL)
