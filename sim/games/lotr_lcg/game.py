"""The Lord of the Rings: The Card Game as the rest of the program sees it.

See `mazarbul.sim.games.contract`.
"""

from __future__ import annotations

from pathlib import Path

from mazarbul.sim.bots.choosing import POLICIES
from mazarbul.sim.bots.files import BotSpec
from mazarbul.sim.effects.vocabulary import Vocabulary
from mazarbul.sim.games.base import DeckGame
from mazarbul.sim.games.contract import DeckInFile
from mazarbul.sim.games.lotr_lcg import ids
from mazarbul.sim.games.lotr_lcg.bots.restrictions import known_words, restrictions
from mazarbul.sim.games.lotr_lcg.bots.weights import WEIGHTS
from mazarbul.sim.games.lotr_lcg.content.declared import CONTENT
from mazarbul.sim.games.lotr_lcg.content.schema import GameData
from mazarbul.sim.games.lotr_lcg.content.vocabulary import VOCABULARY


class LotrLcg(DeckGame[GameData]):
    """The Lord of the Rings: The Card Game: one to four players together against a quest."""

    name = "lotr_lcg"
    title = "The Lord of the Rings: The Card Game"
    content = CONTENT
    people = Path(__file__).parent / "data" / "people.toml"
    known_words, restrictions = staticmethod(known_words), staticmethod(restrictions)
    bot_spec = BotSpec("lotr_lcg", POLICIES, WEIGHTS, ids.SIDES[:1], can_search=True, can_learn=True)

    def deck_forms(self) -> tuple[str, ...]:
        """Return the names of the forms in which a deck can be written."""
        from mazarbul.sim.games.lotr_lcg.content.deck_files import FORMS

        return FORMS

    def deck_in(self, deck: str | Path) -> DeckInFile:
        """Return a deck by its id or from a file."""
        from mazarbul.sim.games.lotr_lcg.content.deck_files import DeckFile

        return DeckFile.load(deck)

    def vocabulary(self) -> Vocabulary:
        """Return the words of the cards' texts."""
        return VOCABULARY


GAME = LotrLcg()
