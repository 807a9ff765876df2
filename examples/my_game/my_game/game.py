"""My Game as mazarbul sees it: the game contract of `mazarbul.sim.games.contract`."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Unpack

from pydantic import BaseModel

from mazarbul.sim.bots.files import BotSpec
from mazarbul.sim.data.book import Book
from mazarbul.sim.data.setup import Setup
from mazarbul.sim.data.values import table_of, tables_of
from mazarbul.sim.data.variants import Subject, Variant, number_variants
from mazarbul.sim.games.base import DataGame
from mazarbul.sim.games.contract import Given
from mazarbul.sim.notation.script import ScriptPlayer
from my_game.bots import POLICIES, WEIGHTS
from my_game.catalogue import make_setup
from my_game.ids import SIDES, STRENGTH
from my_game.kit import Kit
from my_game.loading import DATA, load_data, printed
from my_game.schema import Card, GameData, Scenario, Seat


class MyGame(DataGame[GameData]):
    """Two seats play cards against each other, and the stronger one takes the round."""

    name = "my_game"
    title = "My Game"
    bot_spec = BotSpec("my_game", POLICIES, WEIGHTS, SIDES, DATA / "bots")

    def printed(self) -> Book:
        """Return the game as printed."""
        return printed()

    def load(self, scenario: str | Path, **given: Unpack[Given]) -> GameData:
        """Read, merge and check everything that a scenario needs."""
        return load_data(scenario, **given)

    def setup_of(self, data: GameData) -> Setup:
        """Prepare a scenario's data for play."""
        return make_setup(data)

    def models(self) -> Mapping[str, type[BaseModel]]:
        """Return the models of what an overlay changes."""
        return {"card": Card, "scenario": Scenario, "seat": Seat}

    def values_of(self, data: GameData) -> dict[str, object]:
        """Return everything that an overlay can change."""
        return {
            "card": tables_of(data.cards),
            "scenario": table_of(data.scenario),
            "switches": dict(data.switches),
        }

    def variants(self, scenario: str, **given: Unpack[Given]) -> list[Variant]:
        """Return the variants of every card: one stronger or one weaker."""
        data = self.load(scenario, **given)
        seats = {seat.side: seat.id for seat in data.scenario.seats}
        found: list[Variant] = []
        for card in data.cards.values():
            subject = Subject(
                kind="card", table="card", row=card.id, name=card.name, id=card.id, side=card.side,
                seat=seats[card.side], deck=card.side, facts={}, blanks={},
                numbers={"strength": card.strength},
            )  # fmt: skip
            found += number_variants(subject, {"strength": "strength"}, STRENGTH)
        return found

    def known_words(self, _setup: Setup) -> tuple[str, ...]:
        """Return every word that a bot may avoid: there is none."""
        return ()

    def kit_class(self) -> type[Kit]:
        """Return the class of its kits."""
        return Kit

    def script(self, file: Path) -> ScriptPlayer:
        """Return the player of a script file."""
        from my_game.script import Script

        return Script(self, file)


GAME = MyGame()
