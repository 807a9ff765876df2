"""Matches of tests, played to their end decision by decision."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

import numpy as np

from mazarbul.sim.games.contract import Game
from mazarbul.sim.games.kit import Kit
from mazarbul.sim.games.match import Match

MOST_DECISIONS = 20_000


def match_of(game: Game, kit: Kit, seed: int, index: int = 0, bot: str = "random", **given: object) -> Match:
    """Return a new match with one bot on every seat. given: as `Match` takes it."""
    return Match(game, kit, seed, index, [game.bot(bot, kit.setup)] * len(kit.setup.seats), **given)


def played(match: Match, choose: Callable[[Match], int] = Match.choice) -> Iterator[Match]:
    """Yield a match at every decision, then at its end. choose: what is taken, else what its bots take."""
    while not match.is_over:
        yield match
        assert match.decisions < MOST_DECISIONS, "the game does not end"
        match.advance(choose(match))
    yield match


def states(match: Match, choose: Callable[[Match], int] = Match.choice) -> Iterator[np.record]:
    """Yield the state of a match at every decision, then at its end, see `played`."""
    for each in played(match, choose):
        yield each.state


def options(s) -> list[int]:
    """Return the legal actions of a state."""
    return [int(code) for code in s.options[: s.option_n]]


def random_choice(seed: str) -> Callable[[Match], int]:
    """Return what takes any legal action, as luck of this seed has it."""
    luck = random.Random(seed)
    return lambda match: luck.choice(match.codes())
