"""The games that can be played, by name.

Games from outside can be played if they follow `mazarbul.sim.games.contract.Game`: an installed package names
its game as an entry point of the group `mazarbul.games`,

    [project.entry-points."mazarbul.games"]
    my_game = "my_package.game:GAME"

and a program registers its game before use:

    from mazarbul.sim.games import register
    register(MyGame())
"""

from __future__ import annotations

import importlib
from functools import cache
from importlib.metadata import EntryPoint, entry_points

from mazarbul.sim.games.contract import Game
from mazarbul.sim.toml import DataError, nearest

#: Printed games: name -> module with a `GAME`, imported on first use.
MODULES = {
    "card_game": "mazarbul.sim.games.card_game.game",
    "lotr_lcg": "mazarbul.sim.games.lotr_lcg.game",
    "board_game": "mazarbul.sim.games.board_game.game",
}

#: Group of the entry points through which installed packages add games.
GROUP = "mazarbul.games"

_registered: dict[str, Game] = {}


def register(game: Game) -> None:
    """Register a game under its name, replacing any other with that name."""
    _registered[game.name] = game


def names() -> tuple[str, ...]:
    """Return the names of all games, printed ones first."""
    return tuple(dict.fromkeys((*MODULES, *_installed(), *_registered)))


def get(name: str) -> Game:
    """Return the game with that name. Raises DataError naming the valid ones if there is none."""
    if name not in _registered and name in MODULES:
        register(importlib.import_module(MODULES[name]).GAME)
    if name not in _registered and name in _installed():
        register(_loaded(_installed()[name]))
    if name not in _registered:
        listed = ", ".join(names())
        raise DataError(f"unknown game {name!r}; valid: {listed}", suggestion=nearest(name, names()))
    return _registered[name]


def playable() -> tuple[list[Game], list[DataError]]:
    """Return all games that can be imported, and for each of the others the reason why it cannot."""
    found, reasons = [], []
    for name in names():
        try:
            found.append(get(name))
        except DataError as error:
            reasons.append(error)
    return found, reasons


@cache
def _installed() -> dict[str, EntryPoint]:
    """Return the games that installed packages add, not imported yet."""
    return {entry.name: entry for entry in entry_points(group=GROUP)}


def _loaded(entry: EntryPoint) -> Game:
    """Import an installed game. Raises DataError if that fails, or if its name differs."""
    try:
        game = entry.load()
    except Exception as error:
        what = f"cannot import the game {entry.name!r} from {entry.value}"
        raise DataError(f"{what}: {type(error).__name__}: {error}") from error
    if game.name != entry.name:
        raise DataError(f"{entry.value} is the game {game.name!r}, but it is installed as {entry.name!r}")
    return game
