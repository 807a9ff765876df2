"""Names of a setup's cards, places and seats, and the numbers kernels know them by."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from sim.games.card_game import ids
from sim.games.card_game.lines import Line, Token
from sim.games.contract import Setup


class Names:
    """The names of one setup, both ways.

    cards: kernel number -> text (the card's id, with `#copy` where there are several); copies: id ->
    kernel numbers. places: place index -> id. slots: slot -> seat id, with `#time` where a seat has several.
    """

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.tables = setup.tables
        self.seats = setup.seats
        self.sides = tuple(side["id"] for side in setup.catalogue["sides"])
        self.entries = {card["index"]: card for card in setup.catalogue["cards"]}
        self.place_entries = {place["index"]: place for place in setup.catalogue["places"]}
        copies = Counter(card["id"] for card in setup.catalogue["cards"])
        self.cards: dict[int, str] = {}
        self.copies: dict[str, list[int]] = {}
        for index, card in self.entries.items():
            self.cards[index] = f"{card['id']}#{card['copy']}" if copies[card["id"]] > 1 else card["id"]
            self.copies.setdefault(card["id"], []).append(index)
        self.card_index = {text: index for index, text in self.cards.items()}
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

    def card(self, index: int) -> str:
        """Return the text of a card."""
        return self.cards[int(index)]

    def source(self, index: int) -> str:
        """Return the text of a source of effects: a card or a place."""
        return self.place(index - ids.PLACE_SOURCE) if index >= ids.PLACE_SOURCE else self.card(index)

    def place(self, index: int) -> str:
        """Return the id of a place."""
        return self.places[int(index)]

    def path(self, p: int) -> str:
        """Return the id of a path given by its path number in masks."""
        return self.places[ids.BATTLEGROUNDS + int(p)]

    def find_card(self, line: Line, token: Token) -> list[int]:
        """Return the kernel numbers a card word can mean: one, or all copies; raises ScriptError."""
        if token.text in self.copies:
            return self.copies[token.text]
        if token.text in self.card_index:
            return [self.card_index[token.text]]
        card, sign, number = token.text.partition("#")
        if sign and card in self.copies:
            n = len(self.copies[card])
            raise line.error(f"there is no copy '{number}' of {card}; this game has {n}", token)
        raise line.unknown("card", token, self.copies)

    def find_place(self, line: Line, token: Token) -> int:
        """Return the index of a place; raises ScriptError."""
        if token.text not in self.place_index:
            raise line.unknown("location", token, self.place_index)
        return self.place_index[token.text]

    def find_seat(self, line: Line, token: Token) -> int:
        """Return the number of a seat; raises ScriptError."""
        if token.text not in self.seats:
            raise line.unknown("seat", token, self.seats)
        return self.seats.index(token.text)

    def find_side(self, line: Line, token: Token) -> int:
        """Return the number of a side; raises ScriptError."""
        if token.text not in self.sides:
            raise line.unknown("side", token, self.sides)
        return self.sides.index(token.text)

    def find_slot(self, line: Line, token: Token) -> int:
        """Return a slot of the turn order; a seat alone means its first slot. Raises ScriptError."""
        if token.text in self.slots:
            return self.slots.index(token.text)
        if f"{token.text}#1" in self.slots:
            return self.slots.index(f"{token.text}#1")
        raise line.unknown("seat or slot", token, self.slots)


def members(mask: int) -> list[int]:
    """Return the bit numbers of a mask in ascending order."""
    mask = int(mask)
    return [i for i in range(mask.bit_length()) if mask >> i & 1]


def mask_of(bits: Iterable[int]) -> int:
    """Return the mask with the given bits."""
    mask = 0
    for i in bits:
        mask |= 1 << int(i)
    return mask
