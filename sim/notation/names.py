"""Names of a setup's cards and seats, and their numbers in kernels."""

from __future__ import annotations

from collections import Counter
from typing import TypeVar

from mazarbul.sim.data.setup import Setup
from mazarbul.sim.notation.lines import Line, Token

N = TypeVar("N", bound="Names", contravariant=True)
"""The names of a game, which are those here with names of its own places."""


class Names:
    """The names of one setup, both ways; a game adds those of its own places.

    seats, sides: ids by number. entries: kernel number of a card -> its entry in the catalogue. cards:
    kernel number -> text (the card's id, with `#number` if there are several copies, counted in the order
    of the catalogue). copies: card id -> kernel numbers. card_index: text -> kernel number.
    """

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.tables = setup.tables
        self.seats = setup.seats
        self.sides = tuple(side["id"] for side in setup.catalogue["sides"])
        self.entries = {card["index"]: card for card in setup.catalogue["cards"]}
        several = Counter(card["id"] for card in setup.catalogue["cards"])
        self.cards: dict[int, str] = {}
        self.copies: dict[str, list[int]] = {}
        for index, card in self.entries.items():
            alike = self.copies.setdefault(card["id"], [])
            alike.append(index)
            self.cards[index] = f"{card['id']}#{len(alike)}" if several[card["id"]] > 1 else card["id"]
        self.card_index = {text: index for index, text in self.cards.items()}

    def card(self, index: int) -> str:
        """Return the text of a card."""
        return self.cards[int(index)]

    def find_card(self, line: Line, token: Token) -> list[int]:
        """Return the kernel numbers that a card word can mean: one, or all copies; raises ScriptError."""
        if token.text in self.copies:
            return self.copies[token.text]
        if token.text in self.card_index:
            return [self.card_index[token.text]]
        card, sign, number = token.text.partition("#")
        if sign and card in self.copies:
            n = len(self.copies[card])
            raise line.error(f"there is no copy '{number}' of {card}; this game has {n}", token)
        raise line.unknown("card", token, self.copies)

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
