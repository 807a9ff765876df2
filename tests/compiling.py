"""Compiles games in parallel with the tests, from the start: the first half of the tests needs no games.

    python -m tests.compiling card_game
    python -m tests.compiling lotr_lcg search

compiles the functions for single steps and for whole runs, and with `search` those of search and practice
too: in one process they share most of the work. Other processes that need the same function wait for it and
load it (sim/compile/once.py).
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from mazarbul.sim import games
from mazarbul.sim.games.match import Match
from mazarbul.studies.pupils import Table

ROOT = Path(__file__).resolve().parents[1]
#: What the first step and the slow tests need: words of the command, the slowest first.
FIRST_STEP = (("card_game",),)
SLOW_STEP = (("lotr_lcg", "search"), ("board_game",), ("card_game", "search"))

_running: list[subprocess.Popen] = []


def begin(wanted: tuple[tuple[str, ...], ...]) -> None:
    """Start compiling games, each in its own process. wanted: words of their commands."""
    for words in wanted:
        command = [sys.executable, "-m", "tests.compiling", *words]
        _running.append(
            subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        )


def end() -> None:
    """Stop the processes that are still running."""
    for process in _running:
        process.kill()
        process.wait()
    _running.clear()


def compile_game(name: str, with_search: bool) -> None:
    """Compile the functions for single steps, which most tests need, then those that play whole batches."""
    game = games.get(name)
    setup = game.setup(next(iter(game.scenarios())), switches={})
    kit = game.kit(setup)
    bots = [game.bot("random", setup)] * len(setup.seats)
    match = Match(game, kit, bots=bots)
    match.apply(match.choose())
    game.play(setup, bots, 1, 0, 1)
    if with_search:
        kit.seat([game.bot("search:2", setup)] * len(bots))(match.state)
        Table("", kit, tuple(bots)).played(bots, setup.sides, 1.0, 0, 0, 1)


if __name__ == "__main__":
    compile_game(sys.argv[1], "search" in sys.argv[2:])
