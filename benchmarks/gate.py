"""Fails if a decision costs clearly more than when its cost was last kept.

    python benchmarks/gate.py                        all games of benchmarks/kept.toml
    python benchmarks/gate.py --game card_game/duel  one of them
    python benchmarks/gate.py --keep                 keep what is measured: before a release, if it is meant

Costs are in steps of a reference loop (`mazarbul bench`), which is timed beside each try, so that another
machine, or a slower hour of the same one, changes them little. Time of the processor counts, and the best of
several tries, as other load makes a try slower, never faster: a game is tried until one is fast enough. It
exits with 1 if none of 20 is.
"""

from __future__ import annotations

import argparse
import sys
import time
import tomllib
from collections.abc import Callable, Iterable
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from mazarbul.sim.engine.rng import chain
from mazarbul.sim.games import get
from mazarbul.sim.runner.store import numbers
from mazarbul.sim.runner.task import Plan, play_batch

KEPT = Path(__file__).with_name("kept.toml")
LIMIT = 1.15  # times the kept cost
TRIES, GAMES, STEPS, SEED = 20, 1_000, 50_000_000, 1
HEAD = "# Steps of the reference loop that a decision of heuristic bots costs, written by gate.py --keep.\n"


def seconds(work: Callable[[], object]) -> float:
    """Return the seconds of a processor that a call takes, whatever else runs beside it."""
    started = time.process_time()
    work()
    return time.process_time() - started


def cost(name: str, enough: float = 0.0) -> float:
    """Return the steps that a decision costs, the least of what is tried. name: such as `card_game/duel`.

    enough: a cost that need not be undercut; no more is tried then.
    """
    game_name, _, scenario = name.partition("/")
    game = get(game_name)
    setup = game.setup(scenario)
    bots = (game.bot("heuristic", setup),) * len(setup.seats)
    game.warm_up(setup, bots)
    chain(1)
    plan, steps, plays = Plan(game, setup, bots, SEED), [], []
    decisions = int(numbers(play_batch(plan, 0, GAMES)["games"], "decisions").sum(dtype=np.int64))
    for _ in range(TRIES):
        steps.append(seconds(lambda: chain(STEPS)) / STEPS)
        plays.append(seconds(lambda: play_batch(plan, 0, GAMES)) / decisions)
        if min(plays) <= enough * min(steps):
            break
    return min(plays) / min(steps)


def checked(names: Iterable[str], kept: dict[str, float], *, is_kept: bool) -> dict[str, float]:
    """Measure games, print each beside its kept cost, and return the costs. is_kept: as well as can be."""
    found = {}
    for name in names:
        found[name] = cost(name, 0.0 if is_kept else LIMIT * kept[name])
        ratio = found[name] / kept[name]
        verdict = f"more than {LIMIT:.2f}: too slow" if ratio > LIMIT else "ok"
        print(f"{name}: {found[name]:,.0f} steps a decision, kept {kept[name]:,.0f}, {ratio:.2f} ({verdict})")
    return found


def main() -> int:
    """Measure, and return 1 if a game has become too slow."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    kept = tomllib.loads(KEPT.read_text())
    parser.add_argument("--game", choices=kept, action="append", help="measure only this one; repeatable")
    parser.add_argument("--keep", action="store_true", help="keep the costs that are measured")
    options = parser.parse_args()
    found = checked(options.game or kept, kept, is_kept=options.keep)
    if options.keep:
        rows = (f'"{name}" = {value:.0f}\n' for name, value in (kept | found).items())
        KEPT.write_text(HEAD + "".join(rows))
        return 0
    return int(any(value > LIMIT * kept[name] for name, value in found.items()))


if __name__ == "__main__":
    sys.exit(main())
