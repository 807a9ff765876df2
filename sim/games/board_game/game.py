"""The board game behind the game contract of `mazarbul.sim.games.contract`."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Unpack

from pydantic import BaseModel

from mazarbul.sim.bots.files import BotSpec
from mazarbul.sim.data.book import Book
from mazarbul.sim.effects.vocabulary import Vocabulary
from mazarbul.sim.games.base import DataGame
from mazarbul.sim.games.board_game import ids
from mazarbul.sim.games.board_game.bots.features import POLICIES
from mazarbul.sim.games.board_game.bots.restrictions import known_words, restrictions
from mazarbul.sim.games.board_game.bots.weights import WEIGHTS
from mazarbul.sim.games.board_game.content.catalogue import make_setup
from mazarbul.sim.games.board_game.content.loading import MODELS, load_data, printed
from mazarbul.sim.games.board_game.content.schema import GameData, Scenario, Seat
from mazarbul.sim.games.board_game.content.tables import make_tables
from mazarbul.sim.games.board_game.content.values import all_values
from mazarbul.sim.games.board_game.content.variants import NUMBER_WORDS, variants
from mazarbul.sim.games.contract import Given, Restriction, Setup, Variant

if TYPE_CHECKING:
    from mazarbul.sim.games.kit import Kit
    from mazarbul.sim.notation.script import ScriptPlayer


class BoardGame(DataGame[GameData]):
    """War of the Ring, the board game."""

    name = "board_game"
    title = "War of the Ring"
    people = Path(__file__).parent / "data" / "people.toml"
    bot_spec = BotSpec("board_game", POLICIES, WEIGHTS, ids.SIDES, can_search=True, can_prefer=True)

    def printed(self) -> Book:
        """Return the game as printed."""
        return printed()

    def load(self, scenario: str | Path, **given: Unpack[Given]) -> GameData:
        """Read, merge and check everything a scenario needs."""
        return load_data(scenario, **given)  # type: ignore[misc]  # nobody gives decks to a game without any

    def setup_of(self, data: GameData) -> Setup:
        """Prepare a scenario's data for play."""
        return make_setup(self.name, make_tables(data))

    def values_of(self, data: GameData) -> dict[str, object]:
        """Return everything that an overlay can change, as nested tables."""
        return all_values(data)

    def variants(self, scenario: str, **given: Unpack[Given]) -> list[Variant]:
        """Return every variant of the cards, characters, tiles and Settlements."""
        return variants(self.load(scenario, **given))

    def models(self) -> Mapping[str, type[BaseModel]]:
        """Return the models of what an overlay changes."""
        return {**MODELS, "scenario": Scenario, "seat": Seat}

    def value_words(self) -> Mapping[str, str]:
        """Return names of values and kinds of rows whose ids say too little."""
        return NUMBER_WORDS

    def vocabulary(self) -> Vocabulary:
        """Return the words of the cards' texts."""
        from mazarbul.sim.games.board_game.content.vocabulary import VOCABULARY

        return VOCABULARY

    def known_words(self, setup: Setup) -> list[str]:
        """Return every word that a bot may avoid: for things in this set-up and for printed things."""
        return known_words(setup)

    def restrictions(self, setup: Setup) -> list[Restriction]:
        """Return what makes sense for the bots of each side to avoid."""
        return restrictions(setup)

    def kit_class(self) -> type[Kit]:
        """Return the class of its kits."""
        from mazarbul.sim.games.board_game.kit import Kit

        return Kit

    def script(self, file: Path) -> ScriptPlayer:
        """Return the player of a script file."""
        from mazarbul.sim.games.board_game.text.script import BoardGameScript

        return BoardGameScript(self, file)


GAME = BoardGame()
