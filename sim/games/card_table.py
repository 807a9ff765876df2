"""The table of a card game as a replay shows it: an area in the middle, and those of each seat."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from mazarbul.sim.games.scene import Area, Counter, Form, Group, Piece, Scenery, Thing, Zone
from mazarbul.sim.notation.names import Names

Seer = Literal["all", "owner", "nobody"]


@dataclass(frozen=True)
class CardTable:
    """A table whose things are all cards.

    hues: id of a side -> the colour of its cards, in degrees. facts: keys of a card's entry in the catalogue
    whose numbers are printed on it. middle: id of an area -> its title. own: id of an area that each seat has
    -> its title, its form, and who sees the cards in it. where(names, s, card): id of the area in which a
    card lies, of a seat as `hand:north`. counted(s): label -> a number of each seat. clock(s): number of the
    round, and its phase in words.
    """

    hues: Mapping[str, int]
    facts: tuple[str, ...]
    middle: Mapping[str, str]
    own: Mapping[str, tuple[str, Form, Seer]]
    where: Callable[[Any, np.record, int], str]
    counted: Callable[[np.record], Mapping[str, Iterable[int]]]
    clock: Callable[[np.record], tuple[int, str]]

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
                Area(f"{key}:{seat['id']}", title, form, **whose)
                for key, (title, form, _) in self.own.items()
            )
            found.append(Area(f"seat:{seat['id']}", seat["name"], "group", parts, **whose))
        return found

    def _zones(self, names: Names, s: np.record) -> dict[str, Zone]:
        areas = [*self.middle, *(f"{key}:{name}" for name in names.seats for key in self.own)]
        lying: dict[str, list[Piece]] = {area: [] for area in areas}
        for card in names.entries:
            lying[self.where(names, s, card)].append(Piece(names.card(card)))
        found = {area: Zone(tuple(pieces)) for area, pieces in lying.items()}
        counted = {label: [int(n) for n in numbers] for label, numbers in self.counted(s).items()}
        for i, name in enumerate(names.seats):
            own = tuple(Counter(label, numbers[i]) for label, numbers in counted.items())
            found[f"seat:{name}"] = Zone(counters=own)
        return found

    def _clock(self, _names: Names, s: np.record) -> tuple[int, str]:
        return self.clock(s)

    def _hidden(self, names: Names, s: np.record, seat: int) -> dict[str, str]:
        return {names.card(card): "" for card in names.entries if not self._is_seen(names, s, card, seat)}

    def _is_seen(self, names: Names, s: np.record, card: int, seat: int) -> bool:
        """Return whether a seat sees a card."""
        key, _, owner = self.where(names, s, card).partition(":")
        seer: Seer = "all" if key in self.middle else self.own[key][2]
        return seer == "all" or (seer == "owner" and owner == names.seats[seat])
