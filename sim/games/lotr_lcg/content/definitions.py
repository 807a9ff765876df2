"""The members of sets of the effect language: every card, and everything it can count as.

A set is computed once, over *definitions*. Besides the cards themselves these are the other forms that
a card can take during a game: with traits and icons that it has gained, as an attachment, or as a
face-down enemy. The state knows the form of every card (`state.form`), the tables its definition
(`tables.form_definition`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from mazarbul.sim.data.cards import PhysicalCard
from mazarbul.sim.effects.sets import FORM_OF
from mazarbul.sim.engine.bits import mask_of, members
from mazarbul.sim.games.lotr_lcg import ids
from mazarbul.sim.games.lotr_lcg.content import vocabulary
from mazarbul.sim.games.lotr_lcg.content.schema import CHARACTERS, Card, EncounterCard, GameData

GUARD = "face-down enemy"  # no card id has a space

Definition = dict[str, object]
"""The attributes of a definition that sets can ask for: attribute -> value, or values."""


@dataclass(frozen=True)
class Gain:
    """A trait or icon that a standing text gives. word: `trait` or `icon`; name: of the trait or sphere."""

    word: str
    name: str


class Definitions:
    """The definitions of a game with their numbers.

    cards: the physical cards in play; only they have other forms. gains: possible gains, in the
    order of their bits in a form.
    """

    def __init__(self, data: GameData, cards: Sequence[PhysicalCard], gains: Sequence[Gain]) -> None:
        self.gains = tuple(gains)
        self.entries = known_cards(data)
        for name in dict.fromkeys(card.id for card in cards):
            printed = data.encounter.get(name) or data.cards[name]
            self.entries |= dict(self._forms(printed))
        self.entries[GUARD] = {"type": "enemy"}
        self._numbers = {name: i for i, name in enumerate(self.entries)}

    def __len__(self) -> int:
        return len(self.entries)

    def number(self, name: str, form: int = 0) -> int:
        """Return the definition that a card counts as in a form; its own if it never has that form."""
        if form == ids.FACE_DOWN:
            return self._numbers[GUARD]
        return self._numbers.get(_form_name(name, form), self._numbers[name])

    def spheres(self, hero: Card, form: int) -> int:
        """Return the set of spheres whose icons a hero has in a form (LCG-6.3)."""
        if form == ids.FACE_DOWN:
            return 0
        names = {hero.sphere, *(gain.name for gain in self._gained(form) if gain.word == "icon")}
        return mask_of(vocabulary.SPHERE.names[name] for name in names if name in vocabulary.SPHERE.names)

    def _gained(self, form: int) -> list[Gain]:
        return [self.gains[i] for i in members(form) if i < len(self.gains)]

    def _forms(self, card: Card | EncounterCard) -> Iterator[tuple[str, Definition]]:
        """Yield the further forms of a card, by name."""
        if isinstance(card, EncounterCard):
            yield _form_name(card.id, ids.ATTACHED), _attached(card) | {FORM_OF: card.id}
        elif card.type in CHARACTERS:
            for form in range(1, 1 << len(self.gains)):
                found = _player_card(card)
                traits = [gain.name for gain in self._gained(form) if gain.word == "trait"]
                icons = [gain.name for gain in self._gained(form) if gain.word == "icon"]
                found["trait"] = (*card.traits, *traits)
                found["sphere"] = (card.sphere, *(icons if card.type == "hero" else ()))
                yield _form_name(card.id, form), found | {FORM_OF: card.id}


def known_cards(data: GameData) -> dict[str, Definition]:
    """Return the definitions of all cards as printed, by id."""
    found = {card.id: _player_card(card) for card in data.cards.values()}
    return found | {card.id: _encounter_card(card) for card in data.encounter.values()}


def trait_numbers(data: GameData) -> Mapping[str, int]:
    """Return every trait that a card of the data has, with its number."""
    cards: list[Card | EncounterCard] = [*data.cards.values(), *data.encounter.values()]
    attached = {trait for card in data.encounter.values() for trait in card.attached_as}
    names = {trait for card in cards for trait in card.traits} | attached
    return {name: i for i, name in enumerate(sorted(names))}


def _form_name(name: str, form: int) -> str:
    return f"{name} in form {form}" if form else name


def _player_card(card: Card) -> Definition:
    return {
        "card": card.id,
        "type": card.type,
        "sphere": card.sphere,
        "trait": card.traits,
        "keyword": card.keywords,
        "cost": card.cost,
    }


def _encounter_card(card: EncounterCard) -> Definition:
    return {
        "card": card.id,
        "type": card.type,
        "trait": card.traits,
        "keyword": card.keywords,
        "set": card.set,
    }


def _attached(card: EncounterCard) -> Definition:
    """Return an encounter card as the attachment it becomes; an objective also stays one (LCG-21.6)."""
    types = ("attachment", "objective") if card.type == "objective" else ("attachment",)
    return _encounter_card(card) | {"type": types, "trait": card.attached_as}
