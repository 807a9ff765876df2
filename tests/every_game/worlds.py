"""Every game that comes with the program, in the set-ups that the tests of this folder play."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache

from sim import games
from sim.games.contract import Game
from sim.games.kit import Kit
from sim.games.match import Match

#: Game and scenario -> decks by seat. The first one of a game is its smallest.
WORLDS: dict[tuple[str, str], dict[str, str]] = {
    ("card_game", "duel"): {},
    ("card_game", "trilogy"): {},
    ("lotr_lcg", "passage_through_mirkwood"): {"player1": "spirit", "player2": "tactics"},
    ("lotr_lcg", "escape_from_dol_guldur"): {"player1": "lore", "player2": "leadership"},
}
SEED = 41
MOST_DECISIONS = 20_000


@cache
def kit_of(world: tuple[str, str]) -> Kit:
    """Return the kit of a world, made once."""
    game = games.get(world[0])
    return game.kit(game.setup(world[1], decks=WORLDS[world]))


def game_of(world: tuple[str, str]) -> Game:
    """Return the game of a world."""
    return games.get(world[0])


def match_of(world: tuple[str, str], index: int = 0, bot: str = "random") -> Match:
    """Return a new match of a world."""
    game, kit = game_of(world), kit_of(world)
    return Match(game, kit, SEED, index, [game.bot(bot)] * len(kit.setup.seats))


def random_play(world: tuple[str, str], index: int = 0) -> Iterator[Match]:
    """Yield a match at every decision of a game of random choices, then at its end."""
    match, luck = match_of(world, index), random.Random(f"{world} {index}")
    while not match.is_over:
        yield match
        assert match.decisions < MOST_DECISIONS, "the game does not end"
        match.advance(luck.choice(match.codes()))
    yield match
