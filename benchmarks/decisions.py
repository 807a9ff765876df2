"""Measures how fast a game is played here and prints a Markdown table for docs/performance.md.

    python benchmarks/decisions.py card_game             all scenarios, both bots, 1 and 2 threads
    python benchmarks/decisions.py lotr_lcg --seconds 5 --scenario passage_through_mirkwood

Costs are given in steps of a reference loop (splitmix64, see sim/runner/bench.py) that is timed beside
them: steps compare machines and versions, where nanoseconds do not.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from mazarbul.sim.compile.jit import kernel
from mazarbul.sim.games import get, names
from mazarbul.sim.games.contract import Bot, Game, HasKit, able
from mazarbul.sim.games.kit import Kit
from mazarbul.sim.runner.bench import Speed, measure, reference_step
from mazarbul.sim.runner.task import Plan

BOTS = ("random", "heuristic")
SEED = 1
SAMPLE = 256  # positions of a scenario on which the parts are measured; they fit into a cache
ROUNDS = 20
REPEATS = 10

COPY, CHOOSE, APPLY = range(3)  # parts of a decision; COPY is the cost of measuring


@dataclass(frozen=True)
class Parts:
    """Seconds that the parts of a decision take, the best of several tries."""

    apply: float  # applying an action and reaching the next decision, its legal actions included
    choice: float  # choosing with the bot


@dataclass(frozen=True)
class Kernels:
    """The kernels that measure a game, compiled for it."""

    do_part: Callable[..., None]
    collect: Callable[..., None]
    state: np.dtype


def kernels_of(kit: Kit) -> Kernels:
    """Return the kernels that play a game's positions."""
    steps = kit.steps
    decide, advance, is_over = steps.decide, steps.advance, steps.is_over
    new_game, choose, prepare = steps.new_game, steps.choose, steps.prepare

    @kernel
    def do_part(s, kept, t, mind, chosen, part):
        """Copy every kept position and do one part of a decision in the copy, ROUNDS times over.

        s: STATE recarray (1,), the copy. kept: STATE recarray (n,). chosen: int64 (n,), the actions:
        filled by CHOOSE, read by APPLY. One kernel for all parts, since the rules take long to compile.
        """
        for _ in range(ROUNDS):
            for i in range(kept.size):
                s[0] = kept[i]
                if part == CHOOSE:
                    chosen[i] = choose(s[0], t, mind)
                elif part == APPLY:
                    decide(s[0], t, chosen[i])
                    advance(s[0], t)

    @kernel
    def collect(s, kept, t, mind):
        """Fill `kept`, STATE recarray (n,), with positions from games that the bots play."""
        prepare(t, mind)
        n = 0
        game = 0
        while n < kept.size:
            new_game(s[0], t, SEED, game)
            while not is_over(s[0]) and n < kept.size:
                if s[0].decisions % 29 == game % 29:
                    kept[n] = s[0]
                    n += 1
                decide(s[0], t, choose(s[0], t, mind))
                advance(s[0], t)
            game += 1

    return Kernels(do_part, collect, kit.state)


def parts_of(kernels: Kernels, kit: Kit, bots: list[Bot]) -> Parts:
    """Measure the parts of a decision on positions that arise when the bots play."""
    mind, t = kit.mind(bots), kit.tables
    s, kept = (np.zeros(n, kernels.state).view(np.recarray) for n in (1, SAMPLE))
    kernels.collect(s, kept, t, mind)
    chosen = np.zeros(SAMPLE, np.int64)

    def cost(part: int) -> float:
        """Return the seconds that the part takes in one position: the best of several tries after one."""
        times = []
        for _ in range(REPEATS + 1):
            started = time.perf_counter()
            kernels.do_part(s, kept, t, mind, chosen, part)
            times.append(time.perf_counter() - started)
        return min(times[1:]) / (SAMPLE * ROUNDS)

    copying = cost(COPY)
    return Parts(choice=cost(CHOOSE) - copying, apply=cost(APPLY) - copying)


def rows(game: Game, scenarios: list[str], threads: list[int], seconds: float) -> Iterator[str]:
    """Yield the table's rows as they are measured."""
    yield (
        "| Scenario | Bots | Threads | Games/s | Decisions/s | Steps a game | Steps a decision"
        " | Apply | Choice |"
    )
    yield "|" + "---|" * 2 + "---:|" * 7
    kernels = None
    for scenario in scenarios:
        setup = game.setup(scenario)
        kit = able(game, HasKit).kit(setup)
        kernels = kernels or kernels_of(kit)
        for name in BOTS:
            bots = [game.bot(name)] * len(setup.seats)
            plan = Plan(game, setup, tuple(bots), SEED)
            game.warm_up(setup, bots)
            step = reference_step()
            parts = parts_of(kernels, kit, bots)
            for jobs in threads:
                yield row(scenario, name, measure(plan, jobs, seconds), step, parts)


def row(scenario: str, bots: str, speed: Speed, step: float, parts: Parts) -> str:
    """Return one row: rates of all threads together, costs in steps of one thread's time."""
    thread_steps = speed.jobs * speed.seconds / step
    cells = [
        scenario, bots, str(speed.jobs), f"{speed.games / speed.seconds:,.0f}",
        f"{speed.decisions / speed.seconds:,.0f}", f"{thread_steps / speed.games:,.0f}",
        f"{thread_steps / speed.decisions:,.0f}",
        *(f"{seconds / step:,.0f}" for seconds in (parts.apply, parts.choice)),
    ]  # fmt: skip
    return "| " + " | ".join(cells) + " |"


def main() -> None:
    """Parse the options and print the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("game", choices=names())
    parser.add_argument("--scenario", action="append", help="play only this one; repeatable (default: all)")
    parser.add_argument(
        "--threads", type=int, action="append", metavar="N", help="threads; repeatable (default: 1 and 2)"
    )
    parser.add_argument("--seconds", type=float, default=2.0, help="seconds of play per row (default: 2)")
    options = parser.parse_args()
    if options.seconds <= 0 or min(options.threads or [1]) < 1:
        parser.error("--seconds and --threads must be positive")
    game = get(options.game)
    unknown = set(options.scenario or []) - set(game.scenarios())
    if unknown:
        parser.error(f"unknown scenario {unknown.pop()!r}; valid: {', '.join(game.scenarios())}")
    print("compiling or loading the game ...", file=sys.stderr)
    for line in rows(
        game, options.scenario or list(game.scenarios()), options.threads or [1, 2], options.seconds
    ):
        print(line, flush=True)
    step = reference_step()
    print(
        f"\nOne step of the reference loop took {step * 1e9:.2f} ns here. The last two columns are the costs,"
    )
    print("in steps, of applying an action and reaching the next decision (with its legal actions), and of")
    print("the bot's choice, on positions of its own games that are in the cache. In play a decision costs")
    print("more, because it also bears its share of the records.")


if __name__ == "__main__":
    main()
