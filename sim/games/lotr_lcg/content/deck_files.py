"""A deck of a user, read and checked by itself: what is in it, and the same deck in other forms."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mazarbul.sim.games.lotr_lcg.content.deck_checks import TOURNAMENT_CARDS
from mazarbul.sim.games.lotr_lcg.content.deck_writing import WRITERS
from mazarbul.sim.games.lotr_lcg.content.loading import QUESTS, load_data
from mazarbul.sim.games.lotr_lcg.content.schema import SEATS, Card, Deck

_PLURALS = {"ally": "allies", "hero": "heroes"}
_BESIDES = ("ally", "attachment", "event")


@dataclass(frozen=True)
class DeckFile:
    """A deck that can be played. cards: all that are known, also those of the deck's own file."""

    deck: Deck
    cards: Mapping[str, Card]

    @classmethod
    def load(cls, deck: str | Path) -> DeckFile:
        """Read a deck by its id or from a file. Raises DataError with all its mistakes."""
        data = load_data(QUESTS[0], decks={SEATS[0]: deck})
        return cls(data.decks[SEATS[0]], data.cards)

    def written(self, form: str) -> str:
        """Return the deck in another form, one of FORMS."""
        return WRITERS[form](self.deck, self.cards)

    def facts(self) -> dict[str, Any]:
        """Return what is in it as plain data."""
        return {
            "kind": "deck",
            "id": self.deck.id,
            "name": self.deck.name,
            "heroes": list(self.deck.heroes),
            "threat": sum(self.cards[hero].threat_cost or 0 for hero in self.deck.heroes),
            "size": sum(self.deck.cards.values()),
            "types": {kind: n for kind in _BESIDES if (n := self._by("type")[kind])},
            "spheres": dict(self._by("sphere")),
            "cards": dict(self.deck.cards),
            "notes": self.notes(),
        }

    def lines(self) -> list[str]:
        """Return what is in it in words."""
        known, deck = self.facts(), self.deck
        heroes = ", ".join(self.cards[hero].name for hero in deck.heroes)
        types = ", ".join(_counted(n, kind) for kind, n in known["types"].items())
        spheres = ", ".join(f"{sphere} {n}" for sphere, n in known["spheres"].items())
        sizes = f"{_counted(len(deck.heroes), 'hero')}, {_counted(known['size'], 'card')}"
        return [
            f"{deck.name} ({deck.id}): {sizes}",
            f"  heroes: {heroes}; threat {known['threat']}",
            *([f"  {types}", f"  {spheres}"] if types else []),
            *(f"  {copies}x {self.cards[card].name}" for card, copies in deck.cards.items()),
            *known["notes"],
        ]

    def notes(self) -> list[str]:
        """Return what is unusual of the deck, though it can be played."""
        size = sum(self.deck.cards.values())
        spheres = {self.cards[hero].sphere for hero in self.deck.heroes} | {"neutral"}
        unpaid = [self.cards[card] for card in self.deck.cards if self.cards[card].sphere not in spheres]
        many = [self.cards[card] for card, n in self.deck.cards.items() if n > self.cards[card].copies]
        found = []
        if size < TOURNAMENT_CARDS:
            found.append(
                f"a tournament deck has at least {TOURNAMENT_CARDS} cards, this one {size} (LCG-26.2)"
            )
        if many:
            found.append(f"more copies than one box has: {', '.join(card.name for card in many)} (LCG-26.4)")
        if unpaid:
            found.append(f"no hero is of the sphere of: {', '.join(card.name for card in unpaid)} (LCG-6.3)")
        return found

    def _by(self, field: str) -> Counter[str]:
        """Return the copies of the deck's cards by a field of the cards."""
        found: Counter[str] = Counter()
        for card, copies in self.deck.cards.items():
            found[getattr(self.cards[card], field)] += copies
        return found


FORMS = tuple(WRITERS)


def _counted(n: int, thing: str) -> str:
    """Return a number of things in words."""
    return f"{n} {thing}" if n == 1 else f"{n} {_PLURALS.get(thing, f'{thing}s')}"
