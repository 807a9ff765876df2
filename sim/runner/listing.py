"""Lists of everything that can be played, as text."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping

from sim import games
from sim.games.contract import Game, HasDecks

WIDTH = 110


def lines(only: str | None = None) -> Iterator[str]:
    """Yield scenarios, decks, bots and switches of every game, or of one. Raises DataError.

    The list of all games ends with the installed ones that cannot be imported, and the reasons.
    """
    found, reasons = ([games.get(only)], []) if only else games.playable()
    for game in found:
        yield from _game(game)
    yield from map(str, reasons)


def _game(game: Game) -> Iterator[str]:
    yield f"{game.name}: {game.title}"
    scenarios = {f"{game.name}/{name}": title for name, title in game.scenarios().items()}
    decks = {"decks": game.decks()} if isinstance(game, HasDecks) else {}
    parts = {"scenarios": scenarios} | decks | {"bots": game.bots(), "switches": game.switches()}
    for heading, entries in parts.items():
        yield ""
        yield f"  {heading}"
        yield from _entries(entries)
    yield ""


def _entries(entries: Mapping[str, str]) -> Iterator[str]:
    """Yield one entry per line, with names in a column and long help wrapped and indented."""
    width = max(map(len, entries), default=0) + 2
    indent = " " * (4 + width)
    for name, help_text in entries.items():
        first = f"    {name:<{width}}"
        yield (
            textwrap.fill(help_text, WIDTH, initial_indent=first, subsequent_indent=indent) or first.rstrip()
        )
