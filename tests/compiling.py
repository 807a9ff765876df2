"""Compiles games beside the tests, from the very start: the first half of the tests needs none of them.

    python -m tests.compiling card_game

compiles what a game is told, scripted and played with. Processes that need the same function meanwhile
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
    """Begin to compile every game, each in a process of its own, the one that takes longest first."""
    for name in reversed(games.names()):
        command = [sys.executable, "-m", "tests.compiling", name]
        _running.append(
            subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        )


def end() -> None:
    """Stop what is still at work."""
    for process in _running:
        process.kill()
        process.wait()
    _running.clear()


def compile_game(name: str) -> None:
    """Compile what is called step by step, which most tests need, then what plays whole batches."""
    game = games.get(name)
    setup = game.setup(next(iter(game.scenarios())), switches={})
    bots = [game.bot("random", setup)] * len(setup.seats)
    match = Match(game, game.kit(setup), bots=bots)
    match.apply(match.choose())
    game.play(setup, bots, 1, 0, 1)


if __name__ == "__main__":
    compile_game(sys.argv[1])
