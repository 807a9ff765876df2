"""The Courier as the rest of the program sees it: the game contract of `mazarbul.sim.games.contract`."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from mazarbul.sim.bots.files import BotSpec
from mazarbul.sim.data.values import table_of, tables_of
from mazarbul.sim.data.variants import Subject, Variant, blank_variants, text_variants
from mazarbul.sim.effects import Compiler, Program
from mazarbul.sim.effects.vocabulary import Vocabulary
from mazarbul.sim.games.base import DataGame
from mazarbul.sim.games.content import Content
from tests.courier import ids
from tests.courier.bots import POLICIES, WEIGHTS
from tests.courier.catalogue import FIELDS, catalogue
from tests.courier.loading import DATA, PRINTED, load_data
from tests.courier.restrictions import known_words, restrictions
from tests.courier.schema import GameData
from tests.courier.tables import make_tables, things, words_of_map
from tests.courier.vocabulary import VOCABULARY


def values(data: GameData) -> dict[str, object]:
    """Return everything that an overlay can change."""
    return {
        "region": tables_of(data.regions),
        "card": tables_of(data.cards),
        "deck": tables_of(data.decks),
        "scenario": table_of(data.scenario),
        "switches": dict(data.switches),
    }


def variants(data: GameData) -> list[Variant]:
    """Return the variants of every card in play: blank, or a number of its text one up or down."""
    check = partial(_check, data)
    found: list[Variant] = []
    for subject in _subjects(data):
        found += blank_variants(subject)
        found += text_variants(subject, words_of_map(data), ("if", "do"), check)
    return found


def _subjects(data: GameData) -> Iterator[Subject]:
    """Yield the cards in play, each once."""
    seen: set[str] = set()
    for seat in data.scenario.seats:
        for card in (data.cards[name] for deck in seat.piles for name in data.decks[deck].cards):
            if card.id not in seen:
                seen.add(card.id)
                yield Subject(
                    kind="card", table="card", row=card.id, name=card.name, id=card.id, side=card.side,
                    seat=seat.id, deck="+".join(seat.piles), facts={}, numbers={},
                    blanks={"": {"text": "", "effects": []}}, effects=card.effects,
                )  # fmt: skip


def _check(data: GameData, _subject: Subject, effect: dict, key: str) -> None:
    """Raise DataError if a text of an effect does not compile."""
    compiler = Compiler(words_of_map(data), {"region": things(data)}, Program())
    if key == "if":
        compiler.value(str(effect[key]), "condition")
    else:
        compiler.block(str(effect[key]))


class Courier(DataGame[GameData]):
    """A courier rides across a map of hidden places while hunters search for it."""

    name = "courier"
    title = "The Courier"
    content = Content(
        game="courier",
        printed=PRINTED,
        load=load_data,
        tables=make_tables,
        catalogue=catalogue,
        records=DATA / "records.toml",
        fields=FIELDS,
        values=values,
        variants=variants,
    )
    script_at = "script.Script"
    known_words, restrictions = staticmethod(known_words), staticmethod(restrictions)
    bot_spec = BotSpec("courier", POLICIES, WEIGHTS, ids.SIDES, DATA / "bots", can_search=True)

    def vocabulary(self) -> Vocabulary:
        """Return the words of the cards' texts."""
        return VOCABULARY


GAME = Courier()
