"""Every card and location in play without its text, or with one of its numbers changed by one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial

from mazarbul.sim.data.variants import Subject, Variant, blank_variants, number_variants, text_variants
from mazarbul.sim.effects import Compiler, Program
from mazarbul.sim.games.card_game.content import vocabulary as words
from mazarbul.sim.games.card_game.content.programs import check_digs, known_things
from mazarbul.sim.games.card_game.content.schema import (
    MOST_SMALL,
    BattlegroundCard,
    GameData,
    Icons,
    PathCard,
)

NUMBER_WORDS = {
    "icons.path": "path icons",
    "icons.bg_attack": "battleground attack icons",
    "icons.bg_defense": "battleground defense icons",
    "icons.lead_attack": "attack leadership",
    "icons.lead_defense": "defense leadership",
    "vp": "victory points",
    "defense": "defense",
}

#: The texts of an effect that compute with numbers.
COUNTING_TEXTS = ("if", "cost", "do")

WORDLESS = {"text": "", "effects": []}


def variants(data: GameData) -> list[Variant]:
    """Return the variants of every card and location in play, in the order of the data.

    A changed number stays in the range that the data allow; variants whose text then does not compile are
    left out. A card or location without icons and text has no blank.
    """
    check = partial(_check, known_things(data))
    found: list[Variant] = []
    for subject in (*_cards(data), *_places(data)):
        found += blank_variants(subject)
        found += number_variants(subject, NUMBER_WORDS, MOST_SMALL)
        found += text_variants(subject, words.VOCABULARY, COUNTING_TEXTS, check)
    return found


def _cards(data: GameData) -> Iterator[Subject]:
    """Yield the cards in play, seat by seat; a card has one owner, so each appears once."""
    no_icons = dict.fromkeys(Icons.model_fields, 0)
    for seat, deck in data.decks.items():
        for card in (card for name, card in data.cards.items() if deck.get(name)):
            numbers = {f"icons.{name}": n for name, n in card.icons.model_dump().items() if n}
            yield Subject(
                kind="card",
                table="card",
                row=card.id,
                name=card.name,
                id=card.id,
                side=card.side,
                seat=seat,
                deck=data.deck_ids[seat],
                facts={"faction": card.faction, "type": card.type},
                numbers=numbers,
                blanks={"": {"icons": no_icons, **WORDLESS}} if card.effects or numbers else {},
                effects=card.effects,
            )


def _places(data: GameData) -> Iterator[Subject]:
    """Yield the locations in play."""
    places: list[BattlegroundCard | PathCard] = [
        *(data.battlegrounds[name] for name in data.scenario.battlegrounds),
        *(data.paths[name] for name in data.scenario.paths),
    ]
    for place in places:
        table = "battleground" if isinstance(place, BattlegroundCard) else "path"
        yield Subject(
            kind="place",
            table=table,
            row=place.id,
            name=place.name,
            id=f"{table}.{place.id}" if place.id in data.cards else place.id,
            side=place.side if isinstance(place, BattlegroundCard) else "",
            seat="",
            deck="",
            facts={"faction": "", "type": table},
            numbers={"vp": place.vp, "defense": place.defense},
            blanks={"": WORDLESS} if place.effects else {},
            effects=place.effects,
        )


def _check(known: Mapping, subject: Subject, effect: Mapping[str, object], key: str) -> None:
    """Raise DataError if a text of an effect does not compile. known: what the compiler knows of the game."""
    program = Program()
    compiler = Compiler(words.VOCABULARY, known, program)
    me = ("card" if subject.table == "card" else "place", subject.row)
    if key == "if":
        compiler.value(str(effect[key]), "condition", me=me)
    else:
        sort = "modifier" if effect["on"] == "static" and key == "do" else "operation"
        compiler.block(str(effect[key]), sort, me=me)
    check_digs(program)
