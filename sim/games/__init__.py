"""The games that can be played, by name.

A game is registered by the package of its folder; anything that follows `sim.games.contract.Game`
can be registered from outside, before it is asked for:

    from sim.games import register
    register(MyGame())
"""

from __future__ import annotations

import importlib

from sim.engine.toml import DataError, nearest
from sim.games.contract import Game

#: Printed games: name -> module with a `GAME`, imported when first asked for.
MODULES = {"card_game": "sim.games.card_game.game", "lotr_lcg": "sim.games.lotr_lcg.game"}

_registered: dict[str, Game] = {}


def register(game: Game) -> None:
    """Make a game known under its name, in place of any other of that name."""
    _registered[game.name] = game


def names() -> tuple[str, ...]:
    """Return the names of all games, printed ones first."""
    return tuple(dict.fromkeys((*MODULES, *_registered)))


def get(name: str) -> Game:
    """Return the game of that name. Raises DataError naming the valid ones if there is none."""
    if name not in _registered and name in MODULES:
        register(importlib.import_module(MODULES[name]).GAME)
    if name not in _registered:
        listed = ", ".join(names())
        raise DataError(f"unknown game {name!r}; valid: {listed}", suggestion=nearest(name, names()))
    return _registered[name]
