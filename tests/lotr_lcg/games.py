"""Games for tests: tables made once, and play at random or by bots, decision by decision."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import numpy as np

from mazarbul.sim.games.kit import Kit
from mazarbul.sim.games.lotr_lcg.content.loading import load_data
from mazarbul.sim.games.lotr_lcg.content.tables import QuestTables, make_tables
from mazarbul.sim.games.lotr_lcg.game import GAME
from mazarbul.sim.games.match import Match
from tests.lotr_lcg.compiled import QUESTS, STARTERS
from tests.playing import match_of, random_choice, states

TABLES_OF_DECKS = (("leadership",), ("spirit", "tactics"), STARTERS)


@cache
def tables(quest: str, *decks: str, **switches: object) -> QuestTables:
    """Return the tables of a quest for decks in the order of the players, with switches."""
    seated = {f"player{i}": deck for i, deck in enumerate(decks or STARTERS[:1], 1)}
    return make_tables(load_data(quest, switches, decks=seated))


def kit_of(ct: QuestTables) -> Kit:
    """Return what playing with these tables takes."""
    return GAME.kit(GAME.content.setup(ct))


def start(ct: QuestTables, seed: int = 1, game: int = 0, bot: str = "random") -> Match:
    """Return a new game at its first decision, with one bot on every seat."""
    return match_of(GAME, kit_of(ct), seed, game, bot, is_logged=False)


def random_game(ct: QuestTables, seed: int, game: int = 0) -> Iterator[np.record]:
    """Return an iterator over the state of a random game at every decision and at the end."""
    return states(start(ct, seed, game), random_choice(f"{seed} {game}"))


def bot_game(ct: QuestTables, bot: str, seed: int, game: int = 0) -> Iterator[np.record]:
    """Return an iterator over the state of a game of one bot on every seat, see `random_game`."""
    return states(start(ct, seed, game, bot))


__all__ = [
    "QUESTS",
    "STARTERS",
    "TABLES_OF_DECKS",
    "bot_game",
    "kit_of",
    "random_game",
    "start",
    "tables",
]
