"""The Card Game behind the game contract of `mazarbul.sim.games.contract`."""

from __future__ import annotations

from pathlib import Path

from mazarbul.sim.bots.choosing import POLICIES
from mazarbul.sim.bots.files import BotSpec
from mazarbul.sim.effects.vocabulary import Vocabulary
from mazarbul.sim.games.base import DeckGame
from mazarbul.sim.games.card_game import ids
from mazarbul.sim.games.card_game.bots.restrictions import known_words, restrictions
from mazarbul.sim.games.card_game.bots.weights import WEIGHTS
from mazarbul.sim.games.card_game.content.declared import CONTENT
from mazarbul.sim.games.card_game.content.schema import GameData
from mazarbul.sim.games.card_game.content.vocabulary import VOCABULARY


class CardGame(DeckGame[GameData]):
    """War of the Ring: The Card Game."""

    name = "card_game"
    title = "War of the Ring: The Card Game"
    content = CONTENT
    people = Path(__file__).parent / "data" / "people.toml"
    ladders = Path(__file__).parent / "data" / "ladders.json"
    known_words, restrictions = staticmethod(known_words), staticmethod(restrictions)
    bot_spec = BotSpec("card_game", POLICIES, WEIGHTS, ids.SIDES, can_search=True, can_learn=True)

    def vocabulary(self) -> Vocabulary:
        """Return the words of the cards' texts."""
        return VOCABULARY


GAME = CardGame()
