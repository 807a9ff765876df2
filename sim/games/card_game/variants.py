"""Every card and location in play with its text taken away, or with one of its numbers changed by one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from sim.effects import Compiler, Program
from sim.effects.numbers import change_told, changed, numbers
from sim.engine.toml import DataError, Source
from sim.games.card_game import vocabulary as words
from sim.games.card_game.schema import MOST_SMALL, Battleground, Card, Effect, GameData, Icons, Path
from sim.games.card_game.texts import check_digs, known_things
from sim.games.contract import Variant

BLANK, PLUS, MINUS = "blank", "plus", "minus"

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


@dataclass(frozen=True)
class _Subject:
    """A card or location in play.

    table: the kind of row it is in an overlay. id: what the ids of its variants begin with.
    facts: fields of a Variant. numbers: dotted place -> printed number. blank: the keys that differ.
    """

    thing: Card | Path | Battleground
    table: str
    id: str
    facts: Mapping[str, str]
    numbers: Mapping[str, int]
    blank: Mapping[str, object]

    def variant(self, kind: str, label: str, rows: Mapping[str, object], **details: object) -> Variant:
        """Return a variant. rows: what differs. details: its `field`, `was`, `now`, and `place` in its id."""
        field = str(details.get("field", ""))
        place = details.get("place", field)
        return Variant(
            id=".".join(str(part) for part in (self.id, place, kind) if part),
            card=self.thing.id,
            name=self.thing.name,
            kind=kind,
            field=field,
            label=label,
            was=details.get("was"),  # type: ignore[arg-type]
            now=details.get("now"),  # type: ignore[arg-type]
            overlay={self.table: {self.thing.id: dict(rows)}},
            **self.facts,  # type: ignore[arg-type]
        )


def variants(data: GameData) -> list[Variant]:
    """Return the variants of every card and location in play, in the order of the data.

    A number changed by one stays in the range the data allow, and a text that does not compile with
    it is left out. What has neither icons nor a text has no blank.
    """
    known = known_things(data)
    found: list[Variant] = []
    for subject in (*_cards(data), *_places(data)):
        if subject.thing.effects or (subject.table == "card" and subject.numbers):
            found.append(subject.variant(BLANK, "blank", subject.blank))
        found += _of_numbers(subject)
        found += _of_texts(subject, known)
    return found


def _cards(data: GameData) -> Iterator[_Subject]:
    """Yield the cards in play, seat by seat; a card has one owner, so each comes once."""
    no_icons = dict.fromkeys(Icons.model_fields, 0)
    for seat, deck in data.decks.items():
        for card in (card for name, card in data.cards.items() if deck.get(name)):
            facts = {"side": card.side, "seat": seat, "deck": data.deck_ids[seat], "faction": card.faction}
            icons = {f"icons.{name}": n for name, n in card.icons.model_dump().items() if n}
            blank = {"icons": no_icons} | WORDLESS
            yield _Subject(card, "card", card.id, facts | {"type": card.type}, icons, blank)


def _places(data: GameData) -> Iterator[_Subject]:
    """Yield the locations in play."""
    battlegrounds = (data.battlegrounds[name] for name in data.scenario.battlegrounds)
    for place in (*battlegrounds, *(data.paths[name] for name in data.scenario.paths)):
        table = "battleground" if isinstance(place, Battleground) else "path"
        side = place.side if isinstance(place, Battleground) else ""
        facts = {"side": side, "seat": "", "deck": "", "faction": "", "type": table}
        name = f"{table}.{place.id}" if place.id in data.cards else place.id
        yield _Subject(place, table, name, facts, {"vp": place.vp, "defense": place.defense}, WORDLESS)


def _steps(was: int) -> Iterator[tuple[str, int]]:
    """Yield the kind of change and the number it leads to; what is not negative does not become so."""
    yield PLUS, was + 1
    if was != 0:
        yield MINUS, was - 1


def _of_numbers(subject: _Subject) -> Iterator[Variant]:
    """Yield the variants of the numbers printed beside the text."""
    for field, was in subject.numbers.items():
        for kind, now in _steps(was):
            if now <= MOST_SMALL:
                rows: dict[str, object] = {field.split(".")[-1]: now}
                rows = {"icons": rows} if subject.table == "card" else rows
                label = f"{NUMBER_WORDS[field]} {was} -> {now}"
                yield subject.variant(kind, label, rows, field=field, was=was, now=now)


def _of_texts(subject: _Subject, known: Mapping) -> Iterator[Variant]:
    """Yield the variants of the numbers in its texts. known: what the compiler knows of cards and places."""
    effects = [written(effect) for effect in subject.thing.effects]
    me = ("card" if subject.table == "card" else "place", subject.thing.id)
    for i, key in ((i, key) for i, effect in enumerate(effects) for key in COUNTING_TEXTS if key in effect):
        text, field = str(effects[i][key]), f"effects.{i}.{key}"
        found = numbers(Source(text), words.VOCABULARY)
        for n, number in enumerate(found, 1):
            place = f"{field}.{n}" if len(found) > 1 else field
            for kind, now in _steps(number.value):
                effect = effects[i] | {key: changed(text, number, now)}
                if _compiles(effect, key, me, known):
                    rows = {"effects": [*effects[:i], effect, *effects[i + 1 :]]}
                    label, was = change_told(text, number, now), number.value
                    yield subject.variant(kind, label, rows, field=field, place=place, was=was, now=now)


def written(effect: Effect) -> dict[str, object]:
    """Return an effect as an overlay writes it."""
    found = {}
    for name, field in Effect.model_fields.items():
        value = getattr(effect, name)
        if value is not None:
            found[field.alias or name] = value.text if isinstance(value, Source) else value
    return found


def _compiles(effect: Mapping[str, object], key: str, me: tuple[str, str], known: Mapping) -> bool:
    """Tell whether a text of an effect compiles. me: the sort and id of the thing it stands on."""
    program = Program()
    compiler = Compiler(words.VOCABULARY, known, program)
    sort = "modifier" if effect["on"] == "static" and key == "do" else "operation"
    try:
        if key == "if":
            compiler.value(str(effect[key]), "condition", me=me)
        else:
            compiler.block(str(effect[key]), sort, me=me)
        check_digs(program)
    except DataError:
        return False
    return True
