"""Plays games with every index checked, and names those with a wrong one: python -m tests.bounds GAME [N].

Without the check, a kernel reads whatever lies beside an array. N games are played of every scenario, with
heuristic and with random bots, after minutes of compiling. Ends with 1 if an index was wrong.
"""

from __future__ import annotations

import os
import sys

import platformdirs

SEED, GAMES = 78, 2_000
BOTS = ("heuristic", "random")


def wrong(name: str, scenario: str, bot: str, n: int) -> list[int]:
    """Return the numbers of the games with a wrong index."""
    from mazarbul.sim import games

    game = games.get(name)
    setup = game.setup(scenario)
    bots, found = [game.bot(bot, setup)] * len(setup.seats), []
    for index in range(n):
        try:
            game.play(setup, bots, SEED, index, 1)
        except IndexError:
            found.append(index)
    return found


def main(name: str, n: int) -> int:
    """Play all scenarios of a game, print the games with a wrong index and return the exit status."""
    from mazarbul.sim import games

    status = 0
    for scenario in games.get(name).scenarios():
        for bot in BOTS:
            found = wrong(name, scenario, bot, n)
            said = f"wrong in games {', '.join(map(str, found))} of seed {SEED}" if found else "all right"
            print(f"{name}/{scenario}, {bot} bots, {n:,} games: {said}", flush=True)  # noqa: T201
            status |= bool(found)
    return status


if __name__ == "__main__":
    os.environ |= {"NUMBA_BOUNDSCHECK": "1"}  # read when numba is imported
    os.environ.setdefault("NUMBA_CACHE_DIR", platformdirs.user_cache_dir("mazarbul-bounds"))
    sys.exit(main(sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else GAMES))
