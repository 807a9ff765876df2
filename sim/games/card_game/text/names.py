"""The names of the places and slots of a setup, in addition to those of its cards and seats."""

from __future__ import annotations

from mazarbul.sim.data.setup import Setup
from mazarbul.sim.games.card_game import ids
from mazarbul.sim.notation import names
from mazarbul.sim.notation.lines import Line, Token


class Names(names.Names):
    """The names of one setup, both ways.

    places: place index -> id. slots: slot -> seat id, with `#number` if a seat has several.
    """

    def __init__(self, setup: Setup) -> None:
        super().__init__(setup)
        self.place_entries = {place["index"]: place for place in setup.catalogue["places"]}
        self.places = {index: place["id"] for index, place in self.place_entries.items()}
        self.place_index = {text: index for index, text in self.places.items()}
        self.slots = self._slots()

    def _slots(self) -> list[str]:
        """Return the texts of the slots of the turn order."""
        seats = [self.seats[seat] for seat in self.tables.slots[: self.tables.slot_n]]
        return [
            f"{seat}#{seats[: i + 1].count(seat)}" if seats.count(seat) > 1 else seat
            for i, seat in enumerate(seats)
        ]

    def source(self, index: int) -> str:
        """Return the text of a source of effects: a card or a place."""
        return self.place(index - ids.PLACE_SOURCE) if index >= ids.PLACE_SOURCE else self.card(index)

    def place(self, index: int) -> str:
        """Return the id of a place."""
        return self.places[int(index)]

    def path(self, p: int) -> str:
        """Return the id of a path given by its path number in masks."""
        return self.places[ids.BATTLEGROUNDS + int(p)]

    def find_place(self, line: Line, token: Token) -> int:
        """Return the index of a place; raises ScriptError."""
        if token.text not in self.place_index:
            raise line.unknown("location", token, self.place_index)
        return self.place_index[token.text]

    def find_slot(self, line: Line, token: Token) -> int:
        """Return a slot of the turn order; a seat alone means its first slot. Raises ScriptError."""
        if token.text in self.slots:
            return self.slots.index(token.text)
        if f"{token.text}#1" in self.slots:
            return self.slots.index(f"{token.text}#1")
        raise line.unknown("seat or slot", token, self.slots)
