"""Every game that comes with the program, and the toy game, in the set-ups that these tests play."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache

from mazarbul.sim import games
from mazarbul.sim.games.contract import Game, HasDeckLists, HasDecks, HasSwaps
from mazarbul.sim.games.kit import Kit
from mazarbul.sim.games.match import Match
from tests import playing
from tests.courier.game import GAME as COURIER


@dataclass(frozen=True)
class World:
    """A set-up of a game.

    decks: by seat. switches: those that differ from the scenario's. kinds: how many kinds of decisions come
    up in a game at the least.
    """

    name: str
    game: str
    scenario: str
    decks: Mapping[str, str] = field(default_factory=dict, hash=False)
    switches: Mapping[str, object] = field(default_factory=dict, hash=False)
    kinds: int = 6

    def __str__(self) -> str:
        return self.name


def card_game(scenario: str, name: str = "", **switches: object) -> World:
    """Return a world of the Card Game."""
    return World(name or scenario, "card_game", scenario, switches=switches)


def quest(scenario: str, *decks: str) -> World:
    """Return a world of the LCG: decks of the players in their order."""
    seated = {f"player{i}": deck for i, deck in enumerate(decks, 1)}
    return World(f"{scenario}_{'_'.join(decks)}", "lotr_lcg", scenario, decks=seated)


def courier(scenario: str) -> World:
    """Return a world of the toy game, a board game of few decisions."""
    return World(scenario, COURIER.name, scenario, kinds=4)


def board_game(scenario: str, **switches: object) -> World:
    """Return a world of the board game."""
    return World(scenario, "board_game", scenario, switches=switches)


#: Every game by its name; the toy game is not registered.
GAMES = (*games.MODULES, COURIER.name)
#: Games that the first step plays. Others take minutes to compile.
QUICK = ("card_game", COURIER.name)
#: The capabilities that a game lacks, of `mazarbul.sim.games.contract`; it has all others.
LACKS = {
    COURIER.name: {HasDecks, HasSwaps, HasDeckLists},
    "board_game": {HasDecks, HasSwaps, HasDeckLists},
    "card_game": {HasDeckLists},
}

PASSAGE, JOURNEY, ESCAPE = "passage_through_mirkwood", "journey_down_the_anduin", "escape_from_dol_guldur"
#: The first one of a game is its smallest.
WORLDS = (
    card_game("duel"),
    card_game("trilogy"),
    quest(PASSAGE, "spirit", "tactics"),
    quest(ESCAPE, "lore", "leadership"),
    courier("chase"),
    courier("pack"),
    board_game("two_player"),
    board_game("four_player"),
)
SEED = 41
BOTS = ("random", "heuristic")


def quick_worlds(worlds: Sequence[World]) -> list[World]:
    """Return the first world of each game that the first step plays."""
    return [next(world for world in worlds if world.game == game) for game in QUICK]


def first_worlds(worlds: Sequence[World]) -> list[World]:
    """Return the first world of each game."""
    return [next(world for world in worlds if world.game == game) for game in GAMES]


def shown(worlds: Sequence[World]) -> list[World]:
    """Return those whose game shows its table: all but the toy game's."""
    return [world for world in worlds if world.game != COURIER.name]


@cache
def kit_of(world: World) -> Kit:
    """Return the kit of a world, made once."""
    game = game_of(world)
    given = {"decks": world.decks, "switches": world.switches}
    return game.kit(game.setup(world.scenario, **{what: value for what, value in given.items() if value}))


def usual_bots(worlds: Sequence[World]) -> list[tuple[World, str]]:
    """Return each world with each of the bots `random` and `heuristic` that its game has."""
    return [(world, bot) for world in worlds for bot in BOTS if bot in game_of(world).bots()]


def game_of(world: World) -> Game:
    """Return the game of a world."""
    return COURIER if world.game == COURIER.name else games.get(world.game)


def match_of(world: World, index: int = 0, bot: str = "random", seed: int = SEED) -> Match:
    """Return a new match of a world, with one bot on every seat."""
    return playing.match_of(game_of(world), kit_of(world), seed, index, bot)


def bot_play(world: World, bot: str, index: int = 0, seed: int = SEED) -> Iterator[Match]:
    """Return an iterator over a match at every decision of a game of bots, then at its end."""
    return playing.played(match_of(world, index, bot, seed))


def random_play(world: World, index: int = 0) -> Iterator[Match]:
    """Return an iterator over a match at every decision of a game of random choices, then at its end."""
    return playing.played(match_of(world, index), playing.random_choice(f"{world} {index}"))
