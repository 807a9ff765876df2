"""Compiles games in parallel with the tests, from the start: the first half of the tests needs no games.

    python -m tests.compiling card_game

compiles the functions for tracing, scripts and play. Other processes that need the same function
wait for it and load it (sim/engine/compiling.py).
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from sim import games
from sim.games.match import Match

ROOT = Path(__file__).resolve().parents[1]

_running: list[subprocess.Popen] = []


def begin_all() -> None:
    """Start compiling every game, each in its own process, the slowest first."""
    for name in reversed(games.names()):
        command = [sys.executable, "-m", "tests.compiling", name]
        _running.append(
            subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        )


def end() -> None:
    """Stop the processes that are still running."""
    for process in _running:
        process.kill()
        process.wait()
    _running.clear()


def compile_game(name: str) -> None:
    """Compile the functions for single steps, which most tests need, then those that play whole batches."""
    game = games.get(name)
    setup = game.setup(next(iter(game.scenarios())), switches={})
    bots = [game.bot("random", setup)] * len(setup.seats)
    match = Match(game, game.kit(setup), bots=bots)
    match.apply(match.choose())
    game.play(setup, bots, 1, 0, 1)


if __name__ == "__main__":
    compile_game(sys.argv[1])
