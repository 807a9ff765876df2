"""What some games and scripts come to, as JSON on stdout: python -m tests.card_game.digest.

Run with NUMBA_DISABLE_JIT=1 or NUMBA_BOUNDSCHECK=1 it must print the same as without.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

import numpy as np

from sim.games.card_game.game import GAME
from sim.games.contract import Labelled
from tests.card_game.games import SCENARIOS

SEED, GAMES = 515, 2
SCRIPTS = sorted((Path(__file__).parent / "scripts").glob("*.txt"))
SOME = SCRIPTS[:: max(len(SCRIPTS) // 15, 1)]


def values(column: np.ndarray | Labelled) -> list:
    """Return a column of a table as plain values."""
    if isinstance(column, Labelled):
        return [column.labels[code] if code >= 0 else None for code in column.codes]
    return column.tolist()


def table(scenario: str, bot: str) -> dict[str, dict[str, list]]:
    """Return the tables of a few games: family -> column -> values."""
    setup = GAME.setup(scenario)
    families = GAME.play(setup, [GAME.bot(bot)] * len(setup.seats), SEED, 0, GAMES)
    return {
        family: {name: values(column) for name, column in columns.items()}
        for family, columns in families.items()
    }


def digest() -> dict[str, object]:
    """Return what games of every scenario, with either bot, and some rule scripts come to."""
    found: dict[str, object] = {}
    with np.errstate(over="ignore"):
        for scenario in SCENARIOS:
            for bot in ("random", "heuristic"):
                found[f"{scenario}, {bot} bots"] = table(scenario, bot)
        for script in SOME:
            found[script.stem] = GAME.run_script(script)
    return found


if __name__ == "__main__":
    json.dump(digest(), sys.stdout)
