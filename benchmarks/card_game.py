"""Measures how fast the Card Game is played here and prints a Markdown table for docs/performance.md.

    python benchmarks/card_game.py                       all scenarios, both bots, 1 and 2 threads
    python benchmarks/card_game.py --seconds 5 --scenario trilogy

Costs are given in steps of a reference loop (splitmix64, see sim/runner/bench.py) that is timed beside
them: steps compare machines and versions, where nanoseconds do not.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from sim.engine.jit import kernel
from sim.games import get
from sim.games.card_game.actions import SAVE
from sim.games.card_game.bots import choose, prepare
from sim.games.card_game.features import make_mind
from sim.games.card_game.kernel import advance, deal_game, decide, is_over
from sim.games.card_game.state import STATE, empty_state
from sim.games.contract import Bot, Setup
from sim.runner.bench import Speed, measure, reference_step
from sim.runner.chunks import Span
from sim.runner.play import Task

GAME = get("card_game")
BOTS = ("random", "heuristic")
SEED = 1
SAMPLE = 256  # positions of a scenario that the parts are measured on; they fit into a cache
ROUNDS = 20
REPEATS = 10

COPY, CHOOSE, APPLY, ASK = range(4)  # parts of a decision; COPY is the cost of measuring


@dataclass(frozen=True)
class Parts:
    """Seconds that the parts of a decision take, the best of some tries."""

    legal: float  # working out the legal actions of a position
    apply: float  # applying an action and going on to the next decision, its legal actions included
    choice: float  # choosing with the bot


@kernel
def do_part(s, kept, t, mind, chosen, part):
    """Copy every kept position and do one part of a decision in the copy, ROUNDS times over.

    s: STATE recarray (1,), the copy. kept: STATE recarray (n,). chosen: int64 (n,), the actions: filled by
    CHOOSE, read by APPLY. One kernel for all parts, since the rules take long to compile.
    """
    for _ in range(ROUNDS):
        for i in range(kept.size):
            s[0] = kept[i]
            if part == CHOOSE:
                chosen[i] = choose(s[0], t, mind)
            elif part != COPY:
                if part == APPLY:
                    decide(s[0], t, chosen[i])
                s[0].option_n = 0
                advance(s[0], t)


def positions(t: np.record, mind: np.record) -> np.recarray:
    """Return positions that the bots' play leads to, some of each game: STATE recarray (SAMPLE,)."""
    s, kept = empty_state(), np.zeros(SAMPLE, STATE).view(np.recarray)
    n = game = 0
    prepare(t, mind)
    while n < SAMPLE:
        deal_game(s, t, SEED, game)
        advance(s, t)
        game += 1
        while not is_over(s) and n < SAMPLE:
            if s.decisions % 29 == game % 29 and s.decision != SAVE:  # asking that again is another question
                kept[n] = s
                n += 1
            decide(s, t, choose(s, t, mind))
            advance(s, t)
    return kept


def parts_of(setup: Setup, bots: list[Bot]) -> Parts:
    """Measure the parts of a decision on positions that the bots' play leads to."""
    mind = make_mind(bots, setup.tables.seat_side[: len(bots)])
    chosen = np.zeros(SAMPLE, np.int64)
    kept = positions(setup.tables, mind)
    s = np.zeros(1, STATE).view(np.recarray)

    def cost(part: int) -> float:
        """Return the seconds that the part takes in one position: the best of some tries after a first."""
        times = []
        for _ in range(REPEATS + 1):
            started = time.perf_counter()
            do_part(s, kept, setup.tables, mind, chosen, part)
            times.append(time.perf_counter() - started)
        return min(times[1:]) / (SAMPLE * ROUNDS)

    copying = cost(COPY)
    return Parts(choice=cost(CHOOSE) - copying, apply=cost(APPLY) - copying, legal=cost(ASK) - copying)


def rows(scenarios: list[str], threads: list[int], seconds: float) -> Iterator[str]:
    """Yield the table's rows as they are measured."""
    yield (
        "| Scenario | Bots | Threads | Games/s | Decisions/s | Steps a game | Steps a decision"
        " | Legal actions | Apply | Choice |"
    )
    yield "|" + "---|" * 2 + "---:|" * 8
    for scenario in scenarios:
        setup = GAME.setup(scenario)
        for name in BOTS:
            bots = [GAME.bot(name)] * len(setup.seats)
            task = Task(GAME, setup, tuple(bots), SEED, Span(0, 0, 0))
            GAME.warm_up(setup, bots)
            step = reference_step()
            parts = parts_of(setup, bots)
            for jobs in threads:
                yield row(scenario, name, measure(task, jobs, seconds), step, parts)


def row(scenario: str, bots: str, speed: Speed, step: float, parts: Parts) -> str:
    """Return one row: rates of all threads together, costs in steps of one thread's time."""
    thread_steps = speed.jobs * speed.seconds / step
    cells = [
        scenario, bots, str(speed.jobs), f"{speed.games / speed.seconds:,.0f}",
        f"{speed.decisions / speed.seconds:,.0f}", f"{thread_steps / speed.games:,.0f}",
        f"{thread_steps / speed.decisions:,.0f}",
        *(f"{seconds / step:,.0f}" for seconds in (parts.legal, parts.apply, parts.choice)),
    ]  # fmt: skip
    return "| " + " | ".join(cells) + " |"


def main() -> None:
    """Parse the options and print the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    scenarios = tuple(GAME.scenarios())
    parser.add_argument(
        "--scenario", action="append", choices=scenarios, help="only this one; repeatable (default: all)"
    )
    parser.add_argument(
        "--threads", type=int, action="append", metavar="N", help="repeatable (default: 1 and 2)"
    )
    parser.add_argument("--seconds", type=float, default=2.0, help="of play for each row (default: 2)")
    options = parser.parse_args()
    if options.seconds <= 0 or min(options.threads or [1]) < 1:
        parser.error("--seconds and --threads are positive")
    print("compiling or loading the game ...", file=sys.stderr)
    for line in rows(options.scenario or list(scenarios), options.threads or [1, 2], options.seconds):
        print(line, flush=True)
    step = reference_step()
    print(f"\nOne step of the reference loop took {step * 1e9:.2f} ns here. The last three columns are the")
    print("steps of working out a position's legal actions, of applying an action and going on to the next")
    print("decision (its legal actions included), and of the bot's choice, on positions of its own games")
    print("that lie in the cache: less than in play, where a decision also bears its share of the records.")


if __name__ == "__main__":
    main()
