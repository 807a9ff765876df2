"""Bots of every kind at a table: those of kernels, and those in Python, called for each decision."""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence

from sim.bots.bot import Bot
from sim.bots.python import PythonBot, python_bot
from sim.games.contract import Families, Game, HasKit, Setup, able

STAND_IN = "heuristic"  # plays when the speed of kernels is measured
SECONDS = 0.2  # for which speed is measured


def bot_of(game: Game, text: str, setup: Setup | None = None) -> Bot:
    """Return the bot that a text names (see `sim.bots.bot`, `sim.bots.python`). Raises DataError.

    setup: the set-up that it will play, to check what it avoids.
    """
    return python_bot(text) or game.bot(text, setup)


def any_python(bots: Iterable[Bot]) -> bool:
    """Return whether one of the bots is written in Python."""
    return any(isinstance(bot, PythonBot) for bot in bots)


def play(game: Game, setup: Setup, bots: Sequence[Bot], seed: int, first: int, n: int) -> Families:
    """Play games as `Game.play` does: in kernels, or decision by decision if a bot is written in Python."""
    if not any_python(bots):
        return game.play(setup, bots, seed, first, n)
    from sim.games.match import Match

    kit = able(game, HasKit).kit(setup)
    recorder = kit.recorder(n)
    for i in range(n):
        match = Match(game, kit, seed, first + i, bots, is_told=False, records=(recorder, i))
        while not match.is_over:
            match.advance(match.choice())
    return recorder.families(first)


def warm_up(game: Game, setup: Setup, bots: Sequence[Bot]) -> bool:
    """Compile or load everything that `play` needs; return whether any kernel was compiled."""
    if not any_python(bots):
        return game.warm_up(setup, bots)
    was_compiled = game.warm_up(setup, [game.bot(STAND_IN)] * len(setup.seats))
    play(game, setup, bots, 0, 0, 1)
    return was_compiled


def times_slower(game: Game, setup: Setup, bots: Sequence[Bot]) -> float:
    """Return how many times longer a game takes with these bots than with kernel bots, once warm."""
    kernels = [game.bot(STAND_IN)] * len(setup.seats)
    return _seconds(game, setup, bots) / _seconds(game, setup, kernels)


def _seconds(game: Game, setup: Setup, bots: Sequence[Bot]) -> float:
    """Return the seconds that a game takes."""
    started, games, n = time.perf_counter(), 0, 1
    while (took := time.perf_counter() - started) < SECONDS:
        play(game, setup, bots, 0, games, n)
        games, n = games + n, 2 * n
    return took / games
