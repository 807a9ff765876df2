"""Bots of every kind at a table: which a text names, and whether one is asked for each decision.

Asked for each decision are bots in Python and bots that search; the others play whole games in a kernel.
"""

from __future__ import annotations

from collections.abc import Iterable

from mazarbul.sim.bots import installed
from mazarbul.sim.bots.bot import Bot, split_text, usual_bot
from mazarbul.sim.bots.python import PythonBot, python_bot
from mazarbul.sim.games.contract import Game, Setup


def default_bot(game: Game) -> str:
    """Return the name of the bot that plays where none is named."""
    return usual_bot(game.bots())


def bot_of(game: Game, text: str, setup: Setup | None = None) -> Bot:
    """Return the bot that a text names. Raises DataError.

    See `mazarbul.sim.bots.bot`, `mazarbul.sim.bots.python`.

    setup: the set-up that it will play, for its weights there and to check what it avoids.
    """
    name = split_text(text)[0]
    if name in installed.names():
        installed.check_name(name, game.bots(), game.title)
    bot = python_bot(text)
    if bot is None:
        return game.bot(text, setup)
    installed.check_game(bot.name, bot.made_of, game.name)
    return bot


def any_python(bots: Iterable[Bot]) -> bool:
    """Return whether one of the bots is written in Python."""
    return any(isinstance(bot, PythonBot) for bot in bots)


def is_stepped(bots: Iterable[Bot]) -> bool:
    """Return whether a game is played decision by decision because of one of the bots."""
    return any(isinstance(bot, PythonBot) or bot.search for bot in bots)
