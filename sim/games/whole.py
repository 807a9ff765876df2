"""Whole games of bots of every kind, how long they take, and what must be compiled for them.

They are played in a kernel or, if a bot is asked for each decision, step by step (see
`mazarbul.sim.games.seating`).
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace

from mazarbul.sim.bots.bot import Bot
from mazarbul.sim.compile.once import compiled
from mazarbul.sim.games.contract import Families, Game, HasKit, Setup, able
from mazarbul.sim.games.match import Match
from mazarbul.sim.games.seating import any_python, default_bot, is_stepped

SECONDS = 0.2  # for which speed is measured
STRETCHES, STRETCH = 4, 8  # of a game of bots that search, those whose time is taken, and decisions of one


def play(game: Game, setup: Setup, bots: Sequence[Bot], seed: int, first: int, n: int) -> Families:
    """Play games as `Game.play` does: in a kernel, or decision by decision if a bot needs it."""
    if not is_stepped(bots):
        return game.play(setup, bots, seed, first, n)
    kit = able(game, HasKit).kit(setup)
    recorder = kit.recorder(n)
    for i in range(n):
        match = Match(game, kit, seed, first + i, bots, is_logged=False, records=(recorder, i))
        while not match.is_over:
            match.advance(match.choice())
    return recorder.families(first)


def warm_up(game: Game, setup: Setup, bots: Sequence[Bot]) -> bool:
    """Compile or load everything that `play` needs; return whether any kernel was compiled."""
    if not is_stepped(bots):
        return game.warm_up(setup, bots)
    was_compiled = any_python(bots) and game.warm_up(setup, [game.bot(default_bot(game))] * len(setup.seats))
    quick = [replace(bot, search=replace(bot.search, rollouts=2)) if bot.search else bot for bot in bots]
    return compiled(game.name, lambda: play(game, setup, quick, 0, 0, 1)) or was_compiled


def times_slower(game: Game, setup: Setup, bots: Sequence[Bot]) -> float:
    """Return how many times longer a game takes with these bots than with kernel bots, once warm."""
    kernels = [game.bot(default_bot(game))] * len(setup.seats)
    return seconds_of_game(game, setup, bots) / seconds_of_game(game, setup, kernels)


def seconds_of_game(game: Game, setup: Setup, bots: Sequence[Bot]) -> float:
    """Return the seconds that a game takes on one core, once everything is warm."""
    if any(bot.search for bot in bots):
        return _seconds_with_search(game, setup, bots)
    started, games, n = time.perf_counter(), 0, 1
    while (took := time.perf_counter() - started) < SECONDS:
        play(game, setup, bots, 0, games, n)
        games, n = games + n, 2 * n
    return took / games


def _seconds_with_search(game: Game, setup: Setup, bots: Sequence[Bot]) -> float:
    """Return about the seconds of a game of bots that search: in one without, they play some stretches."""
    kit = able(game, HasKit).kit(setup)
    quick = [replace(bot, search=None) if bot.search else bot for bot in bots]
    path = Match(game, kit, 0, 0, quick, is_logged=False)
    starts, step, decisions = [], 1, 0
    while not path.is_over:
        if decisions % step == step // 2:
            starts.append(path.state.copy())
        if len(starts) == 3 * STRETCHES:
            starts, step = starts[1::3], 3 * step
        path.advance(path.choice())
        decisions += 1
    timed, took = 0, 0.0
    for start in starts:
        match = Match(game, kit, 0, 0, bots, is_logged=False, state=start)
        match.advance(match.choice())  # in the midst of a plan a bot does not search: the first is not timed
        began = time.perf_counter()
        for _ in range(STRETCH):
            if match.is_over:
                break
            match.advance(match.choice())
            timed += 1
        took += time.perf_counter() - began
    return took / max(timed, 1) * decisions
