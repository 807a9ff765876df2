"""Measures the speed of play on this machine: one worker, all workers, and against a reference loop."""

from __future__ import annotations

import itertools
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from mazarbul.sim.engine.rng import chain
from mazarbul.sim.runner.experiment import Experiment, prepare
from mazarbul.sim.runner.progress import Display
from mazarbul.sim.runner.store import encode, numbers
from mazarbul.sim.runner.task import Plan, play_batch
from mazarbul.sim.runner.warming import warm_up

BATCH_SECONDS = 0.2
REFERENCE_STEPS = 100_000_000
STORED_GAMES = 2_000


@dataclass(frozen=True)
class Speed:
    """The work of some workers: games and decisions (0 if the game counts none), and the seconds it took."""

    jobs: int
    games: int
    decisions: int
    seconds: float

    def facts(self) -> dict[str, float]:
        """Return it as named values."""
        return asdict(self) | {"games_a_second": self.games / self.seconds}


def lines(experiment: Experiment, jobs: int, seconds: float, display: Display) -> Iterator[str]:
    """Yield the results of the benchmark as text, each as soon as it is measured; see `results`."""
    for text, _ in results(experiment, jobs, seconds, display):
        yield text


def results(
    experiment: Experiment, jobs: int, seconds: float, display: Display
) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the results of the benchmark, each as soon as it is measured: as text, and as named values.

    seconds: how long to play with one worker, and again with `jobs` if that is more than one.
    """
    game, setup, bots = prepare(experiment)
    plan = Plan(game, setup, bots, experiment.seed)
    names = [bot.name for bot in bots]
    facts = {"game": setup.game, "scenario": setup.scenario, "bots": names, "seed": experiment.seed}
    yield f"{setup.game}/{setup.scenario}, bots {', '.join(names)}, seed {experiment.seed}", facts
    started = time.perf_counter()
    warm_up(game, setup, bots, display)
    ready = time.perf_counter() - started
    yield f"ready     {ready:9.2f} s to compile or load the kernels", {"ready_seconds": ready}
    single = measure(plan, 1, seconds)
    yield _speed_line(single), {"one_worker": single.facts()}
    if jobs > 1:
        several = measure(plan, jobs, seconds)
        yield _speed_line(several), {"all_workers": several.facts()}
    step = reference_step()
    cost = single.seconds / (single.decisions or single.games)
    unit = "decision" if single.decisions else "game"
    text = f"reference {step * 1e9:9.3f} ns a step of splitmix64; a {unit} costs {cost / step:,.0f} steps"
    yield text, {"reference_step_seconds": step, f"steps_a_{unit}": cost / step}
    size, each = _stored(plan)
    text = f"stored    {size:9,.0f} bytes a game, {each * 1e6:,.0f} µs a game to encode"
    yield text, {"stored_bytes_a_game": size, "encoding_seconds_a_game": each}


def measure(plan: Plan, jobs: int, seconds: float) -> Speed:
    """Play for some seconds with `jobs` threads, in batches of about 0.2 s, and count."""
    size = _batch_size(plan)
    starts = itertools.count(0, size)
    lock = threading.Lock()
    begun = time.perf_counter()

    def play(_: int) -> tuple[int, int]:
        games = decisions = 0
        while not games or time.perf_counter() - begun < seconds:
            with lock:
                first = next(starts)
            rows = play_batch(plan, first, size)["games"]
            games += size
            decisions += int(numbers(rows, "decisions").sum(dtype=np.int64)) if "decisions" in rows else 0
        return games, decisions

    with ThreadPoolExecutor(jobs) as pool:
        counts = list(pool.map(play, range(jobs)))
    took = time.perf_counter() - begun
    return Speed(jobs, sum(games for games, _ in counts), sum(made for _, made in counts), took)


def _batch_size(plan: Plan) -> int:
    """Return a number of games that takes about 0.2 s."""
    size = 1
    while True:
        started = time.perf_counter()
        play_batch(plan, 0, size)
        if time.perf_counter() - started > BATCH_SECONDS / 2 or size >= 1 << 20:
            return size
        size *= 2


def _speed_line(speed: Speed) -> str:
    rate = speed.games / speed.seconds
    text = f"{speed.jobs:2d} {'job ' if speed.jobs == 1 else 'jobs'}   {rate:9,.0f} games/s"
    text += f", {speed.jobs / rate * 1e6:,.0f} µs a game"
    if speed.decisions:
        each = speed.jobs * speed.seconds / speed.decisions
        text += f", {speed.decisions / speed.games:,.0f} decisions a game, {each * 1e9:,.0f} ns a decision"
    return text


def _stored(plan: Plan) -> tuple[float, float]:
    """Return the bytes that a game takes on disk, and the seconds to encode it."""
    batch = play_batch(plan, 0, STORED_GAMES)
    for columns in batch.values():  # the first call loads the encoder
        encode([columns])
    started = time.perf_counter()
    size = sum(len(encode([columns])) for columns in batch.values())
    took = time.perf_counter() - started
    return size / STORED_GAMES, took / STORED_GAMES


def reference_step() -> float:
    """Return the seconds that one step of the reference loop takes, the best of three tries."""
    chain(1)
    times = []
    for _ in range(3):
        started = time.perf_counter()
        chain(REFERENCE_STEPS)
        times.append(time.perf_counter() - started)
    return min(times) / REFERENCE_STEPS
