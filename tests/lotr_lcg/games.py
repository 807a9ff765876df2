"""Games for tests: tables made once, and play at random or by bots, decision by decision."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache

from sim.games.lotr_lcg import driver, kernel
from sim.games.lotr_lcg.content.loading import load_data
from sim.games.lotr_lcg.content.tables import QuestTables, make_tables
from sim.games.lotr_lcg.state import empty_state
from tests.lotr_lcg.compiled import QUESTS, STARTERS

MOST_DECISIONS = 20_000
TABLES_OF_DECKS = (("leadership",), ("spirit", "tactics"), STARTERS)


@cache
def tables(quest: str, *decks: str, **switches: object) -> QuestTables:
    """Return the tables of a quest for decks in the order of the players, with switches."""
    seated = {f"player{i}": deck for i, deck in enumerate(decks or STARTERS[:1], 1)}
    return make_tables(load_data(quest, switches, decks=seated))


def start(ct: QuestTables, seed: int = 1, game: int = 0):
    """Return the state of a new game at its first decision."""
    s = empty_state()
    driver.new_game(s, ct.records[0], seed, game)
    return s


def options(s) -> list[int]:
    """Return the legal actions."""
    return [int(code) for code in s.options[: s.option_n]]


def do(s, ct: QuestTables, action: int) -> None:
    """Apply an action."""
    driver.apply(s, ct.records[0], action)


def random_game(ct: QuestTables, seed: int, game: int = 0) -> Iterator:
    """Play a game at random and yield its state at every decision and at the end."""
    s = start(ct, seed, game)
    luck = random.Random(f"{seed} {game}")
    while not kernel.is_over(s):
        yield s
        assert s.decisions < MOST_DECISIONS, "the game does not end"
        do(s, ct, luck.choice(options(s)))
    yield s


__all__ = ["QUESTS", "STARTERS", "TABLES_OF_DECKS", "do", "options", "random_game", "start", "tables"]
