"""The Lord of the Rings: The Card Game as the rest of the program sees it.

See `mazarbul.sim.games.contract`.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Unpack

from pydantic import BaseModel

from mazarbul.sim.bots.files import BotSpec
from mazarbul.sim.data.book import Book
from mazarbul.sim.effects.vocabulary import Vocabulary
from mazarbul.sim.games.base import DeckGame
from mazarbul.sim.games.contract import DeckInFile, Given, Restriction, Setup, Swap, Variant
from mazarbul.sim.games.lotr_lcg import ids
from mazarbul.sim.games.lotr_lcg.bots.restrictions import known_words, restrictions
from mazarbul.sim.games.lotr_lcg.bots.weights import WEIGHTS
from mazarbul.sim.games.lotr_lcg.content.catalogue import make_setup
from mazarbul.sim.games.lotr_lcg.content.loading import load_data, printed
from mazarbul.sim.games.lotr_lcg.content.schema import MODELS, GameData
from mazarbul.sim.games.lotr_lcg.content.swaps import swaps
from mazarbul.sim.games.lotr_lcg.content.tables import make_tables
from mazarbul.sim.games.lotr_lcg.content.values import all_values
from mazarbul.sim.games.lotr_lcg.content.variants import NUMBER_WORDS, variants

if TYPE_CHECKING:
    from mazarbul.sim.games.kit import Kit
    from mazarbul.sim.notation.script import ScriptPlayer


class LotrLcg(DeckGame[GameData]):
    """The Lord of the Rings: The Card Game: one to four players together against a quest."""

    name = "lotr_lcg"
    title = "The Lord of the Rings: The Card Game"
    people = Path(__file__).parent / "data" / "people.toml"

    @property
    def bot_spec(self) -> BotSpec:  # type: ignore[override]
        """The parts of its bots; only players have bots."""
        from mazarbul.sim.games.lotr_lcg.bots.features import POLICIES

        sides = (ids.SIDES[ids.SIDE.PLAYERS],)
        return BotSpec(self.name, POLICIES, WEIGHTS, sides, can_search=True, can_prefer=True)

    def printed(self) -> Book:
        """Return the game as printed."""
        return printed()

    def load(self, scenario: str | Path, **given: Unpack[Given]) -> GameData:
        """Read, merge and check everything that a quest or campaign and its players need."""
        return load_data(scenario, **given)

    def setup_of(self, data: GameData) -> Setup:
        """Prepare the data for play."""
        return make_setup(self.name, make_tables(data))

    def variants_of(self, data: GameData) -> list[Variant]:
        """Return every variant of a card or stage in play."""
        return variants(data)

    def swaps_of(self, data: GameData, seat: str) -> list[Swap]:
        """Return every exchange of one card of a player's deck that the deck rules allow."""
        return swaps(data, seat)

    def deck_forms(self) -> tuple[str, ...]:
        """Return the names of the forms in which a deck can be written."""
        from mazarbul.sim.games.lotr_lcg.content.deck_files import FORMS

        return FORMS

    def deck_in(self, deck: str | Path) -> DeckInFile:
        """Return a deck by its id or from a file."""
        from mazarbul.sim.games.lotr_lcg.content.deck_files import DeckFile

        return DeckFile.load(deck)

    def values_of(self, data: GameData) -> dict[str, object]:
        """Return everything that an overlay can change."""
        return all_values(data)

    def models(self) -> Mapping[str, type[BaseModel]]:
        """Return the models of what an overlay changes."""
        return MODELS

    def value_words(self) -> Mapping[str, str]:
        """Return names of values and kinds of rows whose ids say too little."""
        return NUMBER_WORDS | {"encounter": "encounter card"}

    def vocabulary(self) -> Vocabulary:
        """Return the words of the cards' texts."""
        from mazarbul.sim.games.lotr_lcg.content.vocabulary import VOCABULARY

        return VOCABULARY

    def known_words(self, setup: Setup) -> list[str]:
        """Return every word that a bot may avoid: those of this set-up, and those printed."""
        return known_words(setup)

    def restrictions(self, setup: Setup) -> list[Restriction]:
        """Return what it makes sense for the players' bots to avoid."""
        return restrictions(setup)

    def kit_class(self) -> type[Kit]:
        """Return the class of its kits."""
        from mazarbul.sim.games.lotr_lcg.kit import Kit

        return Kit

    def script(self, file: Path) -> ScriptPlayer:
        """Return the player of a script file."""
        from mazarbul.sim.games.lotr_lcg.text.script import LotrLcgScript

        return LotrLcgScript(self, file)


GAME = LotrLcg()
