"""My Game as mazarbul sees it: the game contract of `mazarbul.sim.games.contract`."""

from __future__ import annotations

from pathlib import Path

from mazarbul.sim.bots.files import BotSpec
from mazarbul.sim.data.values import table_of, tables_of
from mazarbul.sim.data.variants import Subject, Variant, number_variants
from mazarbul.sim.games.base import DataGame
from mazarbul.sim.games.content import Content
from mazarbul.sim.notation.script import ScriptPlayer
from my_game.bots import POLICIES, WEIGHTS
from my_game.catalogue import catalogue
from my_game.ids import SIDES, STRENGTH
from my_game.kit import Kit
from my_game.loading import DATA, PRINTED, load_data
from my_game.records import CARD_FIELDS
from my_game.schema import GameData
from my_game.tables import make_tables


def values(data: GameData) -> dict[str, object]:
    """Return everything that an overlay can change."""
    return {
        "card": tables_of(data.cards),
        "scenario": table_of(data.scenario),
        "switches": dict(data.switches),
    }


def variants(data: GameData) -> list[Variant]:
    """Return the variants of every card: one stronger or one weaker."""
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


class MyGame(DataGame[GameData]):
    """Two seats play cards against each other, and the stronger one takes the round."""

    name = "my_game"
    title = "My Game"
    content = Content(
        game="my_game",
        printed=PRINTED,
        load=load_data,
        tables=make_tables,
        catalogue=catalogue,
        records=DATA / "records.toml",
        fields={"cards": CARD_FIELDS},
        values=values,
        variants=variants,
    )
    bot_spec = BotSpec("my_game", POLICIES, WEIGHTS, SIDES, DATA / "bots")

    def kit_class(self) -> type[Kit]:
        """Return the class of its kits."""
        return Kit

    def script(self, file: Path) -> ScriptPlayer:
        """Return the player of a script file."""
        from my_game.script import Script

        return Script(self, file)


GAME = MyGame()
