"""The task a worker does: play one chunk of games and return its parts as encoded bytes.

It runs in a thread, in a process on this machine or on another machine, and touches no file: the client
decides what to write, and where.
"""

from __future__ import annotations

import os
import socket
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from mazarbul.formats.manifest import Keep, Span
from mazarbul.sim.games import whole
from mazarbul.sim.games.contract import Bot, Game, Labelled, Setup
from mazarbul.sim.runner.collecting import RowsCounted, RowsKept
from mazarbul.sim.runner.errors import RunFailure
from mazarbul.sim.runner.store import Columns
from mazarbul.sim.runner.summary import Summary
from mazarbul.sim.runner.version import player

#: The games whose kernels this process has ready, and the lock for workers with several threads.
_ready: set[tuple] = set()
_making_ready = threading.Lock()

FIRST_BATCH = 16
BATCH_SECONDS = 0.1


class ChunkFailure(RunFailure):
    """Playing failed. The message names the games and the reason; only it is sent between processes."""


class Pulse:
    """What chunks played in this process share with the client: progress, and the request to stop.

    beat: called with the number of games just played, from the thread that played them.
    """

    def __init__(self, beat: Callable[[int], None]) -> None:
        self.beat = beat
        self.stopping = threading.Event()


@dataclass(frozen=True)
class Plan:
    """Everything needed to play any game of a run: the same for each of its chunks.

    summary: counts the games, if they are counted instead of kept.
    """

    game: Game
    setup: Setup
    bots: tuple[Bot, ...]
    seed: int
    keep: Keep = "all"
    summary: Summary | None = None

    def __getstate__(self) -> dict[str, Any]:
        """Return what is sent to workers: everything that play reads."""
        return vars(self) | {"setup": replace(self.setup, data=None)}


@dataclass(frozen=True)
class Played:
    """A chunk's result. parts: the bytes of each family; player: what played it, see `version.player`.

    news: what the user may want to know about the worker, usually None.
    """

    span: Span
    parts: dict[str, bytes]
    player: str
    news: str | None = None


def play_chunk(plan: Plan, span: Span, pulse: Pulse | None = None) -> Played | None:
    """Play one chunk in batches of about a tenth of a second; None if asked to stop.

    pulse: given if the client shares its memory. A separate process gets the kernels ready when it plays
    its first chunk, and reports that. Raises ChunkFailure naming the games of the batch that failed.
    """
    news = _made_ready(plan) if pulse is None else None
    rows = RowsKept() if plan.summary is None else RowsCounted(plan.summary)
    done, size = 0, FIRST_BATCH
    while done < span.games:
        if pulse is not None and pulse.stopping.is_set():
            return None
        first, games = span.first + done, min(size, span.games - done)
        started = time.perf_counter()
        batch = play_batch(plan, first, games)
        size *= 2 if time.perf_counter() - started < BATCH_SECONDS else 1
        rows.add(batch)
        done += games
        if pulse is not None:
            pulse.beat(games)
    return Played(span, rows.parts(), player(plan.summary, game=plan.game), news)


def _made_ready(plan: Plan) -> str | None:
    """Get the kernels ready, unless they are; return a line on how long that took, or None."""
    kernels = plan.setup.game, tuple(bot.name for bot in plan.bots)
    with _making_ready:
        if kernels in _ready:
            return None
        started, me = time.perf_counter(), f"worker {os.getpid()} on {socket.gethostname()}"
        try:
            was_compiled = whole.warm_up(plan.game, plan.setup, plan.bots)
        except Exception as error:
            raise ChunkFailure(f"{me} cannot play {_name(plan)}: {type(error).__name__}: {error}") from error
        _ready.add(kernels)
    took = time.perf_counter() - started
    return f"{me} {'compiled' if was_compiled else 'loaded'} the game in {took:.1f} s"


def play_batch(plan: Plan, first: int, games: int) -> dict[str, Columns]:
    """Play some games of a run; return the families that are kept.

    The `games` family also gets what the run knows: seed, scenario, bots. Raises ChunkFailure.
    """
    try:
        families = whole.play(plan.game, plan.setup, plan.bots, plan.seed, first, games)
    except Exception as error:
        raise ChunkFailure(failure(plan.setup, plan.seed, first, games, error)) from error
    games_table: dict[str, Columns] = {"games": {**families["games"], **_run_columns(plan, games)}}
    return games_table if plan.keep == "games" else families | games_table


def failure(setup: Setup, seed: int, first: int, games: int, error: Exception) -> str:
    """Return the message for games that an error stopped. first: number of the first of them."""
    return (
        f"{setup.game}/{setup.scenario} with seed {seed} failed in games {first:,} to {first + games - 1:,}:"
        f" {type(error).__name__}: {error}"
    )


def _name(plan: Plan) -> str:
    return f"{plan.setup.game}/{plan.setup.scenario}"


def _run_columns(plan: Plan, games: int) -> Columns:
    """Return the columns that are the same for every game of a run."""
    same = np.zeros(games, np.int8)
    columns: dict[str, np.ndarray | Labelled] = {
        "seed": np.full(games, plan.seed, np.int64),
        "scenario": Labelled(same, (plan.setup.scenario,)),
    }
    for seat, bot in zip(plan.setup.seats, plan.bots, strict=True):
        columns[f"bot_{seat}"] = Labelled(same, (bot.name,))
    return columns
