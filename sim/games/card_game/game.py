"""The Card Game behind the game contract of `mazarbul.sim.games.contract`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

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
from mazarbul.sim.games.contract import Restriction, Setup

if TYPE_CHECKING:
    from mazarbul.sim.games.kit import Kit
    from mazarbul.sim.notation.script import ScriptPlayer


class CardGame(DeckGame[GameData]):
    """War of the Ring: The Card Game."""

    name = "card_game"
    title = "War of the Ring: The Card Game"
    content = CONTENT
    people = Path(__file__).parent / "data" / "people.toml"
    bot_spec = BotSpec("card_game", POLICIES, WEIGHTS, ids.SIDES, can_search=True, can_learn=True)

    def vocabulary(self) -> Vocabulary:
        """Return the words of the cards' texts."""
        return VOCABULARY

    def known_words(self, setup: Setup) -> list[str]:
        """Return every word that a bot may avoid: for things in this set-up and for printed things."""
        return known_words(setup)

    def restrictions(self, setup: Setup) -> list[Restriction]:
        """Return what makes sense for the bots of each side to avoid."""
        return restrictions(setup)

    def kit_class(self) -> type[Kit]:
        """Return the class of its kits."""
        from mazarbul.sim.games.card_game.kit import Kit

        return Kit

    def script(self, file: Path) -> ScriptPlayer:
        """Return the player of a script file."""
        from mazarbul.sim.games.card_game.text.script import CardGameScript

        return CardGameScript(self, file)


GAME = CardGame()
