"""The table of a card game as a replay shows it: an area in the middle, and those of each seat."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from mazarbul.sim.games.scene import Area, Counter, Form, Group, Piece, Scenery, Thing, Zone
from mazarbul.sim.notation.names import Names


@dataclass(frozen=True)
class CardTable:
    """A table whose things are all cards.

    hues: id of a side -> the colour of its cards, in degrees. facts: keys of a card's entry in the catalogue
    whose numbers are printed on it. middle: id of an area -> its title. own: id of an area that each seat has
    -> its title and form. lying(names, s): id of an area, of a seat as `hand:north`, -> numbers of the cards
    in it. counted(s): label -> a number of each seat. clock(s): number of the round, and its phase in words.
    unseen(names, s, seat): numbers of the cards that a seat does not see.
    """

    hues: Mapping[str, int]
    facts: tuple[str, ...]
    middle: Mapping[str, str]
    own: Mapping[str, tuple[str, Form]]
    lying: Callable[[Any, np.record], Mapping[str, Iterable[int]]]
    counted: Callable[[np.record], Mapping[str, Iterable[int]]]
    clock: Callable[[np.record], tuple[int, str]]
    unseen: Callable[[Any, np.record, int], Iterable[int]]

    def scenery(self) -> Scenery:
        """Return how the table is shown."""
        return Scenery(self._groups, self._things, self._areas, self._zones, self._clock, self._hidden)

    def _groups(self, names: Names) -> list[Group]:
        sides = names.setup.catalogue["sides"]
        return [Group(side["id"], side["name"], self.hues[side["id"]], side["id"]) for side in sides]

    def _things(self, names: Names) -> list[Thing]:
        return [
            Thing(
                names.card(index),
                card["name"],
                group=card["side"],
                facts=tuple(Counter(fact, card[fact]) for fact in self.facts),
            )
            for index, card in names.entries.items()
        ]

    def _areas(self, names: Names) -> list[Area]:
        found = [Area(key, title, "cards", is_shown=True) for key, title in self.middle.items()]
        for seat in names.setup.catalogue["seats"]:
            whose = {"seat": seat["id"], "side": seat["side"], "is_shown": True}
            parts = tuple(
                Area(f"{key}:{seat['id']}", title, form, **whose) for key, (title, form) in self.own.items()
            )
            found.append(Area(f"seat:{seat['id']}", seat["name"], "group", parts, **whose))
        return found

    def _zones(self, names: Names, s: np.record) -> dict[str, Zone]:
        found = {
            key: Zone(tuple(Piece(names.card(card)) for card in cards))
            for key, cards in self.lying(names, s).items()
        }
        counted = {label: [int(n) for n in numbers] for label, numbers in self.counted(s).items()}
        for i, name in enumerate(names.seats):
            own = tuple(Counter(label, numbers[i]) for label, numbers in counted.items())
            found[f"seat:{name}"] = Zone(counters=own)
        return found

    def _clock(self, _names: Names, s: np.record) -> tuple[int, str]:
        return self.clock(s)

    def _hidden(self, names: Names, s: np.record, seat: int) -> dict[str, str]:
        return {names.card(card): "" for card in self.unseen(names, s, seat)}
